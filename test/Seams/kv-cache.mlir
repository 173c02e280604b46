// A cache that each step updates in place, over 200 steps with a growing symbol:
// the plans are those of the symbol's buckets.
// REQUIRES: compile-model
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %cc -O1 %S/Inputs/kv-cache.c -I%include -L%libdir -lmlc_runtime -Wl,-rpath,%libdir -lm -o %t
// RUN: %t %t.so
//
// Mutation: without the alias the caller must not pass one buffer as both.
// RUN: sed 's/, graph.alias = 0 : i64//' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import -o %t.mutant.so
// RUN: not %t %t.mutant.so

graph.symbol @seen {min = 1 : i64, max = 256 : i64}
func.func @decode(
    %cache: tensor<256x8xf32> {graph.name = "cache"},
    %key: tensor<1x8xf32> {graph.name = "key"},
    %decay: tensor<?xf32> {graph.name = "decay", graph.dims = ["seen"]})
    -> (tensor<256x8xf32> {graph.name = "next", graph.alias = 0 : i64},
        tensor<8xf32> {graph.name = "read"}) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %decay, %c0 : tensor<?xf32>
  %at = arith.subi %n, %c1 : index
  %next = graph.insert_slice %key into %cache [%at, 0] : tensor<1x8xf32> into tensor<256x8xf32>
  // What has been seen, weighted: buffers whose sizes follow the symbol.
  %rows = graph.slice %next [0, 0] steps = [1, 1] sizes(%n) : tensor<256x8xf32> to tensor<?x8xf32>
  %weights = graph.exp %decay : tensor<?xf32>
  %sum = graph.reduce sum %weights dims = [0] : tensor<?xf32> -> tensor<f32>
  %total = graph.broadcast %sum dims = [] sizes(%n) : tensor<f32> to tensor<?xf32>
  %share = graph.div %weights, %total : tensor<?xf32>
  %read = graph.dot_general %share, %rows batch = [] x [] contract = [0] x [0]
      : tensor<?xf32>, tensor<?x8xf32> -> tensor<8xf32>
  return %next, %read : tensor<256x8xf32>, tensor<8xf32>
}
