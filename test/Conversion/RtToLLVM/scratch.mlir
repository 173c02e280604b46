// RUN: mlc-opt %s --mlc-layout-weights --mlc-rt-to-llvm | FileCheck %s

// Every worker has what the kernel that wants most asks for, behind the buffers.

graph.symbol @n {min = 1 : i64}
kernel.func @little(%x: tensor<4xf32>) attributes {kernel.index = 0 : i64, kernel.scratch = 64 : i64} {
  kernel.return
}
kernel.func @much(%x: tensor<4xf32>) attributes {kernel.index = 1 : i64, kernel.scratch = 4096 : i64} {
  kernel.return
}

// CHECK: llvm.func @mlc_workspace_static(%{{.*}}: !llvm.ptr, %[[WORKERS:.*]]: i32) -> i64 {
// CHECK-DAG: %[[ARENA:.*]] = llvm.mlir.constant(128 : i64)
// CHECK-DAG: %[[EACH:.*]] = llvm.mlir.constant(4096 : i64)
// CHECK: %[[ALL:.*]] = llvm.call @mlc_rt_with_scratch(%[[ARENA]], %[[EACH]], %[[WORKERS]])
// CHECK: llvm.return %[[ALL]]
// CHECK: llvm.func @mlc_entry_static(%[[EXEC:.*]]: !llvm.ptr) -> i32 {
// CHECK: llvm.call @mlc_rt_reserve_scratch(%[[EXEC]], %{{.*}})
// CHECK: llvm.call @mlc_rt_workspace(%[[EXEC]], %{{.*}})
// CHECK-NOT: llvm.call @mlc_rt_workspace
rt.entry @static : (tensor<4xf32>) -> () {
  %a = rt.arena 128
  %s = rt.slot %a at 64
  %x = rt.input 0
  rt.launch @much(%x) : !rt.buffer
  rt.return
}

// Nobody else asks for a workspace.
// CHECK: llvm.func @mlc_entry_bare(%[[EXEC:.*]]: !llvm.ptr) -> i32 {
// CHECK: %[[NONE:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: llvm.call @mlc_rt_reserve_scratch(%[[EXEC]], %{{.*}})
// CHECK: %[[BASE:.*]] = llvm.call @mlc_rt_workspace(%[[EXEC]], %[[NONE]])
// CHECK: llvm.icmp "eq" %[[BASE]]
rt.entry @bare : (tensor<4xf32>) -> () {
  %x = rt.input 0
  rt.launch @little(%x) : !rt.buffer
  rt.return
}

// CHECK: llvm.func @mlc_entry_planned(%[[EXEC:.*]]: !llvm.ptr) -> i32 {
// CHECK: llvm.call @mlc_rt_reserve_scratch(%[[EXEC]], %{{.*}})
// CHECK-NOT: llvm.call @mlc_rt_workspace
// CHECK: llvm.call @mlc_rt_plan_cached
rt.entry @planned : (tensor<?xf32>) -> () {
  %p = rt.plan [1, 3] monotone {
  ^bb0(%n: index):
    %0 = rt.bytes(%n) : tensor<?xf32>
    rt.plan_yield %0
  }
  %b = rt.planned %p[0]
  rt.launch @little(%b) : !rt.buffer
  rt.return
}
