// RUN: mlc-opt %s --mlc-kernel-abi --split-input-file --verify-diagnostics | FileCheck %s

// Slots are loaded from the args array in order; a buffer becomes a descriptor.

// CHECK-LABEL: func.func @k(
// CHECK-SAME:    %[[ARGS:.*]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: !llvm.ptr)
// CHECK:         %[[A0:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK:         llvm.load %[[A0]] invariant {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// CHECK:         builtin.unrealized_conversion_cast {{.*}} to memref<?xf32>
// CHECK:         %[[A1:.*]] = llvm.getelementptr %[[ARGS]][1]
// CHECK:         %[[N:.*]] = llvm.load %[[A1]] invariant {{.*}} -> i64
// CHECK:         arith.index_cast %[[N]] : i64 to index
// CHECK:         %[[A2:.*]] = llvm.getelementptr %[[ARGS]][2]
// CHECK:         %[[S:.*]] = llvm.load %[[A2]]
// CHECK:         %[[T:.*]] = arith.trunci %[[S]] : i64 to i32
// CHECK:         arith.bitcast %[[T]] : i32 to f32
func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
             %x: memref<?xf32>, %n: index, %s: f32) {
  memref.store %s, %x[%n] : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @k.items(
// CHECK-SAME:    %{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}) -> index
func.func @k.items(%x: memref<?xf32>, %n: index, %s: f32) -> index {
  return %n : index
}

// A helper keeps its signature.
// CHECK-LABEL: func.func private @helper(%{{.*}}: memref<?xf32>)
func.func private @helper(%x: memref<?xf32>) {
  return
}

// -----

// expected-error@+1 {{kernel 'k' must begin with the arguments (begin: index, end: index, worker: index, exec: !llvm.ptr)}}
func.func @k(%x: memref<?xf32>) {
  return
}

// -----

// expected-error@+1 {{slot of type 'memref<?x4xf32>' of 'k': buffers must be flat, memref<?xT>}}
func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
             %x: memref<?x4xf32>) {
  return
}

// -----

// expected-error@+1 {{'k.items' must return one index, the item count}}
func.func @k.items(%n: index) {
  return
}

// -----

// expected-error@+1 {{slot of type 'vector<4xf32>' of 'k' does not fit 8 bytes}}
func.func @k(%begin: index, %end: index, %worker: index, %exec: !llvm.ptr,
             %v: vector<4xf32>) {
  return
}
