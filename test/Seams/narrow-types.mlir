// A weight of 4-bit integers and a round trip through float8.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %python %S/Inputs/narrow-types.py %t.so
//
// Mutation: the other float8.
// RUN: sed 's/f8E4M3FN/f8E5M2/g' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import -o %t.mutant.so
// RUN: not %python %S/Inputs/narrow-types.py %t.mutant.so

graph.symbol @n {min = 0 : i64, max = 1000 : i64}
func.func @main(
    %x: tensor<?x3xf32> {graph.name = "x", graph.dims = ["n", ""]})
    -> (tensor<?x5xf32> {graph.name = "scaled"},
        tensor<?x3xf32> {graph.name = "rounded"}) attributes {graph.entry} {
  %q = graph.constant dense<[[-8, 7, 0, 1, -1], [2, -3, 4, -5, 6], [7, -7, 3, -4, 5]]> : tensor<3x5xi4>
  %w = graph.cast %q : tensor<3x5xi4> to tensor<3x5xf32>
  %y = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
      : tensor<?x3xf32>, tensor<3x5xf32> -> tensor<?x5xf32>
  %f = graph.cast %x : tensor<?x3xf32> to tensor<?x3xf8E4M3FN>
  %r = graph.cast %f : tensor<?x3xf8E4M3FN> to tensor<?x3xf32>
  return %y, %r : tensor<?x5xf32>, tensor<?x3xf32>
}
