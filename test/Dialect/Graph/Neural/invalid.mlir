// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{dimension 2 is outside a tensor of rank 2}}
  %r = graph.softmax %x dim = 2 : tensor<2x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x8xf32>, %g: tensor<7xf32>) {
  // expected-error @+1 {{needs a scale shaped like 'tensor<8xf32>', has 'tensor<7xf32>'}}
  %y, %m, %s = graph.layer_norm %x, %g dim = 1 epsilon = 1.0e-5 : tensor<2x8xf32>, tensor<7xf32> -> tensor<2x8xf32>, tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %g: tensor<8xf32>) {
  // expected-error @+1 {{needs channel values shaped like 'tensor<4xf32>', has 'tensor<8xf32>'}}
  %r = graph.batch_norm %x, %g, %g, %g, %g epsilon = 1.0e-5 : (tensor<1x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @f(%q: tensor<1x3x4x8xf32>, %k: tensor<1x2x4x8xf32>) {
  // expected-error @+1 {{has 3 query heads, no multiple of 2 key heads}}
  %r = graph.attention %q, %k, %k scale = 1.0 : (tensor<1x3x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

// The key says nothing of the batch; the query does.
func.func @f(%q: tensor<2x3x4x8xf32>, %k: tensor<?x3x4x8xf32>, %v: tensor<5x3x4x8xf32>) {
  // expected-error @+1 {{needs a value shaped like 'tensor<2x3x4x8xf32>', has 'tensor<5x3x4x8xf32>'}}
  %r = graph.attention %q, %k, %v scale = 1.0 : (tensor<2x3x4x8xf32>, tensor<?x3x4x8xf32>, tensor<5x3x4x8xf32>) -> tensor<2x3x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x1x3xf32>, %w: tensor<1x32x3xf32>, %r: tensor<1x32x8xf32>) {
  // expected-error @+1 {{needs 3 activations, has 1}}
  %y, %h, %c = graph.recurrent lstm forward %x, %w, %r activations = ["Tanh"] hidden = 8 :
    (tensor<4x1x3xf32>, tensor<1x32x3xf32>, tensor<1x32x8xf32>) -> (tensor<4x1x1x8xf32>, tensor<1x1x8xf32>, tensor<1x1x8xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x1x3xf32>, %w: tensor<1x24x3xf32>, %r: tensor<1x32x8xf32>) {
  // expected-error @+1 {{needs weights shaped like 'tensor<1x32x3xf32>', has 'tensor<1x24x3xf32>'}}
  %y, %h, %c = graph.recurrent lstm forward %x, %w, %r activations = ["Sigmoid", "Tanh", "Tanh"] hidden = 8 :
    (tensor<4x1x3xf32>, tensor<1x24x3xf32>, tensor<1x32x8xf32>) -> (tensor<4x1x1x8xf32>, tensor<1x1x8xf32>, tensor<1x1x8xf32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has unknown coordinates 'middle'}}
  %r = graph.resize nearest %x scales = [2.0] {coordinate = "middle"} : tensor<4xf32> to tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs a region for tf_crop_and_resize}}
  %r = graph.resize linear %x scales = [2.0] {coordinate = "tf_crop_and_resize"} : tensor<4xf32> to tensor<8xf32>
  return
}
