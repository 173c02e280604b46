// RUN: mlc-opt %s | mlc-opt | FileCheck %s

kernel.func @k(%x: tensor<?x4xf32>, %n: i64) -> tensor<?x4xf32> {
  kernel.return %x : tensor<?x4xf32>
}

// CHECK: rt.entry @main : (tensor<?x4xf32>) -> tensor<?x4xf32> attributes {arg_attrs = [{graph.name = "x"}]} {
rt.entry @main : (tensor<?x4xf32>) -> tensor<?x4xf32> attributes {arg_attrs = [{graph.name = "x"}]} {
  // CHECK: %[[N:.*]] = rt.symbol @batch
  %n = rt.symbol @batch
  // CHECK: rt.input 0
  %x = rt.input 0
  // CHECK: rt.alloc(%[[N]]) : tensor<?x4xf32>
  %a = rt.alloc(%n) : tensor<?x4xf32>
  // CHECK: rt.arena 128
  %arena = rt.arena 128
  // CHECK: rt.slot %{{.*}} at 64
  %s = rt.slot %arena at 64
  // CHECK: rt.output 0(%[[N]]) : tensor<?x4xf32>
  %y = rt.output 0(%n) : tensor<?x4xf32>
  %c = arith.constant 1 : i64
  // CHECK: rt.launch @k(%{{.*}}) : !rt.buffer, !rt.buffer, index, index, i64
  rt.launch @k(%x, %a, %n, %n, %c) : !rt.buffer, !rt.buffer, index, index, i64
  // CHECK: rt.copy %{{.*}} to %{{.*}}(%[[N]]) : tensor<?x4xf32>
  rt.copy %a to %y(%n) : tensor<?x4xf32>
  %i = arith.constant 0 : index
  // CHECK: rt.load %{{.*}}[%{{.*}}] : i64
  %v = rt.load %s[%i] : i64
  // CHECK: rt.store %{{.*}}, %{{.*}}[%{{.*}}] : i64
  rt.store %v, %s[%i] : i64
  %ok = arith.cmpi eq, %v, %c : i64
  // CHECK: rt.check %{{.*}} code 9 value %{{.*}} bound %{{.*}}
  rt.check %ok code 9 value %v bound %c
  // CHECK: rt.late_alloc(%[[N]]) : tensor<?xi64>
  %l = rt.late_alloc(%n) : tensor<?xi64>
  // CHECK: rt.late_release
  rt.late_release %l
  // CHECK: rt.weight dense<1.000000e+00> : tensor<4xf32>
  %w = rt.weight dense<1.0> : tensor<4xf32>
  // CHECK: rt.state @cache
  %st = rt.state @cache
  // CHECK: rt.plan [0, 1, 1, 2] monotone {
  %p = rt.plan [0, 1, 1, 2] monotone {
  ^bb0(%b: index):
    // CHECK: rt.bytes(%{{.*}}) : tensor<?xf32>
    %0 = rt.bytes(%b) : tensor<?xf32>
    %1 = rt.bytes() : tensor<4xf32>
    // CHECK: rt.plan_yield
    rt.plan_yield %0, %1
  }
  // CHECK: rt.planned %{{.*}}[1]
  %q = rt.planned %p[1]
  // CHECK: rt.return
  rt.return
}

// CHECK: rt.entry @lists : () -> ()
rt.entry @lists : () -> () {
  %c = arith.constant 1 : i64
  %n = arith.constant 1 : index
  // CHECK: rt.list_new
  %l = rt.list_new %c
  // CHECK: rt.list_input 0
  %i = rt.list_input 0
  // CHECK: rt.list_copy
  %m = rt.list_copy %i
  // CHECK: %{{.*}}, %[[E:.*]] = rt.list_get %{{.*}} at %{{.*}} : tensor<?x2xf32> -> index
  %b, %e = rt.list_get %m at %c : tensor<?x2xf32> -> index
  // CHECK: rt.list_insert %{{.*}}(%[[E]]) into %{{.*}} at %{{.*}} : tensor<?x2xf32>
  rt.list_insert %b(%e) into %l at %c : tensor<?x2xf32>
  // CHECK: rt.list_insert %{{.*}}(%[[E]]) into %{{.*}} : tensor<?x2xf32>
  rt.list_insert %b(%e) into %l : tensor<?x2xf32>
  // CHECK: %[[O:.*]] = rt.list_get_list %{{.*}} at %{{.*}}
  %o = rt.list_get_list %m at %c
  // CHECK: rt.list_insert_list %[[O]] into %{{.*}} at %{{.*}} of f32
  rt.list_insert_list %o into %l at %c of f32
  // CHECK: rt.list_insert_list %[[O]] into %{{.*}} optional of f32
  rt.list_insert_list %o into %l optional of f32
  // CHECK: rt.list_erase
  rt.list_erase %l at %c
  // CHECK: rt.list_size
  %s = rt.list_size %l
  // CHECK: rt.list_output %{{.*}} as 0 of f32
  rt.list_output %l as 0 of f32
  // CHECK: rt.list_output %{{.*}} as 1 optional of f32
  rt.list_output %m as 1 optional of f32
  rt.return
}
