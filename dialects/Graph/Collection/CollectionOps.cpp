//===- CollectionOps.cpp - Collection ops -------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Compatible.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc::graph;

#define GET_OP_CLASSES
#include "dialects/Graph/Collection/CollectionOps.cpp.inc"

void GraphDialect::registerCollectionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Collection/CollectionOps.cpp.inc"
      >();
}
