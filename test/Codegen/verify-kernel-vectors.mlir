// RUN: mlc-opt %s --mlc-verify-kernel-vectors --split-input-file --verify-diagnostics

func.func @fine(%x: vector<16xf32>) -> vector<16xf32> {
  %y = arith.addf %x, %x : vector<16xf32>
  return %y : vector<16xf32>
}

// -----

func.func @odd(%x: vector<48xf32>) -> vector<48xf32> {
  // expected-error@+1 {{has a vector of 48 lanes; only powers of two up to 256 stay in registers}}
  %y = arith.addf %x, %x : vector<48xf32>
  return %y : vector<48xf32>
}

// -----

func.func @rank(%x: vector<4x4xf32>) -> vector<4x4xf32> {
  // expected-error@+1 {{has a vector of rank 2; kernels use 1-D vectors}}
  %y = arith.addf %x, %x : vector<4x4xf32>
  return %y : vector<4x4xf32>
}

// -----

func.func @stray(%x: vector<8xf32>) -> vector<8xf32> {
  // expected-error@+1 {{has no machine lowering and was not expanded}}
  %y = math.exp %x : vector<8xf32>
  return %y : vector<8xf32>
}
