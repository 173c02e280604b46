//===- ProtoText.h - The standard's text format ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOTEXT_H
#define MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlc::onnx {

/// Parses a model in ONNX's text format into serialised ModelProto bytes, which
/// then go through the ordinary reader. False with `error` on bad text.
bool parseText(llvm::StringRef text, std::string &binary, std::string &error);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOTEXT_H
