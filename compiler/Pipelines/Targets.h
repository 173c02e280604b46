//===- Targets.h - Which code a compilation makes ------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of --target: levels of the host processor and of devices.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_TARGETS_H
#define MLC_COMPILER_PIPELINES_TARGETS_H

#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Target/Common/TargetBackend.h"
#include <string>
#include <vector>

namespace mlc {

/// Reads the --target options into levels, each backend's in ascending order
/// and the host's first; without one of the host all of its levels. False with
/// `error` filled when one is unknown.
bool selectTargets(const CompileOptions &options,
                   std::vector<TargetLevel> &selection, std::string &error);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_TARGETS_H
