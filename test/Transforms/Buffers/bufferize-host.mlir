// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

module attributes {dist.meshes = {m = #dist.mesh<["data" = 2]>}} {
graph.symbol @batch {min = 1 : i64, max = 64 : i64}
kernel.func @k(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  kernel.return %x : tensor<?x4xf32>
}
kernel.func @scaled(%s: f32, %x: tensor<4xf32>, %n: i64) -> tensor<4xf32> {
  kernel.return %x : tensor<4xf32>
}
kernel.func @two(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  kernel.return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// A chain: only what is between kernels needs memory; the last one writes into
// the output, although a reshape lies between.
// CHECK-LABEL: rt.entry @chain
// CHECK-SAME: arg_attrs = [{graph.dims = ["batch", ""], graph.name = "x"}], res_attrs = [{graph.name = "y"}]
func.func @chain(%x: tensor<?x4xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<?xf32> {graph.name = "y"}) attributes {graph.entry} {
  // CHECK: %[[X:.*]] = rt.input 0
  // CHECK: %[[N:.*]] = rt.symbol @batch
  // CHECK: %[[A:.*]] = rt.alloc(%[[N]]) : tensor<?x4xf32>
  // CHECK: rt.launch @k(%[[X]], %[[A]], %[[N]], %[[N]])
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %a = kernel.call @k(%x) dims(%d) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: %[[M:.*]] = arith.muli %[[N]]
  // CHECK: %[[Y:.*]] = rt.output 0(%[[M]]) : tensor<?xf32>
  // CHECK: rt.launch @k(%[[A]], %[[Y]], %[[N]], %[[N]])
  %b = kernel.call @k(%a) dims(%d) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %d2 = tensor.dim %b, %c0 : tensor<?x4xf32>
  %c4 = arith.constant 4 : index
  %n = arith.muli %d2, %c4 : index
  // Not provable here, so checked: mlc_code 9 is an invalid reshape.
  // CHECK: rt.check %{{.*}} code 9
  // CHECK: rt.check %{{.*}} code 9
  %r = graph.reshape %b sizes(%n) : tensor<?x4xf32> to tensor<?xf32>
  // CHECK-NOT: rt.copy
  // CHECK: rt.return
  return %r : tensor<?xf32>
}

// The view's extents are another input's: whether they fit is settled before the
// kernel writes to an output of that size.
// CHECK-LABEL: rt.entry @view
func.func @view(%x: tensor<?x4xf32> {graph.dims = ["batch", ""]}, %like: tensor<?xf32>)
    -> tensor<?xf32> attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %n = tensor.dim %like, %c0 : tensor<?xf32>
  // CHECK: rt.check %{{.*}} code 9
  // CHECK: %[[Y:.*]] = rt.output 0(
  // CHECK: rt.launch @k(%{{.*}}, %[[Y]],
  %a = kernel.call @k(%x) dims(%d) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = graph.reshape %a sizes(%n) : tensor<?x4xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// Slots: buffers, extents, then scalars, whatever their order among operands.
// CHECK-LABEL: rt.entry @scalars
func.func @scalars(%x: tensor<4xf32>) -> tensor<4xf32> attributes {graph.entry} {
  %s = arith.constant 2.0 : f32
  %n = arith.constant 3 : i64
  // CHECK: rt.launch @scaled(%{{.*}}, %{{.*}}, %[[S:.*]], %[[I:.*]]) : !rt.buffer, !rt.buffer, f32, i64
  %0 = kernel.call @scaled(%s, %x, %n) : (f32, tensor<4xf32>, i64) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What cannot be written in place is copied: an input, a constant, a value that
// is returned twice.
// CHECK-LABEL: rt.entry @copies
func.func @copies(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    attributes {graph.entry} {
  // CHECK: %[[Y:.*]] = rt.output 2() : tensor<4xf32>
  // CHECK: %[[T:.*]] = rt.alloc() : tensor<4xf32>
  // CHECK: rt.launch @two(%[[X:.*]], %[[Y]], %[[T]])
  %0:2 = kernel.call @two(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[W:.*]] = rt.weight #graph.const<"{{[0-9a-f]+}}" : tensor<4xf32>>
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK: %[[O0:.*]] = rt.output 0()
  // CHECK: rt.copy %[[X]] to %[[O0]]()
  // CHECK: %[[O1:.*]] = rt.output 1()
  // CHECK: rt.copy %[[W]] to %[[O1]]()
  // CHECK: %[[O3:.*]] = rt.output 3()
  // CHECK: rt.copy %[[Y]] to %[[O3]]()
  return %x, %c, %0#0, %0#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// An aliased output is written after everything else has read its input, and
// what else returns that input is saved first.
// CHECK-LABEL: rt.entry @aliased
func.func @aliased(%x: tensor<4xf32>, %z: tensor<4xf32>)
    -> (tensor<4xf32> {graph.alias = 0 : i64}, tensor<4xf32> {graph.alias = 1 : i64}, tensor<4xf32>)
    attributes {graph.entry} {
  // CHECK: rt.launch @two(%[[X:.*]], %[[A:.*]], %{{.*}})
  %0:2 = kernel.call @two(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[O2:.*]] = rt.output 2()
  // CHECK: rt.copy %[[X]] to %[[O2]]()
  // CHECK: %[[S:.*]] = rt.alloc()
  // CHECK: rt.copy %[[X]] to %[[S]]()
  // CHECK: %[[O0:.*]] = rt.output 0()
  // CHECK: rt.copy %[[A]] to %[[O0]]()
  // CHECK: %[[O1:.*]] = rt.output 1()
  // CHECK: rt.copy %[[S]] to %[[O1]]()
  return %0#0, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Small tensors of scalars are stored element by element and read back.
// CHECK-LABEL: rt.entry @elements
func.func @elements(%x: tensor<2x3xi64>, %i: tensor<i64>) -> tensor<2xi64> attributes {graph.entry} {
  // CHECK: %[[I64:.*]] = rt.load %{{.*}}[%{{.*}}] : i64
  %0 = tensor.extract %i[] : tensor<i64>
  %1 = arith.index_cast %0 : i64 to index
  %c1 = arith.constant 1 : index
  // A position that is not constant is checked: mlc_code 3 is out of bounds.
  // CHECK: %[[P:.*]] = arith.index_cast %[[I64]]
  // CHECK: arith.cmpi ult, %[[P]]
  // CHECK: rt.check %{{.*}} code 3
  // CHECK-NOT: rt.check
  // CHECK: %[[E:.*]] = rt.load %{{.*}}[%{{.*}}] : i64
  %2 = tensor.extract %x[%1, %c1] : tensor<2x3xi64>
  // CHECK: %[[O:.*]] = rt.output 0() : tensor<2xi64>
  // CHECK: rt.store %[[E]], %[[O]][%c0{{.*}}] : i64
  // CHECK: rt.store %[[I64]], %[[O]][%c1{{.*}}] : i64
  %3 = tensor.from_elements %2, %0 : tensor<2xi64>
  return %3 : tensor<2xi64>
}

// A dimension without a name gets a symbol of its own.
// CHECK: graph.symbol @arg0_dim0
// CHECK-LABEL: rt.entry @unnamed
// CHECK-SAME: graph.dims = ["arg0_dim0", ""]
func.func @unnamed(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {graph.entry} {
  // CHECK: rt.symbol @arg0_dim0
  return %x : tensor<?x4xf32>
}

// A barrier is a border between kernels: the redundant call stays.
// CHECK-LABEL: rt.entry @redundant
func.func @redundant(%x: tensor<?x4xf32> {graph.dims = ["batch", ""]}) -> (tensor<?x4xf32>, tensor<?x4xf32>)
    attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  // CHECK: rt.launch @k(%[[X:.*]], %{{.*}}, %{{.*}}, %{{.*}})
  %a = kernel.call @k(%x) dims(%d) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = graph.barrier %x origin 1 : tensor<?x4xf32>
  // CHECK: rt.launch @k(%[[X]], %{{.*}}, %{{.*}}, %{{.*}})
  %c = kernel.call @k(%b) dims(%d) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %a, %c : tensor<?x4xf32>, tensor<?x4xf32>
}

// Casts are views; what they claim is checked: mlc_code 2 is a shape mismatch.
// CHECK-LABEL: rt.entry @casts
func.func @casts(%x: tensor<?x4xf32> {graph.dims = ["batch", ""]}) -> (tensor<8x4xf32>, tensor<?x?xf32>)
    attributes {graph.entry} {
  // CHECK: rt.check %{{.*}} code 2
  %0 = tensor.cast %x : tensor<?x4xf32> to tensor<8x4xf32>
  %1 = tensor.cast %0 : tensor<8x4xf32> to tensor<?x?xf32>
  // CHECK: rt.output 1(%c8{{.*}}, %c4{{.*}}) : tensor<?x?xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<?x?xf32>
}

// Shardings stay where they were said, on the signature and on steps.
// CHECK-LABEL: rt.entry @sharded
// CHECK-SAME: dist.sharding = #dist.sharding<"m", [{"data"}]>
func.func @sharded(%x: tensor<4xf32> {dist.sharding = #dist.sharding<"m", [{"data"}]>}) -> tensor<4xf32> attributes {graph.entry} {
  // CHECK: rt.launch @two
  // CHECK-SAME: dist.shardings = [#dist.sharding<"m", [{"data"}]>, #dist.sharding<"m", [{}]>]
  %0:2 = kernel.call @two(%x) {dist.shardings = [#dist.sharding<"m", [{"data"}]>, #dist.sharding<"m", [{}]>]}
      : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}
}
