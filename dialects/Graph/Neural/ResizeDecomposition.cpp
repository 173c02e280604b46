//===- ResizeDecomposition.cpp - Interpolation as gathers ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"

using namespace mlir;
using namespace mlc::graph;

FailureOr<SmallVector<Value>> ResizeOp::decompose(OpBuilder &) {
  return emitOpError("has no decomposition for this mode");
}
