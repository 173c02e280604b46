//===- Training.h - Training modes of normalisation ops ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_TRAINING_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_TRAINING_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

void addTrainingRows(OnnxTable &table);

/// BatchNormalization (14 and later) by the statistics of its input.
llvm::LogicalResult trainBatchNorm(NodeContext &n);
/// Dropout that drops.
llvm::LogicalResult trainDropout(NodeContext &n);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_TRAINING_H
