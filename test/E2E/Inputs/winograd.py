"""Chains of 3x3 convolutions, by Winograd and directly, against sums in f64."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import subprocess
import sys
from pathlib import Path

import mlc
import numpy as np
import onnx
from onnx import helper, numpy_helper

folder = Path(sys.argv[1])
rng = np.random.default_rng(7)
SIZES = [(6, 6), (8, 8), (7, 33), (14, 14), (9, 10), (28, 27), (41, 5)]
DEEP = 10  # products in front of what may be done by Winograd
BAR = {"auto": 2e-5, "off": 2e-6}  # of the largest result


def convolve(x, taps, pads):
    x = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
    return np.einsum("nchwrs,ocrs->nohw", windows, taps.astype(np.float64), optimize=True)


def make(path, size):
    """Writes a chain with biases, activations and a residual sum; x and what is wanted."""
    n, h, w = int(rng.integers(1, 4)), *size
    channels = [int(c) for c in rng.choice([16, 24, 32, 48, 65, 80, 130], 2)]
    channels.append(channels[-1])
    x = rng.standard_normal((n, channels[0], h, w)).astype(np.float32)
    nodes, weights, name, want = [], [], "x", x
    for i in range(DEEP):  # each moves channels
        order = rng.permutation(channels[0])
        weights.append(numpy_helper.from_array(np.eye(channels[0], dtype=np.float32)[order][:, :, None, None], f"p{i}"))
        nodes.append(helper.make_node("Conv", [name, f"p{i}"], [f"q{i}"]))
        name, want = f"q{i}", want[:, order]
    for i, (inputs, outputs) in enumerate(zip(channels, channels[1:])):
        pads = [int(p) for p in rng.integers(0, 3, 4)] if i == 0 else [1, 1, 1, 1]
        taps = (rng.standard_normal((outputs, inputs, 3, 3)) / (3 * inputs**0.5)).astype(np.float32)
        bias = rng.standard_normal(outputs).astype(np.float32)
        weights += [numpy_helper.from_array(taps, f"w{i}"), numpy_helper.from_array(bias, f"b{i}")]
        nodes += [helper.make_node("Conv", [name, f"w{i}", f"b{i}"], [f"c{i}"], pads=pads),
                  helper.make_node("Relu", [f"c{i}"], [f"r{i}"])]
        before, name = want, f"r{i}"
        want = np.maximum(convolve(want, taps, pads) + bias[:, None, None], 0)
    nodes.append(helper.make_node("Add", [name, "r0"], ["y"]))
    want = want + before
    value, batch = helper.make_tensor_value_info, rng.choice(["n", n])
    batch = "n" if batch == "n" else n
    graph = helper.make_graph(nodes, "g", [value("x", onnx.TensorProto.FLOAT, [batch, *x.shape[1:]])],
                              [value("y", onnx.TensorProto.FLOAT, [batch, *want.shape[1:]])], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return x, want


def models(library, *threads):
    """One at each number of threads, for every level that this machine has."""
    for level in ("v2", "v3", "v4"):
        try:
            yield level, [mlc.load(library, threads=count, isa=level) for count in threads]
        except mlc.Error as error:
            assert "this processor offers" in str(error), error


chosen = {2: 0, 4: 0}
for number, size in enumerate(SIZES):
    path, library = folder / f"{number}.onnx", folder / f"{number}.so"
    x, want = make(path, size)
    largest = np.abs(want).max()
    for winograd, bar in BAR.items():
        subprocess.run(["compile-model", path, "-o", library, f"--winograd={winograd}"], check=True)
        for level, (one, three) in models(library, 1, 3):
            got = one(x)
            error = float(np.abs(got - want).max() / largest)
            assert error < bar, f"case {number} {x.shape} {level} winograd={winograd}: off by {error:.1e}"
            np.testing.assert_array_equal(got, three(x), err_msg=f"case {number} {level}: threads")
            np.testing.assert_array_equal(got, one(x), err_msg=f"case {number} {level}: again")
    subprocess.run(["compile-model", path, "-o", folder / "layout.mlir", "--compile-to=layout"], check=True)
    for tile in chosen:
        transformed = rf"blocked_convolution.*tensor<\d+x{(tile + 2)**2}x\d+x32xf32> ->"
        chosen[tile] += len(re.findall(transformed, (folder / "layout.mlir").read_text()))
assert min(chosen.values()) > 0, f"convolutions by size of their tiles: {chosen}"
