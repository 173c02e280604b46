//===- Passes.td - Simplification of graphs ----------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the phase `simplify`.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SIMPLIFY_PASSES
#define MLC_COMPILER_TRANSFORMS_SIMPLIFY_PASSES

include "mlir/Pass/PassBase.td"

def FoldConstantsPass : Pass<"mlc-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Compute ops whose operands are constants";
  let description = [{
    Runs the reference interpreter on pure ops with constant operands, so that
    the result depends neither on the host nor on the target. Transposes, casts,
    reshapes, slices, pads and concatenations of large constants become recipes
    of the constant pool instead, evaluated when the weights are written.

    An op stays when its result would have more than `max-bytes` bytes and more
    than twice those of its operands that are no splats, or when it would take
    more than `max-steps` element operations. A broadcast of a constant that is
    no splat stays too: its users read the small operand; ops on top of it are
    folded all the same. Random numbers, barriers, state and custom ops are never
    folded.
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "1 << 20",
           "Results up to this size are folded whatever their operands' size">,
    Option<"maxSteps", "max-steps", "int64_t", "1 << 24",
           "Element operations one folded op may take">,
    Option<"totalSteps", "total-steps", "int64_t", "1 << 28",
           "Element operations of all folded ops">,
    Option<"recipeBytes", "recipe-bytes", "int64_t", "1 << 16",
           "Movement of constants from this size on becomes a recipe">,
    Option<"keepQuantized", "keep-quantized", "bool", "false",
           "Leave the dequantisation of a matrix of 8 bits and fewer, which "
           "products can read as it is">
  ];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numFolded", "folded", "Ops replaced by their result">,
    Statistic<"numRecipes", "recipes", "Ops replaced by a recipe">
  ];
}

def SimplifyGraphPass : Pass<"mlc-simplify-graph"> {
  let summary = "Drop ops that do nothing, merge ops that do one thing";
  let description = [{
    Identities (x * 1, double negation, casts there and back), channel-wise
    scales and shifts merged into the filter of the convolution before them,
    zero pads merged into a convolution, transposes moved down through
    elementwise ops to where they cancel; with the dialect's canonicalisation.
    New constants are left as ops on constants for mlc-fold-constants.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_SIMPLIFY_PASSES
