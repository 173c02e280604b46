#===- versions_neural.py - Neural operators by version -------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every since-version of convolutions, pools, recurrences, attention and the rest."""

import numpy as np

from table import Table, node
from tables._data import f32, i64, integers, positive, scalar

T = Table()
image = f32(1, 2, 6, 7)

T.op("Conv", "all", [image, f32(3, 2, 3, 2), f32(3)], strides=[2, 1], pads=[1, 0, 1, 1])
T.op("Conv", "all", [f32(1, 4, 9), f32(6, 2, 3)], label="groups", group=2,
     dilations=[2])
# The reference pads the wrong side.
T.op("Conv", "all", [image, f32(3, 2, 3, 3)], label="same upper",
     auto_pad="SAME_UPPER", strides=[2, 2], oracle="runtime")
T.op("ConvTranspose", "all", [f32(1, 2, 3, 4), f32(2, 3, 3, 2), f32(3)],
     strides=[2, 1], pads=[1, 0, 1, 1], output_padding=[1, 0])
T.op("ConvTranspose", "all", [f32(1, 2, 3, 4), f32(2, 3, 3, 2)], label="output shape",
     strides=[2, 2], output_shape=[7, 8])
T.op("DeformConv", "all", [f32(1, 1, 3, 3), f32(1, 1, 2, 2), f32(1, 8, 2, 2) * 0.2])
T.op("ConvInteger", [10], [integers(0, 255, (1, 1, 4, 4), np.uint8),
                           integers(0, 255, (1, 1, 2, 2), np.uint8),
                           scalar(3, np.uint8)])
T.op("MatMul", "all", [f32(2, 3, 4), f32(4, 5)])
T.op("MatMul", [9, 13], [integers(-9, 9, (3, 4), np.int32),
                         integers(-9, 9, (4, 2), np.int32)], label="of integers")
T.op("MatMulInteger", [10], [integers(0, 255, (3, 4), np.uint8),
                             integers(0, 255, (4, 2), np.uint8), scalar(7, np.uint8),
                             scalar(9, np.uint8)])
# Gemm: the bias is broadcast from 7 on and may be left out from 11 on.
T.op("Gemm", "all", [f32(3, 4), f32(4, 5), f32(5)], alpha=0.5, beta=2.0)
T.op("Gemm", "all", [f32(4, 3), f32(5, 4), f32(3, 1)], label="transposed", transA=1,
     transB=1)
T.op("Gemm", [11, 13], [f32(3, 4), f32(4, 5)], label="no bias")
T.op("Einsum", [12], [f32(2, 3, 4), f32(2, 4, 5)], equation="bij,bjk->bik")

T.op("MaxPool", "all", [image], kernel_shape=[3, 2], strides=[2, 1])
# The reference takes the pads in another order and counts indices in the window.
T.op("MaxPool", "all", [image], label="pads", kernel_shape=[3, 3], pads=[1, 0, 1, 2],
     oracle="runtime")
T.op("MaxPool", [8, 10, 11, 12, 22], [image], label="indices", outputs=2,
     kernel_shape=[2, 2], oracle="runtime")
T.op("MaxPool", [8, 10, 11, 12, 22], [image], label="indices, column major",
     outputs=2, kernel_shape=[2, 2], storage_order=1, oracle="runtime")
T.op("MaxPool", [10, 11, 12, 22], [image], label="ceil, dilations",
     kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1, dilations=[2, 2])
T.op("MaxPool", [12, 22], [integers(-9, 9, (1, 1, 4, 4), np.int8)], label="of int8",
     kernel_shape=[2, 2])
T.op("AveragePool", "all", [image], kernel_shape=[3, 2], strides=[2, 1])
T.op("AveragePool", "all", [image], label="pads", kernel_shape=[3, 3],
     pads=[1, 0, 1, 2])
T.op("AveragePool", "all", [image], label="pads count", kernel_shape=[3, 3],
     pads=[1, 0, 1, 2], count_include_pad=1)
T.op("AveragePool", [10, 11, 19, 22], [image], label="ceil", kernel_shape=[2, 3],
     strides=[2, 2], ceil_mode=1)
T.op("AveragePool", [19, 22], [image], label="dilations", kernel_shape=[2, 2],
     dilations=[2, 2])
T.op("LpPool", "all", [image], kernel_shape=[2, 2], p=3)
T.op("LpPool", "all", [image], label="default", kernel_shape=[2, 2], strides=[2, 2])
T.op("LpPool", [18, 22], [image], label="ceil", kernel_shape=[2, 2], strides=[2, 2],
     ceil_mode=1, oracle="runtime")
for name in ("GlobalAveragePool", "GlobalMaxPool"):
    T.op(name, "all", [image])
T.op("GlobalLpPool", "all", [image], p=3, asked=7)
T.op("GlobalLpPool", "all", [image], label="default", asked=7)
T.op("MaxUnpool", "all", [f32(1, 1, 2, 2), np.array([[[[0, 3], [9, 14]]]])],
     kernel_shape=[2, 2], strides=[2, 2])
T.op("MaxRoiPool", "all", [f32(1, 2, 6, 6), np.array([[0, 0, 0, 3, 3], [0, 1, 1, 5, 4]],
                                                     np.float32)],
     pooled_shape=[2, 2], asked=7)
boxes = np.array([[0, 0, 3, 3], [1, 1, 5.5, 4]], np.float32)
# RoiAlign: half pixels since 16, by an attribute.
T.op("RoiAlign", [10], [positive(1, 2, 6, 6), boxes, i64(0, 0)], output_height=2,
     output_width=3, sampling_ratio=2, oracle="runtime")
T.op("RoiAlign", [16, 22], [positive(1, 2, 6, 6), boxes, i64(0, 0)], output_height=2,
     output_width=3, sampling_ratio=2, oracle="reference")
T.op("RoiAlign", [16, 22], [positive(1, 2, 6, 6), boxes, i64(0, 0)], label="old pixels",
     output_height=2, output_width=3, sampling_ratio=2,
     coordinate_transformation_mode="output_half_pixel", oracle="reference")
T.op("RoiAlign", [16, 22], [positive(1, 2, 6, 6), boxes, i64(0, 0)],
     label="adaptive samples", output_height=2, output_width=3, oracle="reference")
rectangles = np.array([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3], [0, 2.05, 1, 3]]],
                      np.float32)
T.op("NonMaxSuppression", "all", [rectangles, np.array([[[0.9, 0.75, 0.6, 0.95]]],
                                                       np.float32),
                                  i64(3), np.array([0.5], np.float32),
                                  np.array([0.0], np.float32)])
T.op("NonMaxSuppression", "all", [rectangles, np.array([[[0.9, 0.75, 0.6, 0.95]]],
                                                       np.float32)],
     label="no limit", want=[np.zeros((0, 3), np.int64)])

for name, gates in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
    weights = [f32(1, gates * 3, 2) * 0.5, f32(1, gates * 3, 3) * 0.5,
               f32(1, 2 * gates * 3) * 0.5]
    results = 3 if name == "LSTM" else 2
    T.op(name, "all", [f32(4, 2, 2), *weights[:2]], outputs=results, hidden_size=3)
    T.op(name, "all", [f32(4, 2, 2), *weights, np.array([4, 2], np.int32)],
         outputs=results, label="lengths", hidden_size=3)
    # The reference knows no direction.
    T.op(name, "all", [f32(4, 2, 2), *weights], outputs=results, label="reverse",
         hidden_size=3, direction="reverse", oracle="runtime")
    both = [np.concatenate([w, w * 0.5]) for w in weights]
    T.op(name, "all", [f32(4, 2, 2), *both], outputs=results, label="bidirectional",
         hidden_size=3, direction="bidirectional")
    # ONNX Runtime refuses layout 1, and the reference fails: the same by layout 0.
    states = " ".join(f"s{i}" for i in range(1, results))
    turned = [node("Transpose", "x0", "t", perm=[1, 0, 2]),
              node(name, "t x1 x2", f"s0 {states}", hidden_size=3),
              node("Transpose", "s0", "y0", perm=[2, 0, 1, 3])]
    turned += [node("Transpose", f"s{i}", f"y{i}", perm=[1, 0, 2])
               for i in range(1, results)]
    T.op(name, [14, 22], [f32(2, 4, 2), *weights[:2]], outputs=results,
         label="batch first", hidden_size=3, layout=1, asked=(14, turned))
    lengths, begins = np.array([4, 2], np.int32), [f32(2, 2, 3)]
    if name == "LSTM":
        begins.append(f32(2, 2, 3))
    given = " ".join(f"b{i}" for i in range(len(begins)))
    turned = [node("Transpose", "x0", "t", perm=[1, 0, 2])]
    turned += [node("Transpose", f"x{5 + i}", f"b{i}", perm=[1, 0, 2])
               for i in range(len(begins))]
    turned += [node(name, f"t x1 x2 x3 x4 {given}", f"s0 {states}", hidden_size=3,
                    direction="bidirectional"),
               node("Transpose", "s0", "y0", perm=[2, 0, 1, 3])]
    turned += [node("Transpose", f"s{i}", f"y{i}", perm=[1, 0, 2])
               for i in range(1, results)]
    T.op(name, [14, 22], [f32(2, 4, 2), *both, lengths, *begins], outputs=results,
         label="batch first, both ways, lengths, states", hidden_size=3, layout=1,
         direction="bidirectional", asked=(14, turned))
T.op("GRU", "all", [f32(4, 2, 2), f32(1, 9, 2), f32(1, 9, 3), f32(1, 18)],
     outputs=2, label="linear before reset", hidden_size=3, linear_before_reset=1)

q, k, v = f32(1, 2, 3, 4), f32(1, 2, 5, 4), f32(1, 2, 5, 4)
T.op("Attention", "all", [q, k, v], oracle="reference")
T.op("Attention", "all", [q, k, v], label="causal", is_causal=1, oracle="reference")
T.op("Attention", "all", [q, k, v, f32(3, 5)], label="mask, softcap", softcap=2.0,
     oracle="reference")
T.op("Attention", "all", [f32(1, 3, 8), f32(1, 5, 8), f32(1, 5, 8)], label="rank 3",
     q_num_heads=2, kv_num_heads=2, oracle="reference")
T.op("RotaryEmbedding", [23], [f32(1, 2, 3, 4), f32(5, 2), f32(5, 2),
                               np.array([[0, 2, 4]])], oracle="reference")
T.op("LinearAttention", [27], [f32(1, 3, 8), f32(1, 3, 8), f32(1, 3, 8)],
     q_num_heads=2, kv_num_heads=2, update_rule="linear", oracle="reference")
T.op("CausalConvWithState", [27], [f32(1, 2, 5), f32(2, 1, 3)], outputs=2,
     oracle="reference")

for name, versions in (("QuantizeLinear", [10, 13, 19, 21, 23, 24, 25]),):
    T.op(name, versions, [f32(2, 3) * 60, scalar(0.5, np.float32),
                          scalar(128, np.uint8)])
    T.op(name, versions[1:], [f32(2, 3) * 60, positive(3), np.zeros(3, np.int8)],
         label="per axis", axis=1)
    T.op(name, versions[3:], [f32(2, 4) * 9, positive(2, 2), np.zeros((2, 2), np.int8)],
         label="blocked", axis=1, block_size=2)
    T.op(name, versions[3:], [f32(2, 4) * 9, scalar(0.5, np.float32)],
         label="int16 by attribute", output_dtype=5, oracle="reference")
T.op("DequantizeLinear", [10, 13, 19, 21, 23, 24, 25],
     [integers(0, 255, (2, 3), np.uint8), scalar(0.5, np.float32),
      scalar(128, np.uint8)])
T.op("DequantizeLinear", [13, 19, 21, 23, 24, 25],
     [integers(-99, 99, (2, 3), np.int8), positive(3), np.zeros(3, np.int8)],
     label="per axis", axis=-1)
T.op("DequantizeLinear", [21, 23, 24, 25],
     [integers(-99, 99, (2, 4), np.int8), positive(2, 2), integers(-9, 9, (2, 2), np.int8)],
     label="blocked", axis=1, block_size=2)
T.op("DynamicQuantizeLinear", [11], [f32(3, 4)], outputs=3)
T.op("QLinearMatMul", "all", [integers(0, 255, (3, 4), np.uint8),
                              scalar(0.01, np.float32), scalar(120, np.uint8),
                              integers(0, 255, (4, 2), np.uint8),
                              scalar(0.02, np.float32), scalar(110, np.uint8),
                              scalar(0.03, np.float32), scalar(128, np.uint8)])
T.op("QLinearConv", [10], [integers(0, 255, (1, 1, 4, 4), np.uint8),
                           scalar(0.01, np.float32), scalar(120, np.uint8),
                           integers(0, 255, (1, 1, 2, 2), np.uint8),
                           scalar(0.02, np.float32), scalar(110, np.uint8),
                           scalar(0.03, np.float32), scalar(128, np.uint8)])

# The oracles transform in f32, whose noise is larger than the tolerance about 0.


def parts(spectrum):
    return np.stack([spectrum.real, spectrum.imag], -1).astype(np.float32)


real, complex_, frames = f32(2, 8, 1), f32(2, 8, 2), f32(1, 20, 1)
numbers = complex_[..., 0].astype(np.float64) + 1j * complex_[..., 1]
T.op("DFT", [17], [real], axis=1,
     want=[parts(np.fft.fft(real[..., 0].astype(np.float64)))])
T.op("DFT", [17], [real], label="one side", axis=1, onesided=1,
     want=[parts(np.fft.rfft(real[..., 0].astype(np.float64)))])
T.op("DFT", [17], [complex_, scalar(6)], label="inverse, length", axis=1, inverse=1,
     want=[parts(np.fft.ifft(numbers, 6))])
T.op("DFT", [20], [complex_, None, scalar(1)], want=[parts(np.fft.fft(numbers))])
T.op("DFT", [20], [complex_, None, scalar(-3)], label="negative axis",
     want=[parts(np.fft.fft(numbers, axis=0))])
T.op("DFT", [20], [real], label="default axis",
     want=[parts(np.fft.fft(real[..., 0].astype(np.float64)))])
T.op("DFT", [20], [complex_, scalar(9), scalar(1)], label="padded",
     want=[parts(np.fft.fft(numbers, 9))])
for length in (2, 3, 4, 5, 6, 7, 9, 12, 15, 16, 40, 50, 60, 64, 90, 128, 360):
    sample = f32(2, length, 2)
    both = sample[..., 0].astype(np.float64) + 1j * sample[..., 1]
    T.op("DFT", [17], [sample], label=f"of {length}", axis=1,
         want=[parts(np.fft.fft(both))])
    T.op("DFT", [20], [sample], label=f"of {length}, inverse", inverse=1,
         want=[parts(np.fft.ifft(both))])
half = parts(np.fft.rfft(real[..., 0].astype(np.float64)))
T.op("DFT", [20], [half, None, scalar(1)], label="back to real", inverse=1, onesided=1,
     want=[np.fft.irfft(half[..., 0].astype(np.float64) + 1j * half[..., 1])[..., None]
           .astype(np.float32)])
window = positive(8)
pieces = np.stack([frames[:, i:i + 8, 0] for i in range(0, 13, 4)], 1)
T.op("STFT", [17], [frames, scalar(4), window],
     want=[parts(np.fft.rfft((pieces * window).astype(np.float64)))])
T.op("STFT", [17], [frames, scalar(4), None, scalar(8)], label="no window", onesided=0,
     want=[parts(np.fft.fft(pieces.astype(np.float64)))])
for name in ("HannWindow", "HammingWindow", "BlackmanWindow"):
    T.op(name, [17], [scalar(9)], label="periodic", atol=1e-6)
    T.op(name, [17], [scalar(9)], label="symmetric", periodic=0, atol=1e-6)
T.op("MelWeightMatrix", [17], [scalar(8), scalar(16), scalar(8192),
                               scalar(0, np.float32), scalar(4096, np.float32)])
square = f32(2, 3, 4, 4)
T.op("Det", "all", [square])
T.op("Det", "all", [np.array([[0, 2.0], [3, 0]], np.float32)], label="exchange")
T.op("Det", "all", [np.ones((3, 3), np.float32)], label="singular")
T.op("TfIdfVectorizer", [9], [np.array([[1, 1, 3, 3, 3, 7], [8, 6, 7, 5, 6, 8]],
                                       np.int32)],
     mode="TF", min_gram_length=2, max_gram_length=2, max_skip_count=5,
     ngram_counts=[0, 4], ngram_indexes=[0, 1, 2, 3, 4, 5, 6],
     pool_int64s=[2, 3, 5, 4, 5, 6, 7, 8, 6, 7])
# The reference takes weights by the place in the result, not by n-gram.
for mode in ("IDF", "TFIDF"):
    T.op("TfIdfVectorizer", [9], [integers(1, 9, (12,), np.int64)], label=mode,
         mode=mode, min_gram_length=1, max_gram_length=2, max_skip_count=1,
         ngram_counts=[0, 4], ngram_indexes=[6, 1, 2, 3, 4, 5, 0],
         pool_int64s=[2, 3, 5, 4, 5, 6, 7, 8, 6, 7],
         weights=[1.0, 2, 3, 4, 5, 6, 7], oracle="runtime")
