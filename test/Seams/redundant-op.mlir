// A redundant op behind a barrier is neither merged with its original nor fused
// into its kernel: it runs again.
// REQUIRES: compile-model
// RUN: compile-model %s --compile-from=import --compile-to=buffers | FileCheck %s
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: mlc-run %t.so --input 'x=[1,4,9,16]' | FileCheck %s --check-prefix=OUT
// CHECK-LABEL: rt.entry @main
// CHECK-COUNT-2: rt.launch @k0
// CHECK-NOT: rt.launch
// OUT: y: f32[4]
// OUT-NEXT: 1, 2, 3, 4
// OUT: again: f32[4]
// OUT-NEXT: 1, 2, 3, 4
//
// Mutation: without the barrier the two are one.
// RUN: sed 's/graph.sqrt %b/graph.sqrt %x/' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import --compile-to=buffers | not FileCheck %s

func.func @main(%x: tensor<4xf32> {graph.name = "x"})
    -> (tensor<4xf32> {graph.name = "y"}, tensor<4xf32> {graph.name = "again"}) attributes {graph.entry} {
  %y = graph.sqrt %x : tensor<4xf32>
  %b = graph.barrier %x origin 1 : tensor<4xf32>
  %again = graph.sqrt %b : tensor<4xf32>
  return %y, %again : tensor<4xf32>, tensor<4xf32>
}
