//===- Inputs.h - What an entry is called with -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_INPUTS_H
#define MLC_TOOLS_MLC_RUN_INPUTS_H

#include "tools/mlc-run/Model.h"
#include "tools/mlc-run/Values.h"

namespace mlc::run {

/// One value per input of the entry, in order: read from files, written inline
/// or generated. Symbols take their values from --dim, then from the inputs
/// that were given, then the least their range allows (at least 1).
Outcome<std::vector<Value>> makeInputs(const Session &session,
                                       const Options &options);

/// Reads a .npy or .pb file meant for this row.
Outcome<Value> readValue(const std::string &path, const mlc_value_info &info);

/// Loads and saves state blocks as NAME.npy.
Outcome<Nothing> loadStates(const Session &session, const std::string &folder);
Outcome<Nothing> saveStates(const Session &session, const std::string &folder);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_INPUTS_H
