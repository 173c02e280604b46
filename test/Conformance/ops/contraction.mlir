//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Matrix products and convolutions. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @matmul_dynamic(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xf32> {graph.name = "a1", graph.dims = ["m", "n"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4, sizes = [130, 33, 16, 5, 1, 0]} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @matmul_square(%a0: tensor<64x64xf32> {graph.name = "a0"}, %a1: tensor<64x64xf32> {graph.name = "a1"})
    -> (tensor<64x64xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @matmul_odd(%a0: tensor<37x53xf32> {graph.name = "a0"}, %a1: tensor<53x29xf32> {graph.name = "a1"})
    -> (tensor<37x29xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<37x53xf32>, tensor<53x29xf32> -> tensor<37x29xf32>
  return %r : tensor<37x29xf32>
}
func.func @matmul_row(%a0: tensor<1x100xf32> {graph.name = "a0"}, %a1: tensor<100x77xf32> {graph.name = "a1"})
    -> (tensor<1x77xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<1x100xf32>, tensor<100x77xf32> -> tensor<1x77xf32>
  return %r : tensor<1x77xf32>
}
func.func @matmul_column(%a0: tensor<77x100xf32> {graph.name = "a0"}, %a1: tensor<100x1xf32> {graph.name = "a1"})
    -> (tensor<77x1xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<77x100xf32>, tensor<100x1xf32> -> tensor<77x1xf32>
  return %r : tensor<77x1xf32>
}
func.func @matmul_deep(%a0: tensor<3x700xf32> {graph.name = "a0"}, %a1: tensor<700x5xf32> {graph.name = "a1"})
    -> (tensor<3x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<3x700xf32>, tensor<700x5xf32> -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
func.func @matmul_wide(%a0: tensor<20x7xf32> {graph.name = "a0"}, %a1: tensor<7x300xf32> {graph.name = "a1"})
    -> (tensor<20x300xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<20x7xf32>, tensor<7x300xf32> -> tensor<20x300xf32>
  return %r : tensor<20x300xf32>
}
func.func @matmul_transposed(%a0: tensor<19x33xf32> {graph.name = "a0"}, %a1: tensor<21x33xf32> {graph.name = "a1"})
    -> (tensor<19x21xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [1] : tensor<19x33xf32>, tensor<21x33xf32> -> tensor<19x21xf32>
  return %r : tensor<19x21xf32>
}
func.func @matmul_batched(%a0: tensor<3x2x9x17xf32> {graph.name = "a0"}, %a1: tensor<3x2x17x12xf32> {graph.name = "a1"})
    -> (tensor<3x2x9x12xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [0, 1] x [0, 1] contract = [3] x [2] : tensor<3x2x9x17xf32>, tensor<3x2x17x12xf32> -> tensor<3x2x9x12xf32>
  return %r : tensor<3x2x9x12xf32>
}
func.func @matmul_two_contracted(%a0: tensor<4x5x6xf32> {graph.name = "a0"}, %a1: tensor<5x6x7xf32> {graph.name = "a1"})
    -> (tensor<4x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1, 2] x [0, 1] : tensor<4x5x6xf32>, tensor<5x6x7xf32> -> tensor<4x7xf32>
  return %r : tensor<4x7xf32>
}
func.func @matmul_i8_i8_i32(%a0: tensor<17x40xi8> {graph.name = "a0"}, %a1: tensor<40x18xi8> {graph.name = "a1"})
    -> (tensor<17x18xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xi8>, tensor<40x18xi8> -> tensor<17x18xi32>
  return %r : tensor<17x18xi32>
}
func.func @matmul_ui8_i8_i32(%a0: tensor<17x40xui8> {graph.name = "a0"}, %a1: tensor<40x18xi8> {graph.name = "a1"})
    -> (tensor<17x18xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xui8>, tensor<40x18xi8> -> tensor<17x18xi32>
  return %r : tensor<17x18xi32>
}
func.func @matmul_i32_i32_i32(%a0: tensor<17x40xi32> {graph.name = "a0"}, %a1: tensor<40x18xi32> {graph.name = "a1"})
    -> (tensor<17x18xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xi32>, tensor<40x18xi32> -> tensor<17x18xi32>
  return %r : tensor<17x18xi32>
}
func.func @matmul_i64_i64_i64(%a0: tensor<17x40xi64> {graph.name = "a0"}, %a1: tensor<40x18xi64> {graph.name = "a1"})
    -> (tensor<17x18xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xi64>, tensor<40x18xi64> -> tensor<17x18xi64>
  return %r : tensor<17x18xi64>
}
func.func @matmul_f64_f64_f64(%a0: tensor<17x40xf64> {graph.name = "a0"}, %a1: tensor<40x18xf64> {graph.name = "a1"})
    -> (tensor<17x18xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-12, atol = 1.0e-12} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xf64>, tensor<40x18xf64> -> tensor<17x18xf64>
  return %r : tensor<17x18xf64>
}
func.func @matmul_f16_f16_f16(%a0: tensor<17x40xf16> {graph.name = "a0"}, %a1: tensor<40x18xf16> {graph.name = "a1"})
    -> (tensor<17x18xf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 2 : i64, atol = 1.0e-1, rtol = 1.0e-2} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xf16>, tensor<40x18xf16> -> tensor<17x18xf16>
  return %r : tensor<17x18xf16>
}
func.func @matmul_bf16_bf16_bf16(%a0: tensor<17x40xbf16> {graph.name = "a0"}, %a1: tensor<40x18xbf16> {graph.name = "a1"})
    -> (tensor<17x18xbf16> {graph.name = "r0"}) attributes {graph.entry, ulp = 2 : i64, atol = 1.0e-1, rtol = 1.0e-2} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xbf16>, tensor<40x18xbf16> -> tensor<17x18xbf16>
  return %r : tensor<17x18xbf16>
}
func.func @matmul_f16_f16_f32(%a0: tensor<17x40xf16> {graph.name = "a0"}, %a1: tensor<40x18xf16> {graph.name = "a1"})
    -> (tensor<17x18xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<17x40xf16>, tensor<40x18xf16> -> tensor<17x18xf32>
  return %r : tensor<17x18xf32>
}
func.func @conv_3x3(%a0: tensor<1x16x14x14xf32> {graph.name = "a0"}, %a1: tensor<32x16x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x32x14x14xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x16x14x14xf32>, tensor<32x16x3x3xf32> -> tensor<1x32x14x14xf32>
  return %r : tensor<1x32x14x14xf32>
}
func.func @conv_1x1(%a0: tensor<2x24x9x10xf32> {graph.name = "a0"}, %a1: tensor<17x24x1x1xf32> {graph.name = "a1"})
    -> (tensor<2x17x9x10xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<2x24x9x10xf32>, tensor<17x24x1x1xf32> -> tensor<2x17x9x10xf32>
  return %r : tensor<2x17x9x10xf32>
}
func.func @conv_strided(%a0: tensor<1x3x23x21xf32> {graph.name = "a0"}, %a1: tensor<8x3x7x7xf32> {graph.name = "a1"})
    -> (tensor<1x8x12x11xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [2, 2] low = [3, 3] high = [3, 3]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x3x23x21xf32>, tensor<8x3x7x7xf32> -> tensor<1x8x12x11xf32>
  return %r : tensor<1x8x12x11xf32>
}
func.func @conv_depthwise(%a0: tensor<1x20x12x13xf32> {graph.name = "a0"}, %a1: tensor<20x1x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x20x12x13xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 20
    : tensor<1x20x12x13xf32>, tensor<20x1x3x3xf32> -> tensor<1x20x12x13xf32>
  return %r : tensor<1x20x12x13xf32>
}
func.func @conv_groups(%a0: tensor<1x12x8x8xf32> {graph.name = "a0"}, %a1: tensor<18x4x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x18x4x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [2, 1] low = [1, 0] high = [0, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 3
    : tensor<1x12x8x8xf32>, tensor<18x4x3x3xf32> -> tensor<1x18x4x7xf32>
  return %r : tensor<1x18x4x7xf32>
}
func.func @conv_dilated(%a0: tensor<1x5x15x15xf32> {graph.name = "a0"}, %a1: tensor<6x5x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x6x15x15xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [2, 2] groups = 1
    : tensor<1x5x15x15xf32>, tensor<6x5x3x3xf32> -> tensor<1x6x15x15xf32>
  return %r : tensor<1x6x15x15xf32>
}
func.func @conv_transposed(%a0: tensor<1x5x6x7xf32> {graph.name = "a0"}, %a1: tensor<4x5x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x4x12x14xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [2, 2]
    lhs_dilation = [2, 2] rhs_dilation = [1, 1] groups = 1
    : tensor<1x5x6x7xf32>, tensor<4x5x3x3xf32> -> tensor<1x4x12x14xf32>
  return %r : tensor<1x4x12x14xf32>
}
func.func @conv_1d(%a0: tensor<2x7x31xf32> {graph.name = "a0"}, %a1: tensor<9x7x5xf32> {graph.name = "a1"})
    -> (tensor<2x9x16xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [2] low = [2] high = [2]
    lhs_dilation = [1] rhs_dilation = [1] groups = 1
    : tensor<2x7x31xf32>, tensor<9x7x5xf32> -> tensor<2x9x16xf32>
  return %r : tensor<2x9x16xf32>
}
func.func @conv_3d(%a0: tensor<1x3x5x6x7xf32> {graph.name = "a0"}, %a1: tensor<4x3x2x3x2xf32> {graph.name = "a1"})
    -> (tensor<1x4x5x6x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1, 1] low = [0, 1, 0] high = [1, 1, 1]
    lhs_dilation = [1, 1, 1] rhs_dilation = [1, 1, 1] groups = 1
    : tensor<1x3x5x6x7xf32>, tensor<4x3x2x3x2xf32> -> tensor<1x4x5x6x7xf32>
  return %r : tensor<1x4x5x6x7xf32>
}
func.func @conv_negative_pad(%a0: tensor<1x3x9x9xf32> {graph.name = "a0"}, %a1: tensor<4x3x3x3xf32> {graph.name = "a1"})
    -> (tensor<1x4x6x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [-1, 0] high = [0, -2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32> -> tensor<1x4x6x5xf32>
  return %r : tensor<1x4x6x5xf32>
}
func.func @conv_i8(%a0: tensor<1x6x7x7xi8> {graph.name = "a0"}, %a1: tensor<5x6x3x3xi8> {graph.name = "a1"})
    -> (tensor<1x5x7x7xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x6x7x7xi8>, tensor<5x6x3x3xi8> -> tensor<1x5x7x7xi32>
  return %r : tensor<1x5x7x7xi32>
}
func.func @conv_f64(%a0: tensor<1x4x6x6xf64> {graph.name = "a0"}, %a1: tensor<5x4x3x3xf64> {graph.name = "a1"})
    -> (tensor<1x5x6x6xf64> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-12, atol = 1.0e-12} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<1x4x6x6xf64>, tensor<5x4x3x3xf64> -> tensor<1x5x6x6xf64>
  return %r : tensor<1x5x6x6xf64>
}
func.func @conv_dynamic_batch(%a0: tensor<?x3x9x9xf32> {graph.name = "a0", graph.dims = ["n", "", "", ""]}, %a1: tensor<8x3x3x3xf32> {graph.name = "a1"})
    -> (tensor<?x8x9x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4, sizes = [5, 1, 0]} {
  %r = graph.convolution %a0, %a1 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1
    : tensor<?x3x9x9xf32>, tensor<8x3x3x3xf32> -> tensor<?x8x9x9xf32>
  return %r : tensor<?x8x9x9xf32>
}

// Pairs of bf16 summed in f32.
func.func @matmul_pairs_odd(%a0: tensor<37x53xbf16> {graph.name = "a0"}, %a1: tensor<53x29xbf16> {graph.name = "a1"})
    -> (tensor<37x29xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<37x53xbf16>, tensor<53x29xbf16> -> tensor<37x29xf32>
  return %r : tensor<37x29xf32>
}
func.func @matmul_pairs_transposed(%a0: tensor<19x33xbf16> {graph.name = "a0"}, %a1: tensor<21x33xbf16> {graph.name = "a1"})
    -> (tensor<19x21xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [1] : tensor<19x33xbf16>, tensor<21x33xbf16> -> tensor<19x21xf32>
  return %r : tensor<19x21xf32>
}
func.func @matmul_pairs_batched(%a0: tensor<3x2x9x17xbf16> {graph.name = "a0"}, %a1: tensor<3x2x17x40xbf16> {graph.name = "a1"})
    -> (tensor<3x2x9x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [0, 1] x [0, 1] contract = [3] x [2] : tensor<3x2x9x17xbf16>, tensor<3x2x17x40xbf16> -> tensor<3x2x9x40xf32>
  return %r : tensor<3x2x9x40xf32>
}
func.func @matmul_pairs_keys(%a0: tensor<2x9x65xbf16> {graph.name = "a0"}, %a1: tensor<2x40x65xbf16> {graph.name = "a1"})
    -> (tensor<2x9x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [0] x [0] contract = [2] x [2] : tensor<2x9x65xbf16>, tensor<2x40x65xbf16> -> tensor<2x9x40xf32>
  return %r : tensor<2x9x40xf32>
}
func.func @matmul_pairs_lhs_transposed(%a0: tensor<33x19xbf16> {graph.name = "a0"}, %a1: tensor<33x21xbf16> {graph.name = "a1"})
    -> (tensor<19x21xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [0] x [0] : tensor<33x19xbf16>, tensor<33x21xbf16> -> tensor<19x21xf32>
  return %r : tensor<19x21xf32>
}
func.func @matmul_pairs_deep(%a0: tensor<3x701xbf16> {graph.name = "a0"}, %a1: tensor<701x5xbf16> {graph.name = "a1"})
    -> (tensor<3x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<3x701xbf16>, tensor<701x5xbf16> -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
func.func @matmul_pairs_column(%a0: tensor<77x100xbf16> {graph.name = "a0"}, %a1: tensor<100x1xbf16> {graph.name = "a1"})
    -> (tensor<77x1xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<77x100xbf16>, tensor<100x1xbf16> -> tensor<77x1xf32>
  return %r : tensor<77x1xf32>
}
func.func @matmul_pairs_two_contracted(%a0: tensor<4x5x6xbf16> {graph.name = "a0"}, %a1: tensor<5x6x7xbf16> {graph.name = "a1"})
    -> (tensor<4x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1, 2] x [0, 1] : tensor<4x5x6xbf16>, tensor<5x6x7xbf16> -> tensor<4x7xf32>
  return %r : tensor<4x7xf32>
}
func.func @matmul_pairs_two_free(%a0: tensor<4x5x7xbf16> {graph.name = "a0"}, %a1: tensor<7x3x6xbf16> {graph.name = "a1"})
    -> (tensor<4x5x3x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [2] x [0] : tensor<4x5x7xbf16>, tensor<7x3x6xbf16> -> tensor<4x5x3x6xf32>
  return %r : tensor<4x5x3x6xf32>
}
func.func @matmul_pairs_inner_free(%a0: tensor<3x7x5xbf16> {graph.name = "a0"}, %a1: tensor<3x7x6xbf16> {graph.name = "a1"})
    -> (tensor<5x6xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [0, 1] x [0, 1] : tensor<3x7x5xbf16>, tensor<3x7x6xbf16> -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
func.func @matmul_pairs_dynamic(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xbf16> {graph.name = "a1", graph.dims = ["m", "n"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4, sizes = [130, 33, 16, 5, 1, 0]} {
  %r = graph.dot_general %a0, %a1 batch = [] x [] contract = [1] x [0] : tensor<?x?xbf16>, tensor<?x?xbf16> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @matmul_pairs_packed(%a0: tensor<?x33xbf16> {graph.name = "a0", graph.dims = ["n", ""]})
    -> (tensor<?x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-5, atol = 1.0e-4, sizes = [130, 33, 16, 5, 1, 0]} {
  %w = graph.constant dense<0.375> : tensor<33x40xbf16>
  %r = graph.dot_general %a0, %w batch = [] x [] contract = [1] x [0] : tensor<?x33xbf16>, tensor<33x40xbf16> -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}
