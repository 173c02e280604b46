// REQUIRES: compile-model
// What must hold after the phase schedule is checked, whoever wrote the variants.
// RUN: not compile-model %s --compile-from=schedule --compile-to=schedule -o - 2>&1 | FileCheck %s
// CHECK: a guard names the unknown code level "v9"
func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"})
    attributes {graph.entry} {
  %y = kernel.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
kernel.func @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<isa "v9">, <>]>} {
  %0 = graph.neg %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
