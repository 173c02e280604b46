//===- ContractionOps.td - Products summed over shared dimensions -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_CONTRACTION_CONTRACTIONOPS_TD
#define MLC_DIALECTS_GRAPH_CONTRACTION_CONTRACTIONOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_DotGeneralOp : Graph_PureOp<"dot_general", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    DeclareOpInterfaceMethods<BoundsOpInterface>,
    DeclareOpInterfaceMethods<HardeningOpInterface>, ShardingRuleOpInterface,
    DeclareOpInterfaceMethods<StructuredOpInterface, ["getLoopIteratorTypes",
      "getOperandMap", "buildScalarBody", "getReductionCombiner"]>, ElementOpInterface]> {
  let summary = "Batched matrix product with free choice of dimensions";
  let description = [{
    Result dimensions: batch, then free ones of lhs, then of rhs. The element
    type of the result is that of the accumulation and may be wider than the
    operands' (i8 x i8 -> i32).

    Example:
    ```mlir
    %r = graph.dot_general %a, %b batch = [0] x [0] contract = [2] x [1]
      : tensor<8x4x5xf32>, tensor<8x5x6xf32> -> tensor<8x4x6xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs,
    DenseI64ArrayAttr:$lhs_batch, DenseI64ArrayAttr:$rhs_batch,
    DenseI64ArrayAttr:$lhs_contract, DenseI64ArrayAttr:$rhs_contract);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $lhs `,` $rhs `batch` `=` $lhs_batch `x` $rhs_batch
    `contract` `=` $lhs_contract `x` $rhs_contract attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Result shape for these operands (element type of `elementType`).
    static ::mlir::FailureOr<::mlir::RankedTensorType> inferType(
        ::mlir::RankedTensorType lhs, ::mlir::RankedTensorType rhs,
        ::llvm::ArrayRef<int64_t> lhsBatch, ::llvm::ArrayRef<int64_t> rhsBatch,
        ::llvm::ArrayRef<int64_t> lhsContract,
        ::llvm::ArrayRef<int64_t> rhsContract, ::mlir::Type elementType);
  }];
}

def Graph_PackedMatmulOp : Graph_PureOp<"packed_matmul", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Matrix product with a constant that was packed for the machine";
  let description = [{
    Contracts the last dimension of lhs with a matrix of `columns` columns whose
    32-wide panels lie one after the other ([ceil(N/32)][K][32], missing columns
    zero). Of bf16 summed in f32, two neighbouring rows of a column lie together
    ([ceil(N/32)][ceil(K/2)][32][2], a missing row zero), as the dot product of
    pairs reads them; subnormal operands and sums may count as zeros there. Made
    by the layout phase from dot_general; no engine meets it.

    Example:
    ```mlir
    %r = graph.packed_matmul %x, %w columns = 40 : tensor<8x16xf32>, tensor<2x16x32xf32> -> tensor<8x40xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs, I64Attr:$columns);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs `columns` `=` $columns attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
  }];
}

def Graph_PackedDequantizedMatmulOp : Graph_PureOp<"packed_dequantized_matmul", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Matrix product with a quantised constant that was packed for the machine";
  let description = [{
    Contracts the last dimension of lhs (floats) with a matrix of `depth` rows and
    `columns` columns, whose elements are (rhs - zero_point) * scale with one scale
    and zero point per column and `block` rows. They lie in panels of 32 columns,
    one after the other, what is missing zero. rhs holds signed integers of
    `bits` bits: bytes ([ceil(N/32)][K][32]xi8), or 4 or 2 bits in words whose low
    bits are the first of 32 / `bits` rows of a column
    ([ceil(N/32)][ceil(K bits/32)][32]xi32). Scales, and zero points as i8 (none:
    zero), are [ceil(N/32)][blocks][32]. Sums are f32. Made by the layout phase
    from dot_general and dequantize; no engine meets it.

    Example:
    ```mlir
    %r = graph.packed_dequantized_matmul %x, %w, %s columns = 40 depth = 64 block = 32 bits = 4
      : (tensor<?x64xf32>, tensor<2x8x32xi32>, tensor<2x2x32xf32>) -> tensor<?x40xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$lhs, Graph_NumberTensor:$rhs,
    Graph_FloatTensor:$scale, Optional<Graph_NumberTensor>:$zero_point,
    I64Attr:$columns, I64Attr:$depth, I64Attr:$block, I64Attr:$bits);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{ $lhs `,` $rhs `,` $scale (`,` $zero_point^)? `columns` `=` $columns
    `depth` `=` $depth `block` `=` $block `bits` `=` $bits attr-dict
    `:` functional-type(operands, results) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
    /// Rows of a column that lie in one element of rhs.
    int64_t rowsPerElement() { return getBits() == 8 ? 1 : 32 / getBits(); }
  }];
}

def Graph_PackedIntegerMatmulOp : Graph_PureOp<"packed_integer_matmul", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Matrix product of bytes with a constant that was packed for the machine";
  let description = [{
    Contracts the last dimension of lhs (i8 or ui8) with a matrix of `columns`
    columns of i8. Panels of 16 columns lie one after the other, four
    neighbouring rows of a column together ([ceil(N/16)][ceil(K/4)][16][4], what
    is missing zero): the order that vpdpbusd and tdpbusd read, and every other
    level too. `sums` holds the sum of each column. The sums of products are
    exact modulo 2^32, at every level. Made by the layout phase from
    dot_general; no engine meets it.

    Example:
    ```mlir
    %r = graph.packed_integer_matmul %x, %w, %s columns = 40
      : tensor<8x18xui8>, tensor<3x5x16x4xi8>, tensor<48xi32> -> tensor<8x40xi32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs,
    Graph_NumberTensor:$sums, I64Attr:$columns);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` $sums `columns` `=` $columns attr-dict `:` type($lhs) `,` type($rhs) `,` type($sums) `->` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
  }];
}

def Graph_PackedIntegerConvolutionOp : Graph_PureOp<"packed_integer_convolution", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Convolution of bytes, without pads, with a filter that was packed for the machine";
  let description = [{
    Input N x spatial x C (one or two dimensions, i8 or ui8), result N x spatial
    x `channels`: channels last, so that a window is a few stretches of memory.
    Filter and sums are packed as for packed_integer_matmul; their rows count
    kernel rows, kernel columns, input channels. Made by the layout phase; no
    engine meets it.

    Example:
    ```mlir
    %r = graph.packed_integer_convolution %x, %w, %s channels = 16 kernel = [3, 3]
      strides = [1, 1] dilations = [1, 1]
      : tensor<1x8x8x4xui8>, tensor<1x9x16x4xi8>, tensor<16xi32> -> tensor<1x6x6x16xi32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_NumberTensor:$filter,
    Graph_NumberTensor:$sums, I64Attr:$channels, DenseI64ArrayAttr:$kernel,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $input `,` $filter `,` $sums `channels` `=` $channels
    `kernel` `=` $kernel `strides` `=` $strides `dilations` `=` $dilations attr-dict
    `:` type($input) `,` type($filter) `,` type($sums) `->` type($result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
  }];
}

def Graph_PackedConvolutionOp : Graph_PureOp<"packed_convolution", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Convolution, without pads, with a filter that was packed for the machine";
  let description = [{
    Input N x C x spatial (one or two dimensions, pads made explicit before),
    `channels` output channels. The filter lies in panels of 32 output channels
    ([panels][C/groups/16][KH][KW][16][32], fewer than 16 channels:
    [panels][KH][KW][C/groups][32]). Made by the layout phase; no engine meets
    it.

    Example:
    ```mlir
    %r = graph.packed_convolution %x, %w channels = 32 kernel = [3, 3]
      strides = [1, 1] dilations = [1, 1] groups = 1
      : tensor<1x3x8x8xf32>, tensor<1x3x3x3x32xf32> -> tensor<1x32x6x6xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_NumberTensor:$filter,
    I64Attr:$channels, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$dilations, I64Attr:$groups);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $input `,` $filter `channels` `=` $channels `kernel` `=` $kernel
    `strides` `=` $strides `dilations` `=` $dilations `groups` `=` $groups attr-dict
    `:` type($input) `,` type($filter) `->` type($result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
  }];
}

def Graph_ConvolutionOp : Graph_PureOp<"convolution", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    DeclareOpInterfaceMethods<BoundsOpInterface>,
    DeclareOpInterfaceMethods<HardeningOpInterface>, DeclareOpInterfaceMethods<ShardingRuleOpInterface, ["getShardingRule"]>,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference",
      "getBlockedOperands", "buildBlocked"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Convolution of any spatial rank";
  let description = [{
    Input N x C x spatial, filter O x C/groups x kernel, result N x O x
    spatial. `lhs_dilation` spreads the input with zeros between its elements
    (a transposed convolution is one with lhs_dilation, reversed and swapped
    filter). Pads may be negative.

    Example:
    ```mlir
    %r = graph.convolution %x, %w strides = [1, 1] low = [1, 1] high = [1, 1]
      lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
      : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x8x8xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_NumberTensor:$filter,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
    DenseI64ArrayAttr:$lhs_dilation, DenseI64ArrayAttr:$rhs_dilation,
    I64Attr:$groups);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $input `,` $filter `strides` `=` $strides `low` `=` $low
    `high` `=` $high `lhs_dilation` `=` $lhs_dilation `rhs_dilation` `=` $rhs_dilation
    `groups` `=` $groups attr-dict `:` type($input) `,` type($filter) `->` type($result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
    static ::mlir::FailureOr<::mlir::RankedTensorType> inferType(
        ::mlir::RankedTensorType input, ::mlir::RankedTensorType filter,
        ::llvm::ArrayRef<int64_t> strides, ::llvm::ArrayRef<int64_t> low,
        ::llvm::ArrayRef<int64_t> high, ::llvm::ArrayRef<int64_t> lhsDilation,
        ::llvm::ArrayRef<int64_t> rhsDilation, int64_t groups,
        ::mlir::Type elementType);
  }];
}

#endif // MLC_DIALECTS_GRAPH_CONTRACTION_CONTRACTIONOPS_TD
