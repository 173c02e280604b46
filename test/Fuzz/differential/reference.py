#===- reference.py - What onnx.reference gets wrong, again ------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Own versions of ops that onnx.reference 1.22 computes wrongly, written from the
standard's text, so that one wrong vote does not hide what comes after that node:

  Softmax, LogSoftmax, Hardmax   before opset 13 an axis cuts the shape in two
  BatchNormalization             before opset 14 one output means inference
  Erf, Gelu, HardSwish           compute f64 in f32, or with f32 constants
  Elu, Selu, LogSoftmax          lose small results
  Gather                         of no indices has the wrong rank
  Softplus                       overflows where the result does not
  LpNormalization                p = 1 sums signed values
  LRN                            does as many channels as there are samples; divides in f32
  ReduceProd                     overflows half way where the product does not
  GlobalMaxPool                  reduces the wrong axes unless there are two of them
  OneHot                         wraps what is out of range
  Unique                         unsorted: reads rows where it should read elements
  Loop                           joins scanned values instead of stacking them
  RNN, GRU, LSTM                 know one direction, no lengths, no peepholes
  Conv                           auto_pad VALID pads; SAME ignores dilations
  ConvTranspose                  groups: another group's filters and bias
  MaxPool, AveragePool, LpPool   ceil_mode, auto_pad and dilations together
  QLinearMatMul, QLinearConv     add the zero point before they round
"""

import itertools
import math

import numpy as np
from onnx.reference.op_run import OpRun
from onnx.reference.ops.op_conv import Conv as PlainConv
from onnx.reference.ops.op_conv_transpose import ConvTranspose as PlainConvTranspose
from onnx.reference.ops.op_loop import Loop as PlainLoop
from onnx.reference.ops.op_reduce_prod import ReduceProd_1, ReduceProd_18


def two_dimensional(x, axis):
    axis %= x.ndim
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


def axis_of(op, default):
    """The node's own attribute: what OpRun fills in is the newest version's default."""
    return next((a.i for a in op.onnx_node.attribute if a.name == "axis"), default)


class Softmax(OpRun):
    def _run(self, x, axis=None):
        flat = two_dimensional(x, axis_of(self, 1))
        e = np.exp(flat - flat.max(axis=1, keepdims=True, initial=-np.inf))
        return ((e / e.sum(axis=1, keepdims=True)).reshape(x.shape).astype(x.dtype),)


def log_softmax(x, axis):
    wide = x.astype(np.float64)
    shifted = wide - wide.max(axis=axis, keepdims=True, initial=-np.inf)
    return (shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))).astype(x.dtype)


class OldLogSoftmax(OpRun):
    def _run(self, x, axis=None):
        flat = two_dimensional(x, axis_of(self, 1))
        return (log_softmax(flat, 1).reshape(x.shape),)


class LogSoftmax(OpRun):
    def _run(self, x, axis=None):
        return (log_softmax(x, axis_of(self, -1)),)


class Hardmax(OpRun):
    def _run(self, x, axis=None):
        flat = two_dimensional(x, axis_of(self, 1))
        y = np.zeros_like(flat)
        if flat.size:
            y[np.arange(len(flat)), flat.argmax(axis=1)] = 1
        return (y.reshape(x.shape),)


class BatchNormalization(OpRun):
    def _run(self, x, scale, bias, mean, var, epsilon=None, momentum=None, spatial=None):
        shape = [-1] + [1] * (x.ndim - 2)
        s, b, m, v = (a.reshape(shape) for a in (scale, bias, mean, var))
        epsilon = 1e-5 if epsilon is None else epsilon
        return (((x - m) / np.sqrt(v + epsilon) * s + b).astype(x.dtype),)


class Erf(OpRun):
    def _run(self, x):
        return (np.vectorize(math.erf, otypes=[np.float64])(x).astype(x.dtype),)


def elu(x, alpha):
    wide = x.astype(np.float64)
    return np.where(wide < 0, alpha * np.expm1(np.minimum(wide, 0)), wide)


class Elu(OpRun):
    def _run(self, x, alpha=None):
        return (elu(x, 1.0 if alpha is None else alpha).astype(x.dtype),)


class Selu(OpRun):
    def _run(self, x, alpha=None, gamma=None):
        return ((gamma * elu(x, alpha)).astype(x.dtype),)


class HardSwish(OpRun):
    def _run(self, x):
        wide = x.astype(np.float64)
        return ((wide * np.clip(wide / 6 + 0.5, 0, 1)).astype(x.dtype),)


class Gather(OpRun):
    def _run(self, x, indices, axis=None):
        return (np.take(x, indices, axis=axis or 0),)


class Gelu(OpRun):
    def _run(self, x, approximate=None):
        wide = x.astype(np.float64)
        if approximate == "tanh":
            y = 0.5 * wide * (1 + np.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide ** 3)))
        else:
            y = 0.5 * wide * (1 + np.vectorize(math.erf, otypes=[np.float64])(wide / math.sqrt(2)))
        return (y.astype(x.dtype),)


class Softplus(OpRun):
    def _run(self, x):
        return (np.logaddexp(x.astype(np.float64), 0).astype(x.dtype),)


class LpNormalization(OpRun):
    def _run(self, x, axis=None, p=None):
        axis, p = -1 if axis is None else axis, 2 if p is None else p
        norm = np.abs(x) if p == 1 else x * x
        norm = norm.sum(axis=axis, keepdims=True)
        norm = norm if p == 1 else np.sqrt(norm)
        return (np.where(norm == 0, 0, x / norm).astype(x.dtype),)


class LRN(OpRun):
    def _run(self, x, alpha=None, beta=None, bias=None, size=None):
        squares = np.zeros_like(x)
        for c in range(x.shape[1]):
            begin, end = c - (size - 1) // 2, c + size // 2 + 1
            squares[:, c] = (x[:, max(0, begin):end] ** 2).sum(axis=1)
        return ((x / (bias + float(alpha) / size * squares) ** beta).astype(x.dtype),)


def in_double(base):
    class Wide(base):
        def _run(self, data, *arguments, **named):
            if data.dtype.kind != "f":
                return super()._run(data, *arguments, **named)
            result, = super()._run(data.astype(np.float64), *arguments, **named)
            return (result.astype(data.dtype),)
    return Wide


OldReduceProd, ReduceProd = in_double(ReduceProd_1), in_double(ReduceProd_18)


class GlobalMaxPool(OpRun):
    def _run(self, x):
        return (x.max(axis=tuple(range(2, x.ndim)), keepdims=True),)


class OneHot(OpRun):
    def _run(self, indices, depth, values, axis=None):
        axis = (-1 if axis is None else axis) % (indices.ndim + 1)
        depth = int(np.asarray(depth).reshape(-1)[0])
        index = np.expand_dims(np.asarray(indices).astype(np.int64), axis)
        shape = [1] * (indices.ndim + 1)
        shape[axis] = depth
        places = np.arange(depth).reshape(shape)
        return (np.where((index == places) | (index + depth == places), values[1], values[0]),)


class Unique(OpRun):
    def _run(self, x, axis=None, sorted=None):  # noqa: A002
        flat = x.reshape(-1) if axis is None else x
        y, first, inverse, counts = np.unique(flat, True, True, True, axis=axis)
        inverse = inverse.reshape(-1)
        if sorted == 0:
            order = np.argsort(first)
            y = np.take(y, order, axis=axis or 0)
            first, counts, inverse = first[order], counts[order], np.argsort(order)[inverse]
        outputs = (y, *(a.astype(np.int64) for a in (first, inverse, counts)))
        return outputs[:len(self.onnx_node.output)]


class Loop(PlainLoop):
    def _run(self, *arguments, **named):
        plain = np.vstack
        try:
            np.vstack = np.stack  # with this it joins what was scanned
            return super()._run(*arguments, **named)
        finally:
            np.vstack = plain


def same_pads(auto_pad, extent, kernel, stride, dilation):
    """(begin, end) of one axis for SAME_UPPER and SAME_LOWER."""
    total = max(0, (-(-extent // stride) - 1) * stride + (kernel - 1) * dilation + 1 - extent)
    small = total // 2
    return (small, total - small) if auto_pad == "SAME_UPPER" else (total - small, small)


def resolved_pads(x, kernel, strides, dilations, pads, auto_pad):
    rank = x.ndim - 2
    if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        pairs = [same_pads(auto_pad, x.shape[2 + i], kernel[i], strides[i], dilations[i])
                 for i in range(rank)]
        return [p[0] for p in pairs] + [p[1] for p in pairs]
    return list(pads) if pads and auto_pad != "VALID" else [0] * (2 * rank)


class Conv(PlainConv):
    def _run(self, x, w, b=None, auto_pad=None, dilations=None, group=None, kernel_shape=None,
             pads=None, strides=None):
        ones = [1] * (x.ndim - 2)
        pads = resolved_pads(x, w.shape[2:], strides or ones, dilations or ones, pads, auto_pad)
        return super()._run(x, w, b, auto_pad="NOTSET", dilations=dilations, group=group,
                            kernel_shape=kernel_shape or w.shape[2:], pads=pads, strides=strides)


class ConvTranspose(PlainConvTranspose):
    def _run(self, x, w, b=None, group=None, **attributes):
        parts, group = [], group or 1
        inside, outside = x.shape[1] // group, w.shape[1]
        for i in range(group):
            own = slice(i * inside, (i + 1) * inside)
            bias = None if b is None else b[i * outside:(i + 1) * outside]
            parts.append(super()._run(x[:, own], w[own], bias, group=1, **attributes)[0])
        return (np.concatenate(parts, axis=1),)


class Pool(OpRun):
    """Windows that start inside the input or its leading padding. A window holds the
    elements that are input; PADDED counts those that are input or padding."""

    def reduce(self, window, padded, options):
        raise NotImplementedError

    def _run(self, x, auto_pad=None, ceil_mode=None, count_include_pad=None, dilations=None,
             kernel_shape=None, p=None, pads=None, storage_order=None, strides=None):
        rank = x.ndim - 2
        kernel = kernel_shape
        strides, dilations = strides or [1] * rank, dilations or [1] * rank
        pads = resolved_pads(x, kernel, strides, dilations, pads, auto_pad)
        extents = []
        for i in range(rank):
            span = x.shape[2 + i] + pads[i] + pads[rank + i] - (kernel[i] - 1) * dilations[i] - 1
            count = (-(-span // strides[i]) if ceil_mode else span // strides[i]) + 1
            if ceil_mode and (count - 1) * strides[i] >= x.shape[2 + i] + pads[i]:
                count -= 1
            extents.append(count)
        y = np.zeros([*x.shape[:2], *extents], x.dtype)
        wide = x.astype(np.float64) if x.dtype.kind not in "iu" else x
        for at in itertools.product(*map(range, extents)):
            places = [[a * strides[i] - pads[i] + k * dilations[i] for k in range(kernel[i])]
                      for i, a in enumerate(at)]
            inside = [[q for q in place if 0 <= q < x.shape[2 + i]]
                      for i, place in enumerate(places)]
            padded = math.prod(sum(q < x.shape[2 + i] + pads[rank + i] for q in place)
                               for i, place in enumerate(places))
            window = wide[np.ix_(range(x.shape[0]), range(x.shape[1]), *inside)]
            window = window.reshape(*x.shape[:2], -1)
            y[(slice(None), slice(None), *at)] = self.reduce(
                window, padded, {"count_include_pad": count_include_pad, "p": p})
        return (y,)


class MaxPool(Pool):
    def reduce(self, window, padded, options):
        if window.dtype.kind in "iu":
            return window.max(axis=-1)
        return window.max(axis=-1, initial=-np.inf)


class AveragePool(Pool):
    def reduce(self, window, padded, options):
        count = padded if options["count_include_pad"] else window.shape[-1]
        return window.sum(axis=-1) / count


class LpPool(Pool):
    def reduce(self, window, padded, options):
        p = 2 if options["p"] is None else options["p"]
        return (np.abs(window) ** p).sum(axis=-1) ** (1 / p)


def requantised(sums, scale, zero):
    info = np.iinfo(zero.dtype)
    return np.clip(np.rint(sums * scale) + zero, info.min, info.max).astype(zero.dtype)


class QLinearMatMul(OpRun):
    def _run(self, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero):
        sums = np.matmul(a.astype(np.int64) - a_zero, b.astype(np.int64) - b_zero)
        return (requantised(sums, a_scale * b_scale / y_scale, y_zero),)


class QLinearConv(Conv):
    def _run(self, x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, b=None, **attributes):
        channels = [-1] + [1] * (x.ndim - 2)
        w_zero, w_scale = (a.reshape([-1] + [1] * (x.ndim - 1)) if a.ndim else a
                           for a in (w_zero, w_scale))
        sums, = super()._run(x.astype(np.float64) - x_zero, w.astype(np.float64) - w_zero,
                             None, **attributes)
        if b is not None:
            sums = sums + b.reshape(channels)
        scale = (x_scale * w_scale / y_scale)
        return (requantised(sums, scale.reshape(channels) if scale.ndim else scale, y_zero),)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


class Recurrent(OpRun):
    """Both directions, lengths; what a cell does is in STEP."""
    gates = 1

    def step(self, x, h, c, w, r, wb, rb, p):
        raise NotImplementedError

    def _run(self, x, w, r, b=None, lengths=None, h0=None, c0=None, p=None, **_):
        steps, batch, _ = x.shape
        hidden, count = r.shape[2], w.shape[0]
        y = np.zeros([steps, count, batch, hidden])
        last_h, last_c = np.zeros([2, count, batch, hidden])
        for d in range(count):
            backward = self.direction == "reverse" or d == 1
            wb, rb = np.split(b[d].astype(np.float64), 2) if b is not None else (0.0, 0.0)
            for n in range(batch):
                h, c = (np.zeros(hidden) if a is None else a[d, n].astype(np.float64)
                        for a in (h0, c0))
                length = steps if lengths is None else int(lengths[n])
                for t in reversed(range(length)) if backward else range(length):
                    h, c = self.step(x[t, n].astype(np.float64), h, c, w[d], r[d], wb, rb,
                                     None if p is None else p[d])
                    y[t, d, n] = h
                last_h[d, n], last_c[d, n] = h, c
        outputs = (y, last_h, last_c)[:len(self.onnx_node.output)]
        return tuple(o.astype(x.dtype) for o in outputs)


class RNN(Recurrent):
    def step(self, x, h, c, w, r, wb, rb, p):
        return np.tanh(w @ x + r @ h + wb + rb), c


class GRU(Recurrent):
    def step(self, x, h, c, w, r, wb, rb, p):
        wx = np.split(w @ x + wb, 3)
        rh = np.split(r @ h + rb, 3)
        z, s = sigmoid(wx[0] + rh[0]), sigmoid(wx[1] + rh[1])
        if self.linear_before_reset:
            inner = np.tanh(wx[2] + s * rh[2])
        else:
            bias = np.split(rb, 3)[2] if np.ndim(rb) else 0
            inner = np.tanh(wx[2] + np.split(r, 3)[2] @ (s * h) + bias)
        return (1 - z) * inner + z * h, c


class LSTM(Recurrent):
    def step(self, x, h, c, w, r, wb, rb, p):
        pi, po, pf = np.split(p.astype(np.float64), 3) if p is not None else (0, 0, 0)
        i, o, f, g = np.split(w @ x + wb + r @ h + rb, 4)
        i, f = sigmoid(i + pi * c), sigmoid(f + pf * c)
        c = f * c + i * np.tanh(g)
        return sigmoid(o + po * c) * np.tanh(c), c


ALWAYS = (Erf, Gelu, HardSwish, Elu, Selu, LogSoftmax, Gather, Softplus, LpNormalization, LRN,
          GlobalMaxPool, OneHot, Unique, Loop, RNN, GRU, LSTM, Conv, ConvTranspose,
          MaxPool, AveragePool, LpPool, QLinearMatMul, QLinearConv)
BEFORE = ((13, {"Softmax": Softmax, "LogSoftmax": OldLogSoftmax, "Hardmax": Hardmax}),
          (14, {"BatchNormalization": BatchNormalization}),
          (18, {"ReduceProd": OldReduceProd}))


def corrected_ops(opset):
    """The classes to give to a ReferenceEvaluator of this opset."""
    ops = {c.__name__: c for c in ALWAYS} | {"ReduceProd": ReduceProd}
    for limit, older in BEFORE:
        if opset < limit:
            ops.update(older)
    return [type(name, (c,), {"op_domain": ""}) for name, c in ops.items()]


CORRECTED = {opset: corrected_ops(opset) for opset in range(1, 64)}
