// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

graph.symbol @n {min = 1 : i64}
kernel.func @row(%x: tensor<4xf32>) -> tensor<4xf32> {
  kernel.return %x : tensor<4xf32>
}

// A loop that fills its result row by row: the kernel writes into the row, the
// carried buffer stays, nothing is copied inside.
// CHECK-LABEL: rt.entry @fill
func.func @fill(%x: tensor<4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[CUR:.*]] = %{{.*}}, %[[SPARE:.*]] = %{{.*}})
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%all = %y) -> tensor<8x4xf32> {
    // CHECK-NOT: rt.copy
    // CHECK: rt.check %{{.*}} code 3
    // CHECK: %[[BOX:.*]] = rt.offset %[[CUR]] by %{{.*}} of f32
    // CHECK: rt.launch @row(%{{.*}}, %[[BOX]])
    %row = kernel.call @row(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %wide = graph.reshape %row : tensor<4xf32> to tensor<1x4xf32>
    %next = graph.insert_slice %wide into %all [%i, 0] : tensor<1x4xf32> into tensor<8x4xf32>
    // CHECK-NOT: rt.copy
    // CHECK: scf.yield %[[CUR]], %[[SPARE]]
    scf.yield %next : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}

// The old value is still wanted: the result starts as a copy, in the output.
// CHECK-LABEL: rt.entry @keep
func.func @keep(%x: tensor<1x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) attributes {graph.entry} {
  // CHECK: %[[O:.*]] = rt.output 0()
  // CHECK: rt.copy %[[Y:.*]] to %[[O]]()
  // CHECK: %[[BOX:.*]] = rt.offset %[[O]] by %c12
  // CHECK: rt.copy %{{.*}} to %[[BOX]]() : tensor<1x4xf32>
  %r = graph.insert_slice %x into %y [3, 0] : tensor<1x4xf32> into tensor<8x4xf32>
  return %r, %y : tensor<8x4xf32>, tensor<8x4xf32>
}

// A chain of inserts works on one buffer.
// CHECK-LABEL: rt.entry @chain
func.func @chain(%x: tensor<4xf32>, %y: tensor<2x4xf32>) -> tensor<8xf32> attributes {graph.entry} {
  // CHECK: rt.copy %{{.*}} to %[[B:.*]]() : tensor<2x4xf32>
  // CHECK: rt.offset %[[B]] by %c0
  // CHECK: rt.launch
  %a = kernel.call @row(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %a1 = graph.reshape %a : tensor<4xf32> to tensor<1x4xf32>
  %0 = graph.insert_slice %a1 into %y [0, 0] : tensor<1x4xf32> into tensor<2x4xf32>
  // CHECK: rt.offset %[[B]] by %c4
  // CHECK: rt.launch
  %b = kernel.call @row(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b1 = graph.reshape %b : tensor<4xf32> to tensor<1x4xf32>
  %1 = graph.insert_slice %b1 into %0 [1, 0] : tensor<1x4xf32> into tensor<2x4xf32>
  %2 = graph.reshape %1 : tensor<2x4xf32> to tensor<8xf32>
  return %2 : tensor<8xf32>
}

// An update of an aliased input: in the output, which may be the input's buffer,
// once the last reader of the old value is done.
// CHECK-LABEL: rt.entry @update
func.func @update(%cache: tensor<8x4xf32>, %x: tensor<4xf32>, %w: tensor<4xf32>)
    -> (tensor<8x4xf32> {graph.alias = 0 : i64}, tensor<8x4xf32>) attributes {graph.entry} {
  // CHECK: %[[ROW:.*]] = rt.alloc()
  // CHECK: rt.launch @row(%{{.*}}, %[[ROW]])
  %row = kernel.call @row(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rt.launch @all(%[[CACHE:.*]], %{{.*}})
  %old = kernel.call @all(%cache) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: %[[O:.*]] = rt.output 0()
  // CHECK: rt.copy %[[CACHE]] to %[[O]]()
  // CHECK: %[[BOX:.*]] = rt.offset %[[O]]
  // CHECK: rt.copy %[[ROW]] to %[[BOX]]()
  %wide = graph.reshape %row : tensor<4xf32> to tensor<1x4xf32>
  %new = graph.insert_slice %wide into %cache [5, 0] : tensor<1x4xf32> into tensor<8x4xf32>
  // CHECK-NOT: rt.output
  return %new, %old : tensor<8x4xf32>, tensor<8x4xf32>
}
kernel.func @all(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  kernel.return %x : tensor<8x4xf32>
}
