//===- SimplifyGraph.cpp - Algebra of the graph dialect -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Simplify/Passes.h"
#include "compiler/Transforms/Simplify/SimplifyPatterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlc {
#define GEN_PASS_DEF_SIMPLIFYGRAPHPASS
#include "compiler/Transforms/Simplify/Passes.h.inc"
} // namespace mlc

using namespace mlir;

namespace {
struct SimplifyGraphPass : mlc::impl::SimplifyGraphPassBase<SimplifyGraphPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    mlc::populateIdentityPatterns(patterns);
    mlc::populateBatchNormPatterns(patterns);
    mlc::populatePadPatterns(patterns);
    mlc::populateTransposePatterns(patterns);
    // The dialect's own canonicalisation makes the forms these patterns know.
    for (RegisteredOperationName op : getContext().getRegisteredOperations())
      if (op.getDialectNamespace() == "graph")
        op.getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      getOperation()->emitError("simplification did not come to an end");
      signalPassFailure();
    }
  }
};
} // namespace
