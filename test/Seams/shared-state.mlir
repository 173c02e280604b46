// Two entries share one weight and one state block.
// REQUIRES: compile-model, python-packages
// RUN: compile-model %s --compile-from=import -o %t.so
// RUN: %python %S/Inputs/shared-state.py %t.so
//
// Mutation: the second entry reads a block of its own.
// RUN: sed 's/@total : tensor<4xf32> loc("second")/@other : tensor<4xf32>/' %s > %t.mutant.mlir
// RUN: compile-model %t.mutant.mlir --compile-from=import -o %t.mutant.so
// RUN: not %python %S/Inputs/shared-state.py %t.mutant.so

module {
  graph.state @total : tensor<4xf32> = dense<1.0> : tensor<4xf32>
  graph.state @other : tensor<4xf32> = dense<1.0> : tensor<4xf32>

  // total += w * x
  func.func @accumulate(%x: tensor<4xf32> {graph.name = "x"})
      -> (tensor<4xf32> {graph.name = "sum"}) attributes {graph.entry} {
    %w = graph.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
    %t = graph.state_read @total : tensor<4xf32>
    %m = graph.mul %x, %w : tensor<4xf32>
    %s = graph.add %t, %m : tensor<4xf32>
    graph.state_write @total, %s : tensor<4xf32>
    return %s : tensor<4xf32>
  }

  // w * total
  func.func @scaled() -> (tensor<4xf32> {graph.name = "y"}) attributes {graph.entry} {
    %w = graph.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
    %t = graph.state_read @total : tensor<4xf32> loc("second")
    %r = graph.mul %t, %w : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
