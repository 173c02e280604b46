// RUN: mlc-opt %s --pass-pipeline='builtin.module(rt.entry(mlc-choose-cases,canonicalize))' | FileCheck %s

#one = affine_set<()[s0] : (s0 - 1 == 0)>
#sixteenths = affine_set<()[s0, s1] : (s1 mod 16 == 0, s0 - 8 >= 0)>

kernel.func @k.case0(%x: tensor<?x?xf32>) -> tensor<4xf32> attributes {sched.given = #one} {
  %0 = graph.constant dense<0.0> : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
kernel.func @k.case1(%x: tensor<?x?xf32>) -> tensor<4xf32> attributes {sched.given = #sixteenths} {
  %0 = graph.constant dense<0.0> : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
kernel.func @k(%x: tensor<?x?xf32>) -> tensor<4xf32> attributes {sched.cases = [
    #sched.case<when #one kernel @k.case0>, #sched.case<when #sixteenths kernel @k.case1>]} {
  %0 = graph.constant dense<0.0> : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

// The first condition that holds, on the extents of the launch itself.
// CHECK-LABEL: rt.entry @main
// CHECK: %[[M:.*]] = rt.symbol @m
// CHECK: %[[N:.*]] = rt.symbol @n
// CHECK: scf.if
// CHECK-NEXT: rt.launch @k.case0(%{{.*}}, %{{.*}}, %[[M]], %[[N]])
// CHECK: else
// CHECK: arith.remsi %[[N]]
// CHECK: scf.if
// CHECK-NEXT: rt.launch @k.case1(
// CHECK: else
// CHECK-NEXT: rt.launch @k(
// Where the extents are known nothing is left to test.
// CHECK: rt.launch @k.case1(
// CHECK-NEXT: rt.return
graph.symbol @m
graph.symbol @n
rt.entry @main : (tensor<?x?xf32>) -> tensor<4xf32> {
  %x = rt.input 0
  %m = rt.symbol @m
  %n = rt.symbol @n
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %y = rt.output 0() : tensor<4xf32>
  rt.launch @k(%x, %y, %m, %n) : !rt.buffer, !rt.buffer, index, index
  rt.launch @k(%x, %y, %c9, %c32) : !rt.buffer, !rt.buffer, index, index
  rt.return
}
