//===- Passes.td - Physical layouts -------------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_PASSES
#define MLC_COMPILER_TRANSFORMS_LAYOUT_PASSES

include "mlir/Pass/PassBase.td"

def PackMatmulWeightsPass : Pass<"mlc-pack-matmul-weights", "::mlir::ModuleOp"> {
  let summary = "Pack constant right-hand sides of matrix products into panels";
  let description = [{
    `dot_general(x, constant)` without batch dimensions, contracting the last
    dimension of x, becomes `packed_matmul` on a recipe of the constant; the
    packed bytes are made when the weights are written. All code levels read the
    same panels.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
  let statistics = [Statistic<"numPacked", "packed", "Constants packed">];
}

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_PASSES
