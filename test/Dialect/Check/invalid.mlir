// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs a #check.origin as 'check.origin', has 7 : i64}}
  %0 = graph.sqrt %x {check.origin = 7 : i64} : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 'check.orign', which is no attribute of the check dialect}}
  %0 = graph.sqrt %x {check.orign = #check.origin<7>} : tensor<4xf32>
  return
}
