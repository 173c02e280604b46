// Tensors without elements go through every family.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %python %S/Inputs/zero-size.py %t.so
//
// Mutation: the reduction of nothing is not the neutral element.
// RUN: sed 's/graph.reduce sum %e/graph.reduce prod %e/' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import -o %t.mutant.so
// RUN: not %python %S/Inputs/zero-size.py %t.mutant.so

graph.symbol @n {min = 0 : i64, max = 1000 : i64}
func.func @main(
    %x: tensor<?x6xf32> {graph.name = "x", graph.dims = ["n", ""]},
    %w: tensor<6x5xf32> {graph.name = "w"},
    %i: tensor<?xi64> {graph.name = "i", graph.dims = ["n"]})
    -> (tensor<?x6xf32> {graph.name = "elementwise"},
        tensor<6xf32> {graph.name = "columns"},
        tensor<?xf32> {graph.name = "rows"},
        tensor<?x5xf32> {graph.name = "product"},
        tensor<6x5xf32> {graph.name = "inner"},
        tensor<6x?xf32> {graph.name = "turned"},
        tensor<?x6xf32> {graph.name = "joined"},
        tensor<?x5xf32> {graph.name = "gathered"},
        tensor<?x6xf32> {graph.name = "padded"}) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %e = graph.exp %x : tensor<?x6xf32>
  %columns = graph.reduce sum %e dims = [0] : tensor<?x6xf32> -> tensor<6xf32>
  %rows = graph.reduce max %x dims = [1] : tensor<?x6xf32> -> tensor<?xf32>
  %product = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
      : tensor<?x6xf32>, tensor<6x5xf32> -> tensor<?x5xf32>
  %inner = graph.dot_general %x, %product batch = [] x [] contract = [0] x [0]
      : tensor<?x6xf32>, tensor<?x5xf32> -> tensor<6x5xf32>
  %turned = graph.transpose %x [1, 0] : tensor<?x6xf32> -> tensor<6x?xf32>
  %joined = graph.concat %x, %e dim = 0 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  %gathered = graph.gather %w, %i dim = 0 : tensor<6x5xf32>, tensor<?xi64> -> tensor<?x5xf32>
  %v = graph.constant dense<9.0> : tensor<f32>
  %m = arith.addi %n, %c2 : index
  %padded = graph.pad constant %x, %v low = [1, 0] sizes(%m) : tensor<?x6xf32>, tensor<f32> to tensor<?x6xf32>
  return %e, %columns, %rows, %product, %inner, %turned, %joined, %gathered, %padded
    : tensor<?x6xf32>, tensor<6xf32>, tensor<?xf32>, tensor<?x5xf32>, tensor<6x5xf32>,
      tensor<6x?xf32>, tensor<?x6xf32>, tensor<?x5xf32>, tensor<?x6xf32>
}
