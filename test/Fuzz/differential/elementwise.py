#===- elementwise.py - Builders: elementwise, reductions, casts -------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A builder takes (graph, op name), picks inputs and attributes and adds the node. The
schema of the graph's opset says which element types and attributes there are."""

import numpy as np
from onnx import TensorProto as T

from .graph import FLOATS, INTEGERS, NUMBERS, Reject, elem_type_of, numpy_type


def unary(g, op):
    attributes = {}
    # Of integers Shrink's function makes bias and lambd integers first; others do not.
    x = g.pick(g.types(op) & set(FLOATS) if op == "Shrink" else g.types(op))
    for name, choices in {
            "alpha": (0.1, 0.5, 1.0, 1.7), "beta": (0.2, 0.5, 1.0), "gamma": (0.5, 1.05),
            "lambd": (0.5, 1.5), "bias": (0.0, 0.5), "approximate": ("none", "tanh"),
            "detect_negative": (0, 1), "detect_positive": (0, 1)}.items():
        if g.has_attribute(op, name) and g.coin():
            attributes[name] = g.one_of(choices)
    return g.emit(op, [x], **attributes)


def binary(g, op):
    x = g.pick(g.types(op))
    y = g.broadcastable(x, {elem_type_of(g.values[x])})
    return g.emit(op, g.one_of([(x, y), (y, x)]))


def divisor(g, x):
    """Something to divide X by: integers stay off 0 and, where -MIN would overflow, -1."""
    integer = elem_type_of(g.values[x]) in INTEGERS
    return g.broadcastable(x, {elem_type_of(g.values[x])}, "positive" if integer else None)


def divide(g, op):
    x = g.pick(g.types(op))
    return g.emit(op, [x, divisor(g, x)])


def modulo(g, op):
    x = g.pick(g.types(op))
    fmod = 1 if elem_type_of(g.values[x]) in FLOATS else g.integer(0, 1)
    return g.emit(op, [x, divisor(g, x)], fmod=fmod)


def power(g, op):
    x = g.pick(g.types(op) & set(FLOATS + (T.INT32, T.INT64)))
    kind = elem_type_of(g.values[x])
    exponent = kind if g.opset < 12 or g.coin(0.7) else g.one_of(
        g.types(op, 1) & {T.FLOAT, T.INT32, T.INT64})
    # A negative power of an integer is not defined, nor is one that does not fit.
    style = "positive" if g.coin(0.3) else "small"
    if kind in INTEGERS and np.abs(g.values[x].astype(np.float64)).max(initial=0) > 9:
        raise Reject
    shape = list(g.values[x].shape) if g.coin() else []
    if kind in INTEGERS:
        numbers = g.rng.integers(0, 5, shape).astype(numpy_type(exponent))
        return g.emit(op, [x, g.given(np.asarray(numbers), g.coin(0.3))])
    return g.emit(op, [x, g.new(exponent, shape, style)])


def shift(g, op):
    x = g.pick(g.types(op))
    kind = elem_type_of(g.values[x])
    bits = 8 * numpy_type(kind).itemsize
    amounts = g.rng.integers(0, bits, g.values[x].shape).astype(numpy_type(kind))
    return g.emit(op, [x, g.given(np.asarray(amounts))], direction=g.one_of(["LEFT", "RIGHT"]))


def variadic(g, op):
    x = g.pick(g.types(op))
    kind = {elem_type_of(g.values[x])}
    return g.emit(op, [x] + [g.broadcastable(x, kind) for _ in range(g.integer(0, 3))])


def where(g, op):
    x = g.pick(g.types(op, 1))
    y = g.broadcastable(x, {elem_type_of(g.values[x])})
    return g.emit(op, [g.broadcastable(x, {T.BOOL}), *g.one_of([(x, y), (y, x)])])


def clip(g, op):
    x = g.pick(g.types(op))
    if g.opset < 11:
        return g.emit(op, [x], min=g.one_of([None, -1.0, 0.0]), max=g.one_of([None, 0.5, 6.0]))
    dtype = g.values[x].dtype
    unsigned = dtype.kind == "u"
    low = None if g.coin(0.3) else g.given(np.array(0 if unsigned else g.integer(-3, 1), dtype),
                                           g.coin())
    high = None if g.coin(0.3) else g.given(np.array(g.integer(1, 6), dtype), g.coin())
    return g.emit(op, [x, low, high] if high else [x, low] if low else [x])


def prelu(g, op):
    x = g.pick(g.types(op))
    return g.emit(op, [x, g.broadcastable(x, {elem_type_of(g.values[x])}, "unit", one_way=True)])


def castable(g, x, target):
    """Casts whose answer the standard leaves open are not asked for: floats that are
    NaN, infinite or outside the integers' range."""
    value = g.values[x]
    if value.dtype.kind in "iub" or target not in INTEGERS:
        return True
    wide = value.astype(np.float64)
    info = np.iinfo(numpy_type(target))
    return bool(np.all(np.isfinite(wide)) and np.all(wide >= info.min) and np.all(wide < info.max))


def cast(g, op):
    types = g.types(op) & set(NUMBERS + (T.BOOL,))
    x = g.pick(types)
    target = g.random_type(types)
    if not castable(g, x, target):
        raise Reject
    return g.emit(op, [x], to=target)


def cast_like(g, op):
    types = g.types(op) & set(NUMBERS + (T.BOOL,))
    x, like = g.pick(types), g.pick(types)
    if not castable(g, x, elem_type_of(g.values[like])):
        raise Reject
    return g.emit(op, [x, like])


def some_axes(g, rank, least=0):
    count = g.integer(min(least, rank), rank)
    axes = sorted(int(a) for a in g.rng.choice(rank, count, replace=False)) if rank else []
    return [a - rank if g.coin(0.3) else a for a in axes]


def an_axis(g, value, least_extent=0):
    axes = [i for i, d in enumerate(value.shape) if d >= least_extent]
    axis = g.one_of(axes)
    return axis - value.ndim if g.coin(0.4) else axis


def reduce(g, op):
    x = g.pick(g.types(op))
    value = g.values[x]
    keepdims = g.one_of([None, 0, 1])
    if value.dtype.kind in "iu" and np.abs(value.astype(np.float64)).max(initial=0) > 50:
        raise Reject  # overflow, which nobody defines
    if op == "ReduceProd" and np.prod(np.abs(value.astype(np.float64)).clip(1e-3)) > 1e30:
        raise Reject  # in which order it overflows is open
    if value.size == 0 and op in ("ReduceMean", "ReduceMax", "ReduceMin"):
        raise Reject  # no value there
    axes = None if g.coin(0.2) else some_axes(g, value.ndim, 1)
    if g.has_attribute(op, "axes"):
        return g.emit(op, [x], keepdims=keepdims, axes=axes or None)
    noop = g.one_of([None, 0, 1])
    inputs = [x] if axes is None else [x, g.shape_input(axes)]
    return g.emit(op, inputs, keepdims=keepdims, noop_with_empty_axes=noop)


def arg_reduce(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    value = g.values[x]
    if np.isnan(value.astype(np.float64)).any():
        raise Reject  # which of the others is greatest is left open
    return g.emit(op, [x], axis=an_axis(g, value, 1), keepdims=g.one_of([None, 0, 1]),
                  select_last_index=g.one_of([None, 0, 1]))


def softmax(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    if op == "Hardmax" and np.isnan(g.values[x].astype(np.float64)).any():
        raise Reject
    axis = None if g.coin(0.2) and g.values[x].ndim > 1 else an_axis(g, g.values[x])
    return g.emit(op, [x], axis=axis)


def scan_sum(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    axis = g.shape_input(an_axis(g, g.values[x]), g.one_of([T.INT32, T.INT64]))
    return g.emit(op, [x, axis], exclusive=g.one_of([None, 0, 1]), reverse=g.one_of([None, 0, 1]))


def logical_input(g, op):
    """The bool ops: most graphs have no bool yet, so one is made by a comparison."""
    if not any(v.dtype == bool for v in g.values.values() if isinstance(v, np.ndarray)) \
            and g.coin(0.8):
        binary(g, g.one_of(["Less", "Greater", "Equal"]))
    return unary(g, op) if op == "Not" else binary(g, op)


FAMILIES = {
    unary: """Abs Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Elu Erf Exp Floor HardSigmoid
        HardSwish Identity IsInf IsNaN LeakyRelu Log Neg Reciprocal Relu Round Selu Sigmoid Sign
        Sin Sinh Softplus Softsign Sqrt Tan Tanh ThresholdedRelu Celu Mish Gelu Shrink BitwiseNot
        Swish""",
    binary: """Add Sub Mul Less Greater Equal LessOrEqual GreaterOrEqual BitwiseAnd BitwiseOr
        BitwiseXor""",
    logical_input: "And Or Xor Not",
    divide: "Div", modulo: "Mod", power: "Pow", shift: "BitShift",
    variadic: "Sum Max Min Mean",
    where: "Where", clip: "Clip", prelu: "PRelu", cast: "Cast", cast_like: "CastLike",
    reduce: """ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSum
        ReduceLogSumExp ReduceSumSquare""",
    arg_reduce: "ArgMax ArgMin",
    softmax: "Softmax LogSoftmax Hardmax",
    scan_sum: "CumSum CumProd",
}
