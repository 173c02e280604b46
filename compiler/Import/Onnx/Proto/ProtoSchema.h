//===- ProtoSchema.h - What the standard says of an operator ---*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOSCHEMA_H
#define MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOSCHEMA_H

#include "compiler/Import/Onnx/Model.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlc::onnx {

struct SchemaFacts {
  int64_t sinceVersion = 0;
  bool deprecated = false;
  bool hasFunction = false;
  int64_t minInputs = 0, maxInputs = 0, minOutputs = 0, maxOutputs = 0;
  /// Of the first `minInputs`, those that may be left out all the same.
  std::vector<int64_t> optionalInputs;
  /// The inputs from here on are one variadic parameter: none may be left out.
  std::optional<int64_t> firstVariadic;
  /// Of each formal input whether a sequence or an optional may stand there;
  /// the last one speaks for all that follow.
  std::vector<bool> listInputs;

  /// Whether `input` must have a value where the node has so many inputs.
  bool needs(int64_t input) const {
    if (firstVariadic && input >= *firstVariadic)
      return true;
    return input < minInputs &&
           std::find(optionalInputs.begin(), optionalInputs.end(), input) ==
               optionalInputs.end();
  }
  bool takesList(size_t input) const {
    return !listInputs.empty() &&
           listInputs[input < listInputs.size() ? input
                                                : listInputs.size() - 1];
  }
};

/// The schema of an operator that is in force at an opset version.
std::optional<SchemaFacts> schemaFacts(llvm::StringRef domain,
                                       llvm::StringRef op, int64_t opset);

/// First and last opset version of a domain the ONNX library knows.
std::optional<std::pair<int64_t, int64_t>>
domainVersions(llvm::StringRef domain);

/// Since-versions of the operators of the default domain that the standard
/// defines as functions.
std::vector<std::pair<std::string, int64_t>> functionOps();

/// The function body that the standard gives for `node` at `opset`, built for
/// these input types where it depends on them, as serialised FunctionProto with
/// the schema's attribute defaults filled in. False with `error` otherwise.
bool functionBody(const Node &node, int64_t opset,
                  llvm::ArrayRef<Type> inputTypes, std::string &serialized,
                  std::string &error);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_PROTO_PROTOSCHEMA_H
