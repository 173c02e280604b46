// RUN: mlc-opt %s | mlc-opt | FileCheck %s
// RUN: mlc-opt %s --cse | FileCheck %s --check-prefix=CSE

// Ops of different origins are not merged; equal ones of one origin are.

// CHECK-LABEL: @redundant
// CHECK: graph.sqrt %{{.*}} : tensor
// CHECK: graph.sqrt %{{.*}} {check.origin = #check.origin<1>}
// CSE-LABEL: @redundant
// CSE-COUNT-3: graph.sqrt
// CSE-NOT: graph.sqrt
func.func @redundant(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.sqrt %x : tensor<4xf32>
  %1 = graph.sqrt %x {check.origin = #check.origin<1>} : tensor<4xf32>
  %2 = graph.sqrt %x {check.origin = #check.origin<2>} : tensor<4xf32>
  %3 = graph.sqrt %x {check.origin = #check.origin<2>} : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
