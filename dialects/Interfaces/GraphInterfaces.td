//===- GraphInterfaces.td - What engines ask of an op ------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One interface per engine. A fact about one op is a method here; a fact about
// several ops is a pattern in a pass. Engine types stay out of this header:
// methods take small contexts, declared in GraphInterfaces.h.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_TD
#define MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_TD

include "mlir/IR/OpBase.td"

def StructuredOpInterface : OpInterface<"StructuredOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    An op that computes each result element from operand elements at indices
    which are affine functions of a loop nest. From this one declaration come
    lowering, tiling, sharding factors, layout legality and cost.

    Loops are numbered so that the parallel loops, in order, are the dimensions
    of the result; reduction loops follow. The defaults describe elementwise
    ops: one parallel loop a dimension, identity maps.
  }];
  let methods = [
    InterfaceMethod<"One iterator type per loop.",
      "::llvm::SmallVector<::mlir::utils::IteratorType>",
      "getLoopIteratorTypes", (ins), "",
      [{ return ::mlc::graph::elementwiseIterators($_op); }]>,
    InterfaceMethod<"Loops to the dimensions of tensor operand `operand`.",
      "::mlir::AffineMap", "getOperandMap", (ins "unsigned":$operand), "",
      [{ return ::mlc::graph::elementwiseMap($_op, operand); }]>,
    InterfaceMethod<[{
      Builds the scalar body on scalars or on 1-D vectors alike; `args` are the
      operand elements in operand order (reductions: the combiner is applied by
      the caller through `getReductionCombiner`). Types are the element types, or
      vectors of them.}],
      "::mlir::FailureOr<::mlir::Value>", "buildScalarBody",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$args)>,
    InterfaceMethod<[{
      Whether the body wants narrow floats as they are. Else elements below 32
      bits are widened to f32 before the body and the result is rounded.}],
      "bool", "readsBits", (ins), "", [{ return false; }]>,
    InterfaceMethod<"How values of the reduction loops combine, if any.",
      "::std::optional<::mlc::graph::Combiner>", "getReductionCombiner", (ins),
      "", [{ return std::nullopt; }]>,
  ];
}

def ElementOpInterface : OpInterface<"ElementOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    An op whose result elements can be computed one index at a time from
    operand elements: what fusion may inline into a consumer's loop. The
    default follows from `StructuredOpInterface`; movement ops override it
    because their accesses depend on run-time values.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits code for the element(s) of result 0 at `index`. Fails with a reason
      when the access along the lanes cannot be vectorised; the caller then
      asks again for one lane.}],
      "::mlir::FailureOr<::mlir::Value>", "buildElement",
      (ins "::mlc::graph::ElementContext &":$context,
           "::llvm::ArrayRef<::mlc::graph::LaneIndex>":$index),
      "", [{ return ::mlc::graph::buildStructuredElement($_op, context, index); }]>,
    InterfaceMethod<"Rough cost of one element in vector instructions.",
      "unsigned", "getElementCost", (ins), "", [{ return 1; }]>,
    InterfaceMethod<[{
      Whether an element needs no other element of operand 0 than the one at its
      own index (the other operands are parameters): such an op may follow a
      contraction in one kernel like an elementwise one.}],
      "bool", "keepsIndex", (ins), "", [{ return false; }]>,
  ];
}

def FusionOpInterface : OpInterface<"FusionOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    Where an op is computed and what may share its kernel. Every op of the
    dialect has it; the defaults hold for ops on tensors.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether the op stays with the host program instead of going into a kernel:
      declarations, views, states, library calls, values that are no tensors.}],
      "bool", "runsOnHost", (ins), "",
      [{ return ::mlc::graph::touchesNoTensor($_op); }]>,
    InterfaceMethod<[{
      Whether a result element needs at most one element of each operand. An op
      that reads many (a window) would compute fused producers again for each.}],
      "bool", "readsElementsOnce", (ins), "",
      [{ return ::mlc::graph::isPointwise($_op); }]>,
    InterfaceMethod<[{
      The emitter that the op brings along for its kernel, whose epilogue then
      takes what follows: products summed over shared dimensions.}],
      "::mlc::graph::AnchorKind", "getAnchorKind", (ins), "",
      [{ return ::mlc::graph::AnchorKind::None; }]>,
    InterfaceMethod<[{
      Whether its kernel can record a failure, which names the model's node:
      such a kernel is never shared between nodes.}],
      "bool", "canFail", (ins), "", [{ return false; }]>,
  ];
}

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    A composite op: it can always be rewritten into simpler ops with the same
    meaning. Engines ask the composite itself first, then its decomposition.
  }];
  let methods = [
    InterfaceMethod<"Emits the simpler ops and returns one value per result.",
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder)>,
  ];
}

def LayoutOpInterface : OpInterface<"LayoutOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    Which physical layouts an op can take and produce. In the blocked layout
    dimension 1 (channels) of a tensor is cut into blocks, and the channels of a
    block are the innermost dimension: N x C x H x W becomes
    N x ceil(C/block) x H x W x block. The block is a parameter, never a
    constant. Lanes past C hold values of no meaning: an op may compute on them,
    but never lets them into a channel that exists.
  }];
  let methods = [
    InterfaceMethod<[{
      How well the op works on channel-blocked activations: none (needs the
      plain layout), follows (made again in its user's layout at no cost),
      neutral (works in either and passes the layout on), prefers.}],
      "::mlc::graph::LayoutPreference", "getBlockedPreference",
      (ins "int64_t":$block), "",
      [{ return ::mlc::graph::LayoutPreference::None; }]>,
    InterfaceMethod<[{
      The operands that the blocked form reads in the blocked layout; it reads
      the others as they are. All tensors by default.}],
      "::llvm::SmallVector<unsigned>", "getBlockedOperands", (ins "int64_t":$block),
      "", [{ return ::mlc::graph::allTensorOperands($_op); }]>,
    InterfaceMethod<[{
      Builds the op on blocked operands and returns result 0 in the blocked
      layout; fails where that cannot be, having built nothing that is used. The
      default is the same op on other types.}],
      "::mlir::FailureOr<::mlir::Value>", "buildBlocked",
      (ins "::mlc::graph::LayoutContext &":$context), "",
      [{ return ::mlc::graph::buildBlockedElementwise($_op, context); }]>,
  ];
}

def CostOpInterface : OpInterface<"CostOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = "Arithmetic and traffic of one execution, where static.";
  let methods = [
    InterfaceMethod<"Floating-point (or integer) operations; nothing if dynamic.",
      "::std::optional<int64_t>", "getFlops", (ins), "",
      [{ return ::mlc::graph::defaultFlops($_op); }]>,
    InterfaceMethod<"Bytes of operands and results; nothing if dynamic.",
      "::std::optional<int64_t>", "getBytes", (ins), "",
      [{ return ::mlc::graph::defaultBytes($_op); }]>,
  ];
}

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    The vector-Jacobian product: given the cotangent of each result, emits the
    cotangent of each operand (null for operands that carry no gradient).
  }];
  let methods = [
    InterfaceMethod<"One cotangent per operand, each of the operand's type.",
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildVjp", (ins "::mlir::OpBuilder &":$builder,
                       "::mlir::ValueRange":$cotangents)>,
  ];
}

def ShardingRuleOpInterface : OpInterface<"ShardingRuleOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    The einsum-like factor rule of an op: which operand and result dimensions
    are cut together, and which factors are reductions. A dimension is cut into
    equal contiguous parts whose number divides its factor; a dimension longer
    than its factor has the factor as its major part. The default follows from
    the maps of `StructuredOpInterface`.
  }];
  let methods = [
    InterfaceMethod<"The factors of this op.",
      "::mlir::FailureOr<::mlc::graph::ShardingRule>", "getShardingRule", (ins), "",
      [{ return ::mlc::graph::defaultShardingRule($_op); }]>,
  ];
}

def BoundsOpInterface : OpInterface<"BoundsOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    Interval transfer: given lower and upper tensors of each operand, emits the
    lower and upper tensors of the result, sound in exact arithmetic. An operand
    whose lower and upper tensor are one value is known exactly.
  }];
  let methods = [
    InterfaceMethod<"Bounds of result 0.", "::mlir::FailureOr<::mlc::graph::Interval>",
      "buildIntervalTransfer", (ins "::mlir::OpBuilder &":$builder,
                   "::llvm::ArrayRef<::mlc::graph::Interval>":$operands)>,
  ];
}

def HardeningOpInterface : OpInterface<"HardeningOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    How an op is protected against silent data corruption: the check emits a
    scalar tensor that is zero (within tolerance) when the result is right.
  }];
  let methods = [
    InterfaceMethod<"Which kind of check fits the op.",
      "::mlc::graph::ProtectionKind", "getProtectionKind">,
    InterfaceMethod<[{
      Emits the residual of the check of result 0: a rank-0 tensor of the
      result's element type, zero up to rounding for a correct result.}],
      "::mlir::FailureOr<::mlir::Value>", "buildCheck",
      (ins "::mlir::OpBuilder &":$builder)>,
  ];
}

#endif // MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_TD
