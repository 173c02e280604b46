// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4x3xf32>, %s: tensor<4xf32>, %z: tensor<4xi8>) {
  // expected-error @+1 {{needs a scale shaped like 'tensor<3xf32>', has 'tensor<4xf32>'}}
  %r = graph.quantize %x, %s, %z axis = 1 block = 0 : tensor<4x3xf32>, tensor<4xf32>, tensor<4xi8> -> tensor<4x3xi8>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %s: tensor<f32>, %z: tensor<ui8>) {
  // expected-error @+1 {{has a zero point of 'tensor<ui8>' for a result of 'tensor<4xi8>'}}
  %r = graph.quantize %x, %s, %z axis = 0 block = 0 : tensor<4xf32>, tensor<f32>, tensor<ui8> -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{has blocks, but one scale}}
  %r = graph.dequantize %x, %s, %z axis = 0 block = 2 : tensor<4xi8>, tensor<f32>, tensor<i8> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<5x4xi8>, %s: tensor<2x4xf32>, %z: tensor<2x4xi8>) {
  // expected-error @+1 {{needs a scale shaped like 'tensor<3x4xf32>', has 'tensor<2x4xf32>'}}
  %r = graph.dequantize %x, %s, %z axis = 0 block = 2 : tensor<5x4xi8>, tensor<2x4xf32>, tensor<2x4xi8> -> tensor<5x4xf32>
  return
}
