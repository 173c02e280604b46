#===- table_quant.py - Quantised operators -------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Quantised operators. Where the text leaves the order of roundings open, a result
may be one step off."""
import numpy as np

from cases import case, fixed, given, w, x

U8, I8 = {"dtype": np.uint8}, {"dtype": np.int8}
STEP = {"relative": 0, "absolute": 1}


def scale(value):
    return fixed(value, np.float32)


def zero(value, dtype):
    return fixed(value, dtype)


for kind in (np.uint8, np.int8):
    t, name = {"dtype": kind}, np.dtype(kind).name
    for op in ("QLinearAdd", "QLinearMul"):
        case(op, [x(2, 3, 8, **t), scale(0.03), zero(7, kind), x(2, 3, 8, **t), scale(0.02), zero(3, kind),
                  scale(0.05), zero(5, kind)], tag=name, **STEP)
        case(op, [x(2, 3, 8, **t), scale(0.03), zero(7, kind), w(8, **t), scale(0.02), zero(3, kind),
                  scale(0.05)], tag=name + "_broadcast", **STEP)
    case("QLinearSigmoid", [x(2, 37, **t), scale(0.05), zero(9, kind), scale(1 / 256), zero(0, kind)], tag=name, **STEP)
    case("QLinearLeakyRelu", [x(2, 37, **t), scale(0.05), zero(9, kind), scale(0.04), zero(11, kind)],
         {"alpha": 0.2}, tag=name, **STEP)
    case("QLinearSoftmax", [x(2, 3, 9, **t), scale(0.05), zero(9, kind), scale(1 / 256), zero(0, kind)],
         {"axis": -1, "opset": 13}, tag=name, **STEP)
    case("QLinearGlobalAveragePool", [x(1, 3, 5, 7, **t), scale(0.05), zero(9, kind), scale(0.04), zero(11, kind)],
         {"channels_last": 0}, tag=name, **STEP)
    case("QLinearAveragePool", [x(1, 3, 8, 8, **t), scale(0.05), zero(9, kind), scale(0.04), zero(11, kind)],
         {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}, tag=name, **STEP)
    case("QLinearConcat", [scale(0.05), zero(4, kind), x(2, 3, **t), scale(0.03), zero(2, kind), x(2, 5, **t),
                           scale(0.05), zero(4, kind)], {"axis": 1}, tag=name, **STEP)
    case("QLinearWhere", [x(2, 8, dtype=bool), x(2, 8, **t), scale(0.03), zero(7, kind), x(2, 8, **t), scale(0.02),
                          zero(3, kind), scale(0.05), zero(5, kind)], tag=name, **STEP)
    case("MatMulIntegerToFloat", [x(3, 8, **t), w(8, 5, **I8), scale(0.03), w(5, low=0.01, high=0.1), zero(5, kind),
                                  w(5, low=-3, high=3, **I8), w(5)], tag=name)
case("QLinearSoftmax", [x(2, 3, 4, **U8), scale(0.05), zero(9, np.uint8), scale(1 / 256), zero(0, np.uint8)],
     {"axis": 1, "opset": 12}, tag="opset12", **STEP)
case("QLinearGlobalAveragePool", [x(1, 5, 7, 3, **U8), scale(0.05), zero(9, np.uint8), scale(0.04), zero(11, np.uint8)],
     {"channels_last": 1}, tag="last", **STEP)
case("QLinearAveragePool", [x(1, 9, 9, 3, **U8), scale(0.05), zero(9, np.uint8), scale(0.04), zero(11, np.uint8)],
     {"kernel_shape": [2, 2], "strides": [2, 2], "ceil_mode": 1, "channels_last": 1}, tag="last", modes=("static",),
     **STEP)
case("QLinearAveragePool", [x(1, 3, 8, 8, **U8), scale(0.05), zero(9, np.uint8), scale(0.04), zero(11, np.uint8)],
     {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}, tag="pads", **STEP)
case("MatMulIntegerToFloat", [x(2, 3, 8, **U8), x(2, 8, 5, **U8), scale(0.03), scale(0.02)], tag="batch")
case("MatMulIntegerToFloat", [x(2, 3, 8, **U8), w(8, 5, **U8), given([0.03], np.float32), scale(0.02),
                              zero(128, np.uint8), zero(120, np.uint8)], tag="zeros")
case("DynamicQuantizeMatMul", [x(3, 16), w(16, 5, **I8), w(5, low=0.01, high=0.1), w(5, low=-3, high=3, **I8), w(5)])
case("DynamicQuantizeMatMul", [x(2, 3, 16), w(16, 5, **U8), scale(0.02), zero(128, np.uint8)], tag="rank3")
case("DynamicQuantizeMatMul", [x(3, 16), w(16, 5, **I8), scale(0.02)], tag="plain")
gemm = [x(3, 8, **U8), scale(0.03), zero(100, np.uint8), w(8, 5, **I8), w(5, low=0.01, high=0.1), fixed([0] * 5, np.int8),
        w(5, dtype=np.int32)]
case("QGemm", gemm, tag="to_float")
case("QGemm", [*gemm, scale(0.4), zero(120, np.uint8)], tag="to_u8", **STEP)
case("QGemm", [x(8, 3, **U8), scale(0.03), zero(100, np.uint8), w(5, 8, **U8), scale(0.02), zero(127, np.uint8)],
     {"transA": 1, "transB": 1, "alpha": 0.5}, tag="transposed")
case("QLinearConv", [x(1, 8, 8, 4, **U8), scale(0.03), zero(100, np.uint8), w(6, 4, 3, 3, **I8),
                     w(6, low=0.01, high=0.02), fixed([0] * 6, np.int8), scale(0.1), zero(110, np.uint8),
                     w(6, dtype=np.int32)], {"channels_last": 1, "pads": [1, 1, 1, 1]}, tag="last", **STEP)
for kind in (np.uint8, np.int8, np.uint16, np.int16):
    name = np.dtype(kind).name
    case("QuantizeLinear", [x(3, 8), scale(0.02), zero(3, kind)], tag=name, relative=0, absolute=0)
    case("DequantizeLinear", [x(3, 8, dtype=kind), scale(0.02), zero(3, kind)], tag=name)
case("QuantizeLinear", [x(3, 8), w(3, low=0.01, high=0.05), w(3, **U8)], {"axis": 0}, tag="axis", relative=0,
     absolute=0)
case("DequantizeLinear", [x(3, 8, **I8), w(8, low=0.01, high=0.05), w(8, **I8)], {"axis": 1}, tag="axis")
case("NhwcMaxPool", [x(1, 7, 7, 3, **U8)], {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]},
     relative=0, absolute=0)


# Weights of a few bits in blocks
def packed(bits, rows, depth, block, *, zeros=None, dtype=np.float32, bias=False, count=3):
    """A, B, scales and the rest, for a depth that fills its last block or not."""
    blocks = -(-depth // block)
    inputs = [x(count, depth, dtype=dtype), w(rows, blocks, block * bits // 8, **U8),
              w(rows, blocks, dtype=dtype, low=0.01, high=0.1)]
    if zeros == "packed":
        inputs.append(w(rows, -(-blocks * bits // 8), **U8))
    elif zeros == "real":
        inputs.append(w(rows, blocks, dtype=dtype, low=3, high=9))
    elif bias:
        inputs.append(None)
    return inputs + ([None, w(rows, dtype=dtype)] if bias else [])


for bits, rows, depth, block in ((4, 16, 64, 32), (4, 8, 40, 16), (8, 8, 64, 32), (2, 8, 64, 16)):
    for zeros in (None, "packed") + (("real",) if bits == 4 else ()):
        case("MatMulNBits", packed(bits, rows, depth, block, zeros=zeros),
             {"bits": bits, "N": rows, "K": depth, "block_size": block, "accuracy_level": 1},
             tag=f"{bits}bits_{depth}_{zeros or 'middle'}", absolute=1e-4)
for bits, size, rows, depth in ((4, 32, 33, 80), (8, 64, 17, 100), (2, 32, 40, 72)):
    for count in (1, 17):
        case("MatMulNBits", packed(bits, rows, depth, size, zeros="packed", count=count),
             {"bits": bits, "N": rows, "K": depth, "block_size": size, "accuracy_level": 1},
             tag=f"{bits}bits_{count}x{depth}x{rows}", absolute=1e-4)
case("MatMulNBits", packed(4, 16, 64, 32, bias=True), {"bits": 4, "N": 16, "K": 64, "block_size": 32,
                                                       "accuracy_level": 1}, tag="bias", absolute=1e-4)
case("MatMulNBits", packed(4, 16, 64, 32, dtype=np.float16), {"bits": 4, "N": 16, "K": 64, "block_size": 32},
     tag="f16", relative=1e-2, absolute=2e-2)

# ONNX Runtime rounds the hidden state at every step; here it stays exact.
for kind, zero_points in ((np.int8, 0), (np.uint8, 128)):
    for per_column in (False, True):
        scales = (2, 16) if per_column else (2,)
        weights = [w(2, 8, 16, dtype=kind), w(2, 4, 16, dtype=kind)]
        constants = [w(*scales, low=0.002, high=0.006), fixed(np.full(scales, zero_points), kind)]
        case("DynamicQuantizeLSTM",
             [x(6, 3, 8), *weights, w(2, 32, low=-0.2, high=0.2), None, None, None, None, *constants,
              w(*scales, low=0.002, high=0.006), fixed(np.full(scales, zero_points), kind)],
             {"hidden_size": 4, "direction": "bidirectional"},
             tag=np.dtype(kind).name + ("_columns" if per_column else ""), outputs=3, absolute=2e-2)
