// RUN: mlc-opt %s --mlc-schedule-kernels | FileCheck %s
// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v3,sm_80 | FileCheck %s --check-prefix=TWO
// RUN: not mlc-opt %s --mlc-schedule-kernels=levels=v9 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v3,v4_amx | FileCheck %s --check-prefix=ALONE
// ALONE-LABEL: kernel.func @product
// ALONE-SAME: sched.schedule = #sched.schedule<[<isa "v4_amx" levels [<parallel [14, 32]>]>, <levels [<parallel [6, 16]>]>]>
// NAME: no code level is named 'v9'

// The register tile of a product follows the level; levels without own vectors
// have no variant and inherit.
// CHECK-LABEL: kernel.func @product
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" levels [<parallel [14, 32]>]>, <isa "v3" levels [<parallel [6, 16]>]>, <levels [<parallel [3, 16]>]>]>
// One level: nothing to tell apart. No form for GPUs.
// TWO-LABEL: kernel.func @product
// TWO-SAME: sched.schedule = #sched.schedule<[<levels [<parallel [6, 16]>]>]>
kernel.func @product(%x: tensor<20x64xf32>, %w: tensor<64x48xf32>) -> tensor<20x48xf32>
    attributes {kernel.kind = "contraction"} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<20x64xf32>, tensor<64x48xf32> -> tensor<20x48xf32>
  kernel.return %0 : tensor<20x48xf32>
}

// A device's variants come first, and name a level.
// CHECK-LABEL: kernel.func @loop
// CHECK-SAME: sched.schedule = #sched.schedule<[<>]>
// TWO-LABEL: kernel.func @loop
// TWO-SAME: sched.schedule = #sched.schedule<[<isa "sm_80" levels [<thread [1]>]>, <>]>
kernel.func @loop(%x: tensor<?x37xf32>) -> tensor<?x37xf32> attributes {kernel.kind = "loop"} {
  %0 = graph.neg %x : tensor<?x37xf32>
  kernel.return %0 : tensor<?x37xf32>
}

// What is written by hand stays.
// CHECK-LABEL: kernel.func @hand
// CHECK-SAME: <isa "v4" by "mine">, <>
kernel.func @hand(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<isa "v4" by "mine">, <>]>} {
  %0 = graph.neg %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
