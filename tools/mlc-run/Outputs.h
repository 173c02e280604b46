//===- Outputs.h - Running once, showing and writing what came out -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_OUTPUTS_H
#define MLC_TOOLS_MLC_RUN_OUTPUTS_H

#include "tools/mlc-run/Json.h"
#include "tools/mlc-run/Model.h"
#include "tools/mlc-run/Values.h"

namespace mlc::run {

/// Calls the entry and copies its outputs.
Outcome<std::vector<Value>> runOnce(const Session &session,
                                    const std::vector<Value> &inputs);

/// Name, type, shape, min, mean, max, first values of each.
void printOutputs(const std::vector<Value> &outputs);
void writeOutputsJson(Json &json, const std::vector<Value> &outputs);

/// Each output as a file, and INDEX.json.
Outcome<Nothing> writeOutputs(const std::vector<Value> &outputs,
                              const std::string &folder,
                              const std::string &format);

/// Makes a folder, its parents too.
Outcome<Nothing> makeFolder(const std::string &path);

/// Characters outside [A-Za-z0-9_.-] become '_'.
std::string safeName(const std::string &name);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_OUTPUTS_H
