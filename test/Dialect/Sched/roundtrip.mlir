// RUN: mlc-opt %s | mlc-opt | FileCheck %s

#wide = affine_set<()[s0] : (s0 - 16 >= 0)>

#one = affine_set<()[s0] : (s0 - 1 == 0)>

// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 - 16 >= 0)>
// CHECK-DAG: #[[ONE:.*]] = affine_set<()[s0] : (s0 - 1 == 0)>
// CHECK-LABEL: kernel.func @k
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" when #[[SET]] levels [<parallel [14, 32]>, <vector [0, 16]>]>, <isa "v3" by "tiles">, <levels [<vector [4]>]>]>
kernel.func @k(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {
    sched.schedule = #sched.schedule<[
      <isa "v4" when #wide levels [<parallel [14, 32]>, <vector [0, 16]>]>,
      <isa "v3" by "tiles">,
      <levels [<vector [4]>]>]>} {
  kernel.return %x : tensor<?x4xf32>
}

// CHECK-LABEL: kernel.func @plain
// CHECK-SAME: #sched.schedule<[<>]>
kernel.func @plain() attributes {sched.schedule = #sched.schedule<[<>]>} {
  kernel.return
}

// CHECK-LABEL: kernel.func @cased
// CHECK-SAME: sched.cases = [#sched.case<when #[[ONE]] kernel @cased.case0>]
kernel.func @cased(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    sched.cases = [#sched.case<when #one kernel @cased.case0>]} {
  kernel.return %x : tensor<?xf32>
}

// CHECK-LABEL: kernel.func @cased.case0
// CHECK-SAME: sched.given = #[[ONE]], sched.variant = #sched.variant<isa "v3">
kernel.func @cased.case0(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    sched.given = #one, sched.variant = #sched.variant<isa "v3">} {
  kernel.return %x : tensor<?xf32>
}
