// RUN: mlc-opt %s --mlc-schedule-kernels=tuning-db=%S/Inputs/tuning.json | FileCheck %s
// RUN: mlc-opt %s "--mlc-schedule-kernels=levels=v4_amx tuning-db=%S/Inputs/tuning.json" | FileCheck %s --check-prefix=AMX
// RUN: mlc-opt %s --mlc-schedule-kernels=tuning-db=%S/Inputs/tuning-illegal.json 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: not mlc-opt %s --mlc-schedule-kernels=tuning-db=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '{"format": "mlc-tuning-2"}' > %t.json
// RUN: not mlc-opt %s --mlc-schedule-kernels=tuning-db=%t.json 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: mlc-opt %s "--mlc-schedule-kernels=levels=v3,v4 tuning-db=%S/Inputs/tuning.json" --mlc-lower-kernels=levels=v3,v4 | FileCheck %s --check-prefix=LOWER

// NONE: tuning database {{.*}}.none: No such file or directory
// FORMAT: tuning database {{.*}}.json: no tuning database: 'format' is not 'mlc-tuning-1'

// Each level takes its own record, of several the one for the most threads; the
// others keep what they had.
// CHECK-LABEL: kernel.func @product
// CHECK-SAME: sched.schedule = #sched.schedule<[<isa "v4" levels [<parallel [10, 32]>]>, <isa "v3" levels [<parallel [6, 16]>, <block [16, 1]>]>, <levels [<parallel [3, 16]>]>]>
// A level that inherits goes by the name of what it inherits from.
// AMX-LABEL: kernel.func @product
// AMX-SAME: sched.schedule = #sched.schedule<[<levels [<parallel [10, 32]>]>]>
// ILLEGAL: remark: the tuning database's choice for level v4, 'parallel [1000000, 32]', is none of this kernel's; it is ignored
// ILLEGAL: remark: the tuning database's choice for level v3, 'parallel [4, 4]', is none of this kernel's; it is ignored
// ILLEGAL: module {
// ILLEGAL-NEXT: kernel.func @product
// ILLEGAL-SAME: sched.schedule = #sched.schedule<[<isa "v4" levels [<parallel [14, 32]>]>, <isa "v3" levels [<parallel [6, 16]>]>, <levels [<parallel [3, 16]>]>]>
// LOWER: module @isa_v3
// LOWER: func.func @product
// LOWER: module @isa_v4
// LOWER: func.func @product
kernel.func @product(%x: tensor<20x64xf32>, %w: tensor<64x48xf32>) -> tensor<20x48xf32>
    attributes {kernel.kind = "contraction"} {
  %0 = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0] : tensor<20x64xf32>, tensor<64x48xf32> -> tensor<20x48xf32>
  kernel.return %0 : tensor<20x48xf32>
}

// CHECK-LABEL: kernel.func @loop
// CHECK-SAME: sched.schedule = #sched.schedule<[<>]>
kernel.func @loop(%x: tensor<?x37xf32>) -> tensor<?x37xf32> attributes {kernel.kind = "loop"} {
  %0 = graph.neg %x : tensor<?x37xf32>
  kernel.return %0 : tensor<?x37xf32>
}
