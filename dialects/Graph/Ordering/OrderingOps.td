//===- OrderingOps.td - Sorting and selection -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_ORDERING_ORDERINGOPS_TD
#define MLC_DIALECTS_GRAPH_ORDERING_ORDERINGOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_SortOp : Graph_PureOp<"sort", []> {
  let summary = "Sorts along one dimension; values and their old positions";
  let description = [{
    Stable. NaN counts as the largest value.

    Example:
    ```mlir
    %v, %i = graph.sort %x dim = 1 : tensor<2x8xf32> -> tensor<2x8xf32>, tensor<2x8xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "false">:$descending);
  let results = (outs Graph_NumberTensor:$values, Graph_IndexTensor:$indices);
  let assemblyFormat = "$input `dim` `=` $dim attr-dict `:` type($input) `->` type($values) `,` type($indices)";
  let hasVerifier = 1;
}

def Graph_TopKOp : Graph_PureOp<"top_k", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["canFail"]>]> {
  let summary = "The k largest (smallest) elements along one dimension, in order";
  let description = [{
    Equal elements: the lower index first. `size` is k where it is dynamic.

    Example:
    ```mlir
    %v, %i = graph.top_k %x dim = 1 : tensor<2x8xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Optional<Index>:$size, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "true">:$largest);
  let results = (outs Graph_NumberTensor:$values, Graph_IndexTensor:$indices);
  let assemblyFormat = "$input (`size` `(` $size^ `)`)? `dim` `=` $dim attr-dict `:` type($input) `->` type($values) `,` type($indices)";
  let hasVerifier = 1;
}

def Graph_NonZeroOp : Graph_Op<"nonzero", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
      ["reifyResultShapes"]>]> {
  let summary = "Coordinates of the elements that are not zero, row-major order";
  let description = [{
    The count depends on the data (a late size): `mlc-count-nonzero` makes it an
    operand, so that whoever runs the op knows how much room the result needs.

    Example:
    ```mlir
    %r = graph.nonzero %x : tensor<2x3xf32> -> tensor<2x?xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Optional<Index>:$size);
  let results = (outs Graph_IndexTensor:$result);
  let assemblyFormat = "$input (`size` `(` $size^ `)`)? attr-dict `:` type($input) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
    build($_builder, $_state, result, input, ::mlir::Value());
  }]>];
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_ORDERING_ORDERINGOPS_TD
