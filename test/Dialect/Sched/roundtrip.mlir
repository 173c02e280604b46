// RUN: mlc-opt %s | mlc-opt | FileCheck %s

#wide = affine_set<()[s0] : (s0 - 16 >= 0)>

// CHECK: #[[SET:.*]] = affine_set<()[s0] : (s0 - 16 >= 0)>
// CHECK-LABEL: kernel.func @k
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" when #[[SET]] levels [<parallel [14, 32]>, <vector [0, 16]>]>, <isa "v3">, <levels [<vector [4]>]>]>
kernel.func @k(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {
    sched.schedule = #sched.schedule<[
      <isa "v4" when #wide levels [<parallel [14, 32]>, <vector [0, 16]>]>,
      <isa "v3">,
      <levels [<vector [4]>]>]>} {
  kernel.return %x : tensor<?x4xf32>
}

// CHECK-LABEL: kernel.func @plain
// CHECK-SAME: #sched.schedule<[<>]>
kernel.func @plain() attributes {sched.schedule = #sched.schedule<[<>]>} {
  kernel.return
}
