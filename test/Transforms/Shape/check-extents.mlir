// RUN: mlc-opt %s --mlc-check-extents | FileCheck %s
// Nothing is checked twice.
// RUN: mlc-opt %s --mlc-check-extents --mlc-check-extents | FileCheck %s

// Two extents that only the run knows.
// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK-DAG: %[[X:.*]] = tensor.dim %arg0
  // CHECK-DAG: %[[Y:.*]] = tensor.dim %arg1
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[Y]], %[[X]] : index
  // CHECK: rt.check %[[EQUAL]] code 2
  // CHECK-NEXT: graph.add
  %0 = graph.add %x, %y : tensor<?x4xf32>
  // The check in front holds for what follows, and results have the extents of
  // what they are made of.
  // CHECK-NOT: rt.check
  // CHECK: return
  %1 = graph.mul %0, %y : tensor<?x4xf32>
  %2 = graph.neg %1 : tensor<?x4xf32>
  %3 = graph.sub %2, %x : tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// Inputs of one symbol have one extent.
// CHECK-LABEL: func.func @symbol
func.func @symbol(%x: tensor<?xf32> {graph.name = "x", graph.dims = ["n"]},
                  %y: tensor<?xf32> {graph.name = "y", graph.dims = ["n"]})
    -> (tensor<?xf32> {graph.name = "z"}) attributes {graph.entry} {
  // CHECK-NOT: rt.check
  // CHECK: return
  %0 = graph.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing to ask of static extents, and nothing is left behind.
// CHECK-LABEL: func.func @static
// CHECK-NEXT: graph.dot_general
// CHECK-NEXT: return
func.func @static(%x: tensor<4x5xf32>, %y: tensor<5x6xf32>) -> tensor<4x6xf32> {
  %0 = graph.dot_general %x, %y batch = [] x [] contract = [1] x [0]
      : tensor<4x5xf32>, tensor<5x6xf32> -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// What is contracted, from the maps; the rows of the result are those of x.
// CHECK-LABEL: func.func @product
func.func @product(%x: tensor<?x?xf32>, %y: tensor<?x6xf32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> {
  // CHECK-DAG: %[[K:.*]] = tensor.dim %arg0, %c1
  // CHECK-DAG: %[[J:.*]] = tensor.dim %arg1, %c0
  // CHECK: arith.cmpi eq, %[[J]], %[[K]]
  // CHECK: rt.check
  // CHECK-NEXT: graph.dot_general
  %0 = graph.dot_general %x, %y batch = [] x [] contract = [1] x [0]
      : tensor<?x?xf32>, tensor<?x6xf32> -> tensor<?x6xf32>
  // CHECK: rt.check
  // CHECK-NEXT: graph.add
  // CHECK-NOT: rt.check
  // CHECK: return
  %1 = graph.add %0, %b : tensor<?x6xf32>
  return %1 : tensor<?x6xf32>
}

// A check that stands there already, as the importer makes it.
// CHECK-LABEL: func.func @checked
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %equal = arith.cmpi eq, %n, %m : index
  %a = arith.index_cast %n : index to i64
  %b = arith.index_cast %m : index to i64
  // CHECK: rt.check
  // CHECK-NOT: rt.check
  // CHECK: return
  rt.check %equal code 2 value %a bound %b
  %0 = graph.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What a branch has checked, the code behind it does not know.
// CHECK-LABEL: func.func @branch
func.func @branch(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: scf.if
  // CHECK: rt.check
  // CHECK: else
  // CHECK: }
  // CHECK: rt.check
  // CHECK-NEXT: graph.mul
  %0 = scf.if %p -> tensor<?xf32> {
    %1 = graph.add %x, %y : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %2 = graph.mul %x, %y : tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// A result's type may say what the operands only have in the run.
// CHECK-LABEL: func.func @stated
func.func @stated(%x: tensor<?xi64>, %y: tensor<8x4xf32>) -> tensor<3x4xf32> {
  // CHECK: arith.cmpi eq, %{{.*}}, %c3
  // CHECK: rt.check
  // CHECK-NEXT: graph.gather
  %0 = graph.gather %y, %x dim = 0 : tensor<8x4xf32>, tensor<?xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Scalars computed in one way are one.
// CHECK-LABEL: func.func @computed
func.func @computed(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %a = arith.muli %n, %c2 : index
  %b = arith.muli %n, %c2 : index
  %v = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.broadcast %v dims = [] sizes(%a) : tensor<f32> to tensor<?xf32>
  %1 = graph.broadcast %v dims = [] sizes(%b) : tensor<f32> to tensor<?xf32>
  // CHECK-NOT: rt.check
  // CHECK: return
  %2 = graph.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The other families say what they need. An index tensor may be smaller.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<?x?xf32>, %i: tensor<?x?xi64>, %u: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: arith.cmpi sle
  // CHECK: rt.check
  // CHECK-NEXT: graph.gather_elements
  %0 = graph.gather_elements %x, %i dim = 1 : tensor<?x?xf32>, tensor<?x?xi64> -> tensor<?x?xf32>
  // Rows are inside already; updates have the extents of the indices.
  // CHECK-COUNT-2: arith.cmpi eq
  // CHECK-NOT: arith.cmpi sle
  // CHECK: graph.scatter_elements
  %1 = graph.scatter_elements replace %x, %i, %u dim = 1 : tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32> -> tensor<?x?xf32>
  // CHECK: arith.cmpi eq
  // CHECK: rt.check
  // CHECK-NEXT: graph.concat
  %2 = graph.concat %x, %u dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Channels in groups: of the input, and outputs that the groups share out.
// CHECK-LABEL: func.func @convolution
func.func @convolution(%x: tensor<1x?x8xf32>, %w: tensor<?x?x3xf32>) -> tensor<1x?x6xf32> {
  // CHECK: affine.apply
  // CHECK: rt.check
  // CHECK: arith.divsi
  // CHECK: rt.check
  // CHECK-NEXT: graph.convolution
  %0 = graph.convolution %x, %w strides = [1] low = [0] high = [0] lhs_dilation = [1] rhs_dilation = [1] groups = 2
      : tensor<1x?x8xf32>, tensor<?x?x3xf32> -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}

// Any number may be compared.
// CHECK-LABEL: func.func @numbers
func.func @numbers(%n: i64) -> i1 {
  // CHECK: arith.cmpi
  %most = arith.constant 9223372036854775807 : i64
  %0 = arith.cmpi slt, %n, %most : i64
  return %0 : i1
}
