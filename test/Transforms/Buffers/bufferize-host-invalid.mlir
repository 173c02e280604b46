// RUN: mlc-opt %s --mlc-bufferize-host -split-input-file -verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {graph.entry} {
  // expected-error @+1 {{'graph.exp' is left in the host program; fusion must put it into a kernel}}
  %0 = graph.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0 of an entry must be a tensor or a list, but is 'index'}}
func.func @main(%x: index) attributes {graph.entry} {
  return
}

// -----

func.func @main(%x: tensor<i64>) -> i64 attributes {graph.entry} {
  %0 = tensor.extract %x[] : tensor<i64>
  // expected-error @+1 {{output 0 must be a tensor or a list, but is 'i64'}}
  return %0 : i64
}

// -----

// expected-error @+1 {{dimension 0 of input 'x' is the symbol 'batch', which the module does not declare}}
func.func @main(%x: tensor<?xf32> {graph.name = "x", graph.dims = ["batch"]}) attributes {graph.entry} {
  return
}

// -----

// expected-error @+1 {{an entry must be structured: one block, with control flow as scf}}
func.func @main(%x: tensor<4xf32>) attributes {graph.entry} {
  cf.br ^end
^end:
  return
}

// -----

func.func @main(%x: tensor<8x1xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {graph.entry} {
  // expected-error @+1 {{a box that is not contiguous is left in the host program; fusion must put it into a kernel}}
  %0 = graph.insert_slice %x into %y [0, 2] : tensor<8x1xf32> into tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// expected-error @+1 {{lists of tensors up to a depth of 8 have a form in memory}}
func.func @main(%x: !graph.seq<!graph.seq<!graph.seq<!graph.seq<!graph.seq<!graph.seq<!graph.seq<!graph.seq<!graph.opt<tensor<4xf32>>>>>>>>>>) attributes {graph.entry} {
  return
}
