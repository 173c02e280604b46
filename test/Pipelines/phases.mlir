// RUN: mlc-opt %s --mlc-phase-infer --mlc-phase-simplify --mlc-phase-layout \
// RUN:   --mlc-phase-fuse --mlc-phase-lower --mlc-phase-buffers | FileCheck %s

// CHECK: rt.entry @main
// CHECK: rt.weight
// CHECK: rt.launch @k0
// CHECK: module @isa_v2
// CHECK: module @isa_v3
// CHECK: module @isa_v4
func.func @main(%x: tensor<?x64xf32> {graph.name = "x"}) -> (tensor<?x48xf32> {graph.name = "y"})
    attributes {graph.entry} {
  %w = graph.constant dense<0.5> : tensor<64x48xf32>
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x64xf32>, tensor<64x48xf32> -> tensor<?x48xf32>
  %1 = graph.gelu erf %0 : tensor<?x48xf32>
  return %1 : tensor<?x48xf32>
}
