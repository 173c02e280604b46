//===- Passes.td - Composites from what exporters wrote --- -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_COMPOSITES_PASSES
#define MLC_COMPILER_TRANSFORMS_COMPOSITES_PASSES

include "mlir/Pass/PassBase.td"

def MatchCompositesPass : Pass<"mlc-match-composites"> {
  let summary = "Recognise composites that an exporter decomposed";
  let description = [{
    Exporters write layer normalisation, GELU, softmax and attention as the ops
    they are made of. This pass finds them again, so that the kernels for the
    whole serve them; what is not recognised keeps its meaning and its speed of
    parts. Constants are compared within the rounding of their type. Every
    failed match says why (`-debug-only=greedy-rewriter`, remarks).
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numSoftmax", "softmax", "Softmaxes recognised">,
    Statistic<"numLayerNorm", "layer-norm", "Layer norms recognised">,
    Statistic<"numGelu", "gelu", "GELUs recognised">,
    Statistic<"numAttention", "attention", "Attentions recognised">
  ];
}

#endif // MLC_COMPILER_TRANSFORMS_COMPOSITES_PASSES
