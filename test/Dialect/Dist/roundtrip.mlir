// RUN: mlc-opt -allow-unregistered-dialect %s | mlc-opt -allow-unregistered-dialect | FileCheck %s

// CHECK: module attributes {dist.meshes = {m = #dist.mesh<["data" = 2, "model" = 16]>}}
module attributes {dist.meshes = {m = #dist.mesh<["data" = 2, "model" = 16]>}} {
  // CHECK: func.func @main(%{{.*}}: tensor<8x?xf32> {dist.sharding = #dist.sharding<"m", [{"data"}, {"model":(2)4, ?}p1], replicated = {"model":(1)2}>})
  // CHECK-SAME: -> (tensor<8x?xf32> {dist.sharding = #dist.sharding<"m", [{}, {?}p3]>})
  func.func @main(
      %x: tensor<8x?xf32> {dist.sharding = #dist.sharding<"m", [{"data"}, {"model":(2)4, ?}p1], replicated = {"model":(1)2}>})
      -> (tensor<8x?xf32> {dist.sharding = #dist.sharding<"m", [{}, {?}p3]>}) {
    // CHECK: dist.shardings = [#dist.sharding<"m", [{"data", "model"}, {}]>]
    %y = "test.op"(%x) {dist.shardings = [#dist.sharding<"m", [{"data", "model"}, {}]>]}
        : (tensor<8x?xf32>) -> tensor<8x?xf32>
    return %y : tensor<8x?xf32>
  }
  // CHECK: #dist.axis<"x">, #dist.axis<"x":(2)4>, #dist.dim<{"x", ?}p2>
  "test.attrs"() {a = [#dist.axis<"x">, #dist.axis<"x":(2)4>, #dist.dim<{"x", ?}p2>]} : () -> ()
  // A launch keeps the shardings of the call that it was.
  // CHECK: "test.launch"() {dist.shardings = [#dist.sharding<"m", [{"data"}]>]}
  "test.launch"() {dist.shardings = [#dist.sharding<"m", [{"data"}]>]} : () -> ()
}
