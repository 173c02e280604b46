//===- GraphEnums.td - Enumerations of the graph dialect -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_GRAPHENUMS_TD
#define MLC_DIALECTS_GRAPH_IR_GRAPHENUMS_TD

include "mlir/IR/EnumAttr.td"

class Graph_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlc::graph";
}

def Graph_Combiner : Graph_Enum<"Combiner", "how reduced values combine", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">,
  I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
  I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">]>;

def Graph_Predicate : Graph_Enum<"Predicate", "comparison", [
  I32EnumAttrCase<"EQ", 0, "eq">, I32EnumAttrCase<"NE", 1, "ne">,
  I32EnumAttrCase<"LT", 2, "lt">, I32EnumAttrCase<"LE", 3, "le">,
  I32EnumAttrCase<"GT", 4, "gt">, I32EnumAttrCase<"GE", 5, "ge">]>;

def Graph_PadMode : Graph_Enum<"PadMode", "what stands outside the tensor", [
  I32EnumAttrCase<"Constant", 0, "constant">, I32EnumAttrCase<"Reflect", 1, "reflect">,
  I32EnumAttrCase<"Edge", 2, "edge">, I32EnumAttrCase<"Wrap", 3, "wrap">]>;

def Graph_ScatterKind : Graph_Enum<"ScatterKind", "how scattered updates meet", [
  I32EnumAttrCase<"Replace", 0, "replace">, I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Min", 4, "min">]>;

def Graph_WindowKind : Graph_Enum<"WindowKind", "what a pooling window computes", [
  I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Sum", 1, "sum">,
  I32EnumAttrCase<"AvgValid", 2, "avg_valid">, I32EnumAttrCase<"AvgPadded", 3, "avg_padded">]>;

def Graph_GeluKind : Graph_Enum<"GeluKind", "exact or tanh form", [
  I32EnumAttrCase<"Erf", 0, "erf">, I32EnumAttrCase<"Tanh", 1, "tanh">]>;

def Graph_Distribution : Graph_Enum<"Distribution", "of random numbers", [
  I32EnumAttrCase<"Bits", 0, "bits">, I32EnumAttrCase<"Uniform", 1, "uniform">,
  I32EnumAttrCase<"Normal", 2, "normal">]>;

def Graph_Direction : Graph_Enum<"Direction", "of a recurrence", [
  I32EnumAttrCase<"Forward", 0, "forward">, I32EnumAttrCase<"Reverse", 1, "reverse">,
  I32EnumAttrCase<"Bidirectional", 2, "bidirectional">]>;

def Graph_RecurrentKind : Graph_Enum<"RecurrentKind", "which cell", [
  I32EnumAttrCase<"RNN", 0, "rnn">, I32EnumAttrCase<"LSTM", 1, "lstm">,
  I32EnumAttrCase<"GRU", 2, "gru">]>;

def Graph_ResizeMode : Graph_Enum<"ResizeMode", "interpolation", [
  I32EnumAttrCase<"Nearest", 0, "nearest">, I32EnumAttrCase<"Linear", 1, "linear">,
  I32EnumAttrCase<"Cubic", 2, "cubic">]>;

#endif // MLC_DIALECTS_GRAPH_IR_GRAPHENUMS_TD
