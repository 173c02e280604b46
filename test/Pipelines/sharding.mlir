// Shardings are said on an entry's signature and on ops; no phase loses one.
// RUN: compile-model %s --compile-to=infer | FileCheck %s
// RUN: compile-model %s --compile-to=simplify | FileCheck %s
// RUN: compile-model %s --compile-to=transform | FileCheck %s
// RUN: compile-model %s --compile-to=layout | FileCheck %s
// RUN: compile-model %s --compile-to=fuse | FileCheck %s --check-prefixes=CHECK,KERNEL
// RUN: compile-model %s --compile-to=schedule | FileCheck %s --check-prefixes=CHECK,KERNEL
// RUN: compile-model %s --compile-to=lower --target=x86-64-v3 | FileCheck %s --check-prefixes=CHECK,KERNEL
// RUN: compile-model %s --compile-to=buffers --target=x86-64-v3 | FileCheck %s --check-prefix=ENTRY
// Two ops that differ in nothing but their sharding are two kernels.
// RUN: compile-model %s --compile-to=fuse | grep -c 'kernel.func' | FileCheck %s --check-prefix=COUNT

// CHECK: dist.meshes = {m = #dist.mesh<["data" = 2, "model" = 4]>}
// CHECK: func.func @main(%{{.*}}: tensor<8x4xf32> {dist.sharding = #dist.sharding<"m", [{"data"}, {}]>
// CHECK-SAME: -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<"m", [{}, {"model"}]>
// KERNEL: kernel.func
// CHECK: graph.neg {{.*}}dist.shardings = [#dist.sharding<"m", [{"data"}, {"model"}]>]

// ENTRY: rt.entry @main
// ENTRY-SAME: arg_attrs = [{dist.sharding = #dist.sharding<"m", [{"data"}, {}]>
// ENTRY-SAME: res_attrs = [{dist.sharding = #dist.sharding<"m", [{}, {"model"}]>

// COUNT: 2

module attributes {dist.meshes = {m = #dist.mesh<["data" = 2, "model" = 4]>}} {
func.func @main(%x: tensor<8x4xf32> {graph.name = "x", dist.sharding = #dist.sharding<"m", [{"data"}, {}]>})
    -> (tensor<8x4xf32> {graph.name = "y", dist.sharding = #dist.sharding<"m", [{}, {"model"}]>},
        tensor<8x4xf32> {graph.name = "z"}) attributes {graph.entry} {
  %0 = graph.neg %x {dist.shardings = [#dist.sharding<"m", [{"data"}, {"model"}]>]} : tensor<8x4xf32>
  %1 = graph.neg %x : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
}
