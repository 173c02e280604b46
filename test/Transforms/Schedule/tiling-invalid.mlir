// What a schedule written by hand asks for is checked.
// RUN: not mlc-opt %s --split-input-file --mlc-lower-kernels=levels=v3 2>&1 | FileCheck %s

// CHECK: its schedule asks for #sched.level<reduction [1024]>; a pass adds up 16 to 512 terms, in steps of 16
kernel.func @terms(%x: tensor<20x64xf32>, %w: tensor<64x48xf32>) -> tensor<20x48xf32>
    attributes {kernel.kind = "contraction", sched.schedule = #sched.schedule<[<levels [<reduction [1024]>]>]>} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<20x64xf32>, tensor<64x48xf32> -> tensor<20x48xf32>
  kernel.return %0 : tensor<20x48xf32>
}

// -----

// CHECK: its schedule asks for #sched.level<block [4096, 1]>; a work item has rows (up to 128) and panels
kernel.func @block(%x: tensor<20x64xf32>, %w: tensor<64x48xf32>) -> tensor<20x48xf32>
    attributes {kernel.kind = "contraction", sched.schedule = #sched.schedule<[<levels [<block [4096, 1]>]>]>} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<20x64xf32>, tensor<64x48xf32> -> tensor<20x48xf32>
  kernel.return %0 : tensor<20x48xf32>
}
