//===- Tuning.h - Measured choices of schedules -----------------*- C++ -*-
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database says, for a kernel and a code level, which tiling was fastest when
// it was measured (mlc-tune). It only ever picks one of the tilings that the
// target offers for the kernel, by its text: nothing of the file reaches a
// kernel.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_TUNING_H
#define MLC_COMPILER_TARGET_COMMON_TUNING_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sched/IR/Sched.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace mlc {

/// A tiling of a kernel: levels of the `sched` dialect.
using Tiling = llvm::SmallVector<sched::LevelAttr>;
/// "parallel [14, 32] unroll [8]"; "default" where the emitter decides.
std::string tilingText(llvm::ArrayRef<sched::LevelAttr> tiling);

/// What a kernel computes on what, as text: its kind, the types of its operands
/// and results, and its operations. Equal for equal kernels of any model.
std::string tuningKey(kernel::FuncOp kernel);

struct TuningRecord {
  std::string kernel; // tuningKey
  std::string level;  // of code: "v4"
  uint32_t threads = 1;
  std::string tiling; // tilingText
  // For people.
  std::string cpu;
  double usualMicroseconds = 0, tunedMicroseconds = 0;
};

class TuningDb {
public:
  /// Bounds of what a file may hold.
  static constexpr size_t kMostBytes = 16 << 20, kMostRecords = 100000,
                          kMostText = 8192, kMostDepth = 8;

  /// Reads the JSON of a database; an error says what is wrong with it.
  static llvm::Expected<TuningDb> parse(llvm::StringRef text);
  static llvm::Expected<TuningDb> read(llvm::StringRef path);
  /// The text that `parse` reads, records in the order of their keys.
  std::string print() const;

  /// Keeps `record` in place of one with the same kernel, level and threads.
  void put(TuningRecord record);
  /// Of those for other numbers of threads, the one of the most; null: none.
  const TuningRecord *find(llvm::StringRef kernel, llvm::StringRef level) const;
  const TuningRecord *find(llvm::StringRef kernel, llvm::StringRef level,
                           uint32_t threads) const;
  size_t size() const { return records.size(); }

private:
  using Key = std::tuple<std::string, std::string, uint32_t>;
  std::map<Key, TuningRecord> records;
};

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_TUNING_H
