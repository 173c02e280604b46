// The kernel of a product also yields parts of the sums of its rows and columns,
// of the maximum of all, and of what stands behind the product.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import --compile-to=fuse | FileCheck %s
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %python %S/Inputs/epilogue-sums.py %t.so
// CHECK-LABEL: func.func @main
// CHECK: %[[C:.*]]:4 = kernel.call @k0
// CHECK-DAG: kernel.call {{.*}}(%[[C]]#1)
// CHECK-DAG: kernel.call {{.*}}(%[[C]]#2)
// CHECK-DAG: kernel.call {{.*}}(%[[C]]#3)
// CHECK: kernel.func @k0
// CHECK: graph.dot_general
// CHECK-COUNT-3: graph.reduce_blocks
//
// Mutations: another sum, and a sum of something else.
// RUN: sed 's/reduce sum %c dims = \[0\]/reduce max %c dims = [0]/' %s > %t.1.mlir
// RUN: compile-model %t.1.mlir --compile-from=import -o %t.1.so
// RUN: not %python %S/Inputs/epilogue-sums.py %t.1.so
// RUN: sed 's/reduce sum %c dims = \[1\]/reduce sum %other dims = [1]/' %s > %t.2.mlir
// RUN: compile-model %t.2.mlir --compile-from=import --compile-to=fuse | not FileCheck %s

graph.symbol @m {min = 0 : i64, max = 1000 : i64}
func.func @main(
    %x: tensor<?x70xf32> {graph.name = "x", graph.dims = ["m", ""]},
    %w: tensor<70x100xf32> {graph.name = "w"},
    %bias: tensor<100xf32> {graph.name = "bias"})
    -> (tensor<?x100xf32> {graph.name = "c"}, tensor<?xf32> {graph.name = "rows"},
        tensor<100xf32> {graph.name = "columns"}, tensor<f32> {graph.name = "peak"}) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x70xf32>
  %p = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
      : tensor<?x70xf32>, tensor<70x100xf32> -> tensor<?x100xf32>
  %b = graph.broadcast %bias dims = [1] sizes(%m) : tensor<100xf32> to tensor<?x100xf32>
  %c = graph.add %p, %b : tensor<?x100xf32>
  %other = graph.broadcast %bias dims = [1] sizes(%m) : tensor<100xf32> to tensor<?x100xf32>
  %rows = graph.reduce sum %c dims = [1] : tensor<?x100xf32> -> tensor<?xf32>
  %columns = graph.reduce sum %c dims = [0] : tensor<?x100xf32> -> tensor<100xf32>
  %peak = graph.reduce max %c dims = [0, 1] : tensor<?x100xf32> -> tensor<f32>
  return %c, %rows, %columns, %peak
      : tensor<?x100xf32>, tensor<?xf32>, tensor<100xf32>, tensor<f32>
}
