//===- DataSets.h - ONNX test data folders ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_DATASETS_H
#define MLC_TOOLS_MLC_RUN_DATASETS_H

#include "tools/mlc-run/Compare.h"
#include "tools/mlc-run/Model.h"

namespace mlc::run {

/// Runs every test_data_set_* of a folder and compares; PASS or FAIL per set.
/// The exit code, or an error when a set cannot be read or run.
Outcome<int> runDataSets(const Session &session, const Options &options,
                         Json *json);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_DATASETS_H
