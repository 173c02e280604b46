//===- Passes.td - Quantised arithmetic ---------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_QUANT_PASSES
#define MLC_COMPILER_TRANSFORMS_QUANT_PASSES

include "mlir/Pass/PassBase.td"

def NarrowIntegerProductsPass : Pass<"mlc-narrow-integer-products"> {
  let summary = "Multiply bytes as bytes, and take zero points off afterwards";
  let description = [{
    A product of integers that were bytes less a zero point,

        sum (a - za) (b - zb) = sum a b - za sum b - zb sum a + K za zb

    becomes a product of the bytes with corrections per row and per column, which
    kernels have instructions for and which reads a quarter of the memory. The
    sums are the same modulo 2^32. Constant unsigned right-hand sides are
    shifted by 128 (and their zero points with them), so that they can be packed
    as signed bytes.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numNarrowed", "narrowed", "Products narrowed">];
}

def MatchQuantizedProductsPass : Pass<"mlc-match-quantized-products"> {
  let summary = "Multiply dequantised bytes as integers";
  let description = [{
    `dot_general(dequantize(a), dequantize(b))` with bytes a and constant bytes b,
    one scale for a and one or one per column for b, becomes the exact product of
    the integers times the product of the scales, in f32. That rounds three times
    where the product of the dequantised values rounds twice per term and once per
    sum: the result is nearer to the exact one, and not bit-equal to it. Products
    whose sums might leave 32 bits stay as they are. Convolutions likewise, with
    scales per output channel, where the layout phase packs them. A scale by which
    such a product is quantised again is divided out of its own scales, one by which
    a sum of two dequantised values is quantised (a residual) out of theirs.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numMatched", "matched", "Products made integer">,
                    Statistic<"numSteps", "steps", "Scales divided out">];
}

def GatherQuantizedRowsPass : Pass<"mlc-gather-quantized-rows"> {
  let summary = "Choose rows of a quantised table before they are dequantised";
  let description = [{
    `gather(dequantize(constant))` becomes a dequantisation of what is gathered,
    with the scales and zero points of that. The results are the same to the bit.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numMoved", "moved", "Gathers moved">];
}

def FoldQuantizationPass : Pass<"mlc-fold-quantization"> {
  let summary = "Keep bytes that are dequantised only to be quantised again";
  let description = [{
    `quantize(dequantize(x))` with the same constant scale and zero point is x, and
    the largest of dequantised bytes is the largest byte dequantised. Both hold to
    the bit.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
  let statistics = [Statistic<"numMoved", "moved", "Windows over bytes">,
                    Statistic<"numFolded", "folded", "Quantisations folded">];
}

#endif // MLC_COMPILER_TRANSFORMS_QUANT_PASSES
