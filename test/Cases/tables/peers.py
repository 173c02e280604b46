#===- peers.py - Graphs that broke one tool or another -------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Graphs that broke peers, each with its kind. The numbers of the comments are
those of the collection that the project's issue names."""

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper

from case import Refused
from table import Table, node
from tables._data import booleans, f32, i64, integers, positive, scalar

T = Table()
nan, inf = np.nan, np.inf


def f(*values):
    return np.array(values, np.float32)


# 4, 5: resizes of odd ranks.
for shape, scales in (((1, 2, 7), (1, 1, 1.7)), ((1, 1, 5, 6), (1, 1, 0.7, 2.3)),
                      ((1, 1, 3, 4, 5), (1, 1, 1.5, 2, 0.8))):
    for mode in ("linear", "cubic") if len(shape) < 5 else ("linear",):
        T.graph(f"Resize {mode} rank {len(shape)}", 19,
                [node("Resize", "x _ s", "y", mode=mode, cubic_coeff_a=-0.5,
                      exclude_outside=1 if mode == "cubic" else 0)],
                {"x": f32(*shape), "s": f(*scales)}, "y", oracle="reference")
# 6: an empty region from a constant.
T.graph("Resize with an empty region", 13,
        [node("Constant", "", "roi", value=helper.make_tensor("v", 1, [0], [])),
         node("Resize", "x roi s", "y", mode="nearest")],
        {"x": f32(1, 1, 2, 3), "s": f(1, 1, 2, 2)}, "y")
# 7, 8, 9: pools.
T.graph("AveragePool 3-D, dilations", 22,
        [node("AveragePool", "x", "y", kernel_shape=[2, 2, 2], dilations=[2, 1, 1],
              ceil_mode=1, count_include_pad=0)], {"x": f32(1, 1, 5, 4, 4)}, "y",
        oracle="runtime")
for way in ("SAME_UPPER", "SAME_LOWER", "VALID"):
    for op in ("MaxPool", "AveragePool"):
        T.graph(f"{op} {way}", 12, [node(op, "x", "y", kernel_shape=[3, 2],
                                         strides=[2, 2], auto_pad=way)],
                {"x": f32(1, 2, 6, 7)}, "y", oracle="runtime")
    T.graph(f"LpPool {way}", 18, [node("LpPool", "x", "y", kernel_shape=[3, 2],
                                       strides=[2, 2], auto_pad=way)],
            {"x": f32(1, 2, 6, 7)}, "y", oracle="runtime")
T.graph("MaxUnpool with a shape", 11,
        [node("MaxUnpool", "x i s", "y", kernel_shape=[2, 2], strides=[2, 2])],
        {"x": f32(1, 1, 2, 2), "i": np.array([[[[5, 7], [13, 15]]]]),
         "s": i64(1, 1, 5, 5)}, "y",
        modes=("interpreter", "static", "mixed", "constant"), oracle="reference")
# 10: a transpose of extents of 1 that is no reshape.
weight = f32(2, 3, 1, 1)
T.graph("Transpose of a weight with unit extents", 13,
        [node("Transpose", "w", "t", perm=[2, 3, 1, 0]), node("MatMul", "x t", "y")],
        {"x": f32(4, 3), "w": weight}, "y")
# 11, 12, 13: quantised products. The scales are powers of 2: the standard does not
# say how the product of three f16 scales is rounded.
T.graph("Quantise, convolve, quantise", 13,
        [node("QuantizeLinear", "x s z", "q"), node("DequantizeLinear", "q s z", "d"),
         node("DequantizeLinear", "w ws wz", "dw"), node("Conv", "d dw", "c"),
         node("Relu", "c", "r"), node("QuantizeLinear", "r s z", "y")],
        {"x": f32(1, 2, 5, 5), "s": scalar(0.03, np.float32), "z": scalar(0, np.int8),
         "w": integers(-127, 127, (3, 2, 3, 3), np.int8),
         "ws": scalar(0.01, np.float32), "wz": scalar(0, np.int8)}, "y")
edge = np.full((1, 4), 255, np.uint8)
for kind, value in ((np.uint8, 255), (np.int8, -128), (np.int8, 127)):
    T.graph(f"MatMulInteger at the edge, {np.dtype(kind)} {value}", 10,
            [node("MatMulInteger", "a b", "y")],
            {"a": edge, "b": np.full((4, 1), value, kind)}, "y",
            want=[np.array([[4 * 255 * value]], np.int32)])
for rank in (2, 3):
    for kind in (np.int8, np.uint8):
        for scales in (np.float32, np.float16):
            low, high = np.iinfo(kind).min, np.iinfo(kind).max
            lead = (2,) * (rank - 2)
            T.graph(f"QLinearMatMul {rank}-D {np.dtype(kind)} {np.dtype(scales)}", 21,
                    [node("QLinearMatMul", "a sa za b sb zb sy zy", "y")],
                    {"a": integers(low, high, lead + (3, 4), kind),
                     "sa": scalar(2 ** -7, scales), "za": scalar(3, kind),
                     "b": integers(low, high, lead + (4, 2), kind),
                     "sb": scalar(2 ** -7, scales), "zb": scalar(1, kind),
                     "sy": scalar(2 ** -6, scales), "zy": scalar(2, kind)}, "y",
                    oracle="reference")
# 14, 15: blocks of a quantised row.
T.graph("DequantizeLinear of blocks", 21,
        [node("DequantizeLinear", "x s z", "y", axis=1, block_size=2)],
        {"x": np.full((1, 8), 9, np.uint8), "s": f(1, 2, 3, 4).reshape(1, 4),
         "z": np.arange(1, 5, dtype=np.uint8).reshape(1, 4)}, "y",
        want=[f(8, 8, 14, 14, 18, 18, 20, 20).reshape(1, 8)])
packed = integers(-8, 8, (4, 3), np.int8).astype(ml_dtypes.int4)
T.graph("int4 blocks into a product", 21,
        [node("DequantizeLinear", "w s", "d", axis=0, block_size=2),
         node("MatMul", "x d", "y")],
        {"x": f32(2, 4), "w": packed, "s": positive(2, 3)}, "y", oracle="reference")
# 16, 17, 20: scales per axis, scalars, narrow types.
T.graph("DequantizeLinear of a convolution's weight", 13,
        [node("DequantizeLinear", "w s", "d", axis=0), node("Conv", "x d", "y")],
        {"x": f32(1, 2, 4, 4), "w": integers(-99, 99, (3, 2, 3, 3), np.int8),
         "s": positive(3)}, "y")
T.graph("Transpose after DequantizeLinear per axis", 13,
        [node("DequantizeLinear", "w s", "d", axis=0),
         node("Transpose", "d", "t", perm=[1, 0]), node("MatMul", "x t", "y")],
        {"x": f32(2, 4), "w": integers(-99, 99, (3, 4), np.int8), "s": positive(3)}, "y")
for kind in (np.int8, np.uint8, np.int16, np.uint16, ml_dtypes.int4, ml_dtypes.uint4):
    T.graph(f"Quantise and back, a scalar, {np.dtype(kind)}", 21,
            [node("QuantizeLinear", "x s z", "q"), node("DequantizeLinear", "q s z", "y")],
            {"x": scalar(1.3, np.float32), "s": scalar(0.5, np.float32),
             "z": np.array(1, kind)}, "y", want=[scalar(1.5, np.float32)])
# 18, 19: integer products.
T.graph("MatMulInteger of int8", 10, [node("MatMulInteger", "a b", "y")],
        {"a": integers(-128, 127, (3, 4), np.int8),
         "b": integers(-128, 127, (4, 2), np.int8)}, "y", oracle="reference")
T.graph("ConvInteger VALID", 10, [node("ConvInteger", "x w z", "y", auto_pad="VALID")],
        {"x": integers(0, 255, (1, 1, 4, 4), np.uint8),
         "w": integers(0, 255, (1, 1, 2, 2), np.uint8), "z": scalar(9, np.uint8)}, "y",
        oracle="runtime")
# 21, 22, 23: rounding, division and powers.
T.graph("Round at halves", 11, [node("Round", "x", "y")],
        {"x": np.resize(f(-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999997), 19)}, "y",
        oracle="reference")
T.graph("Div of negative integers", 14, [node("Div", "a b", "y")],
        {"a": i64(-7, 7, -7, 7, -6), "b": i64(2, -2, -2, 2, 4)}, "y",
        want=[i64(-3, -3, 3, 3, -1)])
T.graph("shapes: Gather, Div, Slice", 13,
        [node("Shape", "x", "s"), node("Gather", "s one", "e"), node("Div", "e two", "h"),
         node("Unsqueeze", "h zero", "end"), node("Slice", "x zero end axis", "y")],
        {"x": f32(2, 7), "one": scalar(1), "two": scalar(2), "zero": i64(0),
         "axis": i64(1)}, "y")
for base in (np.int32, np.int64, np.float32):
    for power in (np.int32, np.int64, np.float32):
        T.graph(f"Pow {np.dtype(base)} {np.dtype(power)}", 15, [node("Pow", "a b", "y")],
                {"a": np.array([1, 2, 3, 4], base), "b": np.array([3, 0, 2, 1], power)},
                "y", want=[np.array([1, 1, 9, 4], base)])
# 25: one bound of a clip.
for version in (11, 12, 13):
    T.graph(f"Clip-{version} like MobileNet's", version, [node("Clip", "x l h", "y")],
            {"x": f(-1, 0.5, 7), "l": scalar(0, np.float32), "h": scalar(6, np.float32)},
            "y", want=[f(0, 0.5, 6)])
T.graph("Clip with crossed bounds", 13, [node("Clip", "x l h", "y")],
        {"x": f(-1, 0.5, 7), "l": scalar(3, np.float32), "h": scalar(1, np.float32)}, "y",
        want=[f(1, 1, 1)])
# 29: ties.
ties = np.array([[2, 1, 2], [1, 1, 1]], np.float32)
for op in ("ArgMax", "ArgMin"):
    for last in (0, 1):
        T.graph(f"{op} ties, last {last}", 13,
                [node(op, "x", "y", axis=1, select_last_index=last)], {"x": ties}, "y")
# 32: reductions of nothing and of bools.
nothing = np.zeros((2, 0, 3), np.float32)
for op, right in (("ReduceSum", 0), ("ReduceProd", 1), ("ReduceLogSum", -inf),
                  ("ReduceLogSumExp", -inf), ("ReduceMax", -inf), ("ReduceMin", inf),
                  ("ReduceL1", 0), ("ReduceL2", 0), ("ReduceSumSquare", 0)):
    T.graph(f"{op} of nothing", 20, [node(op, "x a", "y", keepdims=0)],
            {"x": nothing, "a": i64(1)}, "y", want=[np.full((2, 3), right, np.float32)])
# 33: only the named extents of 1 are dropped.
T.graph("Squeeze named axes", 11, [node("Squeeze", "x", "y", axes=[1])],
        {"x": f32(1, 1, 3, 1)}, "y")
# 36: a rank that grows.
T.graph("Expand to a higher rank", 13, [node("Expand", "x s", "y")],
        {"x": f(3), "s": i64(1, 1)}, "y")
# 37: batches of gathers.
T.graph("GatherND with a batch, rank left over", 13,
        [node("GatherND", "x i", "y", batch_dims=1)],
        {"x": f32(2, 3, 4, 2), "i": np.array([[[-1]], [[1]]])}, "y")
# 38: equal places.
places = np.array([[0, 0, -1], [1, 1, 1]])
for kind in ("add", "mul", "max", "min"):
    T.graph(f"ScatterElements {kind} at equal places", 18,
            [node("ScatterElements", "x i u", "y", axis=1, reduction=kind)],
            {"x": f32(2, 3), "i": places, "u": f32(2, 3)}, "y")
    T.graph(f"ScatterND {kind} at equal places", 18,
            [node("ScatterND", "x i u", "y", reduction=kind)],
            {"x": f32(4), "i": np.array([[1], [1], [3]]), "u": f32(3)}, "y")
# 39: running sums.
for exclusive in (0, 1):
    for reverse in (0, 1):
        T.graph(f"CumSum {exclusive}{reverse} of many", 14,
                [node("CumSum", "x a", "y", exclusive=exclusive, reverse=reverse)],
                {"x": integers(-9, 9, (3, 700), np.int32), "a": scalar(-1)}, "y")
# 40, 41, 42: shapes.
T.graph("ConstantOfShape of nothing", 9, [node("ConstantOfShape", "s", "y")],
        {"s": np.zeros(0, np.int64)}, "y", want=[scalar(0, np.float32)])
T.graph("Shape of a scalar", 15, [node("Shape", "x", "y")], {"x": scalar(1, np.float32)},
        "y", want=[np.zeros(0, np.int64)])
T.graph("Size of a scalar", 13, [node("Size", "x", "y")], {"x": scalar(1, np.float32)},
        "y", want=[scalar(1)])
# 44: extremes of functions; 19 numbers have a vector body and a tail.
extremes = np.resize(f(-12.3392, 12.3392, 89, -89, 0, -0.0, 1e-8, 88.5, -104), 19)
for op in ("Softplus", "Softsign", "Sinh", "Cosh", "Erf", "Tanh", "Sigmoid", "Exp",
           "Gelu", "Mish"):
    wide = {"Softplus": lambda x: np.logaddexp(0, x), "Softsign": lambda x: x / (1 + abs(x)),
            "Sinh": np.sinh, "Cosh": np.cosh, "Tanh": np.tanh, "Exp": np.exp,
            "Sigmoid": lambda x: 1 / (1 + np.exp(-x))}.get(op)
    with np.errstate(over="ignore"):
        right = None if wide is None else [wide(extremes.astype(np.float64))
                                           .astype(np.float32)]
    T.graph(f"{op} at extremes", 20, [node(op, "x", "y")], {"x": extremes}, "y",
            want=right)
T.graph("Softsign after Relu", 13, [node("Relu", "x", "r"), node("Softsign", "r", "y")],
        {"x": extremes}, "y")
# 46: long sums of f16 are kept in f32.
long = (np.arange(4096) % 7 + 300).astype(np.float16).reshape(1, 4096)
T.graph("decomposed norm of f16", 18,
        [node("Cast", "x", "w", to=1), node("Pow", "w two", "p"),
         node("ReduceMean", "p last", "m"), node("Add", "m eps", "e"), node("Sqrt", "e", "r"),
         node("Div", "w r", "d"), node("Cast", "d", "y", to=10)],
        {"x": long, "two": scalar(2, np.float32), "last": i64(-1),
         "eps": scalar(1e-6, np.float32)}, "y")
T.graph("ReduceSum of f16", 13, [node("ReduceSum", "x a", "y", keepdims=0)],
        {"x": np.full((1, 4096), 1.0, np.float16), "a": i64(1)}, "y",
        want=[np.array([4096], np.float16)])
# 47: norms of mixed types.
T.graph("BatchNormalization of f16 with f32", 15,
        [node("BatchNormalization", "x s b m v", "y")],
        {"x": f32(2, 3, 4).astype(np.float16), "s": f32(3), "b": f32(3), "m": f32(3),
         "v": positive(3)}, "y", oracle="reference")
# 49: everything that an LSTM may have.
for way in ("forward", "reverse", "bidirectional"):
    d = 2 if way == "bidirectional" else 1
    T.graph(f"LSTM {way} with everything", 14,
            [node("LSTM", "x w r b l h c p", "y yh yc", hidden_size=3, direction=way)],
            {"x": f32(5, 2, 4), "w": f32(d, 12, 4) * 0.4, "r": f32(d, 12, 3) * 0.4,
             "b": f32(d, 24) * 0.4, "l": np.array([5, 3], np.int32), "h": f32(d, 2, 3),
             "c": f32(d, 2, 3), "p": f32(d, 9) * 0.4}, "y yh yc", oracle="runtime")
# 51: a loop's number, not its count; a body that reads outside.
body = helper.make_graph(
    [node("Cast", "i", "n", to=1), node("Mul", "n outer", "m"), node("Add", "s m", "t"),
     node("Identity", "c", "d")], "body",
    [helper.make_tensor_value_info("i", TensorProto.INT64, []),
     helper.make_tensor_value_info("c", TensorProto.BOOL, []),
     helper.make_tensor_value_info("s", TensorProto.FLOAT, [])],
    [helper.make_tensor_value_info("d", TensorProto.BOOL, []),
     helper.make_tensor_value_info("t", TensorProto.FLOAT, [])])
T.graph("Loop adds its numbers", 16, [node("Loop", "count _ start", "y", body=body)],
        {"count": scalar(4), "start": scalar(0.5, np.float32),
         "outer": scalar(10, np.float32)}, "y", want=[scalar(60.5, np.float32)])
# Branches that yield a scalar and a vector of one element.
def rank_branches():
    def graph(name, reads):
        return helper.make_graph(
            [node("Identity", reads, name)], name, [],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, None)])

    return {"then_branch": graph("t", "scalar"), "else_branch": graph("e", "vector")}


for flag in (True, False):
    feeds = {"p": scalar(flag, bool), "scalar": scalar(3, np.float32), "vector": f(4),
             "x": f(1, 2)}
    T.graph(f"If of ranks 0 and 1, broadcast, {flag}", 16,
            [node("If", "p", "s", **rank_branches()), node("Neg", "s", "m"),
             node("Mul", "x m", "y")], feeds, "y",
            want=[-feeds["x"] * (3 if flag else 4)])
T.graph("If of ranks 0 and 1 as result", 16, [node("If", "p", "s", **rank_branches())],
        {"p": scalar(True, bool), "scalar": scalar(3, np.float32), "vector": f(4)}, "s",
        want=Refused("depends on which branch of an If runs"),
        modes=("interpreter", "static"))
T.graph("If of ranks 0 and 1, its shape", 16,
        [node("If", "p", "s", **rank_branches()), node("Shape", "s", "y")],
        {"p": scalar(True, bool), "scalar": scalar(3, np.float32), "vector": f(4)}, "y",
        want=Refused("it reads a value whose rank depends"),
        modes=("interpreter", "static"))
# 52: results that are listed twice, or are inputs.
T.graph("an input as result", 13, [node("Neg", "x", "y")], {"x": f(1, 2)}, "x y",
        want=[f(1, 2), f(-1, -2)], modes=("interpreter", "static"))
# 56: products of all ranks.
for left, right in (((4,), (4,)), ((4,), (2, 4, 3)), ((2, 3, 4, 5), (5,)),
                    ((1, 4), (4, 3)), ((2, 1, 3, 4), (5, 4, 2)), ((1, 1), (1, 1)),
                    ((3, 0), (0, 2))):
    T.graph(f"MatMul {left} {right}", 13, [node("MatMul", "a b", "y")],
            {"a": f32(*left), "b": f32(*right)}, "y")
T.graph("Add of a broadcast constant after a product of one row", 13,
        [node("MatMul", "a b", "m"), node("Add", "m c", "y")],
        {"a": f32(1, 4), "b": f32(4, 3), "c": f32(3)}, "y")
# 57: uneven and empty parts.
T.graph("Split into uneven parts", 18,
        [node("Split", "x", "a b c d", axis=0, num_outputs=4)], {"x": f32(10)}, "a b c d")
T.graph("Split with an empty part", 13, [node("Split", "x s", "a b c", axis=0)],
        {"x": f32(4), "s": i64(3, 0, 1)}, "a b c")
# 58: nothing found.
T.graph("NonZero of zeros", 13, [node("NonZero", "x", "y")],
        {"x": np.zeros((2, 3), np.float32)}, "y", want=[np.zeros((2, 0), np.int64)])
T.graph("Compress to nothing", 11, [node("Compress", "x c", "y", axis=0)],
        {"x": f32(3, 2), "c": np.zeros(3, bool)}, "y",
        want=[np.zeros((0, 2), np.float32)])
T.graph("Where of found places", 16,
        [node("NonZero", "c", "n"), node("Transpose", "n", "t"),
         node("GatherND", "x t", "y")], {"c": booleans(3, 5), "x": f32(3, 5)}, "y")
