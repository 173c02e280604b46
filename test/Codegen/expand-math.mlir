// RUN: mlc-opt %s --mlc-expand-math | FileCheck %s --check-prefixes=CHECK,FMA,F64
// RUN: mlc-opt %s --mlc-expand-math=fma=false | FileCheck %s --check-prefixes=CHECK,NOFMA,F64
// RUN: mlc-opt %s --mlc-expand-math=scale=true | FileCheck %s --check-prefixes=CHECK,FMA,SCALE,F64
// RUN: mlc-opt %s --mlc-expand-math=tables=true | FileCheck %s --check-prefixes=CHECK,FMA,TABLES

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

// Sixteen lanes are scaled by the float that the number of powers is at first.
// CHECK-LABEL: func.func @exp_wide
// SCALE:         llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
// SCALE-NOT:     arith.sitofp
// CHECK:         return
func.func @exp_wide(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x : vector<16xf32>
  return %y : vector<16xf32>
}

// The last op gives the result its sign: that of -0 too.
// CHECK-LABEL: func.func @tanh
// CHECK:         %[[Y:.*]] = math.copysign %{{.*}}, %arg0
// CHECK-NEXT:    return %[[Y]]
func.func @tanh(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.tanh %x : vector<8xf32>
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

// 1 + erf(x / sqrt 2) is one function, so that nothing cancels.
// CHECK-LABEL: func.func @gelu
// F64-NOT:       vector<8xi32>
// F64:           arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// F64:           arith.shli %{{.*}} : vector<8xi64>
// F64:           arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
// TABLES-NOT:    f64
// TABLES-COUNT-9: "llvm.x86.avx512.vpermi2var.ps.512"
// CHECK-NOT:     arith.addf
// CHECK:         return
func.func @gelu(%x: vector<8xf32>) -> vector<8xf32> {
  %scale = arith.constant dense<0.707106769> : vector<8xf32>
  %number = arith.constant 1.0 : f32
  %one = vector.broadcast %number : f32 to vector<8xf32>
  %a = arith.mulf %x, %scale : vector<8xf32>
  %e = math.erf %a : vector<8xf32>
  %y = arith.addf %e, %one : vector<8xf32>
  return %y : vector<8xf32>
}

// Not where the erf itself is wanted, or of another argument.
// CHECK-LABEL: func.func @erf_and_more
// CHECK-NOT:     f64
// CHECK:         return
func.func @erf_and_more(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %scale = arith.constant dense<0.707106769> : vector<8xf32>
  %one = arith.constant dense<1.0> : vector<8xf32>
  %a = arith.mulf %x, %scale : vector<8xf32>
  %e = math.erf %a : vector<8xf32>
  %y = arith.addf %e, %one : vector<8xf32>
  return %y, %e : vector<8xf32>, vector<8xf32>
}
// CHECK-LABEL: func.func @erf_of_other
// CHECK-NOT:     f64
// CHECK:         return
func.func @erf_of_other(%x: vector<8xf32>) -> vector<8xf32> {
  %scale = arith.constant dense<0.7071> : vector<8xf32>
  %one = arith.constant dense<1.0> : vector<8xf32>
  %a = arith.mulf %x, %scale : vector<8xf32>
  %e = math.erf %a : vector<8xf32>
  %y = arith.addf %e, %one : vector<8xf32>
  return %y : vector<8xf32>
}

// Pieces are looked up in registers of 16, whatever the shape: a scalar takes the
// same way as a vector and so gives the same bits.
// CHECK-LABEL: func.func @pieces
// TABLES-COUNT-9: "llvm.x86.avx512.vpermi2var.ps.512"
// TABLES:         vector.extract %
// TABLES-COUNT-9: "llvm.x86.avx512.vpermi2var.ps.512"
// TABLES:         vector.extract_strided_slice
// TABLES-COUNT-18: "llvm.x86.avx512.vpermi2var.ps.512"
// TABLES-NOT:     "llvm.x86.avx512.vpermi2var.ps.512"
// CHECK:         return
func.func @pieces(%x: f32, %y: vector<8xf32>, %z: vector<32xf32>)
    -> (f32, vector<8xf32>, vector<32xf32>) {
  %a = math.tanh %x : f32
  %b = math.tanh %y : vector<8xf32>
  %c = math.tanh %z : vector<32xf32>
  return %a, %b, %c : f32, vector<8xf32>, vector<32xf32>
}
