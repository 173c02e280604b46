//===- Targets.h - Which code a compilation makes ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of --target: code levels of x86-64 and GPU architectures.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_TARGETS_H
#define MLC_COMPILER_PIPELINES_TARGETS_H

#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Target/Common/Isa.h"
#include <string>
#include <vector>

namespace mlc {

struct TargetSelection {
  /// Lowest first. With no --target: all levels.
  std::vector<const IsaLevel *> levels;
  /// "sm_80", "sm_90a".
  std::vector<std::string> nvptx;

  bool has(mlc_isa id) const;
};

/// Reads the --target options. False with `error` filled when one is unknown.
bool selectTargets(const CompileOptions &options, TargetSelection &selection,
                   std::string &error);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_TARGETS_H
