//===- Isa.h - Code levels of targets ---------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler knows of each level that an artifact may carry. Everything
// that asks for a vector width, a register count or a feature reads these rows;
// a new level is a row in its target's Levels.cpp.
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
  /// Column of the artifact's code tables; MLC_ISA_ANY for levels of devices.
  mlc_isa id;
  /// As users write it ("v4+vnni") and as symbols and guards spell it
  /// ("v4_vnni", also the value of the attribute `kernel.isa`).
  llvm::StringRef name, symbol;
  /// Attributes of every function of this level.
  llvm::StringRef cpu, features;
  unsigned vectorBits;
  unsigned vectorRegisters;
  bool hasFma;
  bool hasF16C; // converts f16 in hardware
  /// The level whose code serves where this one has none of its own; "": none.
  llvm::StringRef parent;
  /// Only kernels whose chosen variant names this level have code here. Other
  /// levels recompile every kernel, for their own vectors.
  bool inherits;

  unsigned lanes(unsigned elementBits) const {
    return vectorBits / elementBits;
  }
  /// Whether the level has a feature beyond its CPU model, by LLVM's name
  /// ("avx512vnni").
  bool has(llvm::StringRef feature) const {
    for (llvm::StringRef rest = features; !rest.empty();) {
      auto [first, others] = rest.split(',');
      if (first.consume_front("+") && first == feature)
        return true;
      rest = others;
    }
    return false;
  }
};

/// The levels of the host processor, lowest first.
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
