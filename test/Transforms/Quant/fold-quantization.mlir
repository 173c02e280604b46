// RUN: mlc-opt %s --mlc-fold-quantization --canonicalize --split-input-file | FileCheck %s

// The largest of dequantised bytes is the largest byte, and with the same
// parameters nothing is left to do.

// CHECK-LABEL: func.func @pooled
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xui8>
// CHECK: %[[W:.*]] = graph.window max %[[X]]
// CHECK-SAME: tensor<1x4x8x8xui8> -> tensor<1x4x4x4xui8>
// CHECK: return %[[W]]
func.func @pooled(%x: tensor<1x4x8x8xui8>) -> tensor<1x4x4x4xui8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<ui8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<1x4x8x8xui8>, tensor<f32>, tensor<ui8> -> tensor<1x4x8x8xf32>
  %1 = graph.window max %0 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<1x4x8x8xf32> -> tensor<1x4x4x4xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x4x4x4xf32>, tensor<f32>, tensor<ui8> -> tensor<1x4x4x4xui8>
  return %2 : tensor<1x4x4x4xui8>
}

// -----

// Another scale, one that is negative or unknown, and sums.

// CHECK-LABEL: func.func @other
// CHECK: graph.dequantize
// CHECK: graph.quantize
func.func @other(%x: tensor<8xui8>) -> tensor<8xui8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %z = graph.constant dense<3> : tensor<ui8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<8xui8>, tensor<f32>, tensor<ui8> -> tensor<8xf32>
  %1 = graph.quantize %0, %t, %z axis = 0 block = 0 : tensor<8xf32>, tensor<f32>, tensor<ui8> -> tensor<8xui8>
  return %1 : tensor<8xui8>
}

// CHECK-LABEL: func.func @negative
// CHECK: graph.window max {{.*}} tensor<1x1x6xf32>
// CHECK: graph.quantize
func.func @negative(%x: tensor<1x1x8xi8>) -> tensor<1x1x6xi8> {
  %s = graph.constant dense<-0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<i8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<1x1x8xi8>, tensor<f32>, tensor<i8> -> tensor<1x1x8xf32>
  %1 = graph.window max %0 kernel = [3] strides = [1] dilations = [1] low = [0] high = [0] : tensor<1x1x8xf32> -> tensor<1x1x6xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x1x6xf32>, tensor<f32>, tensor<i8> -> tensor<1x1x6xi8>
  return %2 : tensor<1x1x6xi8>
}

// CHECK-LABEL: func.func @unknown
// CHECK: graph.dequantize
// CHECK: graph.quantize
func.func @unknown(%x: tensor<8xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<8xui8> {
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<8xui8>, tensor<f32>, tensor<ui8> -> tensor<8xf32>
  %1 = graph.quantize %0, %s, %z axis = 0 block = 0 : tensor<8xf32>, tensor<f32>, tensor<ui8> -> tensor<8xui8>
  return %1 : tensor<8xui8>
}

// CHECK-LABEL: func.func @average
// CHECK: graph.window avg_valid {{.*}} tensor<1x1x6xf32>
func.func @average(%x: tensor<1x1x8xi8>) -> tensor<1x1x6xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<i8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<1x1x8xi8>, tensor<f32>, tensor<i8> -> tensor<1x1x8xf32>
  %1 = graph.window avg_valid %0 kernel = [3] strides = [1] dilations = [1] low = [0] high = [0] : tensor<1x1x8xf32> -> tensor<1x1x6xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x1x6xf32>, tensor<f32>, tensor<i8> -> tensor<1x1x6xi8>
  return %2 : tensor<1x1x6xi8>
}

// A window may meet nothing at all.

// CHECK-LABEL: func.func @outside
// CHECK: graph.window max {{.*}} tensor<1x1x3xf32>
func.func @outside(%x: tensor<1x1x2xi8>) -> tensor<1x1x3xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<i8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<1x1x2xi8>, tensor<f32>, tensor<i8> -> tensor<1x1x2xf32>
  %1 = graph.window max %0 kernel = [1] strides = [1] dilations = [1] low = [0] high = [1] : tensor<1x1x2xf32> -> tensor<1x1x3xf32>
  %2 = graph.quantize %1, %s, %z axis = 0 block = 0 : tensor<1x1x3xf32>, tensor<f32>, tensor<i8> -> tensor<1x1x3xi8>
  return %2 : tensor<1x1x3xi8>
}
