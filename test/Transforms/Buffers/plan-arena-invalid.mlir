// RUN: mlc-opt %s --pass-pipeline='builtin.module(rt.entry(mlc-plan-arena))' -split-input-file -verify-diagnostics

rt.entry @late : (tensor<1xindex>) -> () {
  %x = rt.input 0
  %c0 = arith.constant 0 : index
  %n = rt.load %x[%c0] : index
  // expected-error @+1 {{depends on more than symbols and constants}}
  %a = rt.alloc(%n) : tensor<?xf32>
  rt.copy %x to %a(%n) : tensor<?xf32>
  rt.return
}

// -----

rt.entry @carried : (tensor<4xf32>) -> () {
  %x = rt.input 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%v = %x) -> !rt.buffer {
    // expected-error @+1 {{is carried by the loop that it is in; it must be allocated outside}}
    %a = rt.alloc() : tensor<4xf32>
    rt.copy %v to %a() : tensor<4xf32>
    scf.yield %a : !rt.buffer
  }
  rt.return
}

// -----

rt.entry @huge : () -> () {
  // expected-error @+1 {{cannot place 'tensor<9223372036854775807x8xf32>': it is too large}}
  %a = rt.alloc() : tensor<9223372036854775807x8xf32>
  rt.return
}

// -----

rt.entry @unknown : () -> () {
  %n = rt.symbol @n
  // expected-error @+1 {{depends on the unknown symbol 'n'}}
  %a = rt.alloc(%n) : tensor<?xf32>
  rt.return
}
