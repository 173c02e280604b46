//===- RecurrentActivations.h - Functions of recurrent cells ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_NEURAL_RECURRENTACTIVATIONS_H
#define MLC_DIALECTS_GRAPH_NEURAL_RECURRENTACTIVATIONS_H

#include "dialects/Graph/IR/OpBuilding.h"

namespace mlc::graph {

/// An activation by its ONNX name, with its parameters filled in.
struct RecurrentActivation {
  llvm::StringRef name;
  double alpha = 0, beta = 0;

  mlir::Value apply(mlir::ImplicitLocOpBuilder &b, mlir::Value x) const;
};

/// The activations of a recurrent op in order; those beyond the end of `alphas`
/// or `betas` take the standard's defaults. Fails with the name of an unknown
/// activation.
mlir::FailureOr<llvm::SmallVector<RecurrentActivation>>
recurrentActivations(mlir::Operation *op, mlir::ArrayAttr names,
                     llvm::ArrayRef<double> alphas,
                     llvm::ArrayRef<double> betas);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_NEURAL_RECURRENTACTIVATIONS_H
