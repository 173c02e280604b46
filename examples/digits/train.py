#!/usr/bin/env python3
#===- train.py - Trains the digit reader and writes digits.onnx -----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Trains a small convolutional network on scikit-learn's 8x8 digits.

Needs numpy, onnx and scikit-learn (only for its data). Everything is seeded.
One fifth of the images is held out before training and never seen by it; the
accuracy printed at the end is on those. Writes digits.onnx, and five of the
held-out images as images/*.npy.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits

HERE = Path(__file__).parent
EPOCHS, BATCH, RATE = 30, 64, 2e-3


def columns(x):
    """3x3 neighbourhoods with padding 1: (n, c, 8, 8) -> (n, 64, 9 c)."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(len(x), 64, -1)


def spread(grad, channels):
    """The transpose of columns: sums neighbourhoods back into an image."""
    n = len(grad)
    grad = grad.reshape(n, 8, 8, channels, 3, 3)
    image = np.zeros((n, channels, 10, 10), np.float32)
    for i in range(3):
        for j in range(3):
            image[:, :, i:i + 8, j:j + 8] += grad[..., i, j].transpose(0, 3, 1, 2)
    return image[:, :, 1:9, 1:9]


def image_of(rows):
    """(n, 64, c) -> (n, c, 8, 8)."""
    return rows.transpose(0, 2, 1).reshape(len(rows), -1, 8, 8)


def forward(p, x):
    c1 = columns(x)
    a1 = np.maximum(c1 @ p["w1"] + p["b1"], 0)
    c2 = columns(image_of(a1))
    a2 = np.maximum(c2 @ p["w2"] + p["b2"], 0)
    maps = image_of(a2)
    blocks = maps.reshape(len(x), 32, 4, 2, 4, 2)
    pooled = blocks.max((3, 5))
    flat = pooled.reshape(len(x), -1)
    scores = flat @ p["w3"] + p["b3"]
    return scores, (c1, a1, c2, a2, blocks, pooled, flat)


def gradients(p, x, labels):
    scores, (c1, a1, c2, a2, blocks, pooled, flat) = forward(p, x)
    e = np.exp(scores - scores.max(1, keepdims=True))
    d = e / e.sum(1, keepdims=True)
    d[np.arange(len(x)), labels] -= 1
    d /= len(x)
    g = {"w3": flat.T @ d, "b3": d.sum(0)}
    d = (d @ p["w3"].T).reshape(pooled.shape)[:, :, :, None, :, None]
    d = d * (blocks == pooled[:, :, :, None, :, None])
    d = d.reshape(len(x), 32, 64).transpose(0, 2, 1) * (a2 > 0)
    g["w2"] = np.tensordot(c2, d, ((0, 1), (0, 1)))
    g["b2"] = d.sum((0, 1))
    d = spread(d @ p["w2"].T, 16)
    d = d.reshape(len(x), 16, 64).transpose(0, 2, 1) * (a1 > 0)
    g["w1"] = np.tensordot(c1, d, ((0, 1), (0, 1)))
    g["b1"] = d.sum((0, 1))
    return g


def train(images, labels, rng):
    def he(rows, cols):
        return (rng.standard_normal((rows, cols)) * np.sqrt(2 / rows)).astype(np.float32)

    p = {"w1": he(9, 16), "b1": np.zeros(16, np.float32),
         "w2": he(144, 32), "b2": np.zeros(32, np.float32),
         "w3": he(512, 10), "b3": np.zeros(10, np.float32)}
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(w) for k, w in p.items()}
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(len(images))
        for start in range(0, len(order), BATCH):
            pick = order[start:start + BATCH]
            step += 1
            for k, g in gradients(p, images[pick], labels[pick]).items():
                m[k] = 0.9 * m[k] + 0.1 * g
                v[k] = 0.999 * v[k] + 0.001 * g * g
                update = m[k] / (1 - 0.9**step) / (np.sqrt(v[k] / (1 - 0.999**step)) + 1e-8)
                p[k] = (p[k] - rate * update).astype(np.float32)
    return p


def to_onnx(p):
    weights = {
        "conv1.weight": p["w1"].T.reshape(16, 1, 3, 3), "conv1.bias": p["b1"],
        "conv2.weight": p["w2"].T.reshape(32, 16, 3, 3), "conv2.bias": p["b2"],
        "fc.weight": p["w3"], "fc.bias": p["b3"], "scale": np.float32(1 / 16),
    }
    nodes = [
        helper.make_node("Mul", ["image", "scale"], ["x"], "normalise"),
        helper.make_node("Conv", ["x", "conv1.weight", "conv1.bias"], ["c1"], "conv1", pads=[1] * 4),
        helper.make_node("Relu", ["c1"], ["a1"], "relu1"),
        helper.make_node("Conv", ["a1", "conv2.weight", "conv2.bias"], ["c2"], "conv2", pads=[1] * 4),
        helper.make_node("Relu", ["c2"], ["a2"], "relu2"),
        helper.make_node("MaxPool", ["a2"], ["m"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Flatten", ["m"], ["flat"], "flatten"),
        helper.make_node("Gemm", ["flat", "fc.weight", "fc.bias"], ["scores"], "fc"),
        helper.make_node("Softmax", ["scores"], ["probability"], "softmax", axis=1),
        helper.make_node("ArgMax", ["scores"], ["digit"], "argmax", axis=1, keepdims=0),
    ]
    graph = helper.make_graph(
        nodes, "digits",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 1, 8, 8])],
        [helper.make_tensor_value_info("digit", TensorProto.INT64, ["batch"]),
         helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["batch", 10])],
        [numpy_helper.from_array(np.ascontiguousarray(w), k) for k, w in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)],
                              producer_name="examples/digits/train.py", ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model


def main():
    rng = np.random.default_rng(0)
    data = load_digits()
    images = data.images.astype(np.float32)[:, None]
    labels = data.target
    order = rng.permutation(len(images))
    held_out, rest = order[:len(order) // 5], order[len(order) // 5:]
    p = train(images[rest] / 16, labels[rest], rng)
    guesses = forward(p, images[held_out] / 16)[0].argmax(1)
    accuracy = (guesses == labels[held_out]).mean()
    print(f"held-out accuracy: {accuracy:.1%} on {len(held_out)} images")
    onnx.save(to_onnx(p), HERE / "digits.onnx")
    (HERE / "images").mkdir(exist_ok=True)
    for digit in (0, 2, 3, 5, 7):
        index = next(i for i in held_out if labels[i] == digit)
        np.save(HERE / "images" / f"{digit}.npy", images[index:index + 1])


if __name__ == "__main__":
    main()
