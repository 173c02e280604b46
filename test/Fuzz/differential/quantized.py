#===- quantized.py - Builders: quantised ops and control --------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Quantised ops, control flow, sequences (see elementwise.py on builders)."""

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper

from .elementwise import an_axis
from .graph import FLOATS, INTEGERS, NUMBERS, Reject, elem_type_of, numpy_type
from .network import tame, window

BYTES = (T.INT8, T.UINT8)


def scale(g, shape=(), kind=T.FLOAT):
    """Powers of two and others, all positive."""
    count = int(np.prod(shape))
    data = g.rng.choice([0.0078125, 0.03125, 0.05, 0.1, 0.25, 0.017], count)
    return g.given(data.astype(numpy_type(kind)).reshape(shape), g.coin(0.7))


def zero_point(g, kind, shape=()):
    low, high = (-20, 20) if kind in (T.INT8, T.INT16) else (100, 150)
    if kind == T.INT32:
        low = high = 0
    return g.given(g.rng.integers(low, high + 1, shape).astype(numpy_type(kind)).reshape(shape),
                   g.coin(0.7))


def per_axis(g, value):
    """(shape of scales, axis): per tensor or along an axis."""
    if g.opset < 13 or value.ndim == 0 or g.coin(0.6):
        return (), None
    axis = an_axis(g, value, 1)
    return (value.shape[axis],), axis


def quantize(g, op):
    x = g.pick({T.FLOAT}, where=tame, style="unit")
    shape, axis = per_axis(g, g.values[x])
    kind = g.one_of(g.types(op, 2) & {T.INT8, T.UINT8, T.INT16, T.UINT16})
    scale_kind = elem_type_of(g.values[x]) if g.opset >= 19 else T.FLOAT
    inputs = [x, scale(g, shape, scale_kind)]
    if kind != T.UINT8 or g.coin(0.8):
        inputs.append(zero_point(g, kind, shape))
    return g.emit(op, inputs, axis=axis)


def dequantize(g, op):
    x = g.pick(g.types(op) & {T.INT8, T.UINT8, T.INT16, T.UINT16, T.INT32})
    shape, axis = per_axis(g, g.values[x])
    inputs = [x, scale(g, shape)]
    if g.coin(0.7):
        inputs.append(zero_point(g, elem_type_of(g.values[x]), shape))
    return g.emit(op, inputs, axis=axis)


def quantize_pair(g, _):
    """QuantizeLinear, DequantizeLinear: what quantisers insert everywhere."""
    x = g.pick({T.FLOAT}, where=tame, style="unit")
    s = scale(g)
    z = zero_point(g, g.one_of(BYTES))
    q, = g.emit("QuantizeLinear", [x, s, z])
    return g.emit("DequantizeLinear", [q, s, z])


def dynamic_quantize(g, op):
    return g.emit(op, [g.pick({T.FLOAT}, where=lambda v: tame(v) and v.any(), style="unit")], 3)


def matmul_integer(g, op):
    x = g.pick(g.types(op), rank=range(2, 4))
    value = g.values[x]
    k, n = value.shape[-1], g.integer(1, 20)
    inputs = [x, g.new(g.one_of(BYTES), [*value.shape[:-2], k, n], "edge")]
    if g.coin(0.6):
        inputs.append(zero_point(g, elem_type_of(value)))
        if g.coin():
            inputs.append(zero_point(g, elem_type_of(g.values[inputs[1]])))
    return g.emit(op, inputs)


def qlinear_matmul(g, op):
    x = g.pick(set(BYTES), rank=range(2, 4))
    value = g.values[x]
    kind = elem_type_of(value)
    w = g.new(g.one_of(BYTES), [value.shape[-1], g.integer(1, 20)])
    out = g.one_of(BYTES)
    return g.emit(op, [x, scale(g), zero_point(g, kind), w, scale(g),
                       zero_point(g, elem_type_of(g.values[w])), scale(g), zero_point(g, out)])


def quantized_image(g):
    shape = [1, g.integer(1, 4), g.integer(1, 7), g.integer(1, 7)]
    x = g.new(g.one_of(BYTES), shape, "edge")
    kernel, strides, _, pads = window(g, shape[2:])
    w = g.new(g.one_of(BYTES), [g.integer(1, 5), shape[1], *kernel], "edge")
    return x, w, {"strides": strides, "pads": pads}


def conv_integer(g, op):
    x, w, attributes = quantized_image(g)
    zeros = [zero_point(g, elem_type_of(g.values[x]))] if g.coin(0.7) else []
    return g.emit(op, [x, w, *zeros], **attributes)


def qlinear_conv(g, op):
    x, w, attributes = quantized_image(g)
    count = g.values[w].shape[0]
    per = (count,) if g.coin() else ()
    bias = [g.given(g.rng.integers(-500, 500, count).astype(np.int32), True)] if g.coin() else []
    zero = np.zeros(per, g.values[w].dtype)
    return g.emit(op, [x, scale(g), zero_point(g, elem_type_of(g.values[x])), w, scale(g, per),
                       g.given(zero, True), scale(g), zero_point(g, g.one_of(BYTES)), *bias],
                  **attributes)


def small_body(g, name, source, kind, shape, count):
    """COUNT elementwise nodes on the value SOURCE; the body's graph and its result."""
    nodes, current = [], source
    for i in range(count):
        following = f"{name}_{i}"
        op = g.one_of(["Neg", "Abs", "Add", "Mul", "Sub"])
        nodes.append(helper.make_node(
            op, [current] if op in ("Neg", "Abs") else [current, source], [following]))
        current = following
    return nodes, current


def if_(g, op):
    x = g.pick({T.FLOAT, T.INT32, T.INT64, T.DOUBLE})
    value = g.values[x]
    kind = elem_type_of(value)
    branches = []
    for name in ("then", "else"):
        prefix = f"{name}{len(g.values)}"
        nodes, last = small_body(g, prefix, x, kind, value.shape, g.integer(1, 3))
        branches.append(helper.make_graph(nodes, prefix, [], [
            helper.make_tensor_value_info(last, kind, None)]))
    return g.emit(op, [g.given(np.array(g.coin()))], then_branch=branches[0],
                  else_branch=branches[1])


def loop(g, op):
    """A carried value, a scanned one; some stop early."""
    x = g.pick({T.FLOAT, T.INT32, T.DOUBLE}, where=tame, style="small", rank=range(0, 4))
    value = g.values[x]
    kind, prefix = elem_type_of(value), f"loop{len(g.values)}"
    nodes, last = small_body(g, prefix, f"{prefix}in", kind, value.shape, g.integer(1, 2))
    # A second name for the result: an output cannot be carried and scanned as one.
    nodes.append(helper.make_node("Identity", [last], [f"{prefix}scan"]))
    limit = g.integer(0, 4)
    nodes.append(helper.make_node("Constant", [], [f"{prefix}limit"],
                                  value=onnx.numpy_helper.from_array(np.array(limit))))
    nodes.append(helper.make_node("Less", [f"{prefix}i", f"{prefix}limit"], [f"{prefix}go"]))
    body = helper.make_graph(nodes, prefix, [
        helper.make_tensor_value_info(f"{prefix}i", T.INT64, []),
        helper.make_tensor_value_info(f"{prefix}cond", T.BOOL, []),
        helper.make_tensor_value_info(f"{prefix}in", kind, value.shape)], [
        helper.make_tensor_value_info(f"{prefix}go", T.BOOL, []),
        helper.make_tensor_value_info(last, kind, value.shape),
        helper.make_tensor_value_info(f"{prefix}scan", kind, value.shape)])
    trips = g.given(np.array(g.integer(1, 4)), g.coin())
    return g.emit(op, [trips, g.given(np.array(True), g.coin(0.7)), x], 2, body=body)


def scan(g, op):
    x = g.pick({T.FLOAT, T.DOUBLE}, rank=range(1, 4), where=lambda v: tame(v) and v.size > 0,
               style="small")
    value = g.values[x]
    kind, prefix = elem_type_of(value), f"scan{len(g.values)}"
    inner = list(value.shape[1:])
    body = helper.make_graph([
        helper.make_node(g.one_of(["Add", "Sub", "Max"]), [f"{prefix}s", f"{prefix}x"],
                         [f"{prefix}t"]),
        helper.make_node("Identity", [f"{prefix}t"], [f"{prefix}y"])], prefix, [
        helper.make_tensor_value_info(f"{prefix}s", kind, inner),
        helper.make_tensor_value_info(f"{prefix}x", kind, inner)], [
        helper.make_tensor_value_info(f"{prefix}t", kind, inner),
        helper.make_tensor_value_info(f"{prefix}y", kind, inner)])
    if g.opset < 9:
        raise Reject
    return g.emit(op, [g.new(kind, inner, "small"), x], 2, body=body, num_scan_inputs=1,
                  scan_input_directions=g.one_of([None, [1]]),
                  scan_output_directions=g.one_of([None, [1]]))


def sequence(g, _):
    """Tensors into a sequence and one of them out again."""
    x = g.pick(NUMBERS)
    kind = elem_type_of(g.values[x])
    items = [x] + [g.new(kind, g.values[x].shape) for _ in range(g.integer(0, 2))]
    made, = g.emit("SequenceConstruct", items)
    if g.coin() and g.values[x].ndim:
        return g.emit("ConcatFromSequence", [made], axis=g.integer(0, g.values[x].ndim - 1),
                      new_axis=g.one_of([None, 0, 1]))
    return g.emit("SequenceAt", [made, g.shape_input(np.int64(g.integer(-1, len(items) - 1)))])


def split_sequence(g, op):
    x = g.pick(g.types(op) & set(FLOATS + INTEGERS), rank=range(1, 4), where=lambda v: v.size > 0)
    value = g.values[x]
    axis = an_axis(g, value, 1)
    pieces, = g.emit(op, [x, g.shape_input(np.int64(g.integer(1, value.shape[axis])))], axis=axis)
    if g.coin():
        return g.emit("SequenceLength", [pieces])
    return g.emit("SequenceAt", [pieces, g.shape_input(np.int64(0))])


def dropout(g, op):
    return g.emit(op, [g.pick(g.types(op), where=tame)])


FAMILIES = {
    quantize: "QuantizeLinear", dequantize: "DequantizeLinear", quantize_pair: "Quantize+",
    dynamic_quantize: "DynamicQuantizeLinear", matmul_integer: "MatMulInteger",
    qlinear_matmul: "QLinearMatMul", conv_integer: "ConvInteger", qlinear_conv: "QLinearConv",
    if_: "If", loop: "Loop", scan: "Scan", sequence: "Sequence", split_sequence: "SplitToSequence",
    dropout: "Dropout",
}
