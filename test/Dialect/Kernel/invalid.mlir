// RUN: mlc-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error @+1 {{argument 0 must be a ranked tensor, index, integer or float, but is 'memref<4xf32>'}}
kernel.func @k(%x: memref<4xf32>) {
  kernel.return
}

// -----

// expected-error @+1 {{result 0 must be a ranked tensor, but is 'index'}}
kernel.func @k(%x: index) -> index {
  "kernel.return"(%x) : (index) -> ()
}

// -----

kernel.func @k(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{returns 0 values, but 'k' has 1 results}}
  kernel.return
}

// -----

kernel.func @k(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{returns 'tensor<4xf32>' as result 0, which 'k' declares as 'tensor<8xf32>'}}
  kernel.return %x : tensor<4xf32>
}

// -----

kernel.func @k(%x: tensor<?xf32>) -> tensor<?xf32> {
  kernel.return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) {
  // expected-error @+1 {{has 0 result extents in 'dims', but its result types have 1 dynamic dimensions}}
  %r = kernel.call @k(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f() { return }
func.func @main() {
  // expected-error @+1 {{'f' is not a kernel.func}}
  kernel.call @f() : () -> ()
  return
}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @k(%x: tensor<4xf32>) {
  kernel.return
}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0 is 'tensor<8xf32>', but 'k' has 'tensor<4xf32>'}}
  kernel.call @k(%x) : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @k(%x: tensor<4xf32>) {
  kernel.return
}
func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 2 operands, but 'k' has 1}}
  kernel.call @k(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{'kernel.kind' must be a string}}
kernel.func @k() attributes {kernel.kind = 1 : i64} {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.flops' must be a 64-bit integer of at least 0}}
kernel.func @k() attributes {kernel.flops = -1 : i64} {
  kernel.return
}

// -----

// expected-error @+1 {{unknown attribute 'kernel.colour' of the kernel dialect}}
kernel.func @k() attributes {kernel.colour = "red"} {
  kernel.return
}

// -----

func.func @main() {
  // expected-error @+1 {{'kernel.kind' belongs on a kernel}}
  "test.op"() {kernel.kind = "loop"} : () -> ()
  return
}
