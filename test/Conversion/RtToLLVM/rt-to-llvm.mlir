// RUN: mlc-opt %s --mlc-layout-weights --mlc-rt-to-llvm | FileCheck %s

graph.symbol @n {min = 1 : i64}
graph.symbol @m {min = 1 : i64}
kernel.func @unused() attributes {kernel.index = 0 : i64} {
  kernel.return
}
kernel.func @k(%x: tensor<?xf32>, %s: f32, %b: i1) -> tensor<?xf32> attributes {kernel.index = 1 : i64} {
  kernel.return %x : tensor<?xf32>
}

// CHECK: module @host attributes {rt.host}

// The workspace is known; so is the output's extent, from the second symbol.
// CHECK: llvm.func @mlc_workspace_static(%{{.*}}: !llvm.ptr, %{{.*}}: i32) -> i64 {
// CHECK: %[[W:.*]] = llvm.mlir.constant(128 : i64)
// CHECK: llvm.return %[[W]]
// CHECK: llvm.func @mlc_shapes_static(%[[S:.*]]: !llvm.ptr, %[[D:.*]]: !llvm.ptr) -> i32 {
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[S]][8]
// CHECK: %[[M:.*]] = llvm.load %[[AT]]
// CHECK: llvm.store %[[M]], %[[D]]
rt.entry @static : (tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: llvm.func @mlc_entry_static(%[[EXEC:.*]]: !llvm.ptr) -> i32 {
  // CHECK: llvm.call @mlc_rt_check_inputs(%{{.*}}, %{{.*}}, %[[EXEC]], %[[SYM:.*]])
  // CHECK: llvm.cond_br %{{.*}}, ^[[EXIT:.*]](%{{.*}} : i32), ^{{.*}}
  // CHECK: %[[BASE:.*]] = llvm.call @mlc_rt_workspace(%[[EXEC]], %{{.*}})
  // CHECK: llvm.icmp "eq" %[[BASE]]
  %a = rt.arena 128
  // CHECK: llvm.getelementptr %[[BASE]][64]
  %s = rt.slot %a at 64
  %x = rt.input 0
  %m = rt.symbol @m
  // CHECK: llvm.call @mlc_rt_output(%[[EXEC]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
  %y = rt.output 0(%m) : tensor<?xf32>
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %b = rt.load %x[%c0] : i1
  // A float goes as its bits, a boolean as 0 or 1.
  // CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f32 to i32
  // CHECK: llvm.sext %[[BITS]] : i32 to i64
  // CHECK: llvm.zext %{{.*}} : i1 to i64
  // CHECK: llvm.call @mlc_rt_launch(%[[EXEC]], %{{.*}}, %{{.*}})
  // CHECK: llvm.cond_br %{{.*}}, ^[[EXIT]](%{{.*}} : i32), ^{{.*}}
  rt.launch @k(%x, %y, %m, %m, %f, %b) : !rt.buffer, !rt.buffer, index, index, f32, i1
  // CHECK: "llvm.intr.memmove"
  rt.copy %s to %y(%m) : tensor<?xf32>
  // CHECK: ^[[EXIT]](%[[CODE:.*]]: i32):
  // CHECK: llvm.return %[[CODE]]
  rt.return
}

// A plan: its table, the sizes as a function of the symbols, offsets at run time.
// CHECK: llvm.func internal @mlc_sizes_planned(%[[GIVEN:.*]]: !llvm.ptr, %[[SIZES:.*]]: !llvm.ptr)
// CHECK: %[[N:.*]] = llvm.load %[[GIVEN]]
// CHECK: llvm.call @mlc_rt_tensor_bytes
// CHECK: llvm.mlir.global internal constant @mlc_lifetimes_planned(dense<[1, 3]> : tensor<2xi32>)
// CHECK: llvm.mlir.global internal constant @mlc_plan_planned()
// CHECK: llvm.func @mlc_workspace_planned
// CHECK: llvm.call @mlc_rt_plan_bytes
rt.entry @planned : (tensor<?xf32>) -> () {
  // CHECK: llvm.func @mlc_entry_planned
  // CHECK: %[[OFFSETS:.*]] = llvm.call @mlc_rt_plan_cached
  %p = rt.plan [1, 3] monotone {
  ^bb0(%n: index, %m: index):
    %0 = rt.bytes(%n) : tensor<?xf32>
    rt.plan_yield %0
  }
  // CHECK: llvm.load %[[OFFSETS]]
  %b = rt.planned %p[0]
  %x = rt.input 0
  %n = rt.symbol @n
  rt.copy %x to %b(%n) : tensor<?xf32>
  rt.return
}

// Branches and loops carry addresses; a failed check records and leaves.
// CHECK: llvm.func @mlc_entry_control
rt.entry @control : (tensor<4xi64>) -> () {
  %x = rt.input 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i64
  // CHECK: ^{{.*}}(%{{.*}}: i64, %{{.*}}: !llvm.ptr):
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%b = %x) -> !rt.buffer {
    %v = rt.load %b[%i] : i64
    %ok = arith.cmpi sge, %v, %z : i64
    rt.check %ok code 3 value %v bound %z
    // CHECK: llvm.call @mlc_rt_late_alloc
    %l = rt.late_alloc(%i) : tensor<?xf32>
    // CHECK: llvm.call @mlc_rt_late_release
    rt.late_release %l
    scf.yield %b : !rt.buffer
  }
  // CHECK: llvm.call @mlc_rt_fail
  rt.return
}

// Weights and state by offset and row; booleans are bytes.
// CHECK: llvm.func @mlc_entry_memory
rt.entry @memory : () -> () {
  %0 = rt.weight dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: llvm.getelementptr %{{.*}}[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %1 = rt.weight dense<[true, false]> : tensor<2xi1>
  %s = rt.state @second
  %c1 = arith.constant 1 : index
  // CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
  // CHECK: %[[BIT:.*]] = llvm.icmp "ne" %[[BYTE]]
  %b = rt.load %1[%c1] : i1
  // CHECK: %[[OUT:.*]] = llvm.zext %[[BIT]] : i1 to i8
  // CHECK: llvm.store %[[OUT]]
  rt.store %b, %s[%c1] : i1
  rt.return
}
graph.state @first : tensor<2xi1>
graph.state @second : tensor<2xi1>

// CHECK: llvm.func @mlc_entry_lists
rt.entry @lists : (!graph.seq<tensor<?x2xf32>>) -> (!graph.seq<tensor<?x2xf32>>) {
  %c = arith.constant 1 : i64
  %i = rt.list_input 0
  // CHECK: llvm.call @mlc_rt_list_copy
  %m = rt.list_copy %i
  // CHECK: llvm.call @mlc_rt_list_get
  %b, %e = rt.list_get %m at %c : tensor<?x2xf32> -> index
  // CHECK: llvm.call @mlc_rt_list_new
  %l = rt.list_new %c
  // CHECK: llvm.call @mlc_rt_list_insert
  rt.list_insert %b(%e) into %l at %c : tensor<?x2xf32>
  // CHECK: llvm.call @mlc_rt_list_push
  rt.list_insert %b(%e) into %l : tensor<?x2xf32>
  // CHECK: llvm.call @mlc_rt_list_get
  %o = rt.list_get_list %m at %c
  // CHECK: llvm.call @mlc_rt_list_insert
  rt.list_insert_list %o into %l at %c of f32
  // CHECK: llvm.call @mlc_rt_list_push
  rt.list_insert_list %o into %l optional of f32
  // CHECK: llvm.call @mlc_rt_list_erase
  rt.list_erase %l at %c
  // CHECK: llvm.call @mlc_rt_list_size
  %s = rt.list_size %l
  // CHECK: llvm.call @mlc_rt_list_output
  rt.list_output %l as 0 of f32
  rt.return
}
