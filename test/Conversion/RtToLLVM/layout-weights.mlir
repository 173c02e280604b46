// RUN: mlc-opt %s --mlc-layout-weights | FileCheck %s

// First use first, each once, images of state blocks last.
// CHECK: rt.weights = [#graph.const<"[[A:[0-9a-f]+]]" : tensor<2xf32>> : tensor<2xf32>, #graph.const<"[[B:[0-9a-f]+]]" : tensor<3xf32>> : tensor<3xf32>, #graph.const<"[[C:[0-9a-f]+]]" : tensor<1xi64>> : tensor<1xi64>]
module {
  // CHECK: graph.state @s : tensor<1xi64> = #graph.const<"[[C]]" : tensor<1xi64>>
  graph.state @s : tensor<1xi64> = dense<7> : tensor<1xi64>
  rt.entry @main : () -> () {
    // CHECK: rt.weight #graph.const<"[[A]]"
    %0 = rt.weight dense<[1.0, 2.0]> : tensor<2xf32>
    // CHECK: rt.weight #graph.const<"[[B]]"
    %1 = rt.weight dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    // CHECK: rt.weight #graph.const<"[[A]]"
    %2 = rt.weight dense<[1.0, 2.0]> : tensor<2xf32>
    rt.return
  }
}
