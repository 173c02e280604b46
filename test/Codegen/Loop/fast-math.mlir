// RUN: mlc-opt %s "--mlc-lower-kernels=levels=v4 fast-math=true" --canonicalize --split-input-file | FileCheck %s
// RUN: mlc-opt %s --mlc-lower-kernels=levels=v4 --split-input-file | FileCheck %s --check-prefix=OFF

// The arithmetic of elementwise ops may be contracted, their functions
// approximated; a division stays.

// OFF-NOT: fastmath

// CHECK-LABEL: func.func @flat
// CHECK: arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
// CHECK: arith.addf {{.*}} fastmath<contract> : vector<16xf32>
// CHECK: math.exp {{.*}} fastmath<afn> : vector<16xf32>
// CHECK: arith.divf %{{[0-9a-z]*}}, %{{[0-9a-z]*}} : vector<16xf32>
kernel.func @flat(%x: tensor<37xf32>, %y: tensor<37xf32>) -> tensor<37xf32>
    attributes {kernel.kind = "loop"} {
  %0 = graph.mul %x, %y : tensor<37xf32>
  %1 = graph.add %0, %x : tensor<37xf32>
  %2 = graph.exp %1 : tensor<37xf32>
  %3 = graph.div %2, %y : tensor<37xf32>
  kernel.return %3 : tensor<37xf32>
}

// -----

// What sums the terms of a reduction is no elementwise op; its operands are.

// CHECK-LABEL: func.func @row
// CHECK: arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
// CHECK: arith.addf %{{[0-9a-z]*}}, %{{[0-9a-z]*}} : vector<16xf32>
kernel.func @row(%x: tensor<8x64xf32>) -> tensor<8xf32>
    attributes {kernel.kind = "row", kernel.rows = 1 : i64} {
  %0 = graph.mul %x, %x : tensor<8x64xf32>
  %1 = graph.reduce sum %0 dims = [1] : tensor<8x64xf32> -> tensor<8xf32>
  kernel.return %1 : tensor<8xf32>
}
