// AMX refused under a seccomp filter: the artifact asks the system for tiles
// before it chooses v4+amx, and falls back to the level below when it may not have them.
// On a processor without AMX the same run shows that nothing depends on the
// answer; that the choice does is tested with injected answers of cpuid and the
// real system call under real filters in test/unit/runtime/IsaTest.cpp.
// REQUIRES: compile-model
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %cc -O1 %S/Inputs/deny-tiles.c -o %t.deny
// RUN: %t.deny mlc-run %t.so --dim n=20 -v --output-dir %t.denied 2>&1 | FileCheck %s --check-prefix=DENIED
// DENIED-NOT: isa v4+amx
// DENIED: isa v
// RUN: %if isa-v4-vnni %{ %t.deny mlc-run %t.so --dim n=20 -v 2>&1 | FileCheck %s --check-prefix=VNNI %}
// VNNI: isa v4+vnni,
// RUN: %if isa-v4-amx %{ mlc-run %t.so --dim n=20 -v 2>&1 | FileCheck %s --check-prefix=AMX %}
// AMX: isa v4+amx,
// Exact sums: every level gives the same bytes.
// RUN: mlc-run %t.so --dim n=20 --isa v2 --output-dir %t.v2
// RUN: cmp %t.denied/y.npy %t.v2/y.npy

graph.symbol @n
func.func @main(%x: tensor<?x70xi8> {graph.name = "x", graph.dims = ["n", ""]})
    -> (tensor<?x20xi32> {graph.name = "y", graph.dims = ["n", ""]}) attributes {graph.entry} {
  %w = graph.constant dense<-77> : tensor<70x20xi8>
  %y = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<?x70xi8>, tensor<70x20xi8> -> tensor<?x20xi32>
  return %y : tensor<?x20xi32>
}
