//===- MatchComposites.cpp - The pass that runs the patterns --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Passes.h"
#include "compiler/Transforms/Composites/Patterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlc {
#define GEN_PASS_DEF_MATCHCOMPOSITESPASS
#include "compiler/Transforms/Composites/Passes.h.inc"
} // namespace mlc

using namespace mlir;

namespace {
struct MatchCompositesPass
    : mlc::impl::MatchCompositesPassBase<MatchCompositesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    mlc::populateSoftmaxPatterns(patterns, numSoftmax);
    mlc::populateLayerNormPatterns(patterns, numLayerNorm);
    mlc::populateGeluPatterns(patterns, numGelu);
    mlc::populateAttentionPatterns(patterns, numAttention);
    // Attention contains a softmax, so composites are found until none is left.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      getOperation()->emitError("composite matching did not come to an end");
      signalPassFailure();
    }
  }
};
} // namespace
