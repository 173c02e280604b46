// RUN: mlc-opt %s --mlc-expand-math | FileCheck %s --check-prefixes=CHECK,FMA
// RUN: mlc-opt %s --mlc-expand-math=fma=false | FileCheck %s --check-prefixes=CHECK,NOFMA
// RUN: mlc-opt %s --mlc-expand-math=scale=true | FileCheck %s --check-prefixes=CHECK,FMA,SCALE

// Builtins are declared once, ahead of the functions that call them.
// CHECK-DAG: func.func private @fmod(f64, f64) -> f64
// CHECK-DAG: func.func private @sinf(f32) -> f32
// CHECK-DAG: func.func private @atan2(f64, f64) -> f64

// CHECK-LABEL: func.func @exp
// CHECK-NOT:     math.exp
// FMA:           math.fma {{.*}} : vector<8xf32>
// NOFMA-NOT:     math.fma
// SCALE:         llvm.call_intrinsic "llvm.ldexp.v8f32.v8i32"
// CHECK:         return
func.func @exp(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.exp %x : vector<8xf32>
  return %y : vector<8xf32>
}

// Half floats are computed in f32.
// CHECK-LABEL: func.func @tanh_half
// CHECK:         arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK:         arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
func.func @tanh_half(%x: vector<8xbf16>) -> vector<8xbf16> {
  %y = math.tanh %x : vector<8xbf16>
  return %y : vector<8xbf16>
}

// Beyond the range of the polynomial the builtin is called lane by lane.
// CHECK-LABEL: func.func @sin
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK-COUNT-4: func.call @sinf
// CHECK:         else
func.func @sin(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.sin %x : vector<4xf32>
  return %y : vector<4xf32>
}

// CHECK-LABEL: func.func @remainder
// CHECK:         call @fmod
func.func @remainder(%x: f64, %y: f64) -> f64 {
  %z = arith.remf %x, %y : f64
  return %z : f64
}

// A function that exists in f64 only.
// CHECK-LABEL: func.func @angle
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         call @atan2
// CHECK:         arith.truncf %{{.*}} : f64 to f32
func.func @angle(%x: f32, %y: f32) -> f32 {
  %z = math.atan2 %x, %y : f32
  return %z : f32
}

// CHECK-LABEL: func.func @stay
// CHECK:         math.sqrt
// CHECK:         math.floor
func.func @stay(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.sqrt %x : vector<8xf32>
  %z = math.floor %y : vector<8xf32>
  return %z : vector<8xf32>
}
