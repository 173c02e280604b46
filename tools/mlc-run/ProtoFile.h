//===- ProtoFile.h - ONNX tensor files -------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only part that sees the ONNX library, which throws: its exceptions end
// here.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TOOLS_MLC_RUN_PROTOFILE_H
#define MLC_TOOLS_MLC_RUN_PROTOFILE_H

#include "tools/mlc-run/Values.h"

namespace mlc::run {

/// Reads a TensorProto, SequenceProto or OptionalProto, as `kind` says.
Outcome<Value> readProto(const std::string &path, uint32_t kind);
Outcome<Nothing> writeProto(const std::string &path, const Value &value);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_PROTOFILE_H
