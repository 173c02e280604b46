//===- ExtentModels.h - What graph ops need of extents ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_EXTENTMODELS_H
#define MLC_DIALECTS_GRAPH_IR_EXTENTMODELS_H

#include "mlir/IR/MLIRContext.h"

namespace mlc::graph {

/// Gives ExtentOpInterface to the ops of the dialect that read one operand at
/// places which another one's extents say, and are not structured.
void attachExtentModels(mlir::MLIRContext &context);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_IR_EXTENTMODELS_H
