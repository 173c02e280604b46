// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

kernel.func @part(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  kernel.return %x : tensor<1x4x8xf32>
}
kernel.func @read(%x: tensor<1x12x8xf32>) -> tensor<1x4x8xf32> {
  %0 = graph.slice %x [0, 0, 0] steps = [1, 1, 1] : tensor<1x12x8xf32> to tensor<1x4x8xf32>
  kernel.return %0 : tensor<1x4x8xf32>
}

// Each concat adds to the one before: all of them are one buffer, and the parts
// are computed in it, though they are read elsewhere too.
// CHECK-LABEL: rt.entry @chain
// CHECK: %[[ALL:.*]] = rt.alloc() : tensor<1x12x8xf32>
// CHECK-DAG: %[[FIRST:.*]] = rt.offset %[[ALL]] by %c0{{.*}} of f32
// CHECK-DAG: %[[A:.*]] = rt.offset %[[FIRST]] by %c0{{.*}} of f32
// CHECK: rt.launch @part(%{{.*}}, %[[A]])
// CHECK: %[[B:.*]] = rt.offset %[[FIRST]] by %c32{{.*}} of f32
// CHECK: rt.launch @part(%[[A]], %[[B]])
// CHECK: %[[C:.*]] = rt.offset %[[ALL]] by %c64{{.*}} of f32
// CHECK: rt.launch @part(%[[B]], %[[C]])
// CHECK-NOT: rt.copy
// CHECK: rt.launch @read(%[[ALL]],
func.func @chain(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> attributes {graph.entry} {
  %a = kernel.call @part(%x) : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %b = kernel.call @part(%a) : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %ab = graph.concat %a, %b dim = 1 : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  %c = kernel.call @part(%b) : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %abc = graph.concat %ab, %c dim = 1 : (tensor<1x8x8xf32>, tensor<1x4x8xf32>) -> tensor<1x12x8xf32>
  %r = kernel.call @read(%abc) : (tensor<1x12x8xf32>) -> tensor<1x4x8xf32>
  return %r : tensor<1x4x8xf32>
}

// An input has a place of its own, a part of two concats can be in one only.
// CHECK-LABEL: rt.entry @copies
// CHECK: %[[OUT:.*]] = rt.output 0()
// CHECK: rt.copy %{{.*}} to %{{.*}}() : tensor<1x4x8xf32>
// CHECK: rt.copy %{{.*}} to %{{.*}}() : tensor<1x4x8xf32>
// CHECK: rt.output 1()
func.func @copies(%x: tensor<1x4x8xf32>) -> (tensor<1x8x8xf32>, tensor<1x8x8xf32>) attributes {graph.entry} {
  %a = kernel.call @part(%x) : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %0 = graph.concat %x, %a dim = 1 : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  %1 = graph.concat %a, %x dim = 1 : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  return %0, %1 : tensor<1x8x8xf32>, tensor<1x8x8xf32>
}
