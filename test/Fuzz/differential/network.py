#===- network.py - Builders: products, windows, norms -----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Ops of neural networks (see elementwise.py on builders). Their inputs are tame floats:
sums of infinities say nothing, and both libraries may order sums as they like."""

import numpy as np
from onnx import TensorProto as T

from .elementwise import an_axis, some_axes
from .graph import FLOATS, Reject, elem_type_of


def tame(value):
    """Finite, and neither huge nor tiny."""
    if value.dtype.kind in "iub" or value.size == 0:
        return True
    wide = np.abs(value.astype(np.float64))
    return bool(np.isfinite(wide).all() and wide.max() < 1e3)


def activation(g, op, ranks, index=0):
    types = g.types(op, index) & set(FLOATS)
    if g.has_attribute(op, "stash_type"):
        types -= {T.DOUBLE}  # the statistics are f32 then, or may be better
    return g.pick(types, rank=ranks, where=tame,
                  style=g.one_of(["small", "unit"]))


def like(g, x, shape, style=None):
    if g.values[x].dtype.kind in "iu":
        style = "small"
    return g.new(elem_type_of(g.values[x]), shape, style or g.one_of(["small", "unit"]))


def matmul(g, op):
    x = g.pick(g.types(op), rank=range(1, 5), where=tame, style="small")
    shape = list(g.values[x].shape)
    batch = [1 if g.coin(0.3) else d for d in shape[:-2]]
    batch = batch[g.integer(0, len(batch)):]
    other = [shape[-1]] if g.coin(0.1) else [*batch, shape[-1], g.integer(1, 20)]
    return g.emit(op, [x, like(g, x, other)])


def gemm(g, op):
    x = g.pick(g.types(op), rank=2, where=tame, style="small")
    m, k = g.values[x].shape
    trans_a = g.integer(0, 1)
    m, k = (k, m) if trans_a else (m, k)
    n, trans_b = g.integer(1, 20), g.integer(0, 1)
    inputs = [x, like(g, x, [n, k] if trans_b else [k, n])]
    integer = g.values[x].dtype.kind in "iu"
    if integer and np.abs(g.values[x].astype(np.float64)).max(initial=0) > 1e6:
        raise Reject  # alpha and beta are floats: the reference computes in f64
    if g.opset < 11 or g.coin(0.7):
        inputs.append(like(g, x, g.one_of([[n], [m, n], [1, n], [m, 1], [1], []])))
    return g.emit(op, inputs, transA=trans_a, transB=trans_b,
                  alpha=None if integer else g.one_of([None, 0.5, 2.0]),
                  beta=None if integer else g.one_of([None, 0.25, 1.0, 0.0]))


def einsum(g, op):
    equation, shapes = g.one_of([
        ("ij,jk->ik", ("ij", "jk")), ("bij,bjk->bik", ("bij", "bjk")), ("ij->ji", ("ij",)),
        ("bhid,bhjd->bhij", ("bhid", "bhjd")), ("ii->i", ("ii",)), ("ij->", ("ij",)),
        ("...ij,...jk->...ik", ("bij", "bjk")), ("i,j->ij", ("i", "j")), ("ij,j->i", ("ij", "j")),
        ("abc,cd->abd", ("abc", "cd")), ("ij,ij->ij", ("ij", "ij")), ("ij,ik->ijk", ("ij", "ik"))])
    extents = {letter: g.integer(1, 6) for letter in "abcdhijk"}
    kind = g.random_type(g.types(op) & {T.FLOAT, T.DOUBLE, T.FLOAT16, T.INT32})
    return g.emit(op, [g.new(kind, [extents[c] for c in s], "small") for s in shapes],
                  equation=equation)


def window(g, spatial, smallest=1):
    """Kernel, strides, dilations, pads that leave at least one output element."""
    rank = len(spatial)
    kernel = [g.integer(smallest, min(4, d)) for d in spatial]
    strides = [g.integer(1, 3) for _ in spatial] if g.coin(0.6) else None
    dilations = [g.integer(1, 2) for _ in spatial] if g.coin(0.3) else None
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations or [1] * rank)]
    if any(r > d for r, d in zip(reach, spatial)):
        dilations, reach = None, kernel
    pads = [g.integer(0, min(2, r - 1)) for r in reach * 2] if g.coin(0.6) else None
    return kernel, strides, dilations, pads


def image(g, op, channels=None, rank=None, kind=None):
    spatial = [g.integer(1, 12) for _ in range(rank or g.one_of([1, 2, 2, 2, 3]))]
    shape = [g.integer(1, 2), channels or g.one_of([1, 2, 3, 4, 8, 16]), *spatial]
    while np.prod(shape) > 2000:
        shape[-1] = max(1, shape[-1] // 2)
        shape[-2] = max(1, shape[-2] // 2)
    fits = [n for n, v in g.values.items() if isinstance(v, np.ndarray) and v.ndim in (3, 4, 5)
            and elem_type_of(v) in g.types(op) and tame(v) and v.size and n not in g.constants]
    if fits and channels is None and rank is None and kind is None and g.coin(0.6):
        return g.one_of(fits)
    types = (g.types(op) & set(FLOATS)) or g.types(op)
    return g.new(kind or g.random_type(types), shape, "small" if g.coin() else "unit")


def conv(g, op):
    x = image(g, op)
    channels, *spatial = g.values[x].shape[1:]
    if min(spatial) < 1:
        raise Reject
    kernel, strides, dilations, pads = window(g, spatial)
    group = g.one_of([d for d in range(1, channels + 1) if channels % d == 0]) \
        if g.coin(0.4) else 1
    out = group * g.integer(1, 3)
    auto = g.one_of(["SAME_UPPER", "SAME_LOWER", "VALID"]) if pads is None and g.coin(0.3) else None
    if auto and dilations:
        dilations = None
    bias = [like(g, x, [out])] if g.coin() else []
    return g.emit(op, [x, like(g, x, [out, channels // group, *kernel]), *bias], group=group,
                  strides=strides, dilations=dilations, pads=pads, auto_pad=auto,
                  kernel_shape=kernel if g.coin() else None)


def conv_transpose(g, op):
    x = image(g, op)
    channels, *spatial = g.values[x].shape[1:]
    kernel = [g.integer(1, 4) for _ in spatial]
    strides = [g.integer(1, 3) for _ in spatial] if g.coin(0.6) else None
    group = g.one_of([1, channels]) if g.coin(0.3) else 1
    pads = [g.integer(0, k // 2) for k in kernel * 2] if g.coin() else None
    extra = [g.integer(0, s - 1) for s in strides] if strides and g.coin(0.3) else None
    bias = []
    per = g.integer(1, 3)
    if g.coin():
        bias = [like(g, x, [per * group])]
    return g.emit(op, [x, like(g, x, [channels, per, *kernel]), *bias], group=group,
                  strides=strides, pads=pads, output_padding=extra)


def pool(g, op):
    x = image(g, op)
    kernel, strides, dilations, pads = window(g, g.values[x].shape[2:])
    auto = g.one_of(["SAME_UPPER", "SAME_LOWER", "VALID"]) if pads is None and g.coin(0.3) else None
    ceil = g.one_of([None, 0, 1])
    two = op == "MaxPool" and g.opset >= 8 and g.coin(0.2)
    return g.emit(op, [x], 2 if two else 1, kernel_shape=kernel, strides=strides, pads=pads,
                  dilations=None if auto else dilations, auto_pad=auto,
                  ceil_mode=None if auto else ceil, count_include_pad=g.one_of([None, 0, 1]),
                  p=g.one_of([None, 1, 2, 3]))


def global_pool(g, op):
    return g.emit(op, [image(g, op)])


def batch_norm(g, op):
    x = image(g, op)
    c = g.values[x].shape[1]
    return g.emit(op, [x, like(g, x, [c]), like(g, x, [c]), like(g, x, [c], "unit"),
                       like(g, x, [c], "positive")], epsilon=g.one_of([None, 1e-3]))


def instance_norm(g, op):
    x = image(g, op)
    c = g.values[x].shape[1]
    return g.emit(op, [x, like(g, x, [c]), like(g, x, [c])], epsilon=g.one_of([None, 1e-2]))


def layer_norm(g, op):
    x = activation(g, op, range(1, 5))
    value = g.values[x]
    axis = an_axis(g, value, 1)
    shape = value.shape[axis % value.ndim:]
    bias = [like(g, x, shape)] if op == "LayerNormalization" and g.coin(0.7) else []
    return g.emit(op, [x, like(g, x, shape), *bias], axis=axis, epsilon=g.one_of([None, 1e-2]))


def group_norm(g, op):
    x = image(g, op, channels=g.one_of([2, 4, 6, 8]), kind=g.one_of([T.FLOAT, T.FLOAT16]))
    c = g.values[x].shape[1]
    groups = g.one_of([d for d in range(1, c + 1) if c % d == 0])
    size = c if g.opset >= 21 else groups
    return g.emit(op, [x, like(g, x, [size]), like(g, x, [size])], num_groups=groups,
                  epsilon=g.one_of([None, 1e-2]))


def lp_norm(g, op):
    x = activation(g, op, range(1, 5))
    return g.emit(op, [x], axis=an_axis(g, g.values[x], 1), p=g.integer(1, 2))


def mean_variance(g, op):
    x = activation(g, op, 4)
    axes = g.one_of([None, some_axes(g, 4, 1)])
    value = g.values[x].astype(np.float64)
    if value.var(axis=tuple(axes or (0, 2, 3))).min(initial=1) < 1e-2:
        raise Reject  # the reference's variance is a difference, negative when rounded
    return g.emit(op, [x], axes=axes)


def lrn(g, op):
    return g.emit(op, [image(g, op, rank=2)], size=g.one_of([1, 3, 5]), alpha=g.one_of([None, 0.1]),
                  beta=g.one_of([None, 0.5]), bias=g.one_of([None, 2.0]))


def recurrent(g, op):
    steps, batch, width, hidden = (g.integer(1, n) for n in (5, 3, 6, 6))
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    direction = g.one_of(["forward", "reverse", "bidirectional"])
    n = 2 if direction == "bidirectional" else 1
    x = g.pick({T.FLOAT, T.DOUBLE} & g.types(op), rank=3, where=lambda v: tame(v) and v.size > 0
               and max(v.shape) < 20, shape=None, style="unit")
    steps, batch, width = g.values[x].shape
    inputs = [x, like(g, x, [n, gates * hidden, width], "unit"),
              like(g, x, [n, gates * hidden, hidden], "unit")]
    inputs.append(like(g, x, [n, 2 * gates * hidden], "unit") if g.coin(0.7) else None)
    lengths = None
    if g.coin(0.3):
        lengths = g.given(g.rng.integers(1, steps + 1, batch).astype(np.int32))
    inputs.append(lengths)
    inputs.append(like(g, x, [n, batch, hidden], "unit") if g.coin() else None)
    if op == "LSTM":
        inputs.append(like(g, x, [n, batch, hidden], "unit") if inputs[-1] else None)
        inputs.append(like(g, x, [n, 3 * hidden], "unit") if g.coin(0.3) else None)
    while inputs[-1] is None:
        inputs.pop()
    return g.emit(op, inputs, 3 if op == "LSTM" else 2, hidden_size=hidden, direction=direction,
                  linear_before_reset=g.one_of([None, 0, 1]))


def resize(g, op):
    # Weights are f32 in onnx.reference, whatever the elements are.
    x = image(g, op, rank=g.one_of([1, 2]), kind=g.one_of([T.FLOAT, T.FLOAT16, T.INT32, T.UINT8]))
    whole = g.values[x].dtype.kind in "iu"  # between them rounding is open
    rank = g.values[x].ndim
    scales = [1.0, 1.0] + [g.one_of([0.5, 1.0, 1.5, 2.0, 3.0]) for _ in range(rank - 2)]
    mode = "nearest" if whole else g.one_of(["nearest", "linear", "cubic"] if op == "Resize" and g.opset > 10
                    and rank == 4 else ["nearest", "linear"])
    factors = g.given(np.array(scales, np.float32), True)
    if op == "Upsample":
        scales = [max(1.0, s) for s in scales]
        factors = g.given(np.array(scales, np.float32), True)
        return g.emit(op, [x, factors] if g.opset > 8 else [x], mode=mode,
                      scales=scales if g.opset < 9 else None)
    if g.opset < 11:
        return g.emit(op, [x, factors], mode=mode)
    places = ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"]
    if g.coin():
        sizes = [max(1, int(d * s)) for d, s in zip(g.values[x].shape, scales)]
        empty = g.given(np.array([], np.float32), True) if g.opset < 13 else None
        inputs = [x, empty, empty, g.shape_input(sizes)]
    else:
        inputs = [x, g.given(np.array([], np.float32), True) if g.opset < 13 else None, factors]
    return g.emit(op, inputs, mode=mode, coordinate_transformation_mode=g.one_of(places),
                  nearest_mode=g.one_of(["floor", "ceil", "round_prefer_floor",
                                         "round_prefer_ceil"]) if mode == "nearest" else None)


def grid_sample(g, op):
    x = image(g, op, rank=2)
    n = g.values[x].shape[0]
    grid = g.new(elem_type_of(g.values[x]), [n, g.integer(1, 4), g.integer(1, 4), 2], "small")
    modes = ["linear", "nearest"] if g.opset >= 20 else ["bilinear", "nearest"]
    return g.emit(op, [x, grid], mode=g.one_of(modes), align_corners=g.integer(0, 1),
                  padding_mode=g.one_of(["zeros", "border", "reflection"]))


FAMILIES = {
    matmul: "MatMul", gemm: "Gemm", einsum: "Einsum", conv: "Conv",
    conv_transpose: "ConvTranspose", pool: "MaxPool AveragePool LpPool",
    global_pool: "GlobalAveragePool GlobalMaxPool GlobalLpPool",
    batch_norm: "BatchNormalization", instance_norm: "InstanceNormalization",
    layer_norm: "LayerNormalization RMSNormalization", group_norm: "GroupNormalization",
    lp_norm: "LpNormalization", mean_variance: "MeanVarianceNormalization", lrn: "LRN",
    recurrent: "LSTM GRU RNN", resize: "Resize Upsample", grid_sample: "GridSample",
}
