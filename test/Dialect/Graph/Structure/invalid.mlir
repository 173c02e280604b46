// RUN: mlc-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{needs 0 <= min <= max, has 4..2}}
graph.symbol @batch {min = 4, max = 2}

// -----

// expected-error @+1 {{needs a static tensor type, has 'tensor<?xf32>'}}
graph.state @counter : tensor<?xf32>

// -----

func.func @f() {
  // expected-error @+1 {{names @counter, which is no state block}}
  %v = graph.state_read @counter : tensor<1xf32>
  return
}

// -----

// expected-note @+1 {{the block is here}}
graph.state @counter : tensor<2xf32>
func.func @f(%v: tensor<1xf32>) {
  // expected-error @+1 {{has type 'tensor<1xf32>', the block 'tensor<2xf32>'}}
  graph.state_write @counter, %v : tensor<1xf32>
  return
}

// -----

// expected-error @+1 {{'graph.dims' of argument 0 must hold one string per dimension}}
func.func @main(%x: tensor<?x3xf32> {graph.dims = ["batch"]}) {
  return
}
