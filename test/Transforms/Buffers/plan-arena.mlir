// RUN: mlc-opt %s --pass-pipeline='builtin.module(rt.entry(mlc-plan-arena))' | FileCheck %s

graph.symbol @n {min = 1 : i64}
graph.symbol @m {min = 1 : i64}
kernel.func @k(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  kernel.return %x : tensor<8x4xf32>
}

// Three in a row: the third takes the place of the first.
// CHECK-LABEL: rt.entry @chain
rt.entry @chain : (tensor<8x4xf32>) -> () {
  // CHECK: %[[W:.*]] = rt.arena 256
  %x = rt.input 0
  // CHECK: %[[A:.*]] = rt.slot %[[W]] at 0
  %a = rt.alloc() : tensor<8x4xf32>
  rt.launch @k(%x, %a) : !rt.buffer, !rt.buffer
  // CHECK: %[[B:.*]] = rt.slot %[[W]] at 128
  %b = rt.alloc() : tensor<8x4xf32>
  rt.launch @k(%a, %b) : !rt.buffer, !rt.buffer
  // CHECK: %[[C:.*]] = rt.slot %[[W]] at 0
  %c = rt.alloc() : tensor<8x4xf32>
  rt.launch @k(%b, %c) : !rt.buffer, !rt.buffer
  rt.return
}

// The branches share space; sizes are rounded up to 64 bytes.
// CHECK-LABEL: rt.entry @branches
rt.entry @branches : (tensor<i1>) -> () {
  // CHECK: %[[W:.*]] = rt.arena 64
  %p = rt.input 0
  %c0 = arith.constant 0 : index
  %v = rt.load %p[%c0] : i1
  scf.if %v {
    // CHECK: rt.slot %[[W]] at 0
    %a = rt.alloc() : tensor<3xf32>
    rt.copy %p to %a() : tensor<3xf32>
  } else {
    // CHECK: rt.slot %[[W]] at 0
    %b = rt.alloc() : tensor<5xf32>
    rt.copy %p to %b() : tensor<5xf32>
  }
  rt.return
}

// What a loop reads from outside lives through the whole loop, although its last
// use comes before the allocation inside.
// CHECK-LABEL: rt.entry @loop
rt.entry @loop : (tensor<8x4xf32>) -> () {
  // CHECK: rt.arena 384
  %x = rt.input 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // CHECK: rt.slot %{{.*}} at 0
  %a = rt.alloc() : tensor<8x4xf32>
  rt.launch @k(%x, %a) : !rt.buffer, !rt.buffer
  scf.for %i = %c0 to %c9 step %c1 {
    // CHECK: rt.slot %{{.*}} at 128
    %b = rt.alloc() : tensor<8x4xf32>
    rt.launch @k(%a, %b) : !rt.buffer, !rt.buffer
    // CHECK: rt.slot %{{.*}} at 256
    %c = rt.alloc() : tensor<8x4xf32>
    rt.launch @k(%b, %c) : !rt.buffer, !rt.buffer
  }
  rt.return
}

// Other names of a buffer keep it alive: the result of a loop, a choice.
// CHECK-LABEL: rt.entry @names
rt.entry @names : (tensor<8x4xf32>) -> () {
  // CHECK: rt.arena 512
  %x = rt.input 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %p = rt.load %x[%c0] : i1
  %a = rt.alloc() : tensor<8x4xf32>
  %b = rt.alloc() : tensor<8x4xf32>
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%u = %a, %v = %b) -> (!rt.buffer, !rt.buffer) {
    rt.launch @k(%u, %v) : !rt.buffer, !rt.buffer
    scf.yield %v, %u : !rt.buffer, !rt.buffer
  }
  %d = rt.alloc() : tensor<8x4xf32>
  %s = arith.select %p, %r#0, %d : !rt.buffer
  %e = rt.alloc() : tensor<8x4xf32>
  rt.launch @k(%s, %e) : !rt.buffer, !rt.buffer
  rt.return
}

// One dynamic size: the artifact plans. Sizes grow with the symbols here.
// CHECK-LABEL: rt.entry @dynamic
rt.entry @dynamic : (tensor<?xf32>) -> () {
  // CHECK: %[[P:.*]] = rt.plan [{{[0-9]+, [0-9]+, [0-9]+, [0-9]+}}] monotone {
  // CHECK: ^bb0(%[[N:.*]]: index, %{{.*}}: index):
  // CHECK: %[[T:.*]] = arith.muli %[[N]]
  // CHECK: %[[S0:.*]] = rt.bytes(%[[T]]) : tensor<?xf32>
  // CHECK: %[[S1:.*]] = rt.bytes() : tensor<8xf32>
  // CHECK: rt.plan_yield %[[S0]], %[[S1]]
  %x = rt.input 0
  %n = rt.symbol @n
  %c2 = arith.constant 2 : index
  %t = arith.muli %n, %c2 : index
  // CHECK: rt.planned %[[P]][0]
  %a = rt.alloc(%t) : tensor<?xf32>
  rt.copy %x to %a(%t) : tensor<?xf32>
  // CHECK: rt.planned %[[P]][1]
  %b = rt.alloc() : tensor<8xf32>
  rt.copy %a to %b() : tensor<8xf32>
  rt.return
}

// A size that shrinks with a symbol: the plan is for the exact values.
// CHECK-LABEL: rt.entry @shrinks
rt.entry @shrinks : (tensor<?xf32>) -> () {
  // CHECK: rt.plan [{{[0-9]+, [0-9]+}}] {
  %x = rt.input 0
  %n = rt.symbol @n
  %m = rt.symbol @m
  %t = arith.subi %n, %m : index
  %a = rt.alloc(%t) : tensor<?xf32>
  rt.copy %x to %a(%t) : tensor<?xf32>
  rt.return
}

// The product of two differences falls where both are negative.
// CHECK-LABEL: rt.entry @differences
rt.entry @differences : (tensor<?xf32>) -> () {
  // CHECK: rt.plan [{{[0-9]+, [0-9]+}}] {
  %x = rt.input 0
  %n = rt.symbol @n
  %m = rt.symbol @m
  %c4 = arith.constant 4 : index
  %s = arith.subi %n, %c4 : index
  %t = arith.subi %m, %c4 : index
  %u = arith.muli %s, %t : index
  %a = rt.alloc(%u) : tensor<?xf32>
  rt.copy %x to %a(%u) : tensor<?xf32>
  rt.return
}

// Not when they stop at 0, nor that of one with a constant; an allocation with a
// negative extent fails.
// CHECK-LABEL: rt.entry @stopped
rt.entry @stopped : (tensor<?xf32>) -> () {
  // CHECK: rt.plan [{{[0-9]+, [0-9]+}}] monotone {
  %x = rt.input 0
  %n = rt.symbol @n
  %m = rt.symbol @m
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = arith.subi %n, %c4 : index
  %t = arith.subi %m, %c4 : index
  %s0 = arith.maxsi %s, %c0 : index
  %t0 = arith.maxsi %t, %c0 : index
  %u = arith.muli %s0, %t0 : index
  %a = rt.alloc(%u) : tensor<?xf32>
  rt.copy %x to %a(%u) : tensor<?xf32>
  rt.return
}

// CHECK-LABEL: rt.entry @window
rt.entry @window : (tensor<?x?xf32>) -> () {
  // CHECK: rt.plan [{{[0-9]+, [0-9]+}}] monotone {
  %x = rt.input 0
  %n = rt.symbol @n
  %m = rt.symbol @m
  %c4 = arith.constant 4 : index
  %s = arith.subi %n, %c4 : index
  %t = arith.subi %m, %c4 : index
  %u = arith.muli %s, %c4 : index
  %a = rt.alloc(%u, %t) : tensor<?x?xf32>
  rt.copy %x to %a(%u, %t) : tensor<?x?xf32>
  rt.return
}
