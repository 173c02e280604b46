#===- reports.py - Faults that users of other tools reported -------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Public bug reports of ONNX tools, each with its kind: sibling operators, types,
ranks. Where a report states the right numbers they stand here as `want`."""

import numpy as np
from onnx import TensorProto, helper

from table import Table, node
from tables._data import f32, i64, integers, positive, scalar

T = Table()
nan, inf = np.nan, np.inf


def f(*values):
    return np.array(values, np.float32)


def whole(*shape):
    """Whole numbers, whose sums are exact in any order."""
    return integers(-8, 8, shape, np.float32)


# 1: ties of a resize. The second one, 14.5, went down.
line = np.linspace(0, 1, 20, dtype=np.float32).reshape(1, 1, 1, 20)
for rounding in ("round_prefer_ceil", "round_prefer_floor", "floor", "ceil"):
    T.graph(f"resize ties {rounding}", 13,
            [node("Resize", "x _ _ sizes", "y", mode="nearest",
                  coordinate_transformation_mode="half_pixel", nearest_mode=rounding)],
            {"x": line, "sizes": i64(1, 1, 1, 6)}, "y", oracle="reference")

# 2: what hangs over the edge of a ceil_mode pool is not in the divisor.
T.graph("average pool, ceil, count pads", 11,
        [node("AveragePool", "x", "y", kernel_shape=[2], strides=[2], ceil_mode=1,
              count_include_pad=1)], {"x": f(1, 2, 3, 4, 5).reshape(1, 1, 5)}, "y",
        want=[f(1.5, 3.5, 5).reshape(1, 1, 3)])
for op, attributes in (("AveragePool", {"count_include_pad": 0}), ("MaxPool", {}),
                       ("LpPool", {"p": 2})):
    T.graph(f"{op} 3-D, ceil", 22,
            [node(op, "x", "y", kernel_shape=[2, 2, 2], strides=[2, 2, 2], ceil_mode=1,
                  **attributes)], {"x": positive(1, 2, 5, 5, 3)}, "y",
            oracle="runtime")

# 3: negative steps.
digits = np.arange(10)
for start, end, step in ((9, 0, -1), (9, 2, -1), (9, 0, -3), (-1, -100, -2)):
    T.graph(f"slice {start}:{end}:{step}", 13,
            [node("Slice", "x s e a t", "y")],
            {"x": digits, "s": i64(start), "e": i64(end), "a": i64(0), "t": i64(step)},
            "y", want=[digits[start:end if end > -100 else None:step]])
table = np.arange(12, dtype=np.float32).reshape(3, 4)
for axis in (0, 1):
    T.graph(f"slice axis {axis} backwards", 13, [node("Slice", "x s e a t", "y")],
            {"x": table, "s": i64(-1), "e": i64(-100), "a": i64(axis), "t": i64(-1)},
            "y", want=[np.flip(table, axis).copy()])
T.graph("slice 20 by -3", 13, [node("Slice", "x s e a t", "y")],
        {"x": np.arange(20, dtype=np.float32), "s": i64(19), "e": i64(-100),
         "a": i64(0), "t": i64(-3)}, "y", want=[np.arange(19, -1, -3, dtype=np.float32)])
T.graph("slice to the largest integer", 13, [node("Slice", "x s e a t", "y")],
        {"x": table, "s": i64(1), "e": i64(2 ** 63 - 1), "a": i64(1), "t": i64(2)}, "y",
        want=[table[:, 1::2].copy()])
T.graph("slice from the smallest integer", 13, [node("Slice", "x s e a t", "y")],
        {"x": table, "s": i64(2 ** 63 - 1), "e": i64(-2 ** 63), "a": i64(1),
         "t": i64(-1)}, "y", want=[table[:, ::-1].copy()])

# 4: negative indices.
last = np.arange(12).reshape(3, 4)
T.graph("GatherElements -1", 13, [node("GatherElements", "x i", "y", axis=1)],
        {"x": last, "i": np.full((3, 1), -1)}, "y", want=[i64(3, 7, 11).reshape(3, 1)])
T.graph("GatherND negative", 13, [node("GatherND", "x i", "y")],
        {"x": last, "i": np.array([[-1, -1], [0, -2]])}, "y", want=[i64(11, 2)])
T.graph("ScatterND negative", 16, [node("ScatterND", "x i u", "y")],
        {"x": np.zeros((3, 4), np.float32), "i": np.array([[-1], [0]]),
         "u": np.arange(1, 9, dtype=np.float32).reshape(2, 4)}, "y",
        want=[np.array([[5, 6, 7, 8], [0, 0, 0, 0], [1, 2, 3, 4]], np.float32)])
T.graph("OneHot -1", 11, [node("OneHot", "i d v", "y")],
        {"i": i64(0, 2, 4, -1), "d": scalar(5), "v": f(0, 1)}, "y",
        want=[np.eye(5, dtype=np.float32)[[0, 2, 4, 4]]])
T.graph("Gather of int32 negative", 13, [node("Gather", "x i", "y", axis=-1)],
        {"x": last, "i": np.array([-1, 0], np.int32)}, "y", want=[last[:, [-1, 0]]])

# 5: a chain of casts keeps the truncation in the middle.
T.graph("cast f32 to i32 to bool", 13,
        [node("Cast", "x", "m", to=6), node("Cast", "m", "y", to=9)],
        {"x": f(-0.2, -0.1, 0, 0.1, 0.2)}, "y", want=[np.zeros(5, bool)])
T.graph("cast f64 to i32 to bool", 13,
        [node("Cast", "x", "m", to=6), node("Cast", "m", "y", to=9)],
        {"x": np.array([0.98858178])}, "y", want=[np.zeros(1, bool)])
T.graph("cast f32 to f16 to f32", 13,
        [node("Cast", "x", "m", to=10), node("Cast", "m", "y", to=1)],
        {"x": f(1.0001, 70000, 1e-9)}, "y", want=[f(1.0, inf, 0)])
T.graph("cast i64 to i8 to i64", 13,
        [node("Cast", "x", "m", to=3), node("Cast", "m", "y", to=7)],
        {"x": i64(300, -129, 5)}, "y", want=[i64(44, 127, 5)])
T.graph("cast f32 to u8 to f32", 13,
        [node("Cast", "x", "m", to=2), node("Cast", "m", "y", to=1)],
        {"x": f(1.9, 254.7, 0.5)}, "y", want=[f(1, 254, 0)])

# 6: two reshapes in a row, the second with allowzero.
T.graph("reshape, then allowzero", 14,
        [node("Reshape", "x a", "m"), node("Reshape", "m b", "y", allowzero=1)],
        {"x": np.zeros((0, 8, 2), np.float32), "a": i64(4, 2, -1), "b": i64(0, 0, 4)},
        "y", want=[np.zeros((0, 0, 4), np.float32)],
        modes=("interpreter", "static", "mixed", "constant"))
T.graph("reshape, then 0 copies", 13,
        [node("Reshape", "x a", "m"), node("Reshape", "m b", "y")],
        {"x": f32(2, 12), "a": i64(4, 6), "b": i64(0, 2, -1)}, "y")

# 8: unordered corners, and more boxes wanted than there are.
corners = np.array([[[.5083, .9978, .9234, .4015], [.1, .1, .3, .3], [.6, .6, .9, .9],
                     [.3, .3, .1, .1], [.9, .6, .6, .9], [.0, .8, .2, 1.]]], np.float32)
T.graph("NonMaxSuppression unordered corners", 11,
        [node("NonMaxSuppression", "b s m i t", "y")],
        {"b": corners,
         "s": f(.595507, .036617756, .25852472, .6341265, .7362056, .9318451)
         .reshape(1, 1, 6), "m": i64(1501274884), "i": f(.9092919), "t": f(.104928255)},
        "y")
T.graph("NonMaxSuppression, scalars as vectors, at the threshold", 11,
        [node("NonMaxSuppression", "b s m i", "y", center_point_box=1)],
        {"b": np.array([[[0, 0, 2, 2], [1, 0, 2, 2]]], np.float32),
         "s": f(.9, .8).reshape(1, 1, 2), "m": i64(9), "i": f(1 / 3)}, "y")

# 9, and of peers' lists: transposed convolutions.
T.graph("ConvTranspose strides, dilations, pads", 11,
        [node("ConvTranspose", "x w", "y", strides=[2, 1], dilations=[3, 1],
              pads=[4, 2, 4, 2])], {"x": whole(1, 1, 50, 50), "w": whole(1, 3, 3, 5)}, "y",
        oracle="runtime")
T.graph("ConvTranspose output_padding", 11,
        [node("ConvTranspose", "x w", "y", strides=[2, 2], pads=[1, 1, 1, 1],
              output_padding=[1, 1])], {"x": f32(1, 1, 28, 28), "w": f32(1, 1, 3, 3)},
        "y", oracle="runtime")
T.graph("ConvTranspose groups", 11,
        [node("ConvTranspose", "x w", "y", group=2, strides=[2])],
        {"x": f32(1, 4, 5), "w": f32(4, 3, 3)}, "y", oracle="runtime")
T.graph("ConvTranspose output_shape, VALID", 11,
        [node("ConvTranspose", "x w", "y", auto_pad="VALID", strides=[2, 2])],
        {"x": f32(1, 2, 4, 3), "w": f32(2, 1, 3, 3)}, "y", oracle="runtime")
for way in ("SAME_UPPER", "SAME_LOWER"):
    T.graph(f"ConvTranspose 3-D {way}", 22,
            [node("ConvTranspose", "x w", "y", auto_pad=way, strides=[2, 2, 2])],
            {"x": f32(1, 1, 3, 3, 2), "w": f32(1, 1, 3, 3, 3)}, "y", oracle="runtime")

# 10: a reflection longer than the axis goes back and forth, as NumPy does.
T.graph("pad reflect beyond the axis", 13, [node("Pad", "x p", "y", mode="reflect")],
        {"x": np.array([[1, 1.2], [2.3, 3.4], [4.5, 5.7]], np.float32),
         "p": i64(0, 2, 0, 0)}, "y",
        want=[np.array([[1, 1.2, 1, 1.2], [2.3, 3.4, 2.3, 3.4], [4.5, 5.7, 4.5, 5.7]],
                       np.float32)])

# 11: NaN is kept; 19 elements have a vector body and a tail.
numbers = np.resize(f(nan, -1, 0.5, 2, -0.0), 19)
for op in ("Relu", "Sign", "Abs", "Neg", "Sigmoid", "Tanh", "Exp", "Sqrt", "Floor",
           "Round", "Erf", "Softplus", "Elu", "LeakyRelu", "Selu", "HardSigmoid"):
    T.graph(f"{op} of NaN", 13, [node(op, "x", "y")], {"x": np.abs(numbers)
                                                       if op == "Sqrt" else numbers},
            "y", oracle="reference")
T.graph("Clip of NaN", 13, [node("Clip", "x l h", "y")],
        {"x": numbers, "l": scalar(0, np.float32), "h": scalar(1, np.float32)}, "y",
        oracle="reference")
other = np.resize(f(1, nan, 3), 19)
for op in ("Max", "Min", "Add", "Mul"):
    T.graph(f"{op} of NaN", 13, [node(op, "a b", "y")], {"a": numbers, "b": other}, "y",
            oracle="reference")
    T.graph(f"{op} of NaN and one number", 13, [node(op, "a b", "y")],
            {"a": numbers, "b": f(nan)}, "y", oracle="reference")
rows = np.array([[nan, 1], [2, nan], [1, 2]], np.float32)
for op, right in (("ReduceMax", [nan, nan, 2]), ("ReduceMin", [nan, nan, 1])):
    T.graph(f"{op} of NaN", 13, [node(op, "x", "y", axes=[1], keepdims=0)], {"x": rows},
            "y", want=[f(*right)])
    for place in (0, 7, 18):
        data = np.zeros((2, 19), np.float32)
        data[1, place] = nan
        T.graph(f"{op} of NaN at {place}", 13, [node(op, "x", "y", axes=[1],
                                                     keepdims=0)], {"x": data}, "y",
                want=[f(0, nan)])
T.graph("ArgMax of NaN", 13, [node("ArgMax", "x", "y", axis=1, keepdims=0)],
        {"x": np.array([[nan, nan], [1, nan], [3, 3]], np.float32)}, "y",
        want=[i64(0, 1, 0)])
T.graph("MaxPool of NaN", 12, [node("MaxPool", "x", "y", kernel_shape=[2])],
        {"x": f(1, nan, 3, 4, 5).reshape(1, 1, 5)}, "y",
        want=[f(nan, nan, 4, 5).reshape(1, 1, 4)])

# 12: whole numbers do not pass through floats or narrower integers.
big = i64(3, 1234567890, 999999999, 1999999993, 1500000001)
T.graph("Mod of int64", 13, [node("Mod", "a b", "y")], {"a": big, "b": i64(13)}, "y",
        want=[i64(3, 10, 11, 4, 6)])
huge = i64(2 ** 62 + 1, -2 ** 62 - 1, 2 ** 53 + 1)
for op in ("Add", "Sub", "Mul", "Div", "Max", "Min"):
    T.graph(f"{op} of huge int64", 14, [node(op, "a b", "y")], {"a": huge, "b": i64(3)},
            "y", oracle="reference")
T.graph("ReduceSum of huge int64", 13, [node("ReduceSum", "a", "y", keepdims=0)],
        {"a": huge}, "y", want=[scalar(2 ** 53 + 1)])
T.graph("Equal of huge int64", 13, [node("Equal", "a b", "y")],
        {"a": huge, "b": huge - i64(0, 0, 1)}, "y",
        want=[np.array([True, True, False])])

# 13: quantising saturates.
T.graph("QuantizeLinear saturates", 13, [node("QuantizeLinear", "x s z", "y")],
        {"x": f(-129, -128, -127, -126, 126, 127, 128, 129), "s": scalar(1, np.float32),
         "z": scalar(0, np.int8)}, "y",
        want=[np.array([-128, -128, -127, -126, 126, 127, 127, 127], np.int8)])
for kind, low, high in ((np.uint8, 0, 255), (np.int16, -32768, 32767),
                        (np.uint16, 0, 65535)):
    T.graph(f"QuantizeLinear saturates {np.dtype(kind)}", 21,
            [node("QuantizeLinear", "x s z", "y")],
            {"x": f(-1e9, low - 1, low, 0.5, 1.5, 2.5, high, high + 1, inf, -inf),
             "s": scalar(1, np.float32), "z": scalar(0, kind)}, "y",
            want=[np.array([low, low, low, 0, 2, 2, high, high, high, low], kind)])

# 14 and of peers' lists: x - (x + 1).
T.graph("x minus x plus one", 14,
        [node("Constant", "", "one", value=helper.make_tensor("v", 1, [], [1.0])),
         node("Add", "x one", "s"), node("Sub", "x s", "y")], {"x": f(1)}, "y",
        want=[f(-1)])
T.graph("two equal constants", 14,
        [node("Constant", "", "a", value=helper.make_tensor("v", 1, [2], [1.0, 2.0])),
         node("Constant", "", "b", value=helper.make_tensor("v", 1, [2], [1.0, 2.0])),
         node("Mul", "x a", "m"), node("Sub", "m b", "y")], {"x": f(3, 4)}, "y",
        want=[f(2, 6)])
T.graph("cast to the same type, times a folded one", 14,
        [node("Constant", "", "one", value=helper.make_tensor("v", 1, [1], [1.0])),
         node("Cast", "x", "c", to=1), node("Mul", "c one", "m"), node("Neg", "m", "y")],
        {"x": f(3, 4)}, "y", want=[f(-3, -4)])
for op in ("Min", "Max", "Sum", "Mean"):
    T.graph(f"{op} of constants", 13,
            [node("Constant", "", "a", value=helper.make_tensor("v", 1, [2], [1.0, 5.0])),
             node("Constant", "", "b", value=helper.make_tensor("v", 1, [1], [2.0])),
             node(op, "x a b", "y")], {"x": f(3, 4)}, "y")

# 15: branches that read a value of the outer graph, and a branch in a branch.
def branches(then, other):
    def graph(made):
        out = [helper.make_tensor_value_info(made.output[0], TensorProto.FLOAT, None)]
        return helper.make_graph([made], made.output[0], [], out)

    return {"then_branch": graph(then), "else_branch": graph(other)}


for first in (True, False):
    for second in (True, False):
        nested = node("If", "q", "r", **branches(node("Add", "c b", "r1"),
                                                 node("Sub", "c b", "r2")))
        T.graph(f"If reads outside {first} {second}", 16,
                [node("Conv", "x w", "c"),
                 node("If", "p", "y", **branches(nested, node("Mul", "c b", "r3")))],
                {"x": f32(1, 1, 4, 4), "w": f32(1, 1, 2, 2), "b": f32(3),
                 "p": scalar(first, bool), "q": scalar(second, bool)}, "y",
                oracle="runtime")

# 16: norms of f16 are computed in f32.
h = np.float16
T.graph("RMSNormalization of f16", 23,
        [node("RMSNormalization", "x s", "y", epsilon=0.0, axis=-1)],
        {"x": np.array([[256, 256]], h), "s": np.ones(2, h)}, "y",
        want=[np.ones((1, 2), h)])
T.graph("LayerNormalization of f16", 17,
        [node("LayerNormalization", "x s", "y m d", epsilon=0.0, axis=-1)],
        {"x": np.array([[256, -256]], h), "s": np.ones(2, h)}, "y m d",
        want=[np.array([[1, -1]], h), np.zeros((1, 1), np.float32),
              np.full((1, 1), 1 / 256, np.float32)])
for name, values in (("constant", [1234.0] * 4), ("large", [40000, 40001, 40002, 40003])):
    T.graph(f"LayerNormalization of a {name} row", 17,
            [node("LayerNormalization", "x s", "y", axis=-1)],
            {"x": np.array([values], np.float32), "s": np.ones(4, np.float32)}, "y",
            want=[np.array([[0.0] * 4 if name == "constant" else
                            [-1.3416356, -0.4472119, 0.4472119, 1.3416356]], np.float32)])

# 17: attention without a past whose present is asked for.
T.graph("Attention with all results", 23,
        [node("Attention", "q k v", "y pk pv s", is_causal=1, softcap=0.0)],
        {"q": f32(1, 2, 3, 4), "k": f32(1, 2, 3, 4), "v": f32(1, 2, 3, 4)}, "y pk pv s",
        oracle="reference")

# 18: an ellipsis of different ranks.
T.graph("Einsum of a scalar", 12, [node("Einsum", "a b", "y", equation="...,...->...")],
        {"a": scalar(2, np.float32), "b": f32(2, 3)}, "y", oracle="reference")
T.graph("Einsum of a diagonal", 12, [node("Einsum", "a", "y", equation="...ii->...i")],
        {"a": f32(2, 3, 3)}, "y", oracle="reference")

# Arguments far outside. numpy.compress, which the standard names, takes a longer
# condition that is false beyond the axis.
T.graph("Compress, a longer condition", 11, [node("Compress", "x c", "y", axis=0)],
        {"x": f(1, 2, 3), "c": np.array([1, 0, 1, 0, 0], bool)}, "y", want=[f(1, 3)])
T.graph("Compress flat, a longer condition", 11, [node("Compress", "x c", "y")],
        {"x": np.arange(6, dtype=np.float32).reshape(2, 3),
         "c": np.array([0, 1, 0, 0, 1, 1, 0, 0], bool)}, "y", want=[f(1, 4, 5)])
square = np.array([[1, 2], [3, 4]], np.float32)
for k in (2 ** 63 - 1, -2 ** 63):
    for upper in (0, 1):
        T.graph(f"Trilu upper={upper} k={k}", 14, [node("Trilu", "x k", "y", upper=upper)],
                {"x": square, "k": scalar(k)}, "y",
                want=[square if (k < 0) == bool(upper) else 0 * square])
# Reflected until it is inside: 1e6 is the pixel 1500001, of period 6.
for aligned in (0, 1):
    T.graph(f"GridSample, reflected from afar, align_corners={aligned}", 20,
            [node("GridSample", "x g", "y", padding_mode="reflection",
                  align_corners=aligned)],
            {"x": np.arange(9, dtype=np.float32).reshape(1, 1, 3, 3),
             "g": np.full((1, 1, 1, 2), 1e6, np.float32)}, "y",
            want=[np.full((1, 1, 1, 1), 4, np.float32)])
