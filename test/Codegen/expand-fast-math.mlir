// RUN: mlc-opt %s --mlc-expand-math=scale=true | FileCheck %s --check-prefixes=CHECK,FMA
// RUN: mlc-opt %s --mlc-expand-math=fma=false | FileCheck %s --check-prefixes=CHECK,NOFMA
// Ops with the flag `afn` become shorter code, and the flag is gone afterwards.

// CHECK-NOT: afn

// exp has no shorter way that pays.
// CHECK-LABEL:      func.func @exact_exp
// FMA-COUNT-9:      math.fma
// FMA-NOT:          math.fma
// FMA:              llvm.x86.avx512.mask.scalef.ps.512
func.func @exact_exp(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x fastmath<afn> : vector<16xf32>
  return %y : vector<16xf32>
}

// A rational function with FMA, which scales no power of two.
// CHECK-LABEL:      func.func @tanh
// FMA-NOT:          scalef
// NOFMA:            arith.shli
// CHECK:            return
func.func @tanh(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.tanh %x fastmath<afn> : vector<16xf32>
  return %y : vector<16xf32>
}

// 1 + erf(x / sqrt 2) stays in f32.
// CHECK-LABEL:      func.func @gelu
// FMA-NOT:          f64
// NOFMA:            f64
// CHECK:            return
func.func @gelu(%x: vector<16xf32>) -> vector<16xf32> {
  %root = arith.constant dense<0.707106769> : vector<16xf32>
  %one = arith.constant dense<1.0> : vector<16xf32>
  %s = arith.mulf %x, %root : vector<16xf32>
  %e = math.erf %s fastmath<afn> : vector<16xf32>
  %y = arith.addf %e, %one : vector<16xf32>
  return %y : vector<16xf32>
}

// The quotient that a sigmoid is, without the detour that spares a rounding.
// CHECK-LABEL:      func.func @sigmoid
// CHECK:            %[[NEGATIVE:.*]] = arith.cmpf olt, %arg0
// CHECK:            %[[MOST:.*]] = arith.select %[[NEGATIVE]]
// CHECK-NEXT:       %[[Y:.*]] = arith.divf %[[MOST]], %{{.*}}
// CHECK-NEXT:       return %[[Y]]
func.func @sigmoid(%x: vector<16xf32>) -> vector<16xf32> {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %one = arith.constant dense<1.0> : vector<16xf32>
  %a = math.absf %x : vector<16xf32>
  %n = arith.negf %a : vector<16xf32>
  %e = math.exp %n fastmath<afn> : vector<16xf32>
  %s = arith.addf %e, %one : vector<16xf32>
  %d = arith.divf %e, %s : vector<16xf32>
  %c = arith.cmpf olt, %x, %zero : vector<16xf32>
  %m = arith.select %c, %e, %one : vector<16xi1>, vector<16xf32>
  %r = arith.mulf %m, %d : vector<16xf32>
  %y = arith.subf %m, %r : vector<16xf32>
  return %y : vector<16xf32>
}

// Neither functions without a shorter way nor f64 change, and half floats keep the
// flag on their way through f32.
// CHECK-LABEL:      func.func @others
// CHECK:            math.sqrt %{{.*}} : vector<16xf32>
// CHECK:            call @exp({{.*}}) : (f64) -> f64
func.func @others(%x: vector<16xf32>, %y: f64) -> (vector<16xf32>, f64) {
  %r = math.sqrt %x fastmath<afn> : vector<16xf32>
  %e = math.exp %y fastmath<afn> : f64
  return %r, %e : vector<16xf32>, f64
}

// CHECK-LABEL:      func.func @half
// FMA-NOT:          scalef
// CHECK:            arith.truncf
func.func @half(%x: vector<16xf16>) -> vector<16xf16> {
  %y = math.tanh %x fastmath<afn> : vector<16xf16>
  return %y : vector<16xf16>
}
