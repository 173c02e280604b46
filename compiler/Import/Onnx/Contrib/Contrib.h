//===- Contrib.h - Operators beyond the standard ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ONNX Runtime's exporters, optimisers and quantisers write in the domain
// com.microsoft, and a few names that they put into the default domain. The
// rows are compositions, mostly of the standard's operators through
// NodeContext::standard, so that whatever recognises those recognises these.
//
// The ONNX library has no schemas of them: a row states its inputs itself.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_CONTRIB_CONTRIB_H
#define MLC_COMPILER_IMPORT_ONNX_CONTRIB_CONTRIB_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

constexpr llvm::StringLiteral microsoftDomain = "com.microsoft";

/// How many inputs an operator takes, and which below `min` may be left out.
struct Arity {
  size_t min, max;
  llvm::SmallVector<size_t, 4> optional = {};
};

/// `row` behind a check of its inputs: their number, that none is missing and
/// that all are tensors.
OnnxTable::Row checked(Arity arity, OnnxTable::Row row);

/// A row of com.microsoft, whose operators have one version.
inline void addContrib(OnnxTable &t, llvm::StringRef name, Arity arity,
                       OnnxTable::Row row) {
  t.add(name, {1}, checked(std::move(arity), std::move(row)), microsoftDomain);
}

/// Attributes for NodeContext::standard. Lists must outlive the call.
Attribute attribute(llvm::StringRef name, int64_t value);
Attribute attribute(llvm::StringRef name, double value);
Attribute attribute(llvm::StringRef name, llvm::StringRef value);
Attribute attribute(llvm::StringRef name, llvm::ArrayRef<int64_t> values);

/// Applies the activation function that attribute `activation` names, with the
/// numbers it takes; the value itself when there is none.
mlir::Value fusedActivation(NodeContext &n, mlir::Value x,
                            llvm::ArrayRef<double> parameters);

/// A tensor with its channels last as one with its channels second, and back.
mlir::Value channelsSecond(GraphBuilder &g, mlir::Value x);
mlir::Value channelsLast(GraphBuilder &g, mlir::Value x);

void addContribActivationRows(OnnxTable &t);
void addContribNormalizationRows(OnnxTable &t);
void addContribProductRows(OnnxTable &t);
void addContribConvolutionRows(OnnxTable &t);
void addContribQuantRows(OnnxTable &t);
void addContribMovementRows(OnnxTable &t);
void addContribBlockWeightRows(OnnxTable &t);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_CONTRIB_CONTRIB_H
