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

def Graph_QuantizeOp : Graph_PureOp<"quantize", [ElementOpInterface]> {
  let summary = "round_even(x / scale) + zero point, saturated";
  let description = [{
    Scale and zero point are rank 0 (per tensor), rank 1 along `axis`, or of
    the input's rank in blocks of `block` along `axis`.

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
}

def Graph_DequantizeOp : Graph_PureOp<"dequantize", [ElementOpInterface]> {
  let summary = "(q - zero point) * scale";
  let description = "Example:\n```mlir\n%x = graph.dequantize %q, %s, %z axis = 0 block = 0 : tensor<4xi8>, tensor<f32>, tensor<i8> -> tensor<4xf32>\n```";
  let arguments = (ins Graph_NumberTensor:$input, Graph_FloatTensor:$scale,
    Graph_NumberTensor:$zero_point, I64Attr:$axis, I64Attr:$block);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $zero_point `axis` `=` $axis `block` `=` $block attr-dict `:` type($input) `,` type($scale) `,` type($zero_point) `->` type($result)";
}

#endif // MLC_DIALECTS_GRAPH_QUANT_QUANTOPS_TD
