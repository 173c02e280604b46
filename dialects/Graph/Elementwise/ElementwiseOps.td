//===- ElementwiseOps.td - Pointwise ops -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_ELEMENTWISE_ELEMENTWISEOPS_TD
#define MLC_DIALECTS_GRAPH_ELEMENTWISE_ELEMENTWISEOPS_TD

include "dialects/Graph/IR/GraphBase.td"

// Element by element on tensors of one shape. The scalar body is the whole
// meaning; loops, maps, shapes and cost follow from it.
class Graph_ElementwiseOp<string mnemonic, int cost, list<Trait> traits = []>
    : Graph_PureOp<mnemonic, !listconcat([Elementwise,
        DeclareOpInterfaceMethods<StructuredOpInterface, ["buildScalarBody"]>,
        DeclareOpInterfaceMethods<ElementOpInterface, ["getElementCost"]>,
        DeclareOpInterfaceMethods<LayoutOpInterface, ["getBlockedPreference"]>,
        ShardingRuleOpInterface], traits)> {
  int elementCost = cost;
  let extraClassDefinition = [{
    unsigned $cppClass::getElementCost() { return }] # cost # [{; }
    ::mlc::graph::LayoutPreference $cppClass::getBlockedPreference(int64_t) {
      return ::mlc::graph::LayoutPreference::Neutral;
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &dims) {
      return ::mlc::graph::reifyLikeOperands(*this, builder, dims);
    }
  }];
}

// Rules of derivatives and bounds, one line an op in ElementwiseRules.cpp; bits
// have none.
class Graph_NumberRules<Type tensor> {
  list<Trait> traits = !if(!eq(tensor, Graph_IntTensor),
    [Graph_NoGradient, Graph_NoBounds],
    [DeclareOpInterfaceMethods<DifferentiableOpInterface>,
     DeclareOpInterfaceMethods<BoundsOpInterface>]);
}

class Graph_UnaryOp<string mnemonic, string text, string formula, Type tensor,
                    int cost, list<Trait> traits = []>
    : Graph_ElementwiseOp<mnemonic, cost, !listconcat([SameOperandsAndResultType],
        Graph_NumberRules<tensor>.traits, traits)> {
  let summary = text;
  let description = "`result = " # formula # "`\n\nExample:\n```mlir\n%r = graph." #
      mnemonic # " %x : tensor<?x4x" # !if(!eq(tensor, Graph_IntTensor), "i32", "f32") # ">\n```";
  let arguments = (ins tensor:$input);
  let results = (outs tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

class Graph_BinaryOp<string mnemonic, string text, string formula, Type tensor,
                     int cost, list<Trait> traits = []>
    : Graph_ElementwiseOp<mnemonic, cost, !listconcat([SameOperandsAndResultType],
        Graph_NumberRules<tensor>.traits, traits)> {
  let summary = text;
  let description = "`result = " # formula # "`\n\nExample:\n```mlir\n%r = graph." #
      mnemonic # " %a, %b : tensor<?x4x" # !if(!eq(tensor, Graph_IntTensor), "i32", "f32") # ">\n```";
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Graph_AbsOp : Graph_UnaryOp<"abs", "Absolute value; the most negative integer stays itself",
    "|x|", Graph_NumberTensor, 1>;
def Graph_NegOp : Graph_UnaryOp<"neg", "Negation; integers wrap",
    "-x", Graph_NumberTensor, 1>;
def Graph_ExpOp : Graph_UnaryOp<"exp", "Natural exponential",
    "e^x", Graph_FloatTensor, 12>;
def Graph_LogOp : Graph_UnaryOp<"log", "Natural logarithm",
    "ln x", Graph_FloatTensor, 14>;
def Graph_Log1pOp : Graph_UnaryOp<"log1p", "Logarithm of 1 + x, exact near zero",
    "ln (1 + x)", Graph_FloatTensor, 16>;
def Graph_Expm1Op : Graph_UnaryOp<"expm1", "Exponential minus one, exact near zero",
    "e^x - 1", Graph_FloatTensor, 16>;
def Graph_SqrtOp : Graph_UnaryOp<"sqrt", "Square root, correctly rounded",
    "x^(1/2)", Graph_FloatTensor, 6>;
def Graph_RsqrtOp : Graph_UnaryOp<"rsqrt", "Reciprocal square root as 1 / sqrt(x)",
    "x^(-1/2)", Graph_FloatTensor, 12>;
def Graph_ReciprocalOp : Graph_UnaryOp<"reciprocal", "Reciprocal, correctly rounded",
    "1 / x", Graph_FloatTensor, 6>;
def Graph_SinOp : Graph_UnaryOp<"sin", "Sine",
    "sin x", Graph_FloatTensor, 20>;
def Graph_CosOp : Graph_UnaryOp<"cos", "Cosine",
    "cos x", Graph_FloatTensor, 20>;
def Graph_TanOp : Graph_UnaryOp<"tan", "Tangent",
    "tan x", Graph_FloatTensor, 30>;
def Graph_AsinOp : Graph_UnaryOp<"asin", "Inverse sine",
    "asin x", Graph_FloatTensor, 30>;
def Graph_AcosOp : Graph_UnaryOp<"acos", "Inverse cosine",
    "acos x", Graph_FloatTensor, 30>;
def Graph_AtanOp : Graph_UnaryOp<"atan", "Inverse tangent",
    "atan x", Graph_FloatTensor, 20>;
def Graph_SinhOp : Graph_UnaryOp<"sinh", "Hyperbolic sine",
    "sinh x", Graph_FloatTensor, 30>;
def Graph_CoshOp : Graph_UnaryOp<"cosh", "Hyperbolic cosine",
    "cosh x", Graph_FloatTensor, 30>;
def Graph_TanhOp : Graph_UnaryOp<"tanh", "Hyperbolic tangent",
    "tanh x", Graph_FloatTensor, 16>;
def Graph_AsinhOp : Graph_UnaryOp<"asinh", "Inverse hyperbolic sine",
    "asinh x", Graph_FloatTensor, 30>;
def Graph_AcoshOp : Graph_UnaryOp<"acosh", "Inverse hyperbolic cosine",
    "acosh x", Graph_FloatTensor, 30>;
def Graph_AtanhOp : Graph_UnaryOp<"atanh", "Inverse hyperbolic tangent",
    "atanh x", Graph_FloatTensor, 30>;
def Graph_ErfOp : Graph_UnaryOp<"erf", "Error function",
    "erf x", Graph_FloatTensor, 18>;
def Graph_SigmoidOp : Graph_UnaryOp<"sigmoid", "Logistic function, without overflow",
    "1 / (1 + e^-x)", Graph_FloatTensor, 16>;
def Graph_FloorOp : Graph_UnaryOp<"floor", "Rounds towards minus infinity",
    "floor x", Graph_FloatTensor, 1>;
def Graph_CeilOp : Graph_UnaryOp<"ceil", "Rounds towards plus infinity",
    "ceil x", Graph_FloatTensor, 1>;
def Graph_RoundEvenOp : Graph_UnaryOp<"round_even", "Rounds to the nearest integer, halves to even",
    "round x", Graph_FloatTensor, 1>;
def Graph_TruncOp : Graph_UnaryOp<"trunc", "Rounds towards zero",
    "trunc x", Graph_FloatTensor, 1>;
def Graph_SignOp : Graph_UnaryOp<"sign", "-1, 0 or 1; NaN stays NaN",
    "sign x", Graph_NumberTensor, 3>;
def Graph_NotOp : Graph_UnaryOp<"not", "Bitwise complement; logical for bool",
    "~x", Graph_IntTensor, 1>;

def Graph_AddOp : Graph_BinaryOp<"add", "Sum; integers wrap",
    "a + b", Graph_NumberTensor, 1, [Commutative]>;
def Graph_SubOp : Graph_BinaryOp<"sub", "Difference; integers wrap",
    "a - b", Graph_NumberTensor, 1>;
def Graph_MulOp : Graph_BinaryOp<"mul", "Product; integers wrap",
    "a * b", Graph_NumberTensor, 1, [Commutative]>;
def Graph_DivOp : Graph_BinaryOp<"div", "Quotient; integers truncate, x / 0 is 0 and MIN / -1 is MIN",
    "a / b", Graph_NumberTensor, 6>;
def Graph_PowOp : Graph_BinaryOp<"pow", "Power; integers by repeated squaring, wrapping",
    "a ^ b", Graph_NumberTensor, 40>;
def Graph_MaxOp : Graph_BinaryOp<"max", "Larger one; NaN wins",
    "max(a, b)", Graph_NumberTensor, 1, [Commutative]>;
def Graph_MinOp : Graph_BinaryOp<"min", "Smaller one; NaN wins",
    "min(a, b)", Graph_NumberTensor, 1, [Commutative]>;
def Graph_ModOp : Graph_BinaryOp<"mod", "Remainder with the sign of the divisor; 0 for integer x mod 0",
    "a - b * floor(a / b)", Graph_NumberTensor, 10>;
def Graph_RemOp : Graph_BinaryOp<"rem", "Remainder with the sign of the dividend (C fmod); 0 for integer x rem 0",
    "a - b * trunc(a / b)", Graph_NumberTensor, 10>;
def Graph_Atan2Op : Graph_BinaryOp<"atan2", "Angle of the point (b, a)",
    "atan2(a, b)", Graph_FloatTensor, 30>;
def Graph_AndOp : Graph_BinaryOp<"and", "Bitwise and; logical for bool",
    "a & b", Graph_IntTensor, 1, [Commutative]>;
def Graph_OrOp : Graph_BinaryOp<"or", "Bitwise or; logical for bool",
    "a | b", Graph_IntTensor, 1, [Commutative]>;
def Graph_XorOp : Graph_BinaryOp<"xor", "Bitwise exclusive or; logical for bool",
    "a ^ b", Graph_IntTensor, 1, [Commutative]>;
def Graph_ShiftLeftOp : Graph_BinaryOp<"shift_left", "Shift towards the high bits; 0 from the width on",
    "a << b", Graph_IntTensor, 2>;
def Graph_ShiftRightOp : Graph_BinaryOp<"shift_right", "Logical shift for unsigned, arithmetic for signed; saturates from the width on",
    "a >> b", Graph_IntTensor, 2>;

def Graph_IsNanOp : Graph_ElementwiseOp<"is_nan", 1, [Graph_NoGradient, Graph_NoBounds, SameOperandsAndResultShape, InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "True where the element is not a number";
  let description = "Example:\n```mlir\n%r = graph.is_nan %x : tensor<4xf32>\n```";
  let arguments = (ins Graph_FloatTensor:$input);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Graph_IsInfOp : Graph_ElementwiseOp<"is_inf", 2, [Graph_NoGradient, Graph_NoBounds, SameOperandsAndResultShape, InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "True where the element is an infinity of a wanted sign";
  let description = "Example:\n```mlir\n%r = graph.is_inf %x {negative = true, positive = false} : tensor<4xf32>\n```";
  let arguments = (ins Graph_FloatTensor:$input,
                       DefaultValuedAttr<BoolAttr, "true">:$positive,
                       DefaultValuedAttr<BoolAttr, "true">:$negative);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Graph_CompareOp : Graph_ElementwiseOp<"compare", 1,
    [Graph_NoGradient, DeclareOpInterfaceMethods<BoundsOpInterface>, SameOperandsAndResultShape, SameTypeOperands, InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "Compares; with NaN only `ne` is true";
  let description = "Example:\n```mlir\n%r = graph.compare lt %a, %b : tensor<4xf32>\n```";
  let arguments = (ins Graph_Predicate:$predicate, Graph_NumberTensor:$lhs,
                       Graph_NumberTensor:$rhs);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Graph_SelectOp : Graph_ElementwiseOp<"select", 1, [
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    DeclareOpInterfaceMethods<BoundsOpInterface>, InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "Takes the second operand where the first is true, else the third";
  let description = "Example:\n```mlir\n%r = graph.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>\n```";
  let arguments = (ins Graph_BoolTensor:$pred, Graph_Tensor:$onTrue,
                       Graph_Tensor:$onFalse);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{ $pred `,` $onTrue `,` $onFalse attr-dict `:`
    type($pred) `,` type($onTrue) `,` type($onFalse) }];
  let hasVerifier = 1;
}

def Graph_CastOp : Graph_ElementwiseOp<"cast", 1, [
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    DeclareOpInterfaceMethods<BoundsOpInterface>, SameOperandsAndResultShape]> {
  let summary = "Converts the element type";
  let description = [{
    Float to integer truncates towards zero (out of range: the nearest integer
    of the type for `saturate`, else wrapped as by a 64-bit conversion), float
    to float rounds to nearest even, to bool is `x != 0`. Narrow floats
    saturate when `saturate` is set, else overflow becomes infinity or NaN as
    the ONNX standard states. NaN to integer is 0.

    Example:
    ```mlir
    %r = graph.cast %x : tensor<4xf32> to tensor<4xi32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input,
                       DefaultValuedAttr<BoolAttr, "true">:$saturate);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
}

def Graph_BitcastOp : Graph_ElementwiseOp<"bitcast", 1, [Graph_NoGradient, Graph_NoBounds, SameOperandsAndResultShape]> {
  let summary = "Reads the bits of an element as another type of the same width";
  let description = "Example:\n```mlir\n%r = graph.bitcast %x : tensor<4xf32> to tensor<4xi32>\n```";
  let arguments = (ins Graph_Tensor:$input);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = "bool readsBits() { return true; }";
}

#endif // MLC_DIALECTS_GRAPH_ELEMENTWISE_ELEMENTWISEOPS_TD
