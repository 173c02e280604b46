//===- ReadModel.h - ONNX bytes to plain data ------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_READMODEL_H
#define MLC_COMPILER_IMPORT_ONNX_READMODEL_H

#include "compiler/Import/Onnx/Model.h"

#include <string>

namespace mlc::onnx {

/// Bounds on what a file may ask of us.
struct ReadLimits {
  unsigned graphDepth = 64; ///< subgraphs inside subgraphs
  unsigned typeDepth = 16;  ///< sequences of optionals of ...
  unsigned rank = MLC_MAX_RANK;
  size_t nodes = size_t(1) << 22; ///< all graphs and functions together
  uint64_t tensorBytes = uint64_t(1) << 42;
};

/// Reads an ONNX model, binary or in the standard's text format, from `buffer`
/// (usually a mapped file). `directory` is where external data may lie; empty
/// refuses them. False with `error` naming the item at fault.
bool readModel(std::shared_ptr<llvm::MemoryBuffer> buffer,
               llvm::StringRef directory, Model &model, std::string &error,
               const ReadLimits &limits = {});

/// True when the bytes look like an ONNX model, binary or text.
bool looksLikeOnnx(llvm::StringRef bytes);

/// Reads one serialised FunctionProto, whose strings live in `model`.
bool readFunction(std::shared_ptr<llvm::MemoryBuffer> bytes, Model &model,
                  Function &function, std::string &error);

/// Reads one serialised TensorProto (test data).
bool readTensor(llvm::StringRef bytes, Model &owner, Tensor &tensor,
                std::string &error);

/// Structural checks of a model that was read: names defined once and before
/// use (nodes are put into topological order when only the order is wrong),
/// no cycles, opset imports present, function calls acyclic. Iterative.
bool checkModel(Model &model, std::string &error);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_READMODEL_H
