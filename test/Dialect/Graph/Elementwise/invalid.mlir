// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of floating-point values, but got 'tensor<4xi32>'}}
  %r = graph.exp %x : tensor<4xi32>
  return
}

// -----

func.func @f(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error @+1 {{chooses between elements of 'f32' and 'f16'; they must be equal}}
  %r = graph.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>, tensor<4xf16>
  return
}

// -----

func.func @f(%p: tensor<3xi1>, %a: tensor<4xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %r = graph.select %p, %a, %a : tensor<3xi1>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs elements of one width, has 32 and 16 bits}}
  %r = graph.bitcast %x : tensor<4xf32> to tensor<4xi16>
  return
}

// -----

func.func @bitcast_complex(%x: tensor<4xi64>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{has no bits of elements of type 'complex<f32>'}}
  %0 = graph.bitcast %x : tensor<4xi64> to tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %r = graph.cast %x : tensor<4xf32> to tensor<5xi32>
  return
}
