// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%k: tensor<4xui32>) {
  // expected-error @+1 {{needs a key shaped like 'tensor<2xui32>', has 'tensor<4xui32>'}}
  %r = graph.random uniform %k stream = 0 : tensor<4xui32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%k: tensor<2xui64>) {
  // expected-error @+1 {{needs a key of two 32-bit words, has 'tensor<2xui64>'}}
  %r = graph.random uniform %k stream = 0 : tensor<2xui64> -> tensor<4xf32>
  return
}

// -----

func.func @f(%k: tensor<2xui32>) {
  // expected-error @+1 {{draws normal, which are not elements of 'tensor<4xi32>'}}
  %r = graph.random normal %k stream = 0 : tensor<2xui32> -> tensor<4xi32>
  return
}
