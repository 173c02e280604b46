// Levels above v4 hold exactly the kernels that have code of their own there.
// REQUIRES: compile-model
// RUN: rm -rf %t && mkdir -p %t
// RUN: compile-model %s --compile-from=import --emit=asm -o %t/m.s
// RUN: FileCheck %s --check-prefix=V3 --implicit-check-not=vpmaddubsw < %t/m.v3.s
// RUN: FileCheck %s --check-prefix=VNNI < %t/m.v4_vnni.s
// RUN: FileCheck %s --check-prefix=AMX < %t/m.v4_amx.s

// V3: vpmaddwd
// VNNI: vpdpbusd
// VNNI-NOT: tdpbusd

// 70 elements: a step of 64, a configuration of its own for the rest; loads of A
// name the distance of its rows, products the tiles that were loaded.
// AMX: ldtilecfg
// AMX: tilezero %tmm0
// AMX: tileloadd {{.*}}, %tmm4
// AMX: tileloadd {{.*}}, %tmm5
// AMX: tileloadd {{.*}}, %tmm6
// AMX: tileloadd {{.*}}, %tmm7
// AMX: tdpbusd %tmm6, %tmm4, %tmm0
// AMX: tdpbusd %tmm7, %tmm4, %tmm1
// AMX: tdpbusd %tmm6, %tmm5, %tmm2
// AMX: tdpbusd %tmm7, %tmm5, %tmm3
// AMX: tilestored %tmm0
// AMX: ldtilecfg
// AMX: tdpbusd %tmm7, %tmm5, %tmm3
// AMX: tilerelease

func.func @main(%x: tensor<64x70xui8> {graph.name = "x"}, %f: tensor<64x20xf32> {graph.name = "f"})
    -> (tensor<64x20xi32> {graph.name = "y"}, tensor<64x20xf32> {graph.name = "g"}) attributes {graph.entry} {
  %w = graph.constant dense<7> : tensor<70x20xi8>
  %y = graph.dot_general %x, %w batch = [] x [] contract = [1] x [0]
    : tensor<64x70xui8>, tensor<70x20xi8> -> tensor<64x20xi32>
  %g = graph.exp %f : tensor<64x20xf32>
  return %y, %g : tensor<64x20xi32>, tensor<64x20xf32>
}
