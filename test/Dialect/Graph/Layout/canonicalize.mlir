// RUN: mlc-opt %s --canonicalize | FileCheck %s

// Reorders that undo each other vanish; what differs are lanes without meaning.

// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT: return %arg0
func.func @there_and_back(%x: tensor<1x24x?x8xf32>) -> tensor<1x24x?x8xf32> {
  %0 = graph.to_blocked %x dim = 1 block = 16 : tensor<1x24x?x8xf32> -> tensor<1x2x?x8x16xf32>
  %1 = graph.from_blocked %0 channels = 24 : tensor<1x2x?x8x16xf32> -> tensor<1x24x?x8xf32>
  return %1 : tensor<1x24x?x8xf32>
}

// CHECK-LABEL: func.func @back_and_there
// CHECK-NEXT: return %arg0
func.func @back_and_there(%x: tensor<1x2x8x16xf32>) -> tensor<1x2x8x16xf32> {
  %0 = graph.from_blocked %x channels = 24 : tensor<1x2x8x16xf32> -> tensor<1x24x8xf32>
  %1 = graph.to_blocked %0 dim = 1 block = 16 : tensor<1x24x8xf32> -> tensor<1x2x8x16xf32>
  return %1 : tensor<1x2x8x16xf32>
}

// CHECK-LABEL: func.func @other_blocks
// CHECK: graph.from_blocked
// CHECK: graph.to_blocked
func.func @other_blocks(%x: tensor<1x2x8x16xf32>) -> tensor<1x3x8x8xf32> {
  %0 = graph.from_blocked %x channels = 24 : tensor<1x2x8x16xf32> -> tensor<1x24x8xf32>
  %1 = graph.to_blocked %0 dim = 1 block = 8 : tensor<1x24x8xf32> -> tensor<1x3x8x8xf32>
  return %1 : tensor<1x3x8x8xf32>
}
