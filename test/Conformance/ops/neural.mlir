//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Composite ops. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @softmax_false(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6, skewed} {
  %r = graph.softmax %a0 dim = 1 {logarithm = false} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @softmax_true(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6, skewed} {
  %r = graph.softmax %a0 dim = 1 {logarithm = true} : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @softmax_outer(%a0: tensor<5x6x7xf32> {graph.name = "a0"})
    -> (tensor<5x6x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.softmax %a0 dim = 1 : tensor<5x6x7xf32>
  return %r : tensor<5x6x7xf32>
}
func.func @layer_norm(%a0: tensor<?x40xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<40xf32> {graph.name = "a1"}, %a2: tensor<40xf32> {graph.name = "a2"})
    -> (tensor<?x40xf32> {graph.name = "r0"}, tensor<?xf32> {graph.name = "r1"}, tensor<?xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %y, %m, %d = graph.layer_norm %a0, %a1, %a2 dim = 1 epsilon = 1.0e-5 : tensor<?x40xf32>, tensor<40xf32>, tensor<40xf32> -> tensor<?x40xf32>, tensor<?xf32>, tensor<?xf32>
  return %y, %m, %d : tensor<?x40xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @rms_norm(%a0: tensor<?x40xf32> {graph.name = "a0", graph.dims = ["n", ""]}, %a1: tensor<40xf32> {graph.name = "a1"})
    -> (tensor<?x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5} {
  %y, %m, %d = graph.layer_norm %a0, %a1 dim = 1 epsilon = 1.0e-5 {rms = true} : tensor<?x40xf32>, tensor<40xf32> -> tensor<?x40xf32>, tensor<?xf32>, tensor<?xf32>
  return %y : tensor<?x40xf32>
}
func.func @batch_norm(%a0: tensor<2x5x9xf32> {graph.name = "a0"}, %a1: tensor<5xf32> {graph.name = "a1"}, %a2: tensor<5xf32> {graph.name = "a2"}, %a3: tensor<5xf32> {graph.name = "a3"}, %a4: tensor<5xf32> {graph.name = "a4"})
    -> (tensor<2x5x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-4.0, 4.0], [-2.0, 2.0], [-2.0, 2.0], [-2.0, 2.0], [0.5, 3.0]]} {
  %r = graph.batch_norm %a0, %a1, %a2, %a3, %a4 epsilon = 1.0e-5 : (tensor<2x5x9xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x5x9xf32>
  return %r : tensor<2x5x9xf32>
}
func.func @gelu_erf(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.gelu erf %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @gelu_tanh(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.gelu tanh %a0 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @attention(%a0: tensor<2x4x6x8xf32> {graph.name = "a0"}, %a1: tensor<2x2x10x8xf32> {graph.name = "a1"}, %a2: tensor<2x2x10x5xf32> {graph.name = "a2"})
    -> (tensor<2x4x6x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.attention %a0, %a1, %a2 scale = 3.0e-1 : (tensor<2x4x6x8xf32>, tensor<2x2x10x8xf32>, tensor<2x2x10x5xf32>) -> tensor<2x4x6x5xf32>
  return %r : tensor<2x4x6x5xf32>
}
func.func @attention_causal(%a0: tensor<2x4x6x8xf32> {graph.name = "a0"}, %a1: tensor<2x2x10x8xf32> {graph.name = "a1"}, %a2: tensor<2x2x10x5xf32> {graph.name = "a2"})
    -> (tensor<2x4x6x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.attention %a0, %a1, %a2 scale = 3.0e-1 {causal = true} : (tensor<2x4x6x8xf32>, tensor<2x2x10x8xf32>, tensor<2x2x10x5xf32>) -> tensor<2x4x6x5xf32>
  return %r : tensor<2x4x6x5xf32>
}
func.func @attention_mask(%a0: tensor<2x4x6x8xf32> {graph.name = "a0"}, %a1: tensor<2x2x10x8xf32> {graph.name = "a1"}, %a2: tensor<2x2x10x5xf32> {graph.name = "a2"}, %a3: tensor<6x10xf32> {graph.name = "a3"})
    -> (tensor<2x4x6x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.attention %a0, %a1, %a2, %a3 scale = 3.0e-1 : (tensor<2x4x6x8xf32>, tensor<2x2x10x8xf32>, tensor<2x2x10x5xf32>, tensor<6x10xf32>) -> tensor<2x4x6x5xf32>
  return %r : tensor<2x4x6x5xf32>
}
func.func @attention_softcap(%a0: tensor<2x4x6x8xf32> {graph.name = "a0"}, %a1: tensor<2x2x10x8xf32> {graph.name = "a1"}, %a2: tensor<2x2x10x5xf32> {graph.name = "a2"})
    -> (tensor<2x4x6x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.attention %a0, %a1, %a2 scale = 3.0e-1 {softcap = 2.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x10x8xf32>, tensor<2x2x10x5xf32>) -> tensor<2x4x6x5xf32>
  return %r : tensor<2x4x6x5xf32>
}
func.func @lstm_forward(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x28x5xf32> {graph.name = "a1"}, %a2: tensor<1x28x7xf32> {graph.name = "a2"}, %a3: tensor<1x56xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent lstm forward %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x28x5xf32>, tensor<1x28x7xf32>, tensor<1x56xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @gru_forward(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x21x5xf32> {graph.name = "a1"}, %a2: tensor<1x21x7xf32> {graph.name = "a2"}, %a3: tensor<1x42xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent gru forward %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x21x5xf32>, tensor<1x21x7xf32>, tensor<1x42xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @rnn_forward(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x7x5xf32> {graph.name = "a1"}, %a2: tensor<1x7x7xf32> {graph.name = "a2"}, %a3: tensor<1x14xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent rnn forward %a0, %a1, %a2 bias %a3 activations = ["Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x7x5xf32>, tensor<1x7x7xf32>, tensor<1x14xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @lstm_reverse(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x28x5xf32> {graph.name = "a1"}, %a2: tensor<1x28x7xf32> {graph.name = "a2"}, %a3: tensor<1x56xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent lstm reverse %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x28x5xf32>, tensor<1x28x7xf32>, tensor<1x56xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @gru_reverse(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x21x5xf32> {graph.name = "a1"}, %a2: tensor<1x21x7xf32> {graph.name = "a2"}, %a3: tensor<1x42xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent gru reverse %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x21x5xf32>, tensor<1x21x7xf32>, tensor<1x42xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @rnn_reverse(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x7x5xf32> {graph.name = "a1"}, %a2: tensor<1x7x7xf32> {graph.name = "a2"}, %a3: tensor<1x14xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent rnn reverse %a0, %a1, %a2 bias %a3 activations = ["Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<1x7x5xf32>, tensor<1x7x7xf32>, tensor<1x14xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @lstm_bidirectional(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<2x28x5xf32> {graph.name = "a1"}, %a2: tensor<2x28x7xf32> {graph.name = "a2"}, %a3: tensor<2x56xf32> {graph.name = "a3"})
    -> (tensor<4x2x3x7xf32> {graph.name = "r0"}, tensor<2x3x7xf32> {graph.name = "r1"}, tensor<2x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent lstm bidirectional %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh", "Tanh", "Sigmoid", "Tanh", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<2x28x5xf32>, tensor<2x28x7xf32>, tensor<2x56xf32>) -> (tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>)
  return %y, %h, %c : tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>
}
func.func @gru_bidirectional(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<2x21x5xf32> {graph.name = "a1"}, %a2: tensor<2x21x7xf32> {graph.name = "a2"}, %a3: tensor<2x42xf32> {graph.name = "a3"})
    -> (tensor<4x2x3x7xf32> {graph.name = "r0"}, tensor<2x3x7xf32> {graph.name = "r1"}, tensor<2x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent gru bidirectional %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh", "Sigmoid", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<2x21x5xf32>, tensor<2x21x7xf32>, tensor<2x42xf32>) -> (tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>)
  return %y, %h, %c : tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>
}
func.func @rnn_bidirectional(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<2x7x5xf32> {graph.name = "a1"}, %a2: tensor<2x7x7xf32> {graph.name = "a2"}, %a3: tensor<2x14xf32> {graph.name = "a3"})
    -> (tensor<4x2x3x7xf32> {graph.name = "r0"}, tensor<2x3x7xf32> {graph.name = "r1"}, tensor<2x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent rnn bidirectional %a0, %a1, %a2 bias %a3 activations = ["Tanh", "Tanh"] hidden = 7 :
    (tensor<4x3x5xf32>, tensor<2x7x5xf32>, tensor<2x7x7xf32>, tensor<2x14xf32>) -> (tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>)
  return %y, %h, %c : tensor<4x2x3x7xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>
}
func.func @gru_forward_linear_before_reset(%a0: tensor<4x3x5xf32> {graph.name = "a0"}, %a1: tensor<1x21x5xf32> {graph.name = "a1"}, %a2: tensor<1x21x7xf32> {graph.name = "a2"}, %a3: tensor<1x42xf32> {graph.name = "a3"})
    -> (tensor<4x1x3x7xf32> {graph.name = "r0"}, tensor<1x3x7xf32> {graph.name = "r1"}, tensor<1x3x7xf32> {graph.name = "r2"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-5, ranges = [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]} {
  %y, %h, %c = graph.recurrent gru forward %a0, %a1, %a2 bias %a3 activations = ["Sigmoid", "Tanh"] hidden = 7 {linear_before_reset = true} :
    (tensor<4x3x5xf32>, tensor<1x21x5xf32>, tensor<1x21x7xf32>, tensor<1x42xf32>) -> (tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>)
  return %y, %h, %c : tensor<4x1x3x7xf32>, tensor<1x3x7xf32>, tensor<1x3x7xf32>
}
func.func @resize_nearest_half_pixel(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize nearest %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "half_pixel"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_nearest_align_corners(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize nearest %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "align_corners"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_nearest_asymmetric(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize nearest %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "asymmetric"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_linear_half_pixel(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize linear %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "half_pixel"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_linear_align_corners(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize linear %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "align_corners"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_linear_asymmetric(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize linear %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "asymmetric"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_cubic_half_pixel(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize cubic %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "half_pixel"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_cubic_align_corners(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize cubic %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "align_corners"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_cubic_asymmetric(%a0: tensor<1x2x5x6xf32> {graph.name = "a0"})
    -> (tensor<1x2x10x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize cubic %a0 scales = [1.0, 1.0, 2.0, 1.5] {coordinate = "asymmetric"} : tensor<1x2x5x6xf32> to tensor<1x2x10x9xf32>
  return %r : tensor<1x2x10x9xf32>
}
func.func @resize_down_antialias(%a0: tensor<1x1x8x9xf32> {graph.name = "a0"})
    -> (tensor<1x1x4x3xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-6} {
  %r = graph.resize linear %a0 scales = [1.0, 1.0, 0.5, 3.3333333333333331e-1] {antialias = true} : tensor<1x1x8x9xf32> to tensor<1x1x4x3xf32>
  return %r : tensor<1x1x4x3xf32>
}
