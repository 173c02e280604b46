//===- LayoutOps.td - Ops on channel-blocked activations -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_LAYOUT_LAYOUTOPS_TD
#define MLC_DIALECTS_GRAPH_LAYOUT_LAYOUTOPS_TD

include "dialects/Graph/IR/GraphBase.td"

// Made by the layout phase; no engine meets them.

def Graph_ToBlockedOp : Graph_PureOp<"to_blocked", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Cuts the channels into blocks whose lanes are the innermost dimension";
  let description = [{
    Dimension `dim` of extent C becomes ceil(C / block), a dimension of extent
    `block` is appended. Lanes past C are zero.

    Example:
    ```mlir
    %r = graph.to_blocked %x dim = 1 block = 16 : tensor<1x24x8x8xf32> -> tensor<1x2x8x8x16xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, I64Attr:$dim, I64Attr:$block);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `dim` `=` $dim `block` `=` $block attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_FromBlockedOp : Graph_PureOp<"from_blocked", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Puts blocked channels back into dimension 1";
  let description = [{
    The inverse of `to_blocked` with `dim = 1`; lanes past `channels` are
    dropped.

    Example:
    ```mlir
    %r = graph.from_blocked %x channels = 24 : tensor<1x2x8x8x16xf32> -> tensor<1x24x8x8xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, I64Attr:$channels);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `channels` `=` $channels attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_BlockedConvolutionOp : Graph_PureOp<"blocked_convolution", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["getAnchorKind"]>,
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>]> {
  let summary = "Convolution with a packed filter on channel-blocked activations";
  let description = [{
    Input N x ceil(input_channels/16) x spatial x 16 (one or two spatial
    dimensions), or plain N x input_channels x spatial for a first layer of few
    channels; result N x ceil(channels/16) x spatial x 16. Taps outside of the
    input count nothing, input lanes past `input_channels` are never read. The
    filter is packed as for `packed_convolution`, of bf16 summed in f32 with two
    neighbouring input channels together ([panels][C/groups/16][KH][KW][8][32][2]);
    where groups, input channels and channels agree (depthwise) it is [ceil(channels/16)][KH][KW][16].

    Example:
    ```mlir
    %r = graph.blocked_convolution %x, %w channels = 32 of 16 kernel = [3, 3]
      strides = [1, 1] low = [1, 1] high = [1, 1] dilations = [1, 1] groups = 1
      : tensor<1x1x8x8x16xf32>, tensor<1x1x3x3x16x32xf32> -> tensor<1x2x8x8x16xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_NumberTensor:$filter,
    I64Attr:$channels, I64Attr:$input_channels, DenseI64ArrayAttr:$kernel,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
    DenseI64ArrayAttr:$dilations, I64Attr:$groups);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{ $input `,` $filter `channels` `=` $channels `of` $input_channels
    `kernel` `=` $kernel `strides` `=` $strides `low` `=` $low `high` `=` $high
    `dilations` `=` $dilations `groups` `=` $groups attr-dict
    `:` type($input) `,` type($filter) `->` type($result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CostOpInterface: one multiplication and addition per tap.
    ::std::optional<int64_t> getFlops();
    unsigned spatialRank() { return getKernel().size(); }
    bool isInputBlocked() {
      return ::mlc::graph::tensorType(getInput()).getRank() ==
             int64_t(spatialRank()) + 3;
    }
    bool isDepthwise() {
      return getGroups() > 1 && getGroups() == getChannels() &&
             getChannels() == getInputChannels();
    }
  }];
}

#endif // MLC_DIALECTS_GRAPH_LAYOUT_LAYOUTOPS_TD
