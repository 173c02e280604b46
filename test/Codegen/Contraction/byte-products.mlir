// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v2,v3,v4,v4_vnni,v4_amx --mlc-lower-kernels=levels=v2,v3,v4,v4_vnni,v4_amx --canonicalize > %t.mlir
// RUN: FileCheck %s --implicit-check-not=pmadd.ub < %t.mlir

// One packed constant, an exact sum at every level; nothing saturates.

// CHECK-LABEL: module @isa_v2
// CHECK: func.func @product
// CHECK: "llvm.x86.sse2.pmadd.wd"
// CHECK-LABEL: module @isa_v3
// CHECK: "llvm.x86.avx2.pmadd.wd"
// CHECK-LABEL: module @isa_v4
// CHECK: "llvm.x86.avx512.pmaddw.d.512"
// CHECK-LABEL: module @isa_v4_vnni
// CHECK: "llvm.x86.avx512.vpdpbusd.512"{{.*}} (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>

// Tiles: 70 elements are a step of 64 and one of 6, which is 8 with what the
// packing adds; each has its configuration, and the sums wait in memory between.
// The requantisation follows in the same kernel.

// CHECK-LABEL: module @isa_v4_amx
// CHECK: "llvm.x86.ldtilecfg"
// CHECK: "llvm.x86.tilezero"
// CHECK: "llvm.x86.tileloadd64"
// CHECK-COUNT-4: "llvm.x86.tdpbusd"
// CHECK-COUNT-4: "llvm.x86.tilestored64"
// CHECK: "llvm.x86.ldtilecfg"
// CHECK-COUNT-8: "llvm.x86.tileloadd64"
// CHECK-COUNT-4: "llvm.x86.tdpbusd"
// CHECK-COUNT-4: "llvm.x86.tilestored64"
// CHECK: math.roundeven
// CHECK: vector.maskedstore {{.*}} vector<16xi8>
// CHECK: "llvm.x86.tilerelease"
// CHECK: func.func @product.items

kernel.func @product(%x: tensor<32x70xui8>, %w: tensor<2x18x16x4xi8>, %sums: tensor<32xi32>,
    %scale: tensor<f32>, %zero: tensor<ui8>) -> tensor<32x20xui8> attributes {kernel.kind = "contraction"} {
  %p = graph.packed_integer_matmul %x, %w, %sums columns = 20
    : tensor<32x70xui8>, tensor<2x18x16x4xi8>, tensor<32xi32> -> tensor<32x20xi32>
  %f = graph.cast %p : tensor<32x20xi32> to tensor<32x20xf32>
  %q = graph.quantize %f, %scale, %zero axis = 0 block = 0
    : tensor<32x20xf32>, tensor<f32>, tensor<ui8> -> tensor<32x20xui8>
  kernel.return %q : tensor<32x20xui8>
}
