#===- movement.py - Builders: moving, selecting, shapes ---------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Ops that move elements or read shapes and indices (see elementwise.py on builders)."""

import numpy as np
from onnx import TensorProto as T

from .elementwise import an_axis, some_axes
from .graph import NUMBERS, SIGNED, Reject, elem_type_of, numpy_type

INDEX = (T.INT64, T.INT32)


def indices(g, shape, extent, elem_type=T.INT64, negative=True):
    if extent == 0 and np.prod(shape) > 0:
        raise Reject
    low = -extent if negative and g.coin() else 0
    data = g.rng.integers(low, max(extent, 1), shape).astype(numpy_type(elem_type))
    return g.given(np.asarray(data), g.coin(0.4))


def shuffled(g, count):
    return [int(i) for i in g.rng.permutation(count)]


def factors(g, count, rank):
    """RANK extents whose product is COUNT."""
    shape = [1] * rank
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31):
        while count > 1 and count % prime == 0:
            shape[g.integer(0, rank - 1)] *= prime
            count //= prime
    shape[g.integer(0, rank - 1)] *= count
    return shape


def transpose(g, op):
    x = g.pick(g.types(op))
    rank = g.values[x].ndim
    return g.emit(op, [x], perm=None if g.coin(0.2) else shuffled(g, rank))


def reshape(g, op):
    x = g.pick(g.types(op))
    value = g.values[x]
    shape = factors(g, value.size, g.integer(1, 5)) if value.size else list(value.shape)
    if not shape and g.coin():
        raise Reject
    if shape and value.size and g.coin(0.4):
        shape[g.integer(0, len(shape) - 1)] = -1
    elif shape and value.size:
        for i in range(min(len(shape), value.ndim)):
            if shape[i] == value.shape[i] and g.coin(0.3):
                shape[i] = 0
    allowzero = None
    if value.size == 0 and shape:
        if not g.has_attribute(op, "allowzero"):
            raise Reject
        allowzero = 1
    return g.emit(op, [x, g.shape_input(shape)], allowzero=allowzero)


def flatten(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    axis = g.integer(0, g.values[x].ndim)
    return g.emit(op, [x], axis=axis if g.opset < 11 or g.coin() else axis - g.values[x].ndim
                  if axis else 0)


def squeeze(g, op):
    x = g.pick(g.types(op), where=lambda v: 1 in v.shape)
    ones = [i for i, d in enumerate(g.values[x].shape) if d == 1]
    axes = None if g.coin(0.2) else sorted(ones[:g.integer(1, len(ones))])
    if g.has_attribute(op, "axes"):
        return g.emit(op, [x], axes=axes)
    return g.emit(op, [x] if axes is None else [x, g.shape_input(axes)])


def unsqueeze(g, op):
    x = g.pick(g.types(op), rank=range(0, 4))
    rank = g.values[x].ndim
    added = g.integer(1, 2)
    axes = [int(a) for a in g.rng.choice(rank + added, added, replace=False)]
    if g.has_attribute(op, "axes"):
        return g.emit(op, [x], axes=sorted(axes))
    return g.emit(op, [x, g.shape_input(axes)])


def expand(g, op):
    x = g.pick(g.types(op))
    shape = [g.integer(1, 4) if d == 1 else d if g.coin(0.7) else 1 for d in g.values[x].shape]
    if g.coin(0.4):
        shape = [g.integer(1, 3)] + shape
    elif shape and g.coin(0.2):
        shape = shape[1:]
    return g.emit(op, [x, g.shape_input(shape)])


def tile(g, op):
    x = g.pick(g.types(op))
    return g.emit(op, [x, g.shape_input([g.one_of([1, 1, 2, 3, 0] if g.coin(0.1) else [1, 2, 3])
                                         for _ in g.values[x].shape])])


def slice_(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    value = g.values[x]
    axes = some_axes(g, value.ndim, 1)
    starts, ends, steps = [], [], []
    for axis in axes:
        d = value.shape[axis]
        step = 1 if g.opset < 10 else g.one_of([1, 1, 2, 3, -1, -2])
        a, b = sorted((g.integer(-d - 1, d + 1), g.integer(-d - 1, d + 1)))
        if g.coin(0.2):
            a, b = 0, 2**31 - 1 if g.coin() else 2**63 - 1
        if step < 0:
            a, b = b, a
            if g.coin(0.3):
                b = -2**31 if g.coin() else -2**63 + 1
        starts.append(a), ends.append(b), steps.append(step)
    if g.opset < 10:
        return g.emit(op, [x], starts=starts, ends=ends, axes=axes)
    kind = T.INT64
    inputs = [g.shape_input(v, kind) for v in (starts, ends, axes)]
    if any(s != 1 for s in steps) or g.coin(0.3):
        inputs.append(g.shape_input(steps, kind))
    return g.emit(op, [x, *inputs])


def concat(g, op):
    x = g.pick(g.types(op), rank=range(1, 6))
    value = g.values[x]
    axis = an_axis(g, value)
    parts = [x]
    for _ in range(g.integer(0, 3)):
        shape = list(value.shape)
        same = [n for n, v in g.values.items() if isinstance(v, np.ndarray)
                and v.dtype == value.dtype and v.shape == value.shape]
        if g.coin(0.4):
            parts.append(g.one_of(same))
        else:
            shape[axis] = g.integer(0 if g.coin(0.1) else 1, 5)
            parts.append(g.new(elem_type_of(value), shape))
    return g.emit(op, [parts[i] for i in shuffled(g, len(parts))], axis=axis)


def split(g, op):
    x = g.pick(g.types(op), rank=range(1, 6), where=lambda v: max(v.shape) > 1)
    value = g.values[x]
    axis = an_axis(g, value, 2)
    extent, pieces = value.shape[axis], g.integer(1, 3)
    if g.coin():
        cuts = sorted(int(c) for c in g.rng.integers(0, extent + 1, pieces - 1))
        sizes = [b - a for a, b in zip([0, *cuts], [*cuts, extent])]
        if g.has_attribute(op, "split"):
            return g.emit(op, [x], pieces, axis=axis, split=sizes)
        return g.emit(op, [x, g.shape_input(sizes)], pieces, axis=axis)
    if g.has_attribute(op, "num_outputs"):
        return g.emit(op, [x], pieces, axis=axis, num_outputs=pieces)
    if extent % pieces:
        raise Reject
    return g.emit(op, [x], pieces, axis=axis)


def pad(g, op):
    x = g.pick(g.types(op), rank=range(1, 5))
    value = g.values[x]
    modes = ["constant", "constant", "reflect", "edge"] + (["wrap"] if g.opset >= 19 else [])
    mode = g.one_of(modes)
    low = -1 if mode == "constant" and g.opset >= 11 and g.coin(0.2) else 0
    most = 3 if mode == "constant" else min((d - 1 for d in value.shape), default=0)
    if most < 0:
        raise Reject
    pads = [g.integer(low, min(3, most)) for _ in range(2 * value.ndim)]
    if g.opset < 11:
        return g.emit(op, [x], mode=mode, pads=pads, value=g.one_of([None, 1.5]))
    inputs = [x, g.shape_input(pads)]
    if mode == "constant" and g.coin():
        inputs.append(g.given(np.array(3, value.dtype), g.coin()))
    return g.emit(op, inputs, mode=mode)


def gather(g, op):
    x = g.pick(g.types(op), rank=range(1, 5))
    axis = an_axis(g, g.values[x], 1)
    shape = g.random_shape(g.integer(0, 2), most=24)
    return g.emit(op, [x, indices(g, shape, g.values[x].shape[axis], g.one_of(INDEX),
                                  g.opset >= 11)], axis=axis)


def gather_elements(g, op):
    x = g.pick(g.types(op), rank=range(1, 5), where=lambda v: v.size > 0)
    value = g.values[x]
    axis = an_axis(g, value, 1)
    shape = list(value.shape)
    shape[axis] = g.integer(1, 5)
    return g.emit(op, [x, indices(g, shape, value.shape[axis], g.one_of(INDEX))], axis=axis)


def tuples(g, value, leading, length, batch=0):
    """Index tuples into VALUE's extents from BATCH on."""
    if 0 in value.shape:
        raise Reject
    parts = [g.rng.integers(-d if g.coin() else 0, d, leading)
             for d in value.shape[batch:batch + length]]
    return np.stack(parts, -1).astype(np.int64)


def gather_nd(g, op):
    x = g.pick(g.types(op), rank=range(1, 5))
    value = g.values[x]
    batch = g.integer(0, value.ndim - 1) if g.opset >= 12 and g.coin(0.3) else 0
    leading = [*value.shape[:batch], *g.random_shape(g.integer(0 if batch else 1, 2), most=12)]
    index = tuples(g, value, leading, g.integer(1, value.ndim - batch), batch)
    return g.emit(op, [x, g.given(index, g.coin(0.4))], batch_dims=batch or None)


def reductions(g, op):
    """The reduction attribute of scatters, where the opset has it."""
    if not g.has_attribute(op, "reduction"):
        return None
    return g.one_of([None, "none", "add", "mul"] + (["max", "min"] if g.opset >= 18 else []))


def scatter_elements(g, op):
    x = g.pick(g.types(op) & set(NUMBERS), rank=range(1, 4), where=lambda v: v.size > 0)
    value = g.values[x]
    axis = an_axis(g, value, 1)
    shape = [g.integer(1, d) for d in value.shape]
    reduction = reductions(g, op)
    where = axis % value.ndim
    if reduction in (None, "none"):  # duplicates would race: every index once
        order = np.argsort(g.rng.random([*shape[:where], value.shape[where], *shape[where + 1:]]),
                           axis=where)
        index = g.given(np.take(order, range(shape[where]), axis=where).astype(np.int64))
    else:
        index = indices(g, shape, value.shape[axis])
    return g.emit(op, [x, index, g.new(elem_type_of(value), shape, "small")], axis=axis,
                  reduction=reduction)


def scatter_nd(g, op):
    x = g.pick(g.types(op) & set(NUMBERS), rank=range(1, 5))
    value = g.values[x]
    length = g.integer(1, value.ndim)
    reduction = reductions(g, op)
    index = tuples(g, value, [g.integer(1, 4)], length)
    if reduction in (None, "none"):
        positive = index % np.array(value.shape[:length])
        if len({tuple(t) for t in positive.tolist()}) < len(index):
            raise Reject
    updates = [len(index), *value.shape[length:]]
    return g.emit(op, [x, g.given(index, g.coin(0.4)),
                       g.new(elem_type_of(value), updates, "small")], reduction=reduction)


def depth_space(g, op):
    block = g.integer(1, 3)
    shape = [g.integer(1, 2), g.integer(1, 3), g.integer(1, 4), g.integer(1, 4)]
    if op == "DepthToSpace":
        shape[1] *= block * block
    else:
        shape[2] *= block
        shape[3] *= block
    x = g.new(g.random_type(g.types(op)), shape)
    return g.emit(op, [x], blocksize=block,
                  mode=g.one_of([None, "DCR", "CRD"]) if g.has_attribute(op, "mode") else None)


def reverse_sequence(g, op):
    x = g.pick(g.types(op), rank=range(2, 5), where=lambda v: v.size > 0)
    value = g.values[x]
    batch = g.integer(0, 1)
    lengths = g.rng.integers(0, value.shape[1 - batch] + 1, value.shape[batch]).astype(np.int64)
    return g.emit(op, [x, g.given(lengths)], batch_axis=batch, time_axis=1 - batch)


def trilu(g, op):
    x = g.pick(g.types(op), rank=range(2, 5))
    inputs = [x] if g.coin(0.4) else [x, g.shape_input(np.int64(g.integer(-4, 4)))]
    return g.emit(op, inputs, upper=g.one_of([None, 0, 1]))


def one_hot(g, op):
    depth = g.integer(1, 6)
    kind = g.random_type(g.types(op, 2))
    where = indices(g, g.random_shape(g.integer(1, 2), most=16), depth)
    rank = g.values[where].ndim
    return g.emit(op, [where, g.shape_input(np.int64(depth)), g.new(kind, [2], "small")],
                  axis=g.one_of([None, *range(-1, rank + 1)]))


def compress(g, op):
    x = g.pick(g.types(op), rank=range(1, 5))
    value = g.values[x]
    axis = None if g.coin(0.3) else an_axis(g, value)
    extent = value.size if axis is None else value.shape[axis]
    return g.emit(op, [x, g.new(T.BOOL, [g.integer(0, extent) if g.coin(0.3) else extent])],
                  axis=axis)


def top_k(g, op):
    x = g.pick(g.types(op), rank=range(1, 5), where=lambda v: min(v.shape) > 0)
    value = g.values[x]
    if np.isnan(value.astype(np.float64)).any():
        raise Reject
    axis = an_axis(g, value, 1)
    k = g.integer(1, value.shape[axis])
    if g.opset < 10:
        return g.emit(op, [x], 2, axis=axis, k=k)
    return g.emit(op, [x, g.shape_input([k])], 2, axis=axis, largest=g.one_of([None, 0, 1]),
                  sorted=None)


def shape_of(g, op):
    x = g.pick(g.types(op))
    rank = g.values[x].ndim
    some = g.opset >= 15 and op == "Shape"
    return g.emit(op, [x], start=g.integer(-rank, rank) if some and g.coin(0.4) else None,
                  end=g.integer(-rank, rank) if some and g.coin(0.4) else None)


def shape_chain(g, _):
    """What exporters write: a reshape to extents read off the tensor itself."""
    x = g.pick(NUMBERS, rank=range(2, 5), where=lambda v: v.size > 0)
    shape, = g.emit("Shape", [x])
    rank = g.values[x].ndim
    first, = g.emit("Gather", [shape, g.given(np.array([g.integer(0, rank - 1)]), True)], axis=0)
    rest = g.given(np.array([-1]), True)
    target, = g.emit("Concat", g.one_of([(first, rest), (rest, first)]), axis=0)
    return g.emit("Reshape", [x, target])


def expand_chain(g, _):
    """ConstantOfShape, Range and Expand over run-time extents."""
    x = g.pick(NUMBERS, rank=range(1, 4), where=lambda v: v.size > 0)
    shape, = g.emit("Shape", [x])
    if g.coin():
        filled, = g.emit("ConstantOfShape", [shape])
        return g.emit("Add", [filled, g.new(T.FLOAT, [1])])
    extent, = g.emit("Gather", [shape, g.given(np.array(0), True)], axis=0)
    return g.emit("Range", [g.given(np.array(0), True), extent, g.given(np.array(1), True)])


def range_(g, op):
    kind = g.random_type(g.types(op))
    dtype = numpy_type(kind)
    start, step = g.integer(-5, 5), g.one_of([1, 2, 3, -1, -2])
    limit = start + step * g.integer(-1, 12) + g.integer(0, 1)
    half = 0.5 if kind in (T.FLOAT, T.DOUBLE) else 1
    return g.emit(op, [g.given(np.array(v * half, dtype), g.coin(0.5))
                       for v in (start, limit, step)])


def eye_like(g, op):
    return g.emit(op, [g.pick(g.types(op) & set(NUMBERS), rank=2)],
                  k=g.one_of([None, -2, -1, 0, 1]), dtype=g.one_of([None, T.FLOAT, T.INT64]))


def non_zero(g, op):
    x = g.pick(g.types(op), rank=range(1, 5))
    return g.emit(op, [x])


def constant_of_shape(g, op):
    return g.emit(op, [g.shape_input(g.random_shape(g.integer(0, 3)))])


def unique(g, op):
    x = g.pick(g.types(op) & set(NUMBERS), rank=range(1, 4),
               where=lambda v: v.size and not np.isnan(v.astype(np.float64)).any())
    return g.emit(op, [x], 4 if g.coin(0.4) else 1, sorted=g.one_of([None, 0, 1]),
                  axis=an_axis(g, g.values[x]) if g.coin(0.3) else None)


def center_crop_pad(g, op):
    x = g.pick(g.types(op) & set(NUMBERS), rank=range(1, 4))
    axes = sorted({a % g.values[x].ndim for a in some_axes(g, g.values[x].ndim, 1)})
    return g.emit(op, [x, g.shape_input([g.integer(1, 7) for _ in axes])], axes=axes)


FAMILIES = {
    transpose: "Transpose", reshape: "Reshape", flatten: "Flatten", squeeze: "Squeeze",
    unsqueeze: "Unsqueeze", expand: "Expand", tile: "Tile", slice_: "Slice", concat: "Concat",
    split: "Split", pad: "Pad", gather: "Gather", gather_elements: "GatherElements",
    gather_nd: "GatherND", scatter_elements: "ScatterElements Scatter", scatter_nd: "ScatterND",
    depth_space: "DepthToSpace SpaceToDepth", reverse_sequence: "ReverseSequence",
    trilu: "Trilu", one_hot: "OneHot", compress: "Compress", top_k: "TopK",
    shape_of: "Shape Size", shape_chain: "Shape+Reshape", expand_chain: "Shape+Expand",
    range_: "Range", eye_like: "EyeLike", non_zero: "NonZero",
    constant_of_shape: "ConstantOfShape", unique: "Unique", center_crop_pad: "CenterCropPad",
}
