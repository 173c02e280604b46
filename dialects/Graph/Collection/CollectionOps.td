//===- CollectionOps.td - Sequences and optionals -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_COLLECTION_COLLECTIONOPS_TD
#define MLC_DIALECTS_GRAPH_COLLECTION_COLLECTIONOPS_TD

include "dialects/Graph/IR/GraphBase.td"

class Graph_CollectionOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([Pure], traits)>;

def Graph_SeqNewOp : Graph_CollectionOp<"seq_new", []> {
  let summary = "A sequence of the given values";
  let description = "Example:\n```mlir\n%s = graph.seq_new(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> !graph.seq<tensor<?xf32>>\n```";
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs Graph_SeqType:$result);
  let assemblyFormat = "`(` $values `)` attr-dict `:` functional-type($values, $result)";
  let hasVerifier = 1;
}
def Graph_SeqLengthOp : Graph_CollectionOp<"seq_length", []> {
  let summary = "How many values a sequence holds";
  let description = "Example:\n```mlir\n%n = graph.seq_length %s : !graph.seq<tensor<?xf32>> -> tensor<i64>\n```";
  let arguments = (ins Graph_SeqType:$sequence);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$sequence attr-dict `:` type($sequence) `->` type($result)";
}
def Graph_SeqAtOp : Graph_CollectionOp<"seq_at", []> {
  let summary = "One value; negative positions count from the end";
  let description = "Example:\n```mlir\n%v = graph.seq_at %s, %i : !graph.seq<tensor<?xf32>>, tensor<i64> -> tensor<?xf32>\n```";
  let arguments = (ins Graph_SeqType:$sequence, Graph_IntTensor:$position);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$sequence `,` $position attr-dict `:` type($sequence) `,` type($position) `->` type($result)";
  let hasVerifier = 1;
}
def Graph_SeqInsertOp : Graph_CollectionOp<"seq_insert", []> {
  let summary = "A sequence with one more value (at the end without position)";
  let description = "Example:\n```mlir\n%t = graph.seq_insert %s, %v at %i : !graph.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64> -> !graph.seq<tensor<?xf32>>\n```";
  let arguments = (ins Graph_SeqType:$sequence, AnyType:$value, Optional<Graph_IntTensor>:$position);
  let results = (outs Graph_SeqType:$result);
  let assemblyFormat = "$sequence `,` $value (`at` $position^)? attr-dict `:` type($sequence) `,` type($value) (`,` type($position)^)? `->` type($result)";
  let hasVerifier = 1;
}
def Graph_SeqEraseOp : Graph_CollectionOp<"seq_erase", []> {
  let summary = "A sequence without one of its values (the last without position)";
  let description = "Example:\n```mlir\n%t = graph.seq_erase %s at %i : !graph.seq<tensor<?xf32>>, tensor<i64> -> !graph.seq<tensor<?xf32>>\n```";
  let arguments = (ins Graph_SeqType:$sequence, Optional<Graph_IntTensor>:$position);
  let results = (outs Graph_SeqType:$result);
  let assemblyFormat = "$sequence (`at` $position^)? attr-dict `:` type($sequence) (`,` type($position)^)? `->` type($result)";
  let hasVerifier = 1;
}
def Graph_OptNewOp : Graph_CollectionOp<"opt_new", []> {
  let summary = "An optional holding a value, or nothing";
  let description = "Example:\n```mlir\n%o = graph.opt_new(%x) : (tensor<4xf32>) -> !graph.opt<tensor<4xf32>>\n```";
  let arguments = (ins Optional<AnyType>:$value);
  let results = (outs Graph_OptType:$result);
  let assemblyFormat = "`(` ($value^)? `)` attr-dict `:` functional-type($value, $result)";
  let hasVerifier = 1;
}
def Graph_OptHasOp : Graph_CollectionOp<"opt_has", []> {
  let summary = "Whether an optional holds a value";
  let description = "Example:\n```mlir\n%b = graph.opt_has %o : !graph.opt<tensor<4xf32>> -> tensor<i1>\n```";
  let arguments = (ins Graph_OptType:$optional);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$optional attr-dict `:` type($optional) `->` type($result)";
}
def Graph_OptGetOp : Graph_CollectionOp<"opt_get", []> {
  let summary = "The value of an optional; an error of the run when there is none";
  let description = "Example:\n```mlir\n%x = graph.opt_get %o : !graph.opt<tensor<4xf32>> -> tensor<4xf32>\n```";
  let arguments = (ins Graph_OptType:$optional);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$optional attr-dict `:` type($optional) `->` type($result)";
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_COLLECTION_COLLECTIONOPS_TD
