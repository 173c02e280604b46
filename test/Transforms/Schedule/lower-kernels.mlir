// RUN: mlc-opt %s --mlc-lower-kernels --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-lower-kernels=levels=v3,v4_amx --split-input-file | FileCheck %s --check-prefix=ALONE

// The tile comes from the schedule: two rows at a time where the level's own
// would be fourteen.
// CHECK: module @isa_v3
// CHECK: module @isa_v4 
// CHECK: func.func @tiled(
// CHECK-COUNT-4: math.fma
// CHECK-NOT: math.fma
// CHECK: func.func @tiled.items
// Levels that inherit hold nothing of it.
// CHECK-NOT: @isa_v4_vnni
// CHECK-NOT: @isa_v4_amx
kernel.func @tiled(%x: tensor<2x64xf32>, %w: tensor<64x32xf32>) -> tensor<2x32xf32>
    attributes {kernel.kind = "contraction",
      sched.schedule = #sched.schedule<[<isa "v4" levels [<parallel [2, 32]>]>, <>]>} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<2x64xf32>, tensor<64x32xf32> -> tensor<2x32xf32>
  kernel.return %0 : tensor<2x32xf32>
}

// -----

// A variant for v4_vnni gives that level code of its own, for this kernel only;
// v4_amx takes the same variant and so inherits the code.
// CHECK: module @isa_v4_vnni
// CHECK-NOT: @plain
// CHECK: func.func @own(
// CHECK-NOT: @plain
// CHECK-NOT: @isa_v4_amx
kernel.func @own(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<isa "v4_vnni">, <>]>} {
  %0 = graph.neg %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
// Without v4 there is nothing to inherit: v3 has other vectors.
// ALONE: module @isa_v4_amx
// ALONE: func.func @own(
// ALONE: func.func @plain(
kernel.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<isa "v3">, <>]>} {
  %0 = graph.abs %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}
