//===- ReductionOps.td - Reductions, arg-reductions, scans and windows -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_REDUCTION_REDUCTIONOPS_TD
#define MLC_DIALECTS_GRAPH_REDUCTION_REDUCTIONOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_ReduceOp : Graph_PureOp<"reduce", [ShardingRuleOpInterface, InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<StructuredOpInterface, ["getLoopIteratorTypes",
      "getOperandMap", "buildScalarBody", "getReductionCombiner"]>, ElementOpInterface,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference", "buildBlocked"]>]> {
  let summary = "Combines the elements along some dimensions, which vanish";
  let description = [{
    An empty dimension gives the neutral element (0, 1, lowest, highest).
    NaN wins in max and min.

    Example:
    ```mlir
    %r = graph.reduce sum %x dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Graph_Combiner:$combiner, Graph_NumberTensor:$input,
                       DenseI64ArrayAttr:$dims);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$combiner $input `dims` `=` $dims attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_ReduceBlocksOp : Graph_PureOp<"reduce_blocks", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Combines each run of neighbours along one dimension";
  let description = [{
    Element i along `dim` combines the elements i * `block` up to the next block
    or the end: the parts of a reduction that a kernel can finish while it
    computes its results, to be combined in order by a `reduce`. Made by the fuse
    phase behind contractions; no engine meets it.

    Example:
    ```mlir
    %p = graph.reduce_blocks sum %x dim = 1 block = 32 : tensor<8x70xf32> -> tensor<8x3xf32>
    %r = graph.reduce sum %p dims = [1] : tensor<8x3xf32> -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Graph_Combiner:$combiner, Graph_NumberTensor:$input,
                       I64Attr:$dim, I64Attr:$block);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$combiner $input `dim` `=` $dim `block` `=` $block attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_ArgReduceOp : Graph_PureOp<"arg_reduce", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Index of the largest (smallest) element along one dimension";
  let description = [{
    `last` picks the last of equal elements instead of the first. NaN counts as
    the largest (smallest). The dimension vanishes.

    Example:
    ```mlir
    %r = graph.arg_reduce max %x dim = 1 : tensor<2x3xf32> -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_Combiner:$combiner, Graph_NumberTensor:$input,
                       I64Attr:$dim, DefaultValuedAttr<BoolAttr, "false">:$last);
  let results = (outs Graph_IndexTensor:$result);
  let assemblyFormat = "$combiner $input `dim` `=` $dim attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_ScanOp : Graph_PureOp<"scan", [SameOperandsAndResultType,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Running combination along one dimension";
  let description = [{
    Element i combines elements 0..i (`exclusive`: 0..i-1); `reverse` runs from
    the end.

    Example:
    ```mlir
    %r = graph.scan sum %x dim = 0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_Combiner:$combiner, Graph_NumberTensor:$input,
                       I64Attr:$dim, DefaultValuedAttr<BoolAttr, "false">:$exclusive,
                       DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$combiner $input `dim` `=` $dim attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Graph_WindowOp : Graph_PureOp<"window", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference", "buildBlocked"]>]> {
  let summary = "Combines a sliding window over the spatial dimensions";
  let description = [{
    Input N x C x spatial. The window never reads outside the input: taps there
    are left out of maxima and sums. `avg_valid` divides by the taps inside the
    input, `avg_padded` by the taps inside input and pads. `high` pads may
    exceed the true pads by the overhang of ceil mode, in which case
    `pads_high` holds the true ones that count for `avg_padded`.

    Example:
    ```mlir
    %r = graph.window max %x kernel = [2, 2] strides = [2, 2] dilations = [1, 1]
      low = [0, 0] high = [0, 0] : tensor<1x3x4x4xf32> -> tensor<1x3x2x2xf32>
    ```
  }];
  let arguments = (ins Graph_WindowKind:$kind, Graph_NumberTensor:$input,
    DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low,
    DenseI64ArrayAttr:$high, OptionalAttr<DenseI64ArrayAttr>:$pads_high);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $kind $input `kernel` `=` $kernel `strides` `=` $strides
    `dilations` `=` $dilations `low` `=` $low `high` `=` $high attr-dict
    `:` type($input) `->` type($result) }];
  let hasVerifier = 1;
}

def Graph_ArgWindowOp : Graph_PureOp<"arg_window", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Flat index of the maximum of each window";
  let description = [{
    The index counts in the whole input tensor, row-major, or column-major in
    the spatial dimensions with `column_major` (ONNX MaxPool `storage_order`).

    Example:
    ```mlir
    %r = graph.arg_window %x kernel = [2] strides = [2] dilations = [1]
      low = [0] high = [0] : tensor<1x3x4xf32> -> tensor<1x3x2xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input,
    DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low,
    DenseI64ArrayAttr:$high, DefaultValuedAttr<BoolAttr, "false">:$column_major);
  let results = (outs Graph_IndexTensor:$result);
  let assemblyFormat = [{ $input `kernel` `=` $kernel `strides` `=` $strides
    `dilations` `=` $dilations `low` `=` $low `high` `=` $high attr-dict
    `:` type($input) `->` type($result) }];
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_REDUCTION_REDUCTIONOPS_TD
