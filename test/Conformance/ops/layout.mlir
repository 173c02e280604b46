//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Small nets of which the layout phase blocks the channels. The attributes are
// explained in ../driver/OpRows.h.

func.func @image_to_mean(%x: tensor<2x3x19x17xf32> {graph.name = "a0"})
    -> (tensor<2x48xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<864xf32>
  %v4 = graph.sin %v3 : tensor<864xf32>
  %v5 = graph.constant dense<0.2722> : tensor<864xf32>
  %v6 = graph.mul %v4, %v5 : tensor<864xf32>
  %v7 = graph.reshape %v6 : tensor<864xf32> to tensor<32x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [2, 2] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x3x19x17xf32>, tensor<32x3x3x3xf32> -> tensor<2x32x10x9xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.7> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<32xf32>
  %v12 = graph.sin %v11 : tensor<32xf32>
  %v13 = graph.constant dense<1.0000> : tensor<32xf32>
  %v14 = graph.mul %v12, %v13 : tensor<32xf32>
  %v15 = graph.reshape %v14 : tensor<32xf32> to tensor<32xf32>
  %v16 = graph.broadcast %v15 dims = [1] : tensor<32xf32> to tensor<2x32x10x9xf32>
  %v17 = graph.add %v8, %v16 : tensor<2x32x10x9xf32>
  %v18 = graph.abs %v17 : tensor<2x32x10x9xf32>
  %v19 = graph.constant dense<0.5> : tensor<f32>
  %v20 = graph.constant dense<0.37> : tensor<f32>
  %v21 = graph.iota %v19, %v20 dim = 0 : tensor<f32> -> tensor<9216xf32>
  %v22 = graph.sin %v21 : tensor<9216xf32>
  %v23 = graph.constant dense<0.0833> : tensor<9216xf32>
  %v24 = graph.mul %v22, %v23 : tensor<9216xf32>
  %v25 = graph.reshape %v24 : tensor<9216xf32> to tensor<32x32x3x3xf32>
  %v26 = graph.convolution %v18, %v25 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x32x10x9xf32>, tensor<32x32x3x3xf32> -> tensor<2x32x10x9xf32>
  %v27 = graph.constant dense<0.5> : tensor<f32>
  %v28 = graph.constant dense<0.7> : tensor<f32>
  %v29 = graph.iota %v27, %v28 dim = 0 : tensor<f32> -> tensor<32xf32>
  %v30 = graph.sin %v29 : tensor<32xf32>
  %v31 = graph.constant dense<1.0000> : tensor<32xf32>
  %v32 = graph.mul %v30, %v31 : tensor<32xf32>
  %v33 = graph.reshape %v32 : tensor<32xf32> to tensor<32xf32>
  %v34 = graph.broadcast %v33 dims = [1] : tensor<32xf32> to tensor<2x32x10x9xf32>
  %v35 = graph.add %v26, %v34 : tensor<2x32x10x9xf32>
  %v36 = graph.add %v35, %v18 : tensor<2x32x10x9xf32>
  %v37 = graph.constant dense<0.5> : tensor<f32>
  %v38 = graph.constant dense<0.37> : tensor<f32>
  %v39 = graph.iota %v37, %v38 dim = 0 : tensor<f32> -> tensor<1536xf32>
  %v40 = graph.sin %v39 : tensor<1536xf32>
  %v41 = graph.constant dense<0.2500> : tensor<1536xf32>
  %v42 = graph.mul %v40, %v41 : tensor<1536xf32>
  %v43 = graph.reshape %v42 : tensor<1536xf32> to tensor<48x32x1x1xf32>
  %v44 = graph.convolution %v36, %v43 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x32x10x9xf32>, tensor<48x32x1x1xf32> -> tensor<2x48x10x9xf32>
  %v45 = graph.sin %v44 : tensor<2x48x10x9xf32>
  %v46 = graph.reduce sum %v45 dims = [2, 3] : tensor<2x48x10x9xf32> -> tensor<2x48xf32>
  return %v46 : tensor<2x48xf32>
}
func.func @padded_channels(%x: tensor<1x3x14x30xf32> {graph.name = "a0"})
    -> (tensor<1x24x14x30xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<648xf32>
  %v4 = graph.sin %v3 : tensor<648xf32>
  %v5 = graph.constant dense<0.2722> : tensor<648xf32>
  %v6 = graph.mul %v4, %v5 : tensor<648xf32>
  %v7 = graph.reshape %v6 : tensor<648xf32> to tensor<24x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x14x30xf32>, tensor<24x3x3x3xf32> -> tensor<1x24x14x30xf32>
  %v9 = graph.log %v8 : tensor<1x24x14x30xf32>
  %v10 = graph.abs %v9 : tensor<1x24x14x30xf32>
  %v11 = graph.atan %v10 : tensor<1x24x14x30xf32>
  %v12 = graph.constant dense<0.5> : tensor<f32>
  %v13 = graph.constant dense<0.37> : tensor<f32>
  %v14 = graph.iota %v12, %v13 dim = 0 : tensor<f32> -> tensor<8640xf32>
  %v15 = graph.sin %v14 : tensor<8640xf32>
  %v16 = graph.constant dense<0.0962> : tensor<8640xf32>
  %v17 = graph.mul %v15, %v16 : tensor<8640xf32>
  %v18 = graph.reshape %v17 : tensor<8640xf32> to tensor<40x24x3x3xf32>
  %v19 = graph.convolution %v11, %v18 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x24x14x30xf32>, tensor<40x24x3x3xf32> -> tensor<1x40x14x30xf32>
  %v20 = graph.constant dense<0.5> : tensor<f32>
  %v21 = graph.constant dense<0.7> : tensor<f32>
  %v22 = graph.iota %v20, %v21 dim = 0 : tensor<f32> -> tensor<40xf32>
  %v23 = graph.sin %v22 : tensor<40xf32>
  %v24 = graph.constant dense<1.0000> : tensor<40xf32>
  %v25 = graph.mul %v23, %v24 : tensor<40xf32>
  %v26 = graph.reshape %v25 : tensor<40xf32> to tensor<40xf32>
  %v27 = graph.broadcast %v26 dims = [1] : tensor<40xf32> to tensor<1x40x14x30xf32>
  %v28 = graph.add %v19, %v27 : tensor<1x40x14x30xf32>
  %v29 = graph.constant dense<0.5> : tensor<f32>
  %v30 = graph.constant dense<0.37> : tensor<f32>
  %v31 = graph.iota %v29, %v30 dim = 0 : tensor<f32> -> tensor<960xf32>
  %v32 = graph.sin %v31 : tensor<960xf32>
  %v33 = graph.constant dense<0.2236> : tensor<960xf32>
  %v34 = graph.mul %v32, %v33 : tensor<960xf32>
  %v35 = graph.reshape %v34 : tensor<960xf32> to tensor<24x40x1x1xf32>
  %v36 = graph.convolution %v28, %v35 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x40x14x30xf32>, tensor<24x40x1x1xf32> -> tensor<1x24x14x30xf32>
  return %v36 : tensor<1x24x14x30xf32>
}
func.func @odd_pads(%x: tensor<1x3x9x57xf32> {graph.name = "a0"})
    -> (tensor<1x32x6x30xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<720xf32>
  %v4 = graph.sin %v3 : tensor<720xf32>
  %v5 = graph.constant dense<0.2108> : tensor<720xf32>
  %v6 = graph.mul %v4, %v5 : tensor<720xf32>
  %v7 = graph.reshape %v6 : tensor<720xf32> to tensor<16x3x3x5xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x9x57xf32>, tensor<16x3x3x5xf32> -> tensor<1x16x11x57xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.37> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<3840xf32>
  %v12 = graph.sin %v11 : tensor<3840xf32>
  %v13 = graph.constant dense<0.0913> : tensor<3840xf32>
  %v14 = graph.mul %v12, %v13 : tensor<3840xf32>
  %v15 = graph.reshape %v14 : tensor<3840xf32> to tensor<16x16x5x3xf32>
  %v16 = graph.convolution %v8, %v15 strides = [2, 2] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x16x11x57xf32>, tensor<16x16x5x3xf32> -> tensor<1x16x6x30xf32>
  %v17 = graph.constant dense<0.5> : tensor<f32>
  %v18 = graph.constant dense<0.37> : tensor<f32>
  %v19 = graph.iota %v17, %v18 dim = 0 : tensor<f32> -> tensor<4608xf32>
  %v20 = graph.sin %v19 : tensor<4608xf32>
  %v21 = graph.constant dense<0.1179> : tensor<4608xf32>
  %v22 = graph.mul %v20, %v21 : tensor<4608xf32>
  %v23 = graph.reshape %v22 : tensor<4608xf32> to tensor<32x16x3x3xf32>
  %v24 = graph.convolution %v16, %v23 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x16x6x30xf32>, tensor<32x16x3x3xf32> -> tensor<1x32x6x30xf32>
  return %v24 : tensor<1x32x6x30xf32>
}
func.func @dilated(%x: tensor<1x3x12x40xf32> {graph.name = "a0"})
    -> (tensor<1x32x12x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<432xf32>
  %v4 = graph.sin %v3 : tensor<432xf32>
  %v5 = graph.constant dense<0.2722> : tensor<432xf32>
  %v6 = graph.mul %v4, %v5 : tensor<432xf32>
  %v7 = graph.reshape %v6 : tensor<432xf32> to tensor<16x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x12x40xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x12x40xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.37> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<2304xf32>
  %v12 = graph.sin %v11 : tensor<2304xf32>
  %v13 = graph.constant dense<0.1179> : tensor<2304xf32>
  %v14 = graph.mul %v12, %v13 : tensor<2304xf32>
  %v15 = graph.reshape %v14 : tensor<2304xf32> to tensor<16x16x3x3xf32>
  %v16 = graph.convolution %v8, %v15 strides = [1, 1] low = [9, 9] high = [9, 9]
    lhs_dilation = [1, 1] rhs_dilation = [9, 9] groups = 1 : tensor<1x16x12x40xf32>, tensor<16x16x3x3xf32> -> tensor<1x16x12x40xf32>
  %v17 = graph.constant dense<0.5> : tensor<f32>
  %v18 = graph.constant dense<0.37> : tensor<f32>
  %v19 = graph.iota %v17, %v18 dim = 0 : tensor<f32> -> tensor<4608xf32>
  %v20 = graph.sin %v19 : tensor<4608xf32>
  %v21 = graph.constant dense<0.1179> : tensor<4608xf32>
  %v22 = graph.mul %v20, %v21 : tensor<4608xf32>
  %v23 = graph.reshape %v22 : tensor<4608xf32> to tensor<32x16x3x3xf32>
  %v24 = graph.convolution %v16, %v23 strides = [1, 1] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [2, 2] groups = 1 : tensor<1x16x12x40xf32>, tensor<32x16x3x3xf32> -> tensor<1x32x12x40xf32>
  return %v24 : tensor<1x32x12x40xf32>
}
func.func @narrow(%x: tensor<1x3x7x7xf32> {graph.name = "a0"})
    -> (tensor<1x32x7x7xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<864xf32>
  %v4 = graph.sin %v3 : tensor<864xf32>
  %v5 = graph.constant dense<0.2722> : tensor<864xf32>
  %v6 = graph.mul %v4, %v5 : tensor<864xf32>
  %v7 = graph.reshape %v6 : tensor<864xf32> to tensor<32x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x7x7xf32>, tensor<32x3x3x3xf32> -> tensor<1x32x7x7xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.37> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<18432xf32>
  %v12 = graph.sin %v11 : tensor<18432xf32>
  %v13 = graph.constant dense<0.0833> : tensor<18432xf32>
  %v14 = graph.mul %v12, %v13 : tensor<18432xf32>
  %v15 = graph.reshape %v14 : tensor<18432xf32> to tensor<64x32x3x3xf32>
  %v16 = graph.convolution %v8, %v15 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x32x7x7xf32>, tensor<64x32x3x3xf32> -> tensor<1x64x7x7xf32>
  %v17 = graph.constant dense<0.5> : tensor<f32>
  %v18 = graph.constant dense<0.37> : tensor<f32>
  %v19 = graph.iota %v17, %v18 dim = 0 : tensor<f32> -> tensor<153600xf32>
  %v20 = graph.sin %v19 : tensor<153600xf32>
  %v21 = graph.constant dense<0.0354> : tensor<153600xf32>
  %v22 = graph.mul %v20, %v21 : tensor<153600xf32>
  %v23 = graph.reshape %v22 : tensor<153600xf32> to tensor<96x64x5x5xf32>
  %v24 = graph.convolution %v16, %v23 strides = [1, 1] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x64x7x7xf32>, tensor<96x64x5x5xf32> -> tensor<1x96x7x7xf32>
  %v25 = graph.constant dense<0.5> : tensor<f32>
  %v26 = graph.constant dense<0.37> : tensor<f32>
  %v27 = graph.iota %v25, %v26 dim = 0 : tensor<f32> -> tensor<3072xf32>
  %v28 = graph.sin %v27 : tensor<3072xf32>
  %v29 = graph.constant dense<0.1443> : tensor<3072xf32>
  %v30 = graph.mul %v28, %v29 : tensor<3072xf32>
  %v31 = graph.reshape %v30 : tensor<3072xf32> to tensor<32x96x1x1xf32>
  %v32 = graph.convolution %v24, %v31 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x96x7x7xf32>, tensor<32x96x1x1xf32> -> tensor<1x32x7x7xf32>
  return %v32 : tensor<1x32x7x7xf32>
}
func.func @light(%x: tensor<2x3x20x23xf32> {graph.name = "a0"})
    -> (tensor<2x40xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<648xf32>
  %v4 = graph.sin %v3 : tensor<648xf32>
  %v5 = graph.constant dense<0.2722> : tensor<648xf32>
  %v6 = graph.mul %v4, %v5 : tensor<648xf32>
  %v7 = graph.reshape %v6 : tensor<648xf32> to tensor<24x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [2, 2] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x3x20x23xf32>, tensor<24x3x3x3xf32> -> tensor<2x24x10x12xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.37> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<216xf32>
  %v12 = graph.sin %v11 : tensor<216xf32>
  %v13 = graph.constant dense<0.4714> : tensor<216xf32>
  %v14 = graph.mul %v12, %v13 : tensor<216xf32>
  %v15 = graph.reshape %v14 : tensor<216xf32> to tensor<24x1x3x3xf32>
  %v16 = graph.convolution %v8, %v15 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 24 : tensor<2x24x10x12xf32>, tensor<24x1x3x3xf32> -> tensor<2x24x10x12xf32>
  %v17 = graph.constant dense<0.5> : tensor<f32>
  %v18 = graph.constant dense<0.7> : tensor<f32>
  %v19 = graph.iota %v17, %v18 dim = 0 : tensor<f32> -> tensor<24xf32>
  %v20 = graph.sin %v19 : tensor<24xf32>
  %v21 = graph.constant dense<1.0000> : tensor<24xf32>
  %v22 = graph.mul %v20, %v21 : tensor<24xf32>
  %v23 = graph.reshape %v22 : tensor<24xf32> to tensor<24xf32>
  %v24 = graph.broadcast %v23 dims = [1] : tensor<24xf32> to tensor<2x24x10x12xf32>
  %v25 = graph.add %v16, %v24 : tensor<2x24x10x12xf32>
  %v26 = graph.atan %v25 : tensor<2x24x10x12xf32>
  %v27 = graph.reduce sum %v26 dims = [2, 3] : tensor<2x24x10x12xf32> -> tensor<2x24xf32>
  %v28 = graph.reshape %v27 : tensor<2x24xf32> to tensor<2x24x1x1xf32>
  %v31 = graph.constant dense<0.5> : tensor<f32>
  %v32 = graph.constant dense<0.37> : tensor<f32>
  %v33 = graph.iota %v31, %v32 dim = 0 : tensor<f32> -> tensor<192xf32>
  %v34 = graph.sin %v33 : tensor<192xf32>
  %v35 = graph.constant dense<0.2887> : tensor<192xf32>
  %v36 = graph.mul %v34, %v35 : tensor<192xf32>
  %v37 = graph.reshape %v36 : tensor<192xf32> to tensor<8x24x1x1xf32>
  %v38 = graph.convolution %v28, %v37 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x24x1x1xf32>, tensor<8x24x1x1xf32> -> tensor<2x8x1x1xf32>
  %v39 = graph.tanh %v38 : tensor<2x8x1x1xf32>
  %v40 = graph.constant dense<0.5> : tensor<f32>
  %v41 = graph.constant dense<0.37> : tensor<f32>
  %v42 = graph.iota %v40, %v41 dim = 0 : tensor<f32> -> tensor<192xf32>
  %v43 = graph.sin %v42 : tensor<192xf32>
  %v44 = graph.constant dense<0.5000> : tensor<192xf32>
  %v45 = graph.mul %v43, %v44 : tensor<192xf32>
  %v46 = graph.reshape %v45 : tensor<192xf32> to tensor<24x8x1x1xf32>
  %v47 = graph.convolution %v39, %v46 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x8x1x1xf32>, tensor<24x8x1x1xf32> -> tensor<2x24x1x1xf32>
  %v48 = graph.sigmoid %v47 : tensor<2x24x1x1xf32>
  %v29 = graph.broadcast %v48 dims = [0, 1, 2, 3] : tensor<2x24x1x1xf32> to tensor<2x24x10x12xf32>
  %v30 = graph.mul %v26, %v29 : tensor<2x24x10x12xf32>
  %v49 = graph.constant dense<0.5> : tensor<f32>
  %v50 = graph.constant dense<0.37> : tensor<f32>
  %v51 = graph.iota %v49, %v50 dim = 0 : tensor<f32> -> tensor<960xf32>
  %v52 = graph.sin %v51 : tensor<960xf32>
  %v53 = graph.constant dense<0.2887> : tensor<960xf32>
  %v54 = graph.mul %v52, %v53 : tensor<960xf32>
  %v55 = graph.reshape %v54 : tensor<960xf32> to tensor<40x24x1x1xf32>
  %v56 = graph.convolution %v30, %v55 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<2x24x10x12xf32>, tensor<40x24x1x1xf32> -> tensor<2x40x10x12xf32>
  %v57 = graph.constant dense<0.5> : tensor<f32>
  %v58 = graph.constant dense<0.37> : tensor<f32>
  %v59 = graph.iota %v57, %v58 dim = 0 : tensor<f32> -> tensor<1000xf32>
  %v60 = graph.sin %v59 : tensor<1000xf32>
  %v61 = graph.constant dense<0.2828> : tensor<1000xf32>
  %v62 = graph.mul %v60, %v61 : tensor<1000xf32>
  %v63 = graph.reshape %v62 : tensor<1000xf32> to tensor<40x1x5x5xf32>
  %v64 = graph.convolution %v56, %v63 strides = [2, 2] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 40 : tensor<2x40x10x12xf32>, tensor<40x1x5x5xf32> -> tensor<2x40x5x6xf32>
  %v65 = graph.reduce sum %v64 dims = [2, 3] : tensor<2x40x5x6xf32> -> tensor<2x40xf32>
  return %v65 : tensor<2x40xf32>
}
func.func @grouped(%x: tensor<1x3x10x11xf32> {graph.name = "a0"})
    -> (tensor<1x64xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<1728xf32>
  %v4 = graph.sin %v3 : tensor<1728xf32>
  %v5 = graph.constant dense<0.2722> : tensor<1728xf32>
  %v6 = graph.mul %v4, %v5 : tensor<1728xf32>
  %v7 = graph.reshape %v6 : tensor<1728xf32> to tensor<64x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x10x11xf32>, tensor<64x3x3x3xf32> -> tensor<1x64x10x11xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.37> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<9216xf32>
  %v12 = graph.sin %v11 : tensor<9216xf32>
  %v13 = graph.constant dense<0.1179> : tensor<9216xf32>
  %v14 = graph.mul %v12, %v13 : tensor<9216xf32>
  %v15 = graph.reshape %v14 : tensor<9216xf32> to tensor<64x16x3x3xf32>
  %v16 = graph.convolution %v8, %v15 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 4 : tensor<1x64x10x11xf32>, tensor<64x16x3x3xf32> -> tensor<1x64x10x11xf32>
  %v17 = graph.constant dense<0.5> : tensor<f32>
  %v18 = graph.constant dense<0.37> : tensor<f32>
  %v19 = graph.iota %v17, %v18 dim = 0 : tensor<f32> -> tensor<2048xf32>
  %v20 = graph.sin %v19 : tensor<2048xf32>
  %v21 = graph.constant dense<0.2500> : tensor<2048xf32>
  %v22 = graph.mul %v20, %v21 : tensor<2048xf32>
  %v23 = graph.reshape %v22 : tensor<2048xf32> to tensor<64x32x1x1xf32>
  %v24 = graph.convolution %v16, %v23 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 2 : tensor<1x64x10x11xf32>, tensor<64x32x1x1xf32> -> tensor<1x64x10x11xf32>
  %v25 = graph.reduce sum %v24 dims = [2, 3] : tensor<1x64x10x11xf32> -> tensor<1x64xf32>
  return %v25 : tensor<1x64xf32>
}
func.func @pools(%x: tensor<1x3x21x18xf32> {graph.name = "a0"})
    -> (tensor<1x20x5x9xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<540xf32>
  %v4 = graph.sin %v3 : tensor<540xf32>
  %v5 = graph.constant dense<0.2722> : tensor<540xf32>
  %v6 = graph.mul %v4, %v5 : tensor<540xf32>
  %v7 = graph.reshape %v6 : tensor<540xf32> to tensor<20x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x21x18xf32>, tensor<20x3x3x3xf32> -> tensor<1x20x21x18xf32>
  %v9 = graph.window max %v8 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<1x20x21x18xf32> -> tensor<1x20x11x9xf32>
  %v10 = graph.window avg_valid %v9 kernel = [3, 3] strides = [1, 1] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<1x20x11x9xf32> -> tensor<1x20x11x9xf32>
  %v11 = graph.window avg_padded %v10 kernel = [2, 2] strides = [1, 1] dilations = [1, 1]
    low = [1, 0] high = [0, 1] : tensor<1x20x11x9xf32> -> tensor<1x20x11x9xf32>
  %v12 = graph.constant dense<0.5> : tensor<f32>
  %v13 = graph.constant dense<0.37> : tensor<f32>
  %v14 = graph.iota %v12, %v13 dim = 0 : tensor<f32> -> tensor<400xf32>
  %v15 = graph.sin %v14 : tensor<400xf32>
  %v16 = graph.constant dense<0.3162> : tensor<400xf32>
  %v17 = graph.mul %v15, %v16 : tensor<400xf32>
  %v18 = graph.reshape %v17 : tensor<400xf32> to tensor<20x20x1x1xf32>
  %v19 = graph.convolution %v11, %v18 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x20x11x9xf32>, tensor<20x20x1x1xf32> -> tensor<1x20x11x9xf32>
  %v20 = graph.window sum %v19 kernel = [2, 3] strides = [2, 1] dilations = [1, 1]
    low = [0, 1] high = [0, 1] : tensor<1x20x11x9xf32> -> tensor<1x20x5x9xf32>
  return %v20 : tensor<1x20x5x9xf32>
}
func.func @pool_ceil(%x: tensor<1x3x16x19xf32> {graph.name = "a0"})
    -> (tensor<1x16x4x5xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<432xf32>
  %v4 = graph.sin %v3 : tensor<432xf32>
  %v5 = graph.constant dense<0.2722> : tensor<432xf32>
  %v6 = graph.mul %v4, %v5 : tensor<432xf32>
  %v7 = graph.reshape %v6 : tensor<432xf32> to tensor<16x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x3x16x19xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x16x19xf32>
  %v9 = graph.window avg_padded %v8 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [1, 1] high = [2, 2] {pads_high = array<i64: 1, 1>} : tensor<1x16x16x19xf32> -> tensor<1x16x9x10xf32>
  %v10 = graph.constant dense<0.5> : tensor<f32>
  %v11 = graph.constant dense<0.37> : tensor<f32>
  %v12 = graph.iota %v10, %v11 dim = 0 : tensor<f32> -> tensor<256xf32>
  %v13 = graph.sin %v12 : tensor<256xf32>
  %v14 = graph.constant dense<0.3536> : tensor<256xf32>
  %v15 = graph.mul %v13, %v14 : tensor<256xf32>
  %v16 = graph.reshape %v15 : tensor<256xf32> to tensor<16x16x1x1xf32>
  %v17 = graph.convolution %v9, %v16 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<1x16x9x10xf32>, tensor<16x16x1x1xf32> -> tensor<1x16x9x10xf32>
  %v18 = graph.window max %v17 kernel = [3, 3] strides = [2, 2] dilations = [1, 1]
    low = [0, 0] high = [1, 1] : tensor<1x16x9x10xf32> -> tensor<1x16x4x5xf32>
  return %v18 : tensor<1x16x4x5xf32>
}
func.func @signal(%x: tensor<2x4x61xf32> {graph.name = "a0"})
    -> (tensor<2x48xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<896xf32>
  %v4 = graph.sin %v3 : tensor<896xf32>
  %v5 = graph.constant dense<0.2673> : tensor<896xf32>
  %v6 = graph.mul %v4, %v5 : tensor<896xf32>
  %v7 = graph.reshape %v6 : tensor<896xf32> to tensor<32x4x7xf32>
  %v8 = graph.convolution %x, %v7 strides = [2] low = [3] high = [3]
    lhs_dilation = [1] rhs_dilation = [1] groups = 1 : tensor<2x4x61xf32>, tensor<32x4x7xf32> -> tensor<2x32x31xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.7> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<32xf32>
  %v12 = graph.sin %v11 : tensor<32xf32>
  %v13 = graph.constant dense<1.0000> : tensor<32xf32>
  %v14 = graph.mul %v12, %v13 : tensor<32xf32>
  %v15 = graph.reshape %v14 : tensor<32xf32> to tensor<32xf32>
  %v16 = graph.broadcast %v15 dims = [1] : tensor<32xf32> to tensor<2x32x31xf32>
  %v17 = graph.add %v8, %v16 : tensor<2x32x31xf32>
  %v18 = graph.constant dense<0.5> : tensor<f32>
  %v19 = graph.constant dense<0.37> : tensor<f32>
  %v20 = graph.iota %v18, %v19 dim = 0 : tensor<f32> -> tensor<96xf32>
  %v21 = graph.sin %v20 : tensor<96xf32>
  %v22 = graph.constant dense<0.8165> : tensor<96xf32>
  %v23 = graph.mul %v21, %v22 : tensor<96xf32>
  %v24 = graph.reshape %v23 : tensor<96xf32> to tensor<32x1x3xf32>
  %v25 = graph.convolution %v17, %v24 strides = [1] low = [1] high = [1]
    lhs_dilation = [1] rhs_dilation = [1] groups = 32 : tensor<2x32x31xf32>, tensor<32x1x3xf32> -> tensor<2x32x31xf32>
  %v26 = graph.constant dense<0.5> : tensor<f32>
  %v27 = graph.constant dense<0.37> : tensor<f32>
  %v28 = graph.iota %v26, %v27 dim = 0 : tensor<f32> -> tensor<4608xf32>
  %v29 = graph.sin %v28 : tensor<4608xf32>
  %v30 = graph.constant dense<0.1443> : tensor<4608xf32>
  %v31 = graph.mul %v29, %v30 : tensor<4608xf32>
  %v32 = graph.reshape %v31 : tensor<4608xf32> to tensor<48x32x3xf32>
  %v33 = graph.convolution %v25, %v32 strides = [1] low = [2] high = [2]
    lhs_dilation = [1] rhs_dilation = [2] groups = 1 : tensor<2x32x31xf32>, tensor<48x32x3xf32> -> tensor<2x48x31xf32>
  %v34 = graph.window max %v33 kernel = [3] strides = [2] dilations = [1]
    low = [1] high = [1] : tensor<2x48x31xf32> -> tensor<2x48x16xf32>
  %v35 = graph.reduce sum %v34 dims = [2] : tensor<2x48x16xf32> -> tensor<2x48xf32>
  return %v35 : tensor<2x48xf32>
}
graph.symbol @n
graph.symbol @h
graph.symbol @w
func.func @dynamic(%x: tensor<?x3x?x?xf32> {graph.name = "a0", graph.dims = ["n", "", "h", "w"]})
    -> (tensor<?x16xf32> {graph.name = "r0"}) attributes {graph.entry, rtol = 1.0e-4, atol = 1.0e-4, sizes = [33, 15, 14, 7, 3, 1]} {
  %v1 = graph.constant dense<0.5> : tensor<f32>
  %v2 = graph.constant dense<0.37> : tensor<f32>
  %v3 = graph.iota %v1, %v2 dim = 0 : tensor<f32> -> tensor<648xf32>
  %v4 = graph.sin %v3 : tensor<648xf32>
  %v5 = graph.constant dense<0.2722> : tensor<648xf32>
  %v6 = graph.mul %v4, %v5 : tensor<648xf32>
  %v7 = graph.reshape %v6 : tensor<648xf32> to tensor<24x3x3x3xf32>
  %v8 = graph.convolution %x, %v7 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<?x3x?x?xf32>, tensor<24x3x3x3xf32> -> tensor<?x24x?x?xf32>
  %v9 = graph.constant dense<0.5> : tensor<f32>
  %v10 = graph.constant dense<0.7> : tensor<f32>
  %v11 = graph.iota %v9, %v10 dim = 0 : tensor<f32> -> tensor<24xf32>
  %v12 = graph.sin %v11 : tensor<24xf32>
  %v13 = graph.constant dense<1.0000> : tensor<24xf32>
  %v14 = graph.mul %v12, %v13 : tensor<24xf32>
  %v15 = graph.reshape %v14 : tensor<24xf32> to tensor<24xf32>
  %v18 = arith.constant 0 : index
  %v19 = tensor.dim %v8, %v18 : tensor<?x24x?x?xf32>
  %v20 = arith.constant 2 : index
  %v21 = tensor.dim %v8, %v20 : tensor<?x24x?x?xf32>
  %v22 = arith.constant 3 : index
  %v23 = tensor.dim %v8, %v22 : tensor<?x24x?x?xf32>
  %v16 = graph.broadcast %v15 dims = [1] sizes(%v19, %v21, %v23) : tensor<24xf32> to tensor<?x24x?x?xf32>
  %v17 = graph.add %v8, %v16 : tensor<?x24x?x?xf32>
  %v24 = graph.abs %v17 : tensor<?x24x?x?xf32>
  %v25 = graph.constant dense<0.5> : tensor<f32>
  %v26 = graph.constant dense<0.37> : tensor<f32>
  %v27 = graph.iota %v25, %v26 dim = 0 : tensor<f32> -> tensor<5184xf32>
  %v28 = graph.sin %v27 : tensor<5184xf32>
  %v29 = graph.constant dense<0.0962> : tensor<5184xf32>
  %v30 = graph.mul %v28, %v29 : tensor<5184xf32>
  %v31 = graph.reshape %v30 : tensor<5184xf32> to tensor<24x24x3x3xf32>
  %v32 = graph.convolution %v24, %v31 strides = [1, 1] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<?x24x?x?xf32>, tensor<24x24x3x3xf32> -> tensor<?x24x?x?xf32>
  %v33 = graph.add %v32, %v24 : tensor<?x24x?x?xf32>
  %v34 = graph.constant dense<0.5> : tensor<f32>
  %v35 = graph.constant dense<0.37> : tensor<f32>
  %v36 = graph.iota %v34, %v35 dim = 0 : tensor<f32> -> tensor<600xf32>
  %v37 = graph.sin %v36 : tensor<600xf32>
  %v38 = graph.constant dense<0.2828> : tensor<600xf32>
  %v39 = graph.mul %v37, %v38 : tensor<600xf32>
  %v40 = graph.reshape %v39 : tensor<600xf32> to tensor<24x1x5x5xf32>
  %v41 = graph.convolution %v33, %v40 strides = [1, 1] low = [2, 2] high = [2, 2]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 24 : tensor<?x24x?x?xf32>, tensor<24x1x5x5xf32> -> tensor<?x24x?x?xf32>
  %v42 = graph.window max %v41 kernel = [3, 3] strides = [1, 1] dilations = [1, 1]
    low = [1, 1] high = [1, 1] : tensor<?x24x?x?xf32> -> tensor<?x24x?x?xf32>
  %v47 = arith.constant 0 : index
  %v48 = tensor.dim %v42, %v47 : tensor<?x24x?x?xf32>
  %v49 = arith.constant 2 : index
  %v50 = tensor.dim %v42, %v49 : tensor<?x24x?x?xf32>
  %v51 = arith.constant 3 : index
  %v52 = tensor.dim %v42, %v51 : tensor<?x24x?x?xf32>
  %v43 = graph.reduce sum %v42 dims = [2, 3] : tensor<?x24x?x?xf32> -> tensor<?x24xf32>
  %v44 = graph.reshape %v43 sizes(%v48) : tensor<?x24xf32> to tensor<?x24x1x1xf32>
  %v53 = graph.constant dense<0.5> : tensor<f32>
  %v54 = graph.constant dense<0.37> : tensor<f32>
  %v55 = graph.iota %v53, %v54 dim = 0 : tensor<f32> -> tensor<192xf32>
  %v56 = graph.sin %v55 : tensor<192xf32>
  %v57 = graph.constant dense<0.2887> : tensor<192xf32>
  %v58 = graph.mul %v56, %v57 : tensor<192xf32>
  %v59 = graph.reshape %v58 : tensor<192xf32> to tensor<8x24x1x1xf32>
  %v60 = graph.convolution %v44, %v59 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<?x24x1x1xf32>, tensor<8x24x1x1xf32> -> tensor<?x8x1x1xf32>
  %v61 = graph.tanh %v60 : tensor<?x8x1x1xf32>
  %v62 = graph.constant dense<0.5> : tensor<f32>
  %v63 = graph.constant dense<0.37> : tensor<f32>
  %v64 = graph.iota %v62, %v63 dim = 0 : tensor<f32> -> tensor<192xf32>
  %v65 = graph.sin %v64 : tensor<192xf32>
  %v66 = graph.constant dense<0.5000> : tensor<192xf32>
  %v67 = graph.mul %v65, %v66 : tensor<192xf32>
  %v68 = graph.reshape %v67 : tensor<192xf32> to tensor<24x8x1x1xf32>
  %v69 = graph.convolution %v61, %v68 strides = [1, 1] low = [0, 0] high = [0, 0]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<?x8x1x1xf32>, tensor<24x8x1x1xf32> -> tensor<?x24x1x1xf32>
  %v70 = graph.sigmoid %v69 : tensor<?x24x1x1xf32>
  %v45 = graph.broadcast %v70 dims = [0, 1, 2, 3] sizes(%v48, %v50, %v52) : tensor<?x24x1x1xf32> to tensor<?x24x?x?xf32>
  %v46 = graph.mul %v42, %v45 : tensor<?x24x?x?xf32>
  %v71 = graph.constant dense<0.5> : tensor<f32>
  %v72 = graph.constant dense<0.37> : tensor<f32>
  %v73 = graph.iota %v71, %v72 dim = 0 : tensor<f32> -> tensor<3456xf32>
  %v74 = graph.sin %v73 : tensor<3456xf32>
  %v75 = graph.constant dense<0.0962> : tensor<3456xf32>
  %v76 = graph.mul %v74, %v75 : tensor<3456xf32>
  %v77 = graph.reshape %v76 : tensor<3456xf32> to tensor<16x24x3x3xf32>
  %v78 = graph.convolution %v46, %v77 strides = [2, 2] low = [1, 1] high = [1, 1]
    lhs_dilation = [1, 1] rhs_dilation = [1, 1] groups = 1 : tensor<?x24x?x?xf32>, tensor<16x24x3x3xf32> -> tensor<?x16x?x?xf32>
  %v79 = graph.reduce sum %v78 dims = [2, 3] : tensor<?x16x?x?xf32> -> tensor<?x16xf32>
  return %v79 : tensor<?x16xf32>
}
