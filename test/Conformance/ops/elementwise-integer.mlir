//===----------------------------------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Elementwise ops on integers and booleans. The attributes are explained in ../driver/OpRows.h.

graph.symbol @n
graph.symbol @m
func.func @add_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @sub_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @mul_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @max_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @min_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @and_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @or_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @xor_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @div_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @div_small_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-2.0, 2.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @rem_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @rem_small_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-2.0, 2.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @mod_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-128.0, 127.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @mod_small_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [-2.0, 2.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @pow_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0], [-3.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @shift_left_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [0.0, 9.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @shift_right_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0], [0.0, 9.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @abs_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.abs %a0 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @neg_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.neg %a0 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @sign_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.sign %a0 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @not_i8(%a0: tensor<?x?xi8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-128.0, 127.0]]} {
  %r = graph.not %a0 : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func @add_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @sub_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @mul_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @max_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @min_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @and_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @or_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @xor_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @div_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @div_small_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-2.0, 2.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @rem_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @rem_small_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-2.0, 2.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @mod_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-32768.0, 32767.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @mod_small_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [-2.0, 2.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @pow_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0], [-3.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @shift_left_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [0.0, 17.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @shift_right_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0], [0.0, 17.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @abs_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0]]} {
  %r = graph.abs %a0 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @neg_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0]]} {
  %r = graph.neg %a0 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @sign_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0]]} {
  %r = graph.sign %a0 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @not_i16(%a0: tensor<?x?xi16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-32768.0, 32767.0]]} {
  %r = graph.not %a0 : tensor<?x?xi16>
  return %r : tensor<?x?xi16>
}
func.func @add_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @sub_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @mul_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @max_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @min_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @and_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @or_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @xor_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @div_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @div_small_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.0, 2.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @rem_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @rem_small_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.0, 2.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @mod_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.147483e+09, 2.147483e+09]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @mod_small_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [-2.0, 2.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @pow_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0], [-3.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @shift_left_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [0.0, 33.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @shift_right_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09], [0.0, 33.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @abs_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09]]} {
  %r = graph.abs %a0 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @neg_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09]]} {
  %r = graph.neg %a0 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @sign_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09]]} {
  %r = graph.sign %a0 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @not_i32(%a0: tensor<?x?xi32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-2.147483e+09, 2.147483e+09]]} {
  %r = graph.not %a0 : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @add_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @sub_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @mul_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @max_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @min_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @and_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @or_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @xor_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @div_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @div_small_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-2.0, 2.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @rem_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @rem_small_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-2.0, 2.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @mod_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-9.000000e+18, 9.000000e+18]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @mod_small_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [-2.0, 2.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @pow_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.0, 9.0], [-3.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @shift_left_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [0.0, 65.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @shift_right_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18], [0.0, 65.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @abs_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18]]} {
  %r = graph.abs %a0 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @neg_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18]]} {
  %r = graph.neg %a0 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @sign_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18]]} {
  %r = graph.sign %a0 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @not_i64(%a0: tensor<?x?xi64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[-9.000000e+18, 9.000000e+18]]} {
  %r = graph.not %a0 : tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}
func.func @add_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @sub_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @mul_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @max_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @min_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @and_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @or_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @xor_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @div_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @div_small_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 3.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @rem_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @rem_small_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 3.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @mod_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 255.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @mod_small_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 3.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @pow_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 9.0], [0.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @shift_left_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 9.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @shift_right_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui8> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0], [0.0, 9.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @abs_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.abs %a0 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @neg_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.neg %a0 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @sign_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.sign %a0 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @not_ui8(%a0: tensor<?x?xui8> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui8> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 255.0]]} {
  %r = graph.not %a0 : tensor<?x?xui8>
  return %r : tensor<?x?xui8>
}
func.func @add_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @sub_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @mul_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @max_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @min_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @and_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @or_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @xor_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @div_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @div_small_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 3.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @rem_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @rem_small_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 3.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @mod_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 65535.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @mod_small_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 3.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @pow_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 9.0], [0.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @shift_left_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 17.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @shift_right_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui16> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0], [0.0, 17.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @abs_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0]]} {
  %r = graph.abs %a0 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @neg_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0]]} {
  %r = graph.neg %a0 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @sign_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0]]} {
  %r = graph.sign %a0 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @not_ui16(%a0: tensor<?x?xui16> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui16> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 65535.0]]} {
  %r = graph.not %a0 : tensor<?x?xui16>
  return %r : tensor<?x?xui16>
}
func.func @add_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @sub_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @mul_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @max_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @min_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @and_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @or_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @xor_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @div_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @div_small_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.0, 3.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @rem_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @rem_small_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.0, 3.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @mod_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.000000e+00, 4.294967e+09]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @mod_small_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.0, 3.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @pow_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 9.0], [0.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @shift_left_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.0, 33.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @shift_right_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui32> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09], [0.0, 33.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @abs_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09]]} {
  %r = graph.abs %a0 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @neg_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09]]} {
  %r = graph.neg %a0 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @sign_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09]]} {
  %r = graph.sign %a0 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @not_ui32(%a0: tensor<?x?xui32> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui32> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 4.294967e+09]]} {
  %r = graph.not %a0 : tensor<?x?xui32>
  return %r : tensor<?x?xui32>
}
func.func @add_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.add %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @sub_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.sub %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @mul_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.mul %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @max_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.max %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @min_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.min %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @and_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.and %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @or_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.or %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @xor_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.xor %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @div_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @div_small_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.0, 3.0]]} {
  %r = graph.div %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @rem_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @rem_small_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.0, 3.0]]} {
  %r = graph.rem %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @mod_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.000000e+00, 9.000000e+18]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @mod_small_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.0, 3.0]]} {
  %r = graph.mod %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @pow_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.0, 9.0], [0.0, 12.0]]} {
  %r = graph.pow %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @shift_left_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.0, 65.0]]} {
  %r = graph.shift_left %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @shift_right_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xui64> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18], [0.0, 65.0]]} {
  %r = graph.shift_right %a0, %a1 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @abs_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18]]} {
  %r = graph.abs %a0 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @neg_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18]]} {
  %r = graph.neg %a0 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @sign_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18]]} {
  %r = graph.sign %a0 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @not_ui64(%a0: tensor<?x?xui64> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xui64> {graph.name = "r0"}) attributes {graph.entry, ranges = [[0.000000e+00, 9.000000e+18]]} {
  %r = graph.not %a0 : tensor<?x?xui64>
  return %r : tensor<?x?xui64>
}
func.func @and_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi1> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.and %a0, %a1 : tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @or_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi1> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.or %a0, %a1 : tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @xor_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]}, %a1: tensor<?x?xi1> {graph.name = "a1", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.xor %a0, %a1 : tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
func.func @not_i1(%a0: tensor<?x?xi1> {graph.name = "a0", graph.dims = ["n", "m"]})
    -> (tensor<?x?xi1> {graph.name = "r0"}) attributes {graph.entry} {
  %r = graph.not %a0 : tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
