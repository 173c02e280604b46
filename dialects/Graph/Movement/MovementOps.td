//===- MovementOps.td - Ops that move elements and compute nothing -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_MOVEMENT_MOVEMENTOPS_TD
#define MLC_DIALECTS_GRAPH_MOVEMENT_MOVEMENTOPS_TD

include "dialects/Graph/IR/GraphBase.td"

// Nothing is computed, so a copy made twice must agree bit by bit; where all
// elements survive, their sum must.
class Graph_Moves<string name> {
  code definition = [{
    ::mlc::graph::ProtectionKind $cppClass::getProtectionKind() {
      return ::mlc::graph::ProtectionKind::}] # name # [{;
    }
    ::mlir::FailureOr<::mlir::Value> $cppClass::buildCheck(
        ::mlir::OpBuilder &builder) {
      return ::mlc::graph::buildMovementCheck(*this, builder);
    }
  }];
}

class Graph_MovementOp<string mnemonic, list<Trait> traits = [],
                       string protection = "Duplicate", string inlined = "true">
    : Graph_PureOp<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<HardeningOpInterface>,
        DeclareOpInterfaceMethods<FusionOpInterface, ["readsElementsOnce"]>,
        DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement"]>], traits)> {
  let extraClassDefinition = Graph_Moves<protection>.definition
    # "bool $cppClass::readsElementsOnce() { return " # inlined # "; }";
}
// What such an op of FusionOpInterface adds in C++.
defvar Graph_Hosted = DeclareOpInterfaceMethods<FusionOpInterface, ["runsOnHost"]>;
defvar Graph_Failing = DeclareOpInterfaceMethods<FusionOpInterface, ["canFail"]>;

def Graph_ReshapeOp : Graph_MovementOp<"reshape", [Graph_Hosted,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference", "buildBlocked"]>,
    DeclareOpInterfaceMethods<ShardingRuleOpInterface, ["getShardingRule"]>], "Checksum"> {
  let summary = "The same elements in row-major order under another shape";
  let description = [{
    One operand per dynamic extent of the result. The products of the extents
    must agree; where that is not known it is checked at run time.

    Example:
    ```mlir
    %r = graph.reshape %x sizes(%n) : tensor<?x4xf32> to tensor<?x2x2xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, Variadic<Index>:$sizes);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_TransposeOp : Graph_MovementOp<"transpose", [
    DeclareOpInterfaceMethods<ShardingRuleOpInterface, ["getShardingRule"]>,
    InferTypeOpAdaptorWithIsCompatible], "Checksum"> {
  let summary = "Permutes dimensions: result dimension i is operand dimension permutation[i]";
  let description = "Example:\n```mlir\n%r = graph.transpose %x [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>\n```";
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input $permutation attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_BroadcastOp : Graph_MovementOp<"broadcast", [Graph_Failing,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference",
      "getBlockedOperands", "buildBlocked"]>]> {
  let summary = "Repeats elements along new dimensions or dimensions of extent 1";
  let description = [{
    `dims[i]` is the result dimension of operand dimension i, ascending. One
    operand per dynamic extent of the result. An operand extent that is neither
    known to be 1 nor known to equal the result's is *maybe-1*: decided at run
    time; any other extent is an error of the run.

    Example:
    ```mlir
    %r = graph.broadcast %x dims = [1] sizes(%n) : tensor<4xf32> to tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$dims,
                       Variadic<Index>:$sizes);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `dims` `=` $dims (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_SliceOp : Graph_MovementOp<"slice", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference", "buildBlocked"]>]> {
  let summary = "Every step-th element of a box";
  let description = [{
    Result element i along a dimension is operand element start + i * step.
    Starts and result extents may be dynamic (kDynamic in the static list, an
    operand each; extents as the `?` of the result type), steps are static and
    may be negative. Everything read must lie inside the operand: the importer
    clamps, and checks follow at run time where it is not known.

    Example:
    ```mlir
    %r = graph.slice %x [0, 2] steps = [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, Variadic<Index>:$starts,
    Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_starts,
    DenseI64ArrayAttr:$steps);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{ $input custom<DynamicIndexList>($starts, $static_starts)
    `steps` `=` $steps (`sizes` `(` $sizes^ `)`)? attr-dict
    `:` type($input) `to` type($result) }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_InsertSliceOp : Graph_MovementOp<"insert_slice", [Graph_Hosted,
    AllTypesMatch<["input", "result"]>], "Duplicate", "false"> {
  let summary = "A copy of a tensor with a box of it replaced";
  let description = [{
    The box begins at `starts` and has the update's extents. It must lie inside
    the tensor: that is checked when the op is built where it is known, and what
    reaches outside is left out otherwise. Loops fill their results with it, so
    bufferisation writes in place when the operand dies here.

    Example:
    ```mlir
    %r = graph.insert_slice %u into %x [%t, 0] : tensor<1x4xf32> into tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$update, Graph_Tensor:$input,
    Variadic<Index>:$starts, DenseI64ArrayAttr:$static_starts);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{ $update `into` $input custom<DynamicIndexList>($starts, $static_starts)
    attr-dict `:` type($update) `into` type($input) }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// Whether the box is one run of bytes, so that the host can write it without
    /// a kernel: all dimensions behind the first that is not 1 are covered whole.
    bool isContiguous();
  }];
}

def Graph_PadOp : Graph_MovementOp<"pad", [AttrSizedOperandSegments]> {
  let summary = "Puts elements around (or, negative, cuts them from) each dimension";
  let description = [{
    Low pads may be dynamic; high pads follow from the result's extents, whose
    dynamic ones are operands. `value` is a rank-0 tensor, used by `constant`.

    Example:
    ```mlir
    %r = graph.pad constant %x, %v low = [1] : tensor<4xf32>, tensor<f32> to tensor<6xf32>
    ```
  }];
  let arguments = (ins Graph_PadMode:$mode, Graph_Tensor:$input,
    Graph_Tensor:$value, Variadic<Index>:$low, Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_low);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{ $mode $input `,` $value `low` `=`
    custom<DynamicIndexList>($low, $static_low) (`sizes` `(` $sizes^ `)`)? attr-dict
    `:` type($input) `,` type($value) `to` type($result) }];
  let hasVerifier = 1;
}

def Graph_ConcatOp : Graph_MovementOp<"concat", [InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference", "buildBlocked"]>]> {
  let summary = "Joins tensors along one dimension";
  let description = "Example:\n```mlir\n%r = graph.concat %a, %b dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>\n```";
  let arguments = (ins Variadic<Graph_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$inputs `dim` `=` $dim attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_ReverseOp : Graph_MovementOp<"reverse", [SameOperandsAndResultType], "Checksum"> {
  let summary = "Turns dimensions round";
  let description = "Example:\n```mlir\n%r = graph.reverse %x dims = [0] : tensor<4xf32>\n```";
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `dims` `=` $dims attr-dict `:` type($input)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_IotaOp : Graph_MovementOp<"iota", [AllTypesMatch<["start", "step"]>]> {
  let summary = "start + i * step along one dimension";
  let description = [{
    `start` and `step` are rank-0 tensors of the result's element type.

    Example:
    ```mlir
    %r = graph.iota %s, %d dim = 0 sizes(%n) : tensor<i64> -> tensor<?xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$start, Graph_NumberTensor:$step,
                       I64Attr:$dim, Variadic<Index>:$sizes);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$start `,` $step `dim` `=` $dim (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($start) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_GatherOp : Graph_MovementOp<"gather", [Graph_Failing,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "Slices of a tensor along one dimension, chosen by indices";
  let description = [{
    Result shape: operand dimensions before `dim`, the indices' dimensions,
    operand dimensions after `dim`. Negative indices count from the end; others
    outside are an error of the run.

    Example:
    ```mlir
    %r = graph.gather %x, %i dim = 0 : tensor<8x4xf32>, tensor<3xi64> -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IntTensor:$indices, I64Attr:$dim);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` `=` $dim attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_GatherElementsOp : Graph_MovementOp<"gather_elements", [Graph_Failing,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "One element per index: result[..i..] = input[..indices[..i..]..]";
  let description = "Example:\n```mlir\n%r = graph.gather_elements %x, %i dim = 1 : tensor<3x4xf32>, tensor<3x2xi64> -> tensor<3x2xf32>\n```";
  let arguments = (ins Graph_Tensor:$input, Graph_IntTensor:$indices, I64Attr:$dim);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `dim` `=` $dim attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_GatherNdOp : Graph_MovementOp<"gather_nd", [Graph_Failing,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "Slices chosen by index tuples (the last dimension of the indices)";
  let description = "Example:\n```mlir\n%r = graph.gather_nd %x, %i batch_dims = 0 : tensor<2x2xf32>, tensor<2x2xi64> -> tensor<2xf32>\n```";
  let arguments = (ins Graph_Tensor:$input, Graph_IntTensor:$indices, I64Attr:$batch_dims);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `batch_dims` `=` $batch_dims attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_ScatterElementsOp : Graph_PureOp<"scatter_elements", [Graph_Failing,
    DeclareOpInterfaceMethods<HardeningOpInterface>]> {
  let extraClassDefinition = Graph_Moves<"Duplicate">.definition;
  let summary = "A copy of the input with single elements replaced or combined";
  let description = "`result[..indices[..i..]..] = updates[..i..]`. Negative indices count from the end; others outside are an error of the run. With equal indices `replace` keeps the last in row-major order.\n\nExample:\n```mlir\n%r = graph.scatter_elements add %x, %i, %u dim = 0 : tensor<4xf32>, tensor<2xi64>, tensor<2xf32> -> tensor<4xf32>\n```";
  let arguments = (ins Graph_ScatterKind:$kind, Graph_Tensor:$input,
    Graph_IntTensor:$indices, Graph_Tensor:$updates, I64Attr:$dim);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$kind $input `,` $indices `,` $updates `dim` `=` $dim attr-dict `:` type($input) `,` type($indices) `,` type($updates) `->` type($result)";
  let hasVerifier = 1;
}

def Graph_ScatterNdOp : Graph_PureOp<"scatter_nd", [Graph_Failing,
    DeclareOpInterfaceMethods<HardeningOpInterface>]> {
  let extraClassDefinition = Graph_Moves<"Duplicate">.definition;
  let summary = "A copy of the input with slices replaced or combined, chosen by index tuples";
  let description = "The last dimension of the indices holds the tuples; updates have its other dimensions, then those of the slices. Order and errors as for scatter_elements.\n\nExample:\n```mlir\n%r = graph.scatter_nd replace %x, %i, %u : tensor<4xf32>, tensor<2x1xi64>, tensor<2xf32> -> tensor<4xf32>\n```";
  let arguments = (ins Graph_ScatterKind:$kind, Graph_Tensor:$input,
    Graph_IntTensor:$indices, Graph_Tensor:$updates);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$kind $input `,` $indices `,` $updates attr-dict `:` type($input) `,` type($indices) `,` type($updates) `->` type($result)";
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_MOVEMENT_MOVEMENTOPS_TD
