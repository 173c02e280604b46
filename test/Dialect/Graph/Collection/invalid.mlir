// RUN: mlc-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error @+1 {{handles a value of 'tensor<4xi32>' of a collection of 'tensor<?xf32>'}}
  %s = graph.seq_new(%a, %b) : (tensor<4xf32>, tensor<4xi32>) -> !graph.seq<tensor<?xf32>>
  return
}

// -----

func.func @f(%s: !graph.seq<tensor<4xf32>>, %i: tensor<i64>) {
  // expected-error @+1 {{handles a value of 'tensor<5xf32>' of a collection of 'tensor<4xf32>'}}
  %v = graph.seq_at %s, %i : !graph.seq<tensor<4xf32>>, tensor<i64> -> tensor<5xf32>
  return
}

// -----

func.func @f(%o: !graph.opt<tensor<4xf32>>) {
  // expected-error @+1 {{handles a value of 'tensor<4xi8>' of a collection of 'tensor<4xf32>'}}
  %v = graph.opt_get %o : !graph.opt<tensor<4xf32>> -> tensor<4xi8>
  return
}
