// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{dimension 2 is outside a tensor of rank 2}}
  %v, %i = graph.sort %x dim = 2 : tensor<2x8xf32> -> tensor<2x8xf32>, tensor<2x8xi64>
  return
}

// -----

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{selects 9 of 8 elements}}
  %v, %i = graph.top_k %x dim = 1 : tensor<2x8xf32> -> tensor<2x9xf32>, tensor<2x9xi64>
  return
}

// -----

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{needs a size for the dynamic extent of 'tensor<2x?xf32>'}}
  %v, %i = graph.top_k %x dim = 1 : tensor<2x8xf32> -> tensor<2x?xf32>, tensor<2x?xi64>
  return
}

// -----

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{needs indices shaped like 'tensor<2x3xi64>', has 'tensor<2x4xi64>'}}
  %v, %i = graph.top_k %x dim = 1 : tensor<2x8xf32> -> tensor<2x3xf32>, tensor<2x4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{gives one row per dimension of 'tensor<2x8xf32>', not 'tensor<3x?xi64>'}}
  %r = graph.nonzero %x : tensor<2x8xf32> -> tensor<3x?xi64>
  return
}
