// RUN: mlc-opt %s -split-input-file -verify-diagnostics

rt.entry @main : () -> () {
  // expected-error @+1 {{has 0 extents, but 'tensor<?xf32>' has 1 dynamic dimensions}}
  %a = rt.alloc() : tensor<?xf32>
  rt.return
}

// -----

rt.entry @main : () -> () {
  %b = rt.alloc() : tensor<4xf32>
  // expected-error @+1 {{'nothing' is not a kernel.func}}
  rt.launch @nothing(%b) : !rt.buffer
  rt.return
}

// -----

kernel.func @k(%x: tensor<?xf32>) {
  kernel.return
}
rt.entry @main : () -> () {
  %b = rt.alloc() : tensor<4xf32>
  // expected-error @+1 {{has 1 slots, but 'k' takes 2}}
  rt.launch @k(%b) : !rt.buffer
  rt.return
}

// -----

kernel.func @k(%x: tensor<4xf32>) {
  kernel.return
}
rt.entry @main : () -> () {
  %i = arith.constant 0 : index
  // expected-error @+1 {{slot 0 is 'index', but 'k' takes '!rt.buffer'}}
  rt.launch @k(%i) : index
  rt.return
}

// -----

rt.entry @main : () -> () {
  // expected-error @+1 {{has 2 lifetime steps for 0 buffers, which need two each}}
  %p = rt.plan [0, 1] {
    rt.plan_yield
  }
  rt.return
}

// -----

rt.entry @main : () -> () {
  // expected-error @+1 {{buffer 0 lives from step 3 to 1}}
  %p = rt.plan [3, 1] {
    %0 = rt.bytes() : tensor<4xf32>
    rt.plan_yield %0
  }
  rt.return
}

// -----

// expected-error @+1 {{has 2 argument attributes for 1 arguments}}
rt.entry @main : (tensor<4xf32>) -> () attributes {arg_attrs = [{}, {}]} {
  rt.return
}
