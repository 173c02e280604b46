//===- QuantOps.td - Quantisation with run-time scales on plain storage types -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_QUANT_QUANTOPS_TD
#define MLC_DIALECTS_GRAPH_QUANT_QUANTOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_QuantizeOp : Graph_PureOp<"quantize", [
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement", "keepsIndex"]>]> {
  let summary = "round_even(x / scale) + zero point, saturated";
  let description = [{
    Scale and zero point are rank 0 (per tensor), rank 1 along `axis`, or, with
    `block` > 0, of the input's rank with one entry per `block` elements along
    `axis`. The quotient is computed in f32 (f64 for f64); halves round to even.
    To float8 and float4 the quotient is rounded by the type itself, saturating
    unless `saturate` is false.

    Example:
    ```mlir
    %q = graph.quantize %x, %s, %z axis = 0 block = 0 : tensor<4xf32>, tensor<f32>, tensor<i8> -> tensor<4xi8>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_FloatTensor:$scale,
    Graph_NumberTensor:$zero_point, I64Attr:$axis, I64Attr:$block,
    DefaultValuedAttr<BoolAttr, "true">:$saturate);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $zero_point `axis` `=` $axis `block` `=` $block attr-dict `:` type($input) `,` type($scale) `,` type($zero_point) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_DequantizeOp : Graph_PureOp<"dequantize", [
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement", "keepsIndex"]>]> {
  let summary = "(q - zero point) * scale";
  let description = "Example:\n```mlir\n%x = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<4xi8>, tensor<f32>, tensor<i8> -> tensor<4xf32>\n```";
  let arguments = (ins Graph_NumberTensor:$input, Graph_FloatTensor:$scale,
    Graph_NumberTensor:$zero_point, I64Attr:$axis, I64Attr:$block);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $zero_point `axis` `=` $axis `block` `=` $block attr-dict `:` type($input) `,` type($scale) `,` type($zero_point) `->` type($result)";
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_QUANT_QUANTOPS_TD
