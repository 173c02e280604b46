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
        tensor<?x6xf32> {graph.name = "padded"},
        tensor<?x2x1x2xf32> {graph.name = "convolved"},
        tensor<?x1x2x2xf32> {graph.name = "pooled"},
        tensor<?x6xf32> {graph.name = "sorted"},
        tensor<?x6xi64> {graph.name = "order"},
        tensor<?x2xf32> {graph.name = "largest"},
        tensor<?xi64> {graph.name = "winner"},
        tensor<?x6xf32> {graph.name = "running"},
        tensor<?x6xf32> {graph.name = "softmax"},
        tensor<?x6xf32> {graph.name = "rounded"},
        tensor<6x5xf32> {graph.name = "scattered"},
        tensor<2x?xi64> {graph.name = "positive"},
        tensor<0x3xf32> {graph.name = "random"}) attributes {graph.entry} {
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
  %c1x2x3 = graph.reshape %x sizes(%n) : tensor<?x6xf32> to tensor<?x1x2x3xf32>
  %f = graph.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]], [[[0.5, -1.0], [2.0, 0.0]]]]> : tensor<2x1x2x2xf32>
  %convolved = graph.convolution %c1x2x3, %f strides = [1, 1] low = [0, 0] high = [0, 0]
      lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
      : tensor<?x1x2x3xf32>, tensor<2x1x2x2xf32> -> tensor<?x2x1x2xf32>
  %pooled = graph.window max %c1x2x3 kernel = [1, 2] strides = [1, 1] dilations = [1, 1]
      low = [0, 0] high = [0, 0] : tensor<?x1x2x3xf32> -> tensor<?x1x2x2xf32>
  %sorted, %order = graph.sort %x dim = 0 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xi64>
  %largest, %places = graph.top_k %x dim = 1 : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x2xi64>
  %winner = graph.arg_reduce max %x dim = 1 : tensor<?x6xf32> -> tensor<?xi64>
  %running = graph.scan sum %x dim = 0 : tensor<?x6xf32>
  %softmax = graph.softmax %x dim = 1 : tensor<?x6xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %zero = graph.constant dense<0> : tensor<i8>
  %q = graph.quantize %x, %scale, %zero axis = 0 block = 0 : tensor<?x6xf32>, tensor<f32>, tensor<i8> -> tensor<?x6xi8>
  %rounded = graph.dequantize %q, %scale, %zero axis = 0 block = 0 : tensor<?x6xi8>, tensor<f32>, tensor<i8> -> tensor<?x6xf32>
  %tuples = graph.reshape %i sizes(%n) : tensor<?xi64> to tensor<?x1xi64>
  %scattered = graph.scatter_nd add %w, %tuples, %product : tensor<6x5xf32>, tensor<?x1xi64>, tensor<?x5xf32> -> tensor<6x5xf32>
  %nothing = graph.constant dense<0.0> : tensor<f32>
  %zeros = graph.broadcast %nothing dims = [] sizes(%n) : tensor<f32> to tensor<?x6xf32>
  %above = graph.compare gt %x, %zeros : tensor<?x6xf32>
  %positive = graph.nonzero %above : tensor<?x6xi1> -> tensor<2x?xi64>
  %key = graph.constant dense<[3, 4]> : tensor<2xui32>
  %random = graph.random uniform %key stream = 1 : tensor<2xui32> -> tensor<0x3xf32>
  return %e, %columns, %rows, %product, %inner, %turned, %joined, %gathered, %padded,
      %convolved, %pooled, %sorted, %order, %largest, %winner, %running, %softmax, %rounded,
      %scattered, %positive, %random
    : tensor<?x6xf32>, tensor<6xf32>, tensor<?xf32>, tensor<?x5xf32>, tensor<6x5xf32>,
      tensor<6x?xf32>, tensor<?x6xf32>, tensor<?x5xf32>, tensor<?x6xf32>,
      tensor<?x2x1x2xf32>, tensor<?x1x2x2xf32>, tensor<?x6xf32>, tensor<?x6xi64>,
      tensor<?x2xf32>, tensor<?xi64>, tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x6xf32>,
      tensor<6x5xf32>, tensor<2x?xi64>, tensor<0x3xf32>
}
