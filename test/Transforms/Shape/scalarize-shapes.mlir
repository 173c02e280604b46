// RUN: mlc-opt %s --mlc-scalarize-shapes --canonicalize --cse | FileCheck %s

// What exporters write for x.reshape(x.shape[0], -1): the result is one product.
// CHECK-LABEL: func.func @flatten
func.func @flatten(%x: tensor<?x4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK: %[[M:.*]] = tensor.dim %{{.*}}, %c2
  %n = tensor.dim %x, %c0 : tensor<?x4x?xf32>
  %m = tensor.dim %x, %c2 : tensor<?x4x?xf32>
  %n64 = arith.index_cast %n : index to i64
  %m64 = arith.index_cast %m : index to i64
  %c4 = arith.constant 4 : i64
  %shape = tensor.from_elements %n64, %c4, %m64 : tensor<3xi64>
  %which = graph.constant dense<[1, 2]> : tensor<2xi64>
  %tail = graph.gather %shape, %which dim = 0 : tensor<3xi64>, tensor<2xi64> -> tensor<2xi64>
  %size = graph.reduce prod %tail dims = [0] : tensor<2xi64> -> tensor<i64>
  %head = graph.slice %shape [0] steps = [1] : tensor<3xi64> to tensor<1xi64>
  %one = graph.reshape %size : tensor<i64> to tensor<1xi64>
  %both = graph.concat %head, %one dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %c1 = arith.constant 1 : index
  %r = tensor.extract %both[%c1] : tensor<2xi64>
  %i = arith.index_cast %r : i64 to index
  // CHECK-NOT: graph.
  // CHECK: arith.muli %{{.*}}, %c4
  // CHECK: return
  return %i : index
}

// Constants fold to the end, through casts and comparisons.
// CHECK-LABEL: func.func @constants
func.func @constants() -> tensor<2xi32> {
  // CHECK: %[[R:.*]] = {{.*}} dense<[1, 12]> : tensor<2xi32>
  // CHECK: return %[[R]]
  %a = graph.constant dense<[3, 4]> : tensor<2xi64>
  %b = graph.constant dense<[5, 3]> : tensor<2xi64>
  %p = graph.compare lt %a, %b : tensor<2xi64>
  %m = graph.mul %a, %b : tensor<2xi64>
  %one = graph.constant dense<1> : tensor<2xi64>
  %s = graph.select %p, %one, %m : tensor<2xi1>, tensor<2xi64>, tensor<2xi64>
  %c = graph.cast %s : tensor<2xi64> to tensor<2xi32>
  return %c : tensor<2xi32>
}

// Data that happens to be small stays with the kernels.
// CHECK-LABEL: func.func @data
func.func @data(%x: tensor<4xi64>, %y: tensor<4xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  // CHECK: graph.add
  %0 = graph.add %x, %x : tensor<4xi64>
  // CHECK: graph.mul
  %1 = graph.mul %y, %y : tensor<4xf32>
  return %0, %1 : tensor<4xi64>, tensor<4xf32>
}

// But a single element that the host asks for is computed there.
// CHECK-LABEL: func.func @asked
func.func @asked(%x: tensor<4xi64>) -> i64 {
  %c2 = arith.constant 2 : index
  // CHECK: %[[E:.*]] = tensor.extract %{{.*}}[%c2]
  // CHECK: %[[S:.*]] = arith.addi %[[E]], %[[E]]
  // CHECK: return %[[S]]
  %0 = graph.add %x, %x : tensor<4xi64>
  %1 = tensor.extract %0[%c2] : tensor<4xi64>
  return %1 : i64
}

// Unless it is only near the right result: what a kernel computes otherwise could
// contradict it.
// CHECK-LABEL: func.func @approximate
func.func @approximate(%x: tensor<4xf32>) -> (f32, f32) {
  %c2 = arith.constant 2 : index
  // CHECK: %[[Y:.*]] = graph.exp
  // CHECK: tensor.extract %[[Y]][%c2]
  // CHECK-NOT: graph.
  // CHECK: math.floor
  %0 = graph.exp %x : tensor<4xf32>
  %1 = tensor.extract %0[%c2] : tensor<4xf32>
  %2 = graph.floor %x : tensor<4xf32>
  %3 = tensor.extract %2[%c2] : tensor<4xf32>
  return %1, %3 : f32, f32
}

// A gather that may be out of bounds needs a kernel, which can report it.
// CHECK-LABEL: func.func @unchecked
func.func @unchecked(%n: i64, %i: tensor<1xi64>) -> tensor<1xi64> {
  %s = tensor.from_elements %n, %n : tensor<2xi64>
  // CHECK: graph.gather
  %0 = graph.gather %s, %i dim = 0 : tensor<2xi64>, tensor<1xi64> -> tensor<1xi64>
  return %0 : tensor<1xi64>
}

// Inside control flow too.
// CHECK-LABEL: func.func @nested
func.func @nested(%p: i1, %n: i64) -> tensor<1xi64> {
  // CHECK-NOT: graph.
  %r = scf.if %p -> tensor<1xi64> {
    %a = tensor.from_elements %n : tensor<1xi64>
    %b = graph.add %a, %a : tensor<1xi64>
    scf.yield %b : tensor<1xi64>
  } else {
    %a = tensor.from_elements %n : tensor<1xi64>
    %b = graph.neg %a : tensor<1xi64>
    scf.yield %b : tensor<1xi64>
  }
  return %r : tensor<1xi64>
}
