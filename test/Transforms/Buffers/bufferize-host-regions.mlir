// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

graph.symbol @batch {min = 1 : i64}
kernel.func @s(%x: tensor<8xf32>) -> tensor<8xf32> {
  kernel.return %x : tensor<8xf32>
}
kernel.func @d(%x: tensor<?xf32>) -> tensor<?xf32> {
  kernel.return %x : tensor<?xf32>
}
kernel.func @test(%x: tensor<8xf32>) -> tensor<i1> {
  %0 = graph.constant dense<true> : tensor<i1>
  kernel.return %0 : tensor<i1>
}

// Both branches write where the result is wanted: in the output.
// CHECK-LABEL: rt.entry @branches
func.func @branches(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> attributes {graph.entry} {
  %c = tensor.extract %p[] : tensor<i1>
  // CHECK: %[[O:.*]] = rt.output 0()
  // CHECK: scf.if
  %r = scf.if %c -> tensor<8xf32> {
    // CHECK: %[[T:.*]] = rt.alloc()
    // CHECK: rt.launch @s(%[[X:.*]], %[[T]])
    // CHECK: rt.launch @s(%[[T]], %[[O]])
    %a = kernel.call @s(%x) : (tensor<8xf32>) -> tensor<8xf32>
    %b = kernel.call @s(%a) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  } else {
    // CHECK: } else {
    // CHECK: rt.copy %[[X]] to %[[O]]()
    scf.yield %x : tensor<8xf32>
  }
  // CHECK: rt.return
  return %r : tensor<8xf32>
}

// Carried values alternate between two buffers; the body allocates only what
// stays within one iteration.
// CHECK-LABEL: rt.entry @loop
func.func @loop(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // CHECK: %[[A:.*]] = rt.alloc()
  // CHECK: %[[B:.*]] = rt.alloc()
  // CHECK: rt.copy %{{.*}} to %[[A]]()
  // CHECK: %[[C:.*]] = rt.alloc()
  // CHECK: %[[D:.*]] = rt.alloc()
  // CHECK: rt.copy %{{.*}} to %[[C]]()
  // CHECK: scf.for {{.*}} iter_args(%[[CUR:.*]] = %[[A]], %[[SPARE:.*]] = %[[B]], %[[CUR2:.*]] = %[[C]], %[[SPARE2:.*]] = %[[D]])
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %x, %w = %x) -> (tensor<8xf32>, tensor<8xf32>) {
    // CHECK: rt.launch @s(%[[CUR]], %[[SPARE]])
    %n = kernel.call @s(%v) : (tensor<8xf32>) -> tensor<8xf32>
    // The old value of one becomes the new value of the other.
    // CHECK: rt.copy %[[CUR]] to %[[SPARE2]]()
    // CHECK: scf.yield %[[SPARE]], %[[CUR]], %[[SPARE2]], %[[CUR2]]
    scf.yield %n, %v : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// A loop that keeps a dynamic shape is as good as a static one.
// CHECK-LABEL: rt.entry @keeps_shape
func.func @keeps_shape(%x: tensor<?xf32> {graph.dims = ["batch"]}) -> tensor<?xf32> attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // CHECK: %[[N:.*]] = rt.symbol @batch
  // CHECK: rt.alloc(%[[N]])
  // CHECK: rt.alloc(%[[N]])
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %x) -> tensor<?xf32> {
    %n = tensor.dim %v, %c0 : tensor<?xf32>
    // CHECK: rt.launch @d(%{{.*}}, %{{.*}}, %[[N]], %[[N]])
    %w = kernel.call @d(%v) dims(%n) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  // CHECK-NOT: late
  // CHECK: rt.output 0(%[[N]])
  return %r : tensor<?xf32>
}

// A loop that grows its value owns a late buffer per iteration and releases the
// one it replaces.
// CHECK-LABEL: rt.entry @grows
func.func @grows(%x: tensor<?xf32> {graph.dims = ["batch"]}) -> tensor<?xf32> attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // CHECK: %[[FIRST:.*]] = rt.late_alloc(%[[N:.*]]) : tensor<?xf32>
  // CHECK: rt.copy %{{.*}} to %[[FIRST]](%[[N]])
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[CUR:.*]] = %[[FIRST]], %[[LEN:.*]] = %[[N]])
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %x) -> tensor<?xf32> {
    %n = tensor.dim %v, %c0 : tensor<?xf32>
    %m = arith.addi %n, %c1 : index
    // CHECK: %[[M:.*]] = arith.addi %[[LEN]]
    // CHECK: %[[T:.*]] = rt.late_alloc(%[[M]])
    // CHECK: %[[NEXT:.*]] = rt.late_alloc(%[[M]])
    %t = kernel.call @d(%v) dims(%m) : (tensor<?xf32>) -> tensor<?xf32>
    %w = kernel.call @d(%t) dims(%m) : (tensor<?xf32>) -> tensor<?xf32>
    // CHECK: rt.late_release %[[CUR]]
    // CHECK: rt.late_release %[[T]]
    // CHECK: scf.yield %[[NEXT]], %[[M]]
    scf.yield %w : tensor<?xf32>
  }
  // CHECK: %[[O:.*]] = rt.output 0(%[[R]]#1)
  // CHECK: rt.copy %[[R]]#0 to %[[O]](%[[R]]#1)
  return %r : tensor<?xf32>
}

// Branches of different sizes: the result is a late buffer that it owns.
// CHECK-LABEL: rt.entry @uneven
func.func @uneven(%x: tensor<8xf32>, %y: tensor<4xf32>, %p: tensor<i1>) -> tensor<?xf32> attributes {graph.entry} {
  %c = tensor.extract %p[] : tensor<i1>
  // CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (!rt.buffer, index)
  %r = scf.if %c -> tensor<?xf32> {
    // CHECK: %[[A:.*]] = rt.late_alloc(%c8{{.*}})
    // CHECK: scf.yield %[[A]], %c8{{.*}}
    %a = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    // CHECK: %[[B:.*]] = rt.late_alloc(%c4{{.*}})
    // CHECK: scf.yield %[[B]], %c4{{.*}}
    %b = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  // CHECK: rt.output 0(%[[R]]#1)
  return %r : tensor<?xf32>
}

// A while loop that tests in `before` and computes in `after`.
// CHECK-LABEL: rt.entry @while
func.func @while(%x: tensor<8xf32>) -> tensor<8xf32> attributes {graph.entry} {
  // CHECK: %[[A:.*]] = rt.alloc()
  // CHECK: %[[B:.*]] = rt.alloc()
  // CHECK: %[[R:.*]]:2 = scf.while (%[[CUR:.*]] = %{{.*}}, %[[SPARE:.*]] = %{{.*}})
  %r = scf.while (%v = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: rt.launch @test(%[[CUR]], %[[P:.*]])
    // CHECK: %[[C:.*]] = rt.load %[[P]]
    // CHECK: scf.condition(%[[C]]) %[[CUR]], %[[SPARE]]
    %p = kernel.call @test(%v) : (tensor<8xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %v : tensor<8xf32>
  } do {
  // CHECK: ^bb0(%[[CUR2:.*]]: !rt.buffer, %[[SPARE2:.*]]: !rt.buffer):
  ^bb0(%v: tensor<8xf32>):
    // CHECK: rt.launch @s(%[[CUR2]], %[[SPARE2]])
    // CHECK: scf.yield %[[SPARE2]], %[[CUR2]]
    %w = kernel.call @s(%v) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  // CHECK: rt.copy %[[R]]#0 to
  return %r : tensor<8xf32>
}

// A do-while: `before` computes, its result lies outside the loop.
// CHECK-LABEL: rt.entry @do_while
func.func @do_while(%x: tensor<8xf32>) -> tensor<8xf32> attributes {graph.entry} {
  // CHECK: rt.alloc()
  // CHECK: rt.alloc()
  // CHECK: %[[F:.*]] = rt.alloc()
  // CHECK: %[[R:.*]]:2 = scf.while (%[[CUR:.*]] = %{{.*}}, %[[SPARE:.*]] = %{{.*}})
  %r = scf.while (%v = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: rt.launch @s(%[[CUR]], %[[F]])
    %w = kernel.call @s(%v) : (tensor<8xf32>) -> tensor<8xf32>
    %p = kernel.call @test(%w) : (tensor<8xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %w : tensor<8xf32>
  } do {
  // CHECK: ^bb0(%[[CUR2:.*]]: !rt.buffer, %[[SPARE2:.*]]: !rt.buffer):
  ^bb0(%w: tensor<8xf32>):
    // CHECK: rt.copy %[[F]] to %[[SPARE2]]()
    scf.yield %w : tensor<8xf32>
  }
  // CHECK: rt.copy %[[F]] to
  return %r : tensor<8xf32>
}

// A kernel on what a while loop grew: its extent is that of the result, not of
// what the loop carries inside.
// CHECK-LABEL: rt.entry @grown
func.func @grown(%x: tensor<?xf32> {graph.name = "x", graph.dims = ["batch"]}, %l: tensor<i64>) -> tensor<?xf32> attributes {graph.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %l[] : tensor<i64>
  %limit = arith.index_cast %e : i64 to index
  // CHECK: %[[R:.*]]:2 = scf.while
  %r = scf.while (%v = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %n = tensor.dim %v, %c0 : tensor<?xf32>
    %c = arith.cmpi slt, %n, %limit : index
    scf.condition(%c) %v : tensor<?xf32>
  } do {
  ^bb0(%v: tensor<?xf32>):
    %n = tensor.dim %v, %c0 : tensor<?xf32>
    %m = arith.addi %n, %c1 : index
    %w = kernel.call @d(%v) dims(%m) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  // CHECK: %[[O:.*]] = rt.output 0(%[[R]]#1)
  // CHECK: rt.launch @d(%[[R]]#0, %[[O]], %[[R]]#1, %[[R]]#1)
  %n = tensor.dim %r, %c0 : tensor<?xf32>
  %y = kernel.call @d(%r) dims(%n) : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
