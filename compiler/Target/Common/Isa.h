//===- Isa.h - The code levels of x86-64 ------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler knows of each level that an artifact may carry. Everything
// that asks for a vector width, a register count or a feature reads this table,
// so a new level is a row here.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_ISA_H
#define MLC_COMPILER_TARGET_COMMON_ISA_H

#include "runtime/include/mlc/artifact_abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlc {

struct IsaLevel {
  mlc_isa id;
  /// As users write it ("v4+vnni") and as symbols spell it ("v4_vnni", also the
  /// value of the attribute `kernel.isa`).
  llvm::StringRef name, symbol;
  /// Attributes of every function of this level.
  llvm::StringRef cpu, features;
  unsigned vectorBits;
  unsigned vectorRegisters;
  bool hasFma;
  /// The level whose code serves where this one has none of its own.
  mlc_isa parent;

  unsigned lanes(unsigned elementBits) const {
    return vectorBits / elementBits;
  }
};

/// All levels, lowest first.
llvm::ArrayRef<IsaLevel> isaLevels();
/// By id, which must not be MLC_ISA_ANY.
const IsaLevel &isaLevel(mlc_isa id);
/// By name or symbol; null when there is none.
const IsaLevel *findIsaLevel(llvm::StringRef name);

/// The highest level whose features this CPU model has ("haswell", "native",
/// "x86-64-v3", "v3"); null with `error` filled when it is unknown or below v2.
const IsaLevel *isaLevelOfCpu(llvm::StringRef cpu, std::string &error);

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_ISA_H
