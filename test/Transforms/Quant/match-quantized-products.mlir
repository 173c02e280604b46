// RUN: mlc-opt %s --mlc-match-quantized-products --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @per_column
// CHECK: %[[P:.*]] = graph.dot_general {{.*}} : tensor<4x10xi32>, tensor<10x20xi32> -> tensor<4x20xi32>
// CHECK: %[[F:.*]] = graph.mul %{{.*}}, %{{.*}} : tensor<20xf32>
// CHECK: %[[R:.*]] = graph.cast %[[P]] : tensor<4x20xi32> to tensor<4x20xf32>
// CHECK: %[[B:.*]] = graph.broadcast %[[F]] dims = [1] : tensor<20xf32> to tensor<4x20xf32>
// CHECK: graph.mul %[[R]], %[[B]]
func.func @per_column(%x: tensor<4x10xui8>, %s: tensor<f32>, %z: tensor<ui8>, %sw: tensor<20xf32>, %zw: tensor<20xi8>) -> tensor<4x20xf32> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %sw, %zw axis = 1 block = 0 : tensor<10x20xi8>, tensor<20xf32>, tensor<20xi8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  return %2 : tensor<4x20xf32>
}

// -----

// A scale that changes along the sum cannot be taken out of it; neither are
// right-hand sides integers that are computed, nor sums that may overflow.

// CHECK-LABEL: func.func @per_row_of_weights
// CHECK: graph.dot_general {{.*}} tensor<4x10xf32>
func.func @per_row_of_weights(%x: tensor<4x10xui8>, %s: tensor<f32>, %z: tensor<ui8>, %sw: tensor<10xf32>, %zw: tensor<10xi8>) -> tensor<4x20xf32> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %sw, %zw axis = 0 block = 0 : tensor<10x20xi8>, tensor<10xf32>, tensor<10xi8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  return %2 : tensor<4x20xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK: graph.dot_general {{.*}} tensor<4x10xf32>
func.func @computed(%x: tensor<4x10xui8>, %w: tensor<10x20xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<4x20xf32> {
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %s, %z axis = 0 block = 0 : tensor<10x20xui8>, tensor<f32>, tensor<ui8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  return %2 : tensor<4x20xf32>
}

// CHECK-LABEL: func.func @too_deep
// CHECK: graph.dot_general {{.*}} tensor<4x33025xf32>
func.func @too_deep(%x: tensor<4x33025xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> tensor<4x20xf32> {
  %w = graph.constant dense<3> : tensor<33025x20xui8>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x33025xui8>, tensor<f32>, tensor<ui8> -> tensor<4x33025xf32>
  %1 = graph.dequantize %w, %s, %z axis = 0 block = 0 : tensor<33025x20xui8>, tensor<f32>, tensor<ui8> -> tensor<33025x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x33025xf32>, tensor<33025x20xf32> -> tensor<4x20xf32>
  return %2 : tensor<4x20xf32>
}

// -----

// The scale of what is quantised again goes into the scales in front, where
// constants fold; a bias is divided by it, a rectifier lets it pass.

// CHECK-LABEL: func.func @requantised
// CHECK-DAG: %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<f32>
// CHECK: graph.dot_general {{.*}} tensor<4x20xi32>
// CHECK: graph.div %{{.*}}, %{{.*}} : tensor<20xf32>
// CHECK: graph.mul %{{.*}} : tensor<4x20xf32>
// CHECK: graph.div %arg5, %{{.*}} : tensor<20xf32>
// CHECK: graph.add
// CHECK: graph.max
// CHECK: graph.quantize %{{.*}}, %[[ONE]], %arg2
func.func @requantised(%x: tensor<4x10xui8>, %s: tensor<f32>, %z: tensor<ui8>, %sw: tensor<20xf32>, %zw: tensor<20xi8>, %bias: tensor<20xf32>) -> tensor<4x20xui8> {
  %w = graph.constant dense<3> : tensor<10x20xi8>
  %step = graph.constant dense<0.3> : tensor<f32>
  %none = graph.constant dense<0.0> : tensor<4x20xf32>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %sw, %zw axis = 1 block = 0 : tensor<10x20xi8>, tensor<20xf32>, tensor<20xi8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  %3 = graph.broadcast %bias dims = [1] : tensor<20xf32> to tensor<4x20xf32>
  %4 = graph.add %2, %3 : tensor<4x20xf32>
  %5 = graph.max %4, %none : tensor<4x20xf32>
  %6 = graph.quantize %5, %step, %z axis = 0 block = 0 : tensor<4x20xf32>, tensor<f32>, tensor<ui8> -> tensor<4x20xui8>
  return %6 : tensor<4x20xui8>
}

// A sum that is used elsewhere too keeps its scale.

// CHECK-LABEL: func.func @used_twice
// CHECK-NOT: graph.div
// CHECK: return
func.func @used_twice(%x: tensor<4x10xui8>, %s: tensor<f32>, %z: tensor<ui8>) -> (tensor<4x20xui8>, tensor<4x20xf32>) {
  %w = graph.constant dense<3> : tensor<10x20xui8>
  %step = graph.constant dense<0.3> : tensor<f32>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %s, %z axis = 0 block = 0 : tensor<10x20xui8>, tensor<f32>, tensor<ui8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  %3 = graph.quantize %2, %step, %z axis = 0 block = 0 : tensor<4x20xf32>, tensor<f32>, tensor<ui8> -> tensor<4x20xui8>
  return %3, %2 : tensor<4x20xui8>, tensor<4x20xf32>
}

// -----

// A residual's scales take in the one it is quantised with.

// CHECK-LABEL: func.func @residual
// CHECK-DAG: %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<f32>
// CHECK-DAG: %[[HALF:.*]] = graph.constant dense<5.000000e-01> : tensor<f32>
// CHECK-DAG: %[[TWICE:.*]] = graph.constant dense<2.000000e+00> : tensor<f32>
// CHECK: graph.dot_general {{.*}} tensor<4x20xi32>
// CHECK: %[[A:.*]] = graph.dequantize %{{.*}}, %[[TWICE]], %arg2
// CHECK: %[[B:.*]] = graph.dequantize %arg3, %[[HALF]], %arg2
// CHECK: %[[S:.*]] = graph.add %[[A]], %[[B]]
// CHECK: graph.quantize %[[S]], %[[ONE]], %arg2
func.func @residual(%x: tensor<4x10xui8>, %s: tensor<f32>, %z: tensor<ui8>, %y: tensor<4x20xui8>) -> tensor<4x20xui8> {
  %w = graph.constant dense<3> : tensor<10x20xui8>
  %a = graph.constant dense<0.5> : tensor<f32>
  %b = graph.constant dense<0.125> : tensor<f32>
  %c = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.dequantize %x, %s, %z axis = 0 block = 0 : tensor<4x10xui8>, tensor<f32>, tensor<ui8> -> tensor<4x10xf32>
  %1 = graph.dequantize %w, %s, %z axis = 0 block = 0 : tensor<10x20xui8>, tensor<f32>, tensor<ui8> -> tensor<10x20xf32>
  %2 = graph.dot_general %0, %1 batch = [] x [] contract = [1] x [0]
    : tensor<4x10xf32>, tensor<10x20xf32> -> tensor<4x20xf32>
  %3 = graph.quantize %2, %a, %z axis = 0 block = 0 : tensor<4x20xf32>, tensor<f32>, tensor<ui8> -> tensor<4x20xui8>
  %4 = graph.dequantize %3, %a, %z axis = 0 block = 0 : tensor<4x20xui8>, tensor<f32>, tensor<ui8> -> tensor<4x20xf32>
  %5 = graph.dequantize %y, %b, %z axis = 0 block = 0 : tensor<4x20xui8>, tensor<f32>, tensor<ui8> -> tensor<4x20xf32>
  %6 = graph.add %4, %5 : tensor<4x20xf32>
  %7 = graph.quantize %6, %c, %z axis = 0 block = 0 : tensor<4x20xf32>, tensor<f32>, tensor<ui8> -> tensor<4x20xui8>
  return %7 : tensor<4x20xui8>
}
