// Two random ops with one key: pure, reproducible, and yet different.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %python %S/Inputs/random-streams.py %t.so
//
// Mutation: both ops have one stream.
// RUN: sed 's/stream = 2/stream = 1/' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import -o %t.mutant.so
// RUN: not %python %S/Inputs/random-streams.py %t.mutant.so

func.func @main(%key: tensor<2xui32> {graph.name = "key"})
    -> (tensor<1000xf32> {graph.name = "a"}, tensor<1000xf32> {graph.name = "b"},
        tensor<1000xf32> {graph.name = "again"}) attributes {graph.entry} {
  %a = graph.random uniform %key stream = 1 : tensor<2xui32> -> tensor<1000xf32>
  %b = graph.random uniform %key stream = 2 : tensor<2xui32> -> tensor<1000xf32>
  %again = graph.random uniform %key stream = 1 : tensor<2xui32> -> tensor<1000xf32>
  return %a, %b, %again : tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>
}
