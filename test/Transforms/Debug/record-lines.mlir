// RUN: mlc-opt %s --mlc-record-lines=file=%t.mlir --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.mlir
// RUN: not mlc-opt %s --mlc-record-lines 2>&1 | FileCheck %s --check-prefix=MISSING

// The node comes first, its line in the file after it.
// CHECK: graph.neg %{{.*}} loc(fused["node_1", "{{.*}}record-lines.mlir.tmp.mlir":{{[0-9]+}}:{{[0-9]+}}])
// FILE: graph.neg %{{.*}} "node_1"
// MISSING: option 'file' of mlc-record-lines is missing
func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) attributes {graph.entry} {
  %y = graph.neg %x : tensor<4xf32> loc("node_1")
  return %y : tensor<4xf32>
}
