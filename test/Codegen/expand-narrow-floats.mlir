// RUN: mlc-opt %s --mlc-expand-narrow-floats | FileCheck %s --check-prefixes=CHECK,F16C
// RUN: mlc-opt %s --mlc-expand-narrow-floats=f16c=false | FileCheck %s --check-prefixes=CHECK,NOF16C

// bf16 is the upper half of an f32.
// CHECK-LABEL: func.func @widen_bf16
// CHECK-NOT:     arith.extf
// CHECK:         arith.bitcast %{{.*}} : vector<8xbf16> to vector<8xi16>
// CHECK:         arith.shli
// CHECK:         arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
func.func @widen_bf16(%x: vector<8xbf16>) -> vector<8xf32> {
  %y = arith.extf %x : vector<8xbf16> to vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @narrow_f8
// CHECK-NOT:     arith.truncf
// CHECK:         arith.bitcast %{{.*}} : i8 to f8E4M3FN
func.func @narrow_f8(%x: f32) -> f8E4M3FN {
  %y = arith.truncf %x : f32 to f8E4M3FN
  return %y : f8E4M3FN
}

// The machine converts f16 from v3 on.
// CHECK-LABEL: func.func @half
// F16C:          arith.extf
// NOF16C-NOT:    arith.extf
// CHECK:         return
func.func @half(%x: vector<8xf16>) -> vector<8xf32> {
  %y = arith.extf %x : vector<8xf16> to vector<8xf32>
  return %y : vector<8xf32>
}

// Arithmetic on narrow floats happens in f32.
// CHECK-LABEL: func.func @add
// CHECK:         arith.addf %{{.*}} : vector<8xf32>
func.func @add(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %z = arith.addf %x, %y : vector<8xbf16>
  return %z : vector<8xbf16>
}
