// RUN: mlc-opt %s --mlc-split-variants | FileCheck %s

#one = affine_set<()[s0] : (s0 - 1 == 0)>
#few = affine_set<()[s0] : (-s0 + 8 >= 0)>

// CHECK-DAG: #[[ONE:.*]] = affine_set<()[s0] : (s0 - 1 == 0)>
// CHECK-DAG: #[[FEW:.*]] = affine_set<()[s0] : (-s0 + 8 >= 0)>

// A kernel per condition, each with the variants that its calls may take; what
// follows an unguarded one is never reached.
// CHECK-LABEL: kernel.func @k.case0
// CHECK-SAME: sched.given = #[[ONE]]
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" by "a">, <isa "v4">, <>]>
// CHECK-LABEL: kernel.func @k.case1
// CHECK-SAME: sched.given = #[[FEW]]
// CHECK-SAME: sched.schedule = #sched.schedule<[<by "b">]>
// CHECK-LABEL: kernel.func @k(
// CHECK-SAME: sched.cases = [#sched.case<when #[[ONE]] kernel @k.case0>, #sched.case<when #[[FEW]] kernel @k.case1>]
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4">, <>]>
kernel.func @k(%x: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[
      <isa "v4" when #one by "a">, <when #few by "b">, <isa "v4">, <>]>} {
  %0 = graph.neg %x : tensor<?xf32>
  kernel.return %0 : tensor<?xf32>
}

// Nothing to tell apart at run time: one kernel.
// CHECK-LABEL: kernel.func @levels
// CHECK-NOT: sched.cases
// CHECK-NOT: @levels.case
kernel.func @levels(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<isa "v4">, <>]>} {
  %0 = graph.neg %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
