// RUN: mlc-opt %s --mlc-lower-kernels --split-input-file -verify-diagnostics

// expected-error @+1 {{no emitter is named 'mine', which its variant asks for}}
kernel.func @hand(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<by "mine">]>} {
  %0 = graph.neg %x : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

// -----

#one = affine_set<()[s0] : (s0 - 1 == 0)>
// expected-error @+1 {{has variants for conditions; they must be split off before it is lowered (mlc-split-variants)}}
kernel.func @k(%x: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kind = "loop",
    sched.schedule = #sched.schedule<[<when #one>, <>]>} {
  %0 = graph.neg %x : tensor<?xf32>
  kernel.return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{its schedule asks for the register tile #sched.level<parallel [6, 24]>, which level v2 cannot have}}
kernel.func @tile(%x: tensor<2x64xf32>, %w: tensor<64x32xf32>) -> tensor<2x32xf32>
    attributes {kernel.kind = "contraction",
      sched.schedule = #sched.schedule<[<levels [<parallel [6, 24]>]>]>} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<2x64xf32>, tensor<64x32xf32> -> tensor<2x32xf32>
  kernel.return %0 : tensor<2x32xf32>
}
