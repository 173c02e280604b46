// Ops of the user's library: one whose result shape the model knows, one that is
// asked for it, and one that fails.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %cc -shared -fPIC -O1 %S/Inputs/custom-op.c -I%include -o %t.ops.so
// RUN: %python %S/Inputs/custom-op.py %t.so %t.ops.so
//
// Mutation: the library lacks an op that the model needs.
// RUN: %cc -shared -fPIC -O1 -DMUTANT %S/Inputs/custom-op.c -I%include -o %t.mutant.so
// RUN: not %python %S/Inputs/custom-op.py %t.so %t.mutant.so

graph.symbol @n {min = 0 : i64, max = 1000 : i64}
func.func @main(%x: tensor<?xf32> {graph.name = "x", graph.dims = ["n"]})
    -> (tensor<?xf32> {graph.name = "positive"}, tensor<1xf32> {graph.name = "sum"}) attributes {graph.entry} {
  %y = graph.exp %x : tensor<?xf32>
  %0 = graph.custom "seam.positive" (%x) : (tensor<?xf32>) -> tensor<?xf32> loc("select")
  %1 = graph.custom "seam.sum" (%y) : (tensor<?xf32>) -> tensor<1xf32> loc("sum")
  %2 = graph.neg %0 : tensor<?xf32>
  return %2, %1 : tensor<?xf32>, tensor<1xf32>
}
