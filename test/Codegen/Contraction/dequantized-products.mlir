// RUN: mlc-opt %s --mlc-schedule-kernels=levels=v2,v3,v4 --mlc-lower-kernels=levels=v2,v3,v4 --canonicalize | FileCheck %s

// Weights of four bits are dequantised in registers, and a block's sum meets its
// scale; 512 bits look the numbers up. What follows is in the same kernel.

// CHECK-LABEL: module @isa_v2
// CHECK: func.func @one_row
// CHECK: arith.shrsi {{.*}} vector<4xi32>
// CHECK-LABEL: module @isa_v3
// CHECK: func.func @one_row
// CHECK: arith.shrsi {{.*}} vector<8xi32>
// CHECK: arith.sitofp {{.*}} vector<8xi32> to vector<8xf32>
// CHECK-LABEL: module @isa_v4
// CHECK: func.func @one_row
// CHECK-NOT: arith.sitofp
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<16xi32>
// CHECK: "llvm.x86.avx512.permvar.sf.512"
// CHECK: math.fma
// CHECK: vector.load {{.*}} vector<16xf32>
// CHECK: arith.maximumf
// CHECK: func.func @one_row.items

kernel.func @one_row(%x: tensor<1x96xf32>, %w: tensor<1x12x32xi32>, %s: tensor<1x3x32xf32>,
    %zero: tensor<f32>) -> tensor<1x20xf32> attributes {kernel.kind = "contraction"} {
  %p = graph.packed_dequantized_matmul %x, %w, %s columns = 20 depth = 96 block = 32 bits = 4
    : (tensor<1x96xf32>, tensor<1x12x32xi32>, tensor<1x3x32xf32>) -> tensor<1x20xf32>
  %z = graph.broadcast %zero dims = [] : tensor<f32> to tensor<1x20xf32>
  %m = graph.max %p, %z : tensor<1x20xf32>
  kernel.return %m : tensor<1x20xf32>
}

// More rows than a tile has share a panel that is dequantised to memory.

// CHECK: func.func @many_rows
// CHECK: memref.alloca() {{.*}} memref<3072xf32>
// CHECK: vector.load {{.*}} vector<16xi8>
// CHECK: arith.sitofp {{.*}} vector<16xi8> to vector<16xf32>
// CHECK: arith.subf

kernel.func @many_rows(%x: tensor<40x200xf32>, %w: tensor<1x200x32xi8>, %s: tensor<1x1x32xf32>,
    %z: tensor<1x1x32xi8>) -> tensor<40x20xf32> attributes {kernel.kind = "contraction"} {
  %p = graph.packed_dequantized_matmul %x, %w, %s, %z columns = 20 depth = 200 block = 200 bits = 8
    : (tensor<40x200xf32>, tensor<1x200x32xi8>, tensor<1x1x32xf32>, tensor<1x1x32xi8>) -> tensor<40x20xf32>
  kernel.return %p : tensor<40x20xf32>
}
