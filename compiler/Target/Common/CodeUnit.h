//===- CodeUnit.h - What a backend turns into code ------------ -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last form in which the compiler holds code: a module in the LLVM dialect
// per kernel and level, and what a target's back end makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_CODEUNIT_H
#define MLC_COMPILER_TARGET_COMMON_CODEUNIT_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <string>
#include <vector>

namespace mlc {

/// What is compiled into one object: an LLVM-dialect module, or LLVM IR as text
/// or bitcode.
struct CodeUnit {
  std::string name;
  const IsaLevel *level = nullptr;
  mlir::ModuleOp module; // null: `ir` holds the code
  std::string ir;
  bool isKernel = true;
  bool generic = false;
  std::string mark; // equal code is shared only by units of one mark
};

struct CompiledUnit {
  /// Bytes of the object, or of the assembly, PTX or LLVM IR text; empty when
  /// the unit equals an earlier one.
  llvm::SmallVector<char, 0> bytes;
  /// Symbols of this unit's functions; those of the earlier unit when equal.
  std::string runSymbol, itemsSymbol; // itemsSymbol: "" when there is none
  size_t sameAs;                      // index of the unit that holds the code
  double seconds = 0;                 // CPU time spent on it
  uint64_t codeBytes = 0;
};

enum class CodeFormat { Object, Assembly, LLVM };

struct CompileSettings {
  CodeFormat format = CodeFormat::Object;
  unsigned threads = 0;
  bool flushDenormals = false;
  /// Symbols that the other objects of the link define; an undefined symbol
  /// that is not in this sorted list is an error. Empty: not checked.
  std::vector<std::string> provided;
  /// Called after each unit, from any thread, under a lock.
  std::function<void(size_t done, size_t total)> progress;
};

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_CODEUNIT_H
