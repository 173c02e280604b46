#===- table_fused.py - Activations, norms and products -------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Activations, normalisations, products and convolutions with parts fused in."""
import math

import numpy as np

from cases import case, given, w, x

F16 = {"dtype": np.float16}

# Activations
for op in ("Gelu", "FastGelu", "QuickGelu"):
    case(op, [x(3, 37)])
    case(op, [x(2, 5, 8, low=-20, high=20)], tag="wide")
case("QuickGelu", [x(4, 9)], {"alpha": 1.0}, tag="alpha")
case("FastGelu", [x(2, 5, 8), w(8)], tag="bias")
case("FastGelu", [x(2, 8, **F16), w(8, **F16)], tag="f16", relative=5e-3, absolute=2e-3)
case("BiasGelu", [x(2, 5, 8), w(8)])
case("BiasGelu", [x(8), x(8)], tag="vectors")


def erf_gelu(a):
    return a * 0.5 * (1 + np.vectorize(math.erf)(a / math.sqrt(2)))


def split_gelu(a, bias):
    left, right = np.split((a + bias).astype(np.float64), 2, axis=-1)
    return (left * erf_gelu(right)).astype(a.dtype)


case("BiasSplitGelu", [x(2, 3, 16), w(16)], expect=split_gelu)
case("BiasAdd", [x(2, 3, 16), w(16), x(2, 3, 16)], expect=lambda a, b, s: a + b + s)
case("BiasDropout", [x(2, 8), w(8), x(2, 8)], expect=lambda a, b, r: a + b + r)

# Normalisations
for op, ins in (("SkipLayerNormalization", 5), ("SkipSimplifiedLayerNormalization", 4)):
    case(op, [x(2, 3, 16), x(2, 3, 16), w(16), w(16)][:ins - 1])
    case(op, [x(2, 3, 16), x(2, 3, 16), w(16)], tag="scale_only")
    case(op, ([x(2, 3, 16), x(2, 3, 16), w(16), w(16), w(16)] if ins == 5 else
              [x(2, 3, 16), x(2, 3, 16), w(16), w(16)]), {"epsilon": 1e-3}, tag="bias_sum", outputs=4,
         wanted=[0, 3])
    case(op, [x(5, 16), x(5, 16), w(16)], tag="rank2")
case("SkipLayerNormalization", [x(2, 3, 16), x(1, 3, 16), w(16), w(16)], tag="skip_once")
case("SkipLayerNormalization", [x(2, 3, 16), x(3, 16), w(16), w(16)], tag="skip_rank2", modes=("static",))
case("SkipLayerNormalization", [x(2, 3, 16, **F16), x(2, 3, 16, **F16), w(16, **F16), w(16, **F16)],
     tag="f16", relative=5e-3, absolute=5e-3)
case("LayerNormalization", [x(2, 3, 16), w(16), w(16)], {"axis": -1, "epsilon": 1e-6}, tag="opset12", domain="",
     opset=12)
case("LayerNormalization", [x(2, 3, 4), w(3, 4)], {"axis": 1}, tag="opset12_axis1", domain="", opset=12)
case("SimplifiedLayerNormalization", [x(2, 3, 16), w(16)], {"axis": -1, "epsilon": 1e-6}, domain="")
case("SimplifiedLayerNormalization", [x(2, 16), w(16)], {"axis": -1}, tag="deviation", domain="", outputs=2)


def embedding(*, segments, mask, positions, total=False, dtype=np.float32):
    inputs = [x(2, 5, dtype=np.int32, low=0, high=30),
              x(2, 5, dtype=np.int32, low=0, high=1) if segments else None,
              w(31, 16, dtype=dtype), w(12, 16, dtype=dtype), w(2, 16, dtype=dtype) if segments else None,
              w(16, dtype=dtype), w(16, dtype=dtype)]
    if mask or positions:
        inputs.append(given([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], np.int32) if mask else None)
    if positions:
        inputs.append(x(2, 5, dtype=np.int32, low=0, high=11))
    return inputs


case("EmbedLayerNormalization", embedding(segments=True, mask=True, positions=False), outputs=2)
case("EmbedLayerNormalization", embedding(segments=True, mask=False, positions=False), tag="unmasked", outputs=2)
case("EmbedLayerNormalization", embedding(segments=False, mask=False, positions=False), {"epsilon": 1e-5},
     tag="one_segment", outputs=2)
case("EmbedLayerNormalization", embedding(segments=True, mask=True, positions=True), tag="positions", outputs=3)


def group_norm(a, gamma, beta, *, groups, epsilon=1e-5, activation=0, channels_last=1):
    moved = np.moveaxis(a, -1, 1) if channels_last else a
    flat = moved.reshape(moved.shape[0], groups, -1).astype(np.float64)
    flat = (flat - flat.mean(-1, keepdims=True)) / np.sqrt(flat.var(-1, keepdims=True) + epsilon)
    y = flat.reshape(moved.shape) * gamma.reshape(1, -1, 1, 1) + beta.reshape(1, -1, 1, 1)
    y = y / (1 + np.exp(-y)) if activation else y
    return (np.moveaxis(y, 1, -1) if channels_last else y).astype(a.dtype)


case("GroupNorm", [x(2, 3, 5, 8), w(8), w(8)], {"groups": 4, "activation": 0}, expect=group_norm)
case("GroupNorm", [x(2, 8, 3, 5), w(8), w(8)], {"groups": 2, "activation": 1, "channels_last": 0}, tag="swish",
     expect=group_norm)

# Products
case("FusedMatMul", [x(3, 4), w(4, 5)])
case("FusedMatMul", [x(4, 3), w(4, 5)], {"transA": 1, "alpha": 0.25}, tag="left")
case("FusedMatMul", [x(2, 3, 4), w(5, 4)], {"transB": 1, "alpha": -2.0}, tag="right")
case("FusedMatMul", [x(2, 3, 4, 6), x(2, 3, 5, 6)], {"transB": 1, "alpha": 0.125}, tag="scores")
case("FusedMatMul", [x(4), x(4, 5)], {"transA": 1}, tag="vector")
case("FusedMatMul", [x(3, 2, 4), x(2, 4, 5)], {"transBatchA": 1}, tag="batch_left")
case("FusedMatMul", [x(2, 3, 4), x(4, 2, 5)], {"transBatchB": 1}, tag="batch_right")
case("FusedMatMul", [x(4, 2, 3), x(5, 2, 4)], {"transBatchA": 1, "transBatchB": 1, "transA": 1, "transB": 1},
     tag="batch_both", modes=("static",))
case("FusedMatMul", [x(4, 2, 6, 3), x(2, 6, 4, 5)], {"transBatchA": 1, "transA": 1}, tag="batch_rank4")
case("FusedMatMul", [x(3, 4, dtype=np.float64), x(4, 5, dtype=np.float64)], tag="f64")
case("TransposeMatMul", [x(4, 3), x(5, 4)], {"transA": 1, "transB": 1}, tag="both")
for name, numbers in (("Relu", {}), ("Tanh", {}), ("Sigmoid", {}), ("LeakyRelu", {"activation_alpha": 0.2})):
    case("FusedGemm", [x(3, 4), w(4, 5), w(5)], {"activation": name, **numbers}, tag=name)
case("FusedGemm", [x(4, 3), w(5, 4), w(3, 5)],
     {"activation": "Elu", "activation_alpha": 0.7, "transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}, tag="Elu")

# Convolutions
for name, numbers in (("Relu", []), ("Tanh", []), ("Sigmoid", []), ("LeakyRelu", [0.3]), ("Clip", [-0.5, 0.5]),
                      ("HardSigmoid", [0.2, 0.4])):
    case("FusedConv", [x(1, 3, 8, 8), w(4, 3, 3, 3), w(4)],
         {"activation": name, "pads": [1, 1, 1, 1], **({"activation_params": numbers} if numbers else {})}, tag=name)
case("FusedConv", [x(1, 4, 8, 8), w(4, 4, 3, 3), w(4), x(1, 4, 8, 8)],
     {"activation": "Relu", "pads": [1, 1, 1, 1]}, tag="sum")
case("FusedConv", [x(1, 4, 9, 9), w(8, 1, 3, 3)], {"group": 4, "strides": [2, 2]}, tag="grouped")
case("FusedConv", [x(1, 3, 16), w(4, 3, 3)], {"activation": "Relu"}, tag="one_dimension")


def nhwc(a, filters, bias=None, extra=None, *, pads=(0, 0, 0, 0), activation="", group=1):
    """A plain convolution of one group with its channels last."""
    a = np.pad(a, [(0, 0), (pads[0], pads[2]), (pads[1], pads[3]), (0, 0)]).astype(np.float64)
    outs, _, kh, kw = filters.shape
    height, width = a.shape[1] - kh + 1, a.shape[2] - kw + 1
    y = np.zeros((a.shape[0], height, width, outs))
    for i in range(kh):
        for j in range(kw):
            y += a[:, i:i + height, j:j + width] @ filters[:, :, i, j].T
    y = y + (bias if bias is not None else 0) + (extra if extra is not None else 0)
    return (np.maximum(y, 0) if activation == "Relu" else y).astype(np.float32)


case("NhwcConv", [x(1, 8, 8, 3), w(4, 3, 3, 3), w(4)], {"pads": [1, 1, 1, 1]}, expect=nhwc)
case("NhwcFusedConv", [x(1, 6, 6, 3), w(4, 3, 3, 3), w(4), x(1, 4, 4, 4)], {"activation": "Relu"}, expect=nhwc)
