//===- Ml.h - Operators of ai.onnx.ml --------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classical models of the domain ai.onnx.ml on numbers. Labels and keys
// that are strings, and maps, are refused by name. Where the text leaves a
// meaning open, ONNX Runtime's is taken; where the two contradict each other,
// the case is refused.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_ML_ML_H
#define MLC_COMPILER_IMPORT_ONNX_ML_ML_H

#include "compiler/Import/Onnx/Contrib/Contrib.h"

namespace mlc::onnx {

constexpr llvm::StringLiteral mlDomain = "ai.onnx.ml";

/// A row of ai.onnx.ml; see `checked`.
inline void addMl(OnnxTable &t, llvm::StringRef name,
                  llvm::ArrayRef<int64_t> since, OnnxTable::Row row,
                  Arity arity = {1, 1}) {
  t.add(name, since, checked(std::move(arity), std::move(row)), mlDomain);
}

/// Dense constants from attributes.
mlir::Value constantOf(GraphBuilder &g, llvm::ArrayRef<double> values,
                       llvm::ArrayRef<int64_t> shape, mlir::Type element);
mlir::Value constantOf(GraphBuilder &g, llvm::ArrayRef<int64_t> values,
                       llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// Input 0 as rows of features in `element` (f32 where null): a vector is one
/// row. Null with a reason for other ranks, or when the number of features is
/// known not to be `features` (any, if negative).
mlir::Value featureRows(NodeContext &n, int64_t features,
                        mlir::Type element = {});

/// The integer class labels of attribute `ints`; nothing with a reason when
/// there are none, or strings.
std::optional<llvm::SmallVector<int64_t>>
classLabels(NodeContext &n, llvm::StringRef ints, llvm::StringRef strings);

/// The transform of a classifier's or regressor's scores, N x count.
mlir::Value transformed(NodeContext &n, mlir::Value scores,
                        llvm::StringRef transform);

/// Both scores of two classes from the one score N x 1 of the second: s or, by
/// LOGISTIC, the probabilities of -s and s; else 1 - s, or -s where `mirrored`.
mlir::Value bothClasses(NodeContext &n, mlir::Value score,
                        llvm::StringRef transform, bool mirrored);

/// labels[argmax] per row, the first of equal ones.
mlir::Value bestLabel(GraphBuilder &g, mlir::Value scores,
                      llvm::ArrayRef<int64_t> labels);
/// labels[1] where N x 1 scores are above `threshold`, else labels[0].
mlir::Value thresholdLabel(GraphBuilder &g, mlir::Value score, double threshold,
                           llvm::ArrayRef<int64_t> labels);

void addMlRows(OnnxTable &t);
void addMlFeatureRows(OnnxTable &t);
void addMlEncoderRows(OnnxTable &t);
void addMlLinearRows(OnnxTable &t);
void addMlSupportVectorRows(OnnxTable &t);
void addMlTreeRows(OnnxTable &t);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_ML_ML_H
