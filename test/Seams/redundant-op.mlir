// A redundant computation is there twice, down to the instructions: one with a
// #check.origin of its own, and one that reads its input through a barrier. Each
// has a kernel and an object of its own although all three compute the same.
// REQUIRES: compile-model
// RUN: compile-model %s --compile-from=import --compile-to=buffers | FileCheck %s
// RUN: compile-model %s --compile-from=import --target=x86-64-v2 -o %t.so
// RUN: llvm-objdump -d %t.so | FileCheck %s --check-prefix=CODE
// RUN: mlc-run %t.so --input 'x=[1,4,9,16]' | FileCheck %s --check-prefix=OUT
// CHECK-LABEL: rt.entry @main
// CHECK-DAG: rt.launch @k0
// CHECK-DAG: rt.launch @k1
// CHECK-DAG: rt.launch @k2
// CODE-COUNT-3: sqrtps
// CODE-NOT: sqrtps
// OUT: y: f32[4]
// OUT-NEXT: 1, 2, 3, 4
// OUT: again: f32[4]
// OUT-NEXT: 1, 2, 3, 4
// OUT: third: f32[4]
// OUT-NEXT: 1, 2, 3, 4
//
// Mutations: without the barrier, or without the origin, two are one.
// RUN: sed 's/graph.sqrt %b/graph.sqrt %x/' %s > %t.1.mlir
// RUN: compile-model %t.1.mlir --compile-from=import --target=x86-64-v2 -o %t.1.so
// RUN: llvm-objdump -d %t.1.so | not FileCheck %s --check-prefix=CODE
// RUN: sed 's/{check.origin = #check.origin<7>}//' %s > %t.2.mlir
// RUN: compile-model %t.2.mlir --compile-from=import --target=x86-64-v2 -o %t.2.so
// RUN: llvm-objdump -d %t.2.so | not FileCheck %s --check-prefix=CODE

func.func @main(%x: tensor<4xf32> {graph.name = "x"})
    -> (tensor<4xf32> {graph.name = "y"}, tensor<4xf32> {graph.name = "again"},
        tensor<4xf32> {graph.name = "third"}) attributes {graph.entry} {
  %y = graph.sqrt %x : tensor<4xf32>
  %b = graph.barrier %x origin 1 : tensor<4xf32>
  %again = graph.sqrt %b : tensor<4xf32>
  %third = graph.sqrt %x {check.origin = #check.origin<7>} : tensor<4xf32>
  return %y, %again, %third : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
