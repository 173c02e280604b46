// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v2,v3,v4,v4_vnni,v4_bf16,v4_amx --mlc-lower-kernels=levels=v2,v3,v4,v4_vnni,v4_bf16,v4_amx --canonicalize > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v4_amx --mlc-lower-kernels=levels=v4_amx | FileCheck %s --check-prefix=ALONE

// Pairs of bf16: the dot product where the level has one, else both halves in
// f32, odd elements first. v4_vnni has v4's code, v4_amx that of v4_bf16. The
// depth is odd: its last element is read alone.

// CHECK-LABEL: module @isa_v2
// CHECK: arith.shli {{.*}} vector<4xi32>
// CHECK: arith.mulf {{.*}} vector<4xf32>
// CHECK-LABEL: module @isa_v3
// CHECK: arith.shli {{.*}} vector<8xi32>
// CHECK: math.fma {{.*}} vector<8xf32>
// CHECK-LABEL: module @isa_v4
// CHECK: arith.shli {{.*}} vector<16xi32>
// CHECK: math.fma {{.*}} vector<16xf32>
// CHECK-NOT: module @isa_v4_vnni
// CHECK: module @isa_v4_bf16
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<2xbf16>
// CHECK: "llvm.x86.avx512bf16.dpbf16ps.512"{{.*}} (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// CHECK: scf.yield
// CHECK: memref.load {{.*}} : memref<?xbf16
// CHECK: "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK-NOT: module @isa_v4_amx

// ALONE: module @isa_v4_amx
// ALONE: "llvm.x86.avx512bf16.dpbf16ps.512"

kernel.func @product(%x: tensor<32x71xbf16>, %w: tensor<1x36x32x2xbf16>) -> tensor<32x20xf32>
    attributes {kernel.kind = "contraction"} {
  %p = graph.packed_matmul %x, %w columns = 20
    : tensor<32x71xbf16>, tensor<1x36x32x2xbf16> -> tensor<32x20xf32>
  kernel.return %p : tensor<32x20xf32>
}
