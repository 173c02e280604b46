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

def PackDequantizedWeightsPass : Pass<"mlc-pack-dequantized-weights", "::mlir::ModuleOp"> {
  let summary = "Pack quantised right-hand sides of matrix products as they are";
  let description = [{
    `dot_general(x, dequantize(constant))` with floats x and a constant of 8, 4 or
    2 bits, its scales per tensor, per column or per block of rows, becomes
    `packed_dequantized_matmul`: the weights keep their bits and are dequantised
    in registers. Transposes and slices in between are looked through. What does
    not match (scales along the sum, blocks that cut a word) stays.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
  let statistics = [Statistic<"numPacked", "packed", "Constants packed">];
}

def PackConvolutionFiltersPass : Pass<"mlc-pack-convolution-filters", "::mlir::ModuleOp"> {
  let summary = "Pack constant filters of convolutions into panels";
  let description = [{
    A convolution with one or two spatial dimensions, a constant filter and
    enough output channels per group becomes `packed_convolution` on a recipe of
    the filter; pads become an op of their own in front of it, so that the
    kernel reads a bordered input and needs no code for the border.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numPacked", "packed", "Filters packed">];
}

def AssignLayoutsPass : Pass<"mlc-assign-layouts", "::mlir::ModuleOp"> {
  let summary = "Choose channel-blocked activations where they pay";
  let description = [{
    Regions of ops that can work on channel-blocked activations and of which
    some prefer it (LayoutOpInterface) are rewritten to that layout when what
    the ops gain exceeds what the reorders at the region's borders cost, both
    counted in bytes moved. Reorders of a value that is there in both layouts
    are never made, so pairs of them cancel.
  }];
  let options = [
    Option<"block", "block", "int64_t", "16", "Channels of a block">,
    Option<"always", "always", "bool", "false",
           "Take every region, whatever its reorders cost (for tests)">,
  ];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect"];
  let statistics = [Statistic<"numBlocked", "blocked", "Ops in the blocked layout">,
                    Statistic<"numReorders", "reorders", "Reorders at borders">];
}

def ChooseWinogradPass : Pass<"mlc-choose-winograd", "::mlir::ModuleOp"> {
  let summary = "Convolve by Winograd's transform where that pays";
  let description = [{
    A blocked convolution of 3 x 3 taps, stride 1 and static extents takes a
    transformed filter instead of a packed one where the steps that its tiles,
    its transforms and the reading of its larger weights take are fewer by a
    third than the direct way's, and where the error, measured with the layer's
    own weights on seeded normal numbers against sums in f64, stays below 1e-4 of
    the largest result. The first layers of a net stay direct: what they round
    passes through all others.
  }];
  let options = [
    Option<"first", "first", "int64_t", "10",
           "Products, one behind the other, behind which it begins">,
    Option<"pairs", "pairs", "bool", "false",
           "What stays direct multiplies pairs of bf16, twice as fast">,
    Option<"always", "always", "bool", "false",
           "Wherever it can be, fast or not (for tests)">,
  ];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
  let statistics = [Statistic<"numChosen", "chosen", "Convolutions transformed">];
}

def PackIntegerFiltersPass : Pass<"mlc-pack-integer-filters", "::mlir::ModuleOp"> {
  let summary = "Pack constant filters of byte convolutions into panels";
  let description = [{
    A convolution of i8 or ui8 with a constant i8 filter, without groups and pads
    (mlc-narrow-integer-products has made them explicit), becomes
    `packed_integer_convolution` between two transposes, with channels last; one
    by one kernels become `packed_integer_matmul`. The transpose behind it moves
    down through pointwise ops, so that it moves bytes where the sums are
    requantised.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numPacked", "packed", "Filters packed">];
}

def SplitTransposedConvolutionsPass : Pass<"mlc-split-transposed-convolutions", "::mlir::ModuleOp"> {
  let summary = "Make ordinary convolutions of transposed ones";
  let description = [{
    A convolution over an input that is spread with zeros (lhs_dilation), with a
    constant filter and static extents, becomes one over the input as it is: each
    phase of the output, which meets every s-th tap only, is an output channel of
    its own. A transpose puts the phases between each other; pointwise ops that
    follow stay with the convolution.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numSplit", "split", "Convolutions split">];
}

def LowerPrecisionPass : Pass<"mlc-lower-precision", "::mlir::ModuleOp"> {
  let summary = "Multiply bf16 and sum f32 in products and convolutions";
  let description = [{
    The operands of f32 products (`dot_general`) and of channel-blocked
    convolutions are rounded to bf16, to nearest even; sums and results stay f32,
    as does everything else. Constants are rounded when the weights are written,
    computed operands by a `cast`, which fuses with what computes them. Products
    inside of loops, convolutions by Winograd's transform, depthwise ones and
    first layers of few channels stay f32.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
  let statistics = [Statistic<"numLowered", "lowered", "Products of bf16">];
}

def FoldReordersPass : Pass<"mlc-fold-reorders", "::mlir::func::FuncOp"> {
  let summary = "Fold reorders into transposes from and to channels-last";
  let description = [{
    N x H x W x C cut into blocks of channels is a view with lanes that are
    contiguous; so a transpose to channels-first and the reorder behind it, or a
    reorder and a transpose to channels-last behind it, become one transpose
    that moves whole blocks.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::tensor::TensorDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_PASSES
