//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Conversions between every pair of element types. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @cast_i1_i8(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_i1_i16(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_i1_i32(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_i1_i64(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_i1_ui8(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_i1_ui16(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_i1_ui32(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_i1_ui64(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_i1_f16(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_i1_bf16(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_i1_f32(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_i1_f64(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<?x?xi1> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_i8_i1(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_i8_i16(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_i8_i32(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_i8_i64(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_i8_ui8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_i8_ui16(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_i8_ui32(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_i8_ui64(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_i8_f16(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_i8_bf16(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_i8_f32(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_i8_f64(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi8> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_i16_i1(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_i16_i8(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_i16_i32(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_i16_i64(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_i16_ui8(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_i16_ui16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_i16_ui32(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_i16_ui64(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_i16_f16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_i16_bf16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_i16_f32(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_i16_f64(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi16> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_i32_i1(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_i32_i8(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_i32_i16(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_i32_i64(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_i32_ui8(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_i32_ui16(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_i32_ui32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_i32_ui64(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_i32_f16(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_i32_bf16(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_i32_f32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_i32_f64(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi32> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_i64_i1(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_i64_i8(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_i64_i16(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_i64_i32(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_i64_ui8(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_i64_ui16(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_i64_ui32(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_i64_ui64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_i64_f16(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_i64_bf16(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_i64_f32(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_i64_f64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.cast %a0 : tensor<?x?xi64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_ui8_i1(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_ui8_i8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_ui8_i16(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_ui8_i32(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_ui8_i64(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_ui8_ui16(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_ui8_ui32(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_ui8_ui64(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_ui8_f16(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_ui8_bf16(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_ui8_f32(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_ui8_f64(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui8> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_ui16_i1(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_ui16_i8(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_ui16_i16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_ui16_i32(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_ui16_i64(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_ui16_ui8(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_ui16_ui32(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_ui16_ui64(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_ui16_f16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_ui16_bf16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_ui16_f32(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_ui16_f64(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui16> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_ui32_i1(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_ui32_i8(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_ui32_i16(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_ui32_i32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_ui32_i64(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_ui32_ui8(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_ui32_ui16(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_ui32_ui64(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_ui32_f16(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_ui32_bf16(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_ui32_f32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_ui32_f64(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui32> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_ui64_i1(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_ui64_i8(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_ui64_i16(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_ui64_i32(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_ui64_i64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_ui64_ui8(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_ui64_ui16(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_ui64_ui32(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_ui64_f16(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_ui64_bf16(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_ui64_f32(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_ui64_f64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.cast %a0 : tensor<?x?xui64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_f16_i1(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_f16_i8(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_f16_i16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_f16_i32(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_f16_i64(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_f16_ui8(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_f16_ui16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_f16_ui32(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_f16_ui64(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_f16_bf16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f16_f32(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f16_f64(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_bf16_i1(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_bf16_i8(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_bf16_i16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_bf16_i32(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_bf16_i64(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_bf16_ui8(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_bf16_ui16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_bf16_ui32(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_bf16_ui64(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_bf16_f16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_bf16_f32(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_bf16_f64(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xbf16> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_f32_i1(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_f32_i8(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_f32_i16(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_f32_i32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_f32_i64(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_f32_ui8(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_f32_ui16(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_f32_ui32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_f32_ui64(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_f32_f16(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f32_bf16(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f32_f64(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @cast_f64_i1(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @cast_f64_i8(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @cast_f64_i16(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @cast_f64_i32(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @cast_f64_i64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @cast_f64_ui8(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @cast_f64_ui16(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @cast_f64_ui32(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @cast_f64_ui64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @cast_f64_f16(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f64_bf16(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f64_f32(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-300.0, 300.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf64> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f32_f8E4M3FN(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FN> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf8E4M3FN>
  return %r : tensor<?x?xf8E4M3FN>
}
func.func @cast_f32_f8E4M3FN_unsaturated(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FN> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf32> to tensor<?x?xf8E4M3FN>
  return %r : tensor<?x?xf8E4M3FN>
}
func.func @cast_f16_f8E4M3FN(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FN> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf8E4M3FN>
  return %r : tensor<?x?xf8E4M3FN>
}
func.func @cast_f16_f8E4M3FN_unsaturated(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FN> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf16> to tensor<?x?xf8E4M3FN>
  return %r : tensor<?x?xf8E4M3FN>
}
func.func @cast_f8E4M3FN_f32(%a0: tensor<?x?xf8E4M3FN> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FN> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f8E4M3FN_f16(%a0: tensor<?x?xf8E4M3FN> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FN> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f8E4M3FN_bf16(%a0: tensor<?x?xf8E4M3FN> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FN> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f32_f8E4M3FNUZ(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf8E4M3FNUZ>
  return %r : tensor<?x?xf8E4M3FNUZ>
}
func.func @cast_f32_f8E4M3FNUZ_unsaturated(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf32> to tensor<?x?xf8E4M3FNUZ>
  return %r : tensor<?x?xf8E4M3FNUZ>
}
func.func @cast_f16_f8E4M3FNUZ(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf8E4M3FNUZ>
  return %r : tensor<?x?xf8E4M3FNUZ>
}
func.func @cast_f16_f8E4M3FNUZ_unsaturated(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E4M3FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf16> to tensor<?x?xf8E4M3FNUZ>
  return %r : tensor<?x?xf8E4M3FNUZ>
}
func.func @cast_f8E4M3FNUZ_f32(%a0: tensor<?x?xf8E4M3FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FNUZ> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f8E4M3FNUZ_f16(%a0: tensor<?x?xf8E4M3FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FNUZ> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f8E4M3FNUZ_bf16(%a0: tensor<?x?xf8E4M3FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E4M3FNUZ> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f32_f8E5M2(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf8E5M2>
  return %r : tensor<?x?xf8E5M2>
}
func.func @cast_f32_f8E5M2_unsaturated(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf32> to tensor<?x?xf8E5M2>
  return %r : tensor<?x?xf8E5M2>
}
func.func @cast_f16_f8E5M2(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf8E5M2>
  return %r : tensor<?x?xf8E5M2>
}
func.func @cast_f16_f8E5M2_unsaturated(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf16> to tensor<?x?xf8E5M2>
  return %r : tensor<?x?xf8E5M2>
}
func.func @cast_f8E5M2_f32(%a0: tensor<?x?xf8E5M2> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f8E5M2_f16(%a0: tensor<?x?xf8E5M2> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f8E5M2_bf16(%a0: tensor<?x?xf8E5M2> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f32_f8E5M2FNUZ(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf32> to tensor<?x?xf8E5M2FNUZ>
  return %r : tensor<?x?xf8E5M2FNUZ>
}
func.func @cast_f32_f8E5M2FNUZ_unsaturated(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf32> to tensor<?x?xf8E5M2FNUZ>
  return %r : tensor<?x?xf8E5M2FNUZ>
}
func.func @cast_f16_f8E5M2FNUZ(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 : tensor<?x?xf16> to tensor<?x?xf8E5M2FNUZ>
  return %r : tensor<?x?xf8E5M2FNUZ>
}
func.func @cast_f16_f8E5M2FNUZ_unsaturated(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf8E5M2FNUZ> {graph.name = "r0"}) attributes {graph.entry, special, ranges = [[-600.0, 600.0]]} {
  %r = graph.cast %a0 {saturate = false} : tensor<?x?xf16> to tensor<?x?xf8E5M2FNUZ>
  return %r : tensor<?x?xf8E5M2FNUZ>
}
func.func @cast_f8E5M2FNUZ_f32(%a0: tensor<?x?xf8E5M2FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2FNUZ> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast_f8E5M2FNUZ_f16(%a0: tensor<?x?xf8E5M2FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2FNUZ> to tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
func.func @cast_f8E5M2FNUZ_bf16(%a0: tensor<?x?xf8E5M2FNUZ> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xbf16> {graph.name = "r0"}) attributes {graph.entry, special} {
  %r = graph.cast %a0 : tensor<?x?xf8E5M2FNUZ> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func @cast_f32_i4(%a0: tensor<6x7xf32> {graph.name = "a0"})
    -> (tensor<6x7xi4> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0]]} {
  %r = graph.cast %a0 : tensor<6x7xf32> to tensor<6x7xi4>
  return %r : tensor<6x7xi4>
}
func.func @cast_i4_f32(%a0: tensor<6x7xi4> {graph.name = "a0"})
    -> (tensor<6x7xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<6x7xi4> to tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}
func.func @cast_f32_ui4(%a0: tensor<6x7xf32> {graph.name = "a0"})
    -> (tensor<6x7xui4> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0]]} {
  %r = graph.cast %a0 : tensor<6x7xf32> to tensor<6x7xui4>
  return %r : tensor<6x7xui4>
}
func.func @cast_ui4_f32(%a0: tensor<6x7xui4> {graph.name = "a0"})
    -> (tensor<6x7xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<6x7xui4> to tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}
func.func @cast_f32_i2(%a0: tensor<6x7xf32> {graph.name = "a0"})
    -> (tensor<6x7xi2> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0]]} {
  %r = graph.cast %a0 : tensor<6x7xf32> to tensor<6x7xi2>
  return %r : tensor<6x7xi2>
}
func.func @cast_i2_f32(%a0: tensor<6x7xi2> {graph.name = "a0"})
    -> (tensor<6x7xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<6x7xi2> to tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}
func.func @cast_f32_ui2(%a0: tensor<6x7xf32> {graph.name = "a0"})
    -> (tensor<6x7xui2> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0]]} {
  %r = graph.cast %a0 : tensor<6x7xf32> to tensor<6x7xui2>
  return %r : tensor<6x7xui2>
}
func.func @cast_ui2_f32(%a0: tensor<6x7xui2> {graph.name = "a0"})
    -> (tensor<6x7xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<6x7xui2> to tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}
func.func @cast_f32_f4E2M1FN(%a0: tensor<6x7xf32> {graph.name = "a0"})
    -> (tensor<6x7xf4E2M1FN> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0]]} {
  %r = graph.cast %a0 : tensor<6x7xf32> to tensor<6x7xf4E2M1FN>
  return %r : tensor<6x7xf4E2M1FN>
}
func.func @cast_f4E2M1FN_f32(%a0: tensor<6x7xf4E2M1FN> {graph.name = "a0"})
    -> (tensor<6x7xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.cast %a0 : tensor<6x7xf4E2M1FN> to tensor<6x7xf32>
  return %r : tensor<6x7xf32>
}
func.func @bitcast_f32_i32(%a0: tensor<?x?xf32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xf32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @bitcast_i32_f32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xi32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @bitcast_f64_ui64(%a0: tensor<?x?xf64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xf64> to tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @bitcast_f16_i16(%a0: tensor<?x?xf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xf16> to tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @bitcast_bf16_ui16(%a0: tensor<?x?xbf16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xbf16> to tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @bitcast_i8_ui8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.bitcast %a0 : tensor<?x?xi8> to tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
