#===- edges.py - Edges of the element types ------------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""NaN, infinities, signed zero, subnormal numbers, overflow, division by zero,
rounding and saturation: what docs/rationale/numbers.md promises, folded, in a
vector's body and tail, and at each code level.

Results of f32 are compared bit by bit where the operation is exact: their bits are
the model's result, with one pattern for all NaN."""

import itertools

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper

from case import element_type
from table import Table, node

T = Table()
nan, inf = np.nan, np.inf
LEVELS = ("interpreter", "static", "constant", "v2", "v3", "v4")

# 23 numbers: no multiple of a vector's lanes at any level.
SPECIAL = np.array([nan, inf, -inf, 0, -0.0, 1e-40, -1e-40, 1.17549435e-38, -1e-38,
                    3.4028235e38, -3.4028235e38, 0.5, -0.5, 1.5, -1.5, 2.5, 1, -1, 3,
                    16777216, 2.0 ** 31, 1e-20, -7.25], np.float32)
NAN_BITS = 0x7FC00000


def bits(values):
    found = np.asarray(values, np.float32).view(np.int32).copy()
    found[np.isnan(values)] = NAN_BITS
    return found


def exact(name, nodes, inputs, right):
    """A row whose f32 result `r` is compared bit by bit."""
    canon = helper.make_tensor("v", TensorProto.INT32, [], [NAN_BITS])
    shown = [node("IsNaN", "r", "lost"), node("BitCast", "r", "raw", to=TensorProto.INT32),
             node("Constant", "", "canon", value=canon),
             node("Where", "lost canon raw", "y")]
    T.graph(name, 26, nodes + shown, inputs, "y", want=[bits(right)], modes=LEVELS)


def plain(name, nodes, inputs, right, opset=24):
    T.graph(name, opset, nodes, inputs, "y", want=[right], modes=LEVELS)


def quiet(function, *values):
    with np.errstate(all="ignore"):
        return function(*values)


# --- Floats --------------------------------------------------------------------

for op, function in (
        ("Abs", np.abs), ("Neg", np.negative), ("Floor", np.floor), ("Ceil", np.ceil),
        ("Round", np.rint), ("Sqrt", np.sqrt), ("Sign", np.sign),
        ("Reciprocal", lambda x: np.float32(1) / x),
        # A zero is positive: it is the larger one of the two.
        ("Relu", lambda x: np.where(np.isnan(x), x, np.where(x > 0, x, np.float32(0))))):
    right = quiet(function, SPECIAL)
    if op == "Sign":
        right = np.where(SPECIAL == 0, np.float32(0), right)
    exact(f"{op} of f32", [node(op, "x", "r")], {"x": SPECIAL}, right)
for op, function in (("Exp", np.exp), ("Log", np.log), ("Tanh", np.tanh),
                     ("Sigmoid", lambda x: 1 / (1 + np.exp(-x))), ("Atan", np.arctan),
                     ("Sinh", np.sinh), ("Cosh", np.cosh), ("Asinh", np.arcsinh),
                     ("Atanh", np.arctanh), ("Acosh", np.arccosh), ("Asin", np.arcsin),
                     ("Acos", np.arccos)):
    right = quiet(function, SPECIAL.astype(np.float64))
    plain(f"{op} of f32", [node(op, "x", "y")], {"x": SPECIAL},
          quiet(np.ndarray.astype, right, np.float32))
angles = np.resize(np.array([nan, inf, -inf, 0, -0.0, 1e-40, 100, -1e5], np.float32), 19)
for op, function in (("Sin", np.sin), ("Cos", np.cos), ("Tan", np.tan)):
    plain(f"{op} of f32", [node(op, "x", "y")], {"x": angles},
          quiet(function, angles.astype(np.float64)).astype(np.float32))

pairs = np.array(list(itertools.product(SPECIAL, SPECIAL)), np.float32)
left, right_hand = pairs[:, 0].copy(), pairs[:, 1].copy()


def larger(a, b, sign):
    """IEEE 754's maximum (or minimum): NaN wins, and +0 is larger than -0."""
    picked = np.maximum(a, b) if sign > 0 else np.minimum(a, b)
    zeros = (a == 0) & (b == 0)
    negative = (np.signbit(a) & np.signbit(b)) if sign > 0 else (np.signbit(a) | np.signbit(b))
    return np.where(zeros, np.where(negative, np.float32(-0.0), np.float32(0)), picked)


for op, function in (("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply),
                     ("Div", np.divide), ("Max", lambda a, b: larger(a, b, 1)),
                     ("Min", lambda a, b: larger(a, b, -1))):
    exact(f"{op} of f32", [node(op, "a b", "r")], {"a": left, "b": right_hand},
          quiet(function, left, right_hand))
exact("fmod of f32", [node("Mod", "a b", "r", fmod=1)], {"a": left, "b": right_hand},
      quiet(np.fmod, left, right_hand))
plain("Pow of f32", [node("Pow", "a b", "y")], {"a": left, "b": right_hand},
      quiet(lambda: np.power(left.astype(np.float64), right_hand.astype(np.float64))
            .astype(np.float32)))
for op, function in (("Equal", np.equal), ("Less", np.less), ("Greater", np.greater),
                     ("LessOrEqual", np.less_equal),
                     ("GreaterOrEqual", np.greater_equal)):
    plain(f"{op} of f32", [node(op, "a b", "y")], {"a": left, "b": right_hand},
          quiet(function, left, right_hand))

for op, data, right in (
        ("ReduceSum", np.array([[1, inf, 2], [inf, -inf, 1], [nan, 1, 2]], np.float32),
         [inf, nan, nan]),
        ("ReduceMax", np.array([[1, inf, 2], [-inf, -inf, -inf], [nan, 1, inf]],
                               np.float32), [inf, -inf, nan]),
        ("ReduceMin", np.array([[1, -inf, 2], [inf, inf, inf], [nan, 1, inf]],
                               np.float32), [-inf, inf, nan]),
        ("ReduceProd", np.array([[0, inf, 2], [2, 3, 1], [nan, 0, 2]], np.float32),
         [nan, 6, nan])):
    plain(f"{op} of f32", [node(op, "x", "y", axes=[1], keepdims=0)], {"x": data},
          np.array(right, np.float32), opset=12)
third = np.float32(1) / 3
plain("Softmax of f32", [node("Softmax", "x", "y")],
      {"x": np.array([[0, 0, 0], [-inf, -inf, -inf], [nan, 0, 0], [-inf, 0, -inf],
                      [3e38, 3e38, 3e38]], np.float32)},
      np.array([[third] * 3, [nan] * 3, [nan] * 3, [0, 1, 0], [third] * 3], np.float32))
plain("MatMul of f32", [node("MatMul", "a b", "y")],
      {"a": np.array([[inf, 0], [nan, 1], [1, 1]], np.float32),
       "b": np.array([[0, 1], [1, -inf]], np.float32)},
      np.array([[nan, nan], [nan, nan], [1, -inf]], np.float32))
plain("TopK of f32", [node("TopK", "x k", "v y", largest=1)],
      {"x": np.array([1, nan, inf, -inf, 3], np.float32), "k": np.array([3])},
      np.array([1, 2, 4]))

# --- Integers ------------------------------------------------------------------

INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
            np.uint64)


def wrap(value, kind):
    info = np.iinfo(kind)
    return (int(value) - int(info.min)) % (1 << info.bits) + int(info.min)


def divide(a, b):  # towards zero; by zero gives 0
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


for kind in INTEGERS:
    info = np.iinfo(kind)
    some = sorted({int(info.min), int(info.min) + 1, max(int(info.min), -7),
                   max(int(info.min), -1), 0, 1, 2, 3, 7, int(info.max) - 1,
                   int(info.max)})
    both = list(itertools.product(some, some))
    a = np.array([p for p, _ in both], kind)
    b = np.array([q for _, q in both], kind)
    for op, function, attributes in (
            ("Add", lambda p, q: p + q, {}), ("Sub", lambda p, q: p - q, {}),
            ("Mul", lambda p, q: p * q, {}), ("Div", divide, {}),
            ("Mod", lambda p, q: 0 if q == 0 else p % q, {}),
            ("Mod", lambda p, q: p - divide(p, q) * q if q else 0, {"fmod": 1}),
            ("Max", max, {}), ("Min", min, {})):
        name = "fmod" if attributes else op
        plain(f"{name} of {info.dtype}", [node(op, "a b", "y", **attributes)],
              {"a": a, "b": b},
              np.array([wrap(function(p, q), kind) for p, q in both], kind))
    for op, function in (("Less", np.less), ("Equal", np.equal)):
        plain(f"{op} of {info.dtype}", [node(op, "a b", "y")], {"a": a, "b": b},
              function(a, b))
    one = np.resize(np.array(some, kind), 19)
    if info.min < 0:
        for op, function in (("Abs", abs), ("Neg", lambda p: -p),
                             ("Sign", lambda p: (p > 0) - (p < 0))):
            plain(f"{op} of {info.dtype}", [node(op, "x", "y")], {"x": one},
                  np.array([wrap(function(int(p)), kind) for p in one], kind))
    else:
        places = np.resize(np.array([0, 1, info.bits - 1, info.bits, 200], kind), 19)
        for way in ("LEFT", "RIGHT"):
            shifted = [(int(p) << int(q) if way == "LEFT" else int(p) >> int(q))
                       if q < info.bits else 0 for p, q in zip(one, places)]
            plain(f"BitShift {way} of {info.dtype}",
                  [node("BitShift", "x s", "y", direction=way)],
                  {"x": one, "s": places}, np.array([wrap(v, kind) for v in shifted],
                                                    kind))
for kind in (np.int32, np.int64):
    data = np.full((2, 9), np.iinfo(kind).max, kind)
    plain(f"ReduceSum of {np.dtype(kind)}", [node("ReduceSum", "x", "y", axes=[1],
                                                  keepdims=0)], {"x": data},
          np.full(2, wrap(9 * int(np.iinfo(kind).max), kind), kind), opset=12)
    plain(f"MatMul of {np.dtype(kind)}", [node("MatMul", "a b", "y")],
          {"a": data[:1, :3].copy(), "b": np.full((3, 1), 2, kind)},
          np.array([[wrap(6 * int(np.iinfo(kind).max), kind)]], kind))

# --- Casts ---------------------------------------------------------------------

reals = [nan, inf, -inf, 0, -0.0, 0.5, -0.5, 0.99, -0.99, 1.5, -1.5, 127.5, 128, -128.9,
         255.9, 256, -1, 32768, 65536, 2.0 ** 31, -2.0 ** 31 - 300, 2.0 ** 32, 2.0 ** 63,
         -2.0 ** 63, 2.0 ** 64, 1e30, -1e30]
for source in (np.float64, np.float32, np.float16, ml_dtypes.bfloat16):
    x = quiet(lambda: np.array(reals).astype(source))
    for kind in INTEGERS:
        info = np.iinfo(kind)
        right = [0 if np.isnan(v) else int(info.max) if v > float(info.max) else
                 int(info.min) if v < float(info.min) else
                 min(max(int(v), int(info.min)), int(info.max))
                 for v in x.astype(np.float64)]
        plain(f"Cast {np.dtype(source)} to {info.dtype}",
              [node("Cast", "x", "y", to=element_type(kind))], {"x": x},
              np.array(right, kind))
    plain(f"Cast {np.dtype(source)} to bool",
          [node("Cast", "x", "y", to=TensorProto.BOOL)], {"x": x},
          x.astype(np.float64) != 0)
truth = np.resize(np.array([True, False, True]), 19)
for kind in INTEGERS + (np.float32, np.float64, np.float16):
    plain(f"Cast bool to {np.dtype(kind)}",
          [node("Cast", "x", "y", to=element_type(kind))], {"x": truth},
          truth.astype(kind))
for source, kind in itertools.product(INTEGERS, INTEGERS):
    if source == kind:
        continue
    info = np.iinfo(source)
    x = np.resize(np.array([info.min, info.max, 0, 1, 127, info.max // 2 + 1,
                            info.max // 3], source), 19)
    plain(f"Cast {info.dtype} to {np.iinfo(kind).dtype}",
          [node("Cast", "x", "y", to=element_type(kind))], {"x": x},
          np.array([wrap(int(v), kind) for v in x], kind))
whole = [0, 1, 2 ** 24 - 1, 2 ** 24 + 1, 2 ** 24 + 3, 2 ** 31 - 1, 2 ** 53 + 1,
         2 ** 53 + 3, 2 ** 63 - 1]
for source in (np.int32, np.int64, np.uint32, np.uint64):
    x = np.resize(np.array([v for v in whole if v <= np.iinfo(source).max], source), 19)
    exact(f"Cast {np.dtype(source)} to float32", [node("Cast", "x", "r", to=1)],
          {"x": x}, x.astype(np.float32))
    plain(f"Cast {np.dtype(source)} to float64", [node("Cast", "x", "y", to=11)],
          {"x": x}, x.astype(np.float64))
# Halves to even, overflow to infinity, subnormal results.
fine = np.resize(np.array([1 + 2.0 ** -11, 1 + 3 * 2.0 ** -11, 65519.99, 65520, 1e-7,
                           6e-8, 2.98e-8, 2.99e-8, -0.0, nan, -inf], np.float32), 23)
exact("Cast f32 to f16 and back", [node("Cast", "x", "h", to=10),
                                   node("Cast", "h", "r", to=1)], {"x": fine},
      quiet(lambda: fine.astype(np.float16).astype(np.float32)))
rough = np.resize(np.array([1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8, 3.4e38, 1e-40, -0.0, nan,
                            inf], np.float32), 23)
exact("Cast f32 to bf16 and back", [node("Cast", "x", "h", to=16),
                                    node("Cast", "h", "r", to=1)], {"x": rough},
      quiet(lambda: rough.astype(ml_dtypes.bfloat16).astype(np.float32)))
double = np.resize(np.array([1 + 2.0 ** -24, 1 + 3 * 2.0 ** -24, 1e300, -1e300, 1e-42,
                             1e-50, -0.0, nan, 3.4028236e38]), 23)
exact("Cast f64 to f32", [node("Cast", "x", "r", to=1)], {"x": double},
      quiet(lambda: double.astype(np.float32)))

# --- Quantised numbers -----------------------------------------------------------

halves = np.resize(np.array([0.5, 1.5, 2.5, -0.5, -1.5, 126.5, 127.5, -128.5, 1e30, -1e30,
                             inf, -inf], np.float32), 27)
for kind in (np.int8, np.uint8):
    info = np.iinfo(kind)
    plain(f"QuantizeLinear of halves to {info.dtype}", [node("QuantizeLinear", "x s z", "y")],
          {"x": halves, "s": np.array(1, np.float32), "z": np.array(3, kind)},
          np.clip(np.rint(halves.astype(np.float64)) + 3, info.min, info.max)
          .astype(kind))

# --- Stores of one lane ----------------------------------------------------------
# The last vector of a row may hold one element. What is stored is narrower than what
# was computed; the elements behind it belong to another channel.

for kind in (np.int8, np.uint8, np.int16, np.float16):
    for width in (1, 3, 9, 17, 33):
        image = (np.arange(2 * width).reshape(1, 1, 2, width) % 7).astype(np.float32)
        filters = np.array([1, 3, 5], np.float32).reshape(3, 1, 1, 1)
        plain(f"Conv and Cast to {np.dtype(kind)}, {width} wide",
              [node("Conv", "x w", "c"), node("Cast", "c", "y", to=element_type(kind))],
              {"x": image, "w": filters}, (image * filters.reshape(1, 3, 1, 1)).astype(kind))

# --- Norms of 16-bit floats --------------------------------------------------------
# The squares are beyond the type, the norm is not.

for kind in (np.float16, ml_dtypes.bfloat16):
    large = np.array([[3, 4], [0, 12]], kind) * kind(1000 if kind == np.float16 else 1e18)
    right = np.sqrt((large.astype(np.float64) ** 2).sum(1, keepdims=True)).astype(kind)
    plain(f"ReduceL2 of {np.dtype(kind)}", [node("ReduceL2", "x a", "y")],
          {"x": large, "a": np.array([1])}, right)
    plain(f"LpNormalization of {np.dtype(kind)}", [node("LpNormalization", "x", "y")],
          {"x": large}, (large.astype(np.float64) / right.astype(np.float64)).astype(kind))
    plain(f"LpPool of {np.dtype(kind)}", [node("LpPool", "x", "y", kernel_shape=[1, 2])],
          {"x": large.reshape(1, 1, 2, 2)}, right.reshape(1, 1, 2, 1))
    plain(f"GlobalLpPool of {np.dtype(kind)}", [node("GlobalLpPool", "x", "y")],
          {"x": large.reshape(2, 1, 1, 2)}, right.reshape(2, 1, 1, 1))
