//===- Passes.td - From graph ops to kernels ---------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_FUSION_PASSES
#define MLC_COMPILER_TRANSFORMS_FUSION_PASSES

include "mlir/Pass/PassBase.td"

def FuseKernelsPass : Pass<"mlc-fuse-kernels", "::mlir::ModuleOp"> {
  let summary = "Move every tensor computation into module-level kernels";
  let description = [{
    Works on each block of each function. An op that nothing claims becomes the
    root of a kernel; producers join while all their users are inside and the
    root's loop can compute them where they are needed: pointwise and movement
    ops anywhere, reductions over the trailing dimensions as rows
    (`kernel.rows`). A contraction or convolution is a kernel of its own with
    the pointwise ops behind it as epilogue. Reshapes of whole buffers,
    constants and scalar arithmetic stay in the host function. Equal kernels
    share one symbol.
  }];
  let options = [
    Option<"single", "single", "bool", /*default=*/"false",
           "One kernel per op: nothing is fused (effort 0)">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Distinct kernels">,
    Statistic<"numCalls", "calls", "Kernel calls">,
    Statistic<"numFused", "fused", "Ops that joined another op's kernel">
  ];
  let dependentDialects = ["::mlc::kernel::KernelDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect"];
}

def SplitReductionsPass : Pass<"mlc-split-reductions", "::mlir::ModuleOp"> {
  let summary = "Let the kernels of products begin the reductions behind them";
  let description = [{
    A reduction of the result of a contraction (or of the pointwise ops behind
    it) along rows or columns becomes `graph.reduce_blocks`, whose blocks are
    those that the contraction's kernel works on, and a reduction of the parts.
    `mlc-fuse-kernels` then makes the parts further results of that kernel.
    Reductions that a later op meets again with the reduced tensor are left for
    a kernel over rows (norms, softmax).
  }];
  let statistics = [
    Statistic<"numSplit", "split", "Reductions that begin in a product's kernel">
  ];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_FUSION_PASSES
