// RUN: mlc-opt %s --mlc-attach-lines=file=some/m.mlir --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// An operation keeps its line in the named file only; what has none takes the
// function's, and a function without one that of its first operation.
// CHECK-LABEL: llvm.func @both
// CHECK: llvm.fadd {{.*}} loc("m.mlir":7:3)
// CHECK: llvm.return {{.*}} loc("m.mlir":5:1)
// CHECK: } loc("m.mlir":5:1)
llvm.func @both(%a: f32) -> f32 {
  %0 = llvm.fadd %a, %a : f32 loc(fused["node", "other.py":1:2, "m.mlir":7:3])
  llvm.return %0 : f32 loc("node")
} loc(fused["node", "m.mlir":5:1])

// CHECK-LABEL: llvm.func @made
// CHECK: llvm.fadd {{.*}} loc("m.mlir":9:3)
// CHECK: } loc("m.mlir":9:3)
llvm.func @made(%a: f32) -> f32 {
  %0 = llvm.fadd %a, %a : f32 loc("m.mlir":9:3)
  llvm.return %0 : f32
} loc("node")
