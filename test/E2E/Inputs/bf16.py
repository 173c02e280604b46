"""Single products with --precision=bf16 against sums in f64 over rounded operands."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys
from pathlib import Path

import mlc
import numpy as np
import onnx
from onnx import helper, numpy_helper

folder = Path(sys.argv[1])
rng = np.random.default_rng(3)
LEVELS = ("v2", "v3", "v4", "v4+vnni", "v4+bf16", "v4+amx")


def normal(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def rounded(x):
    """To bf16, to nearest even, as f64."""
    bits = x.view(np.uint32).astype(np.uint64)
    bits += 0x7FFF + ((bits >> 16) & 1)
    return (bits & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)


def model(name, op, shapes, weights, rank, **attributes):
    """One node; inputs are x0, x1, ... and then the weights."""
    value = helper.make_tensor_value_info
    names = [f"x{i}" for i in range(len(shapes))] + [f"w{i}" for i in range(len(weights))]
    graph = helper.make_graph(
        [helper.make_node(op, names, ["y"], **attributes)], name,
        [value(f"x{i}", onnx.TensorProto.FLOAT, s) for i, s in enumerate(shapes)],
        [value("y", onnx.TensorProto.FLOAT, [None] * rank)],
        [numpy_helper.from_array(w, f"w{i}") for i, w in enumerate(weights)])
    path = folder / f"{name}.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    library = folder / f"{name}.so"
    mlc.compile(path, precision="bf16").save(library)
    return library


def check(library, runs):
    """Each run: inputs, the exact result, and the sums of magnitudes."""
    seen = 0
    for inputs, want, size in runs:
        for level in LEVELS:
            try:
                loaded = mlc.load(library, isa=level, threads=2)
            except mlc.Error as error:
                assert "this processor offers" in str(error) or "has code for" in str(error), error
                continue
            got = loaded(*inputs)
            error = np.max(np.abs(got - want) / size, initial=0)
            assert error < 1e-6, f"{library.name} {[x.shape for x in inputs]} {level}: off by {error:.1e}"
            seen += 1
    assert seen


def product(a, b):
    x, y = rounded(a), rounded(b)
    return x @ y, np.abs(x) @ np.abs(y) + 1e-30


for depth, columns in [(1, 40), (33, 40), (64, 12), (769, 70), (1201, 33), (40, 5)]:
    w = normal(depth, columns)
    library = model(f"matmul{depth}", "MatMul", [["n", depth]], [w], 2)
    check(library, [((a,), *product(a, w)) for a in (normal(n, depth) for n in (1, 2, 5, 14, 37))])

w = normal(50, 131)
a = normal(9, 131)
library = model("gemm", "Gemm", [[9, 131]], [w], 2, transB=1)
check(library, [((a,), *product(a, w.T))])

for depth, columns in [(64, 33), (17, 128), (301, 7)]:
    library = model(f"computed{depth}", "MatMul", [["b", 3, "n", depth], ["b", 3, depth, columns]], [], 4)
    runs = []
    for batch, n in [(1, 4), (2, 37)]:
        a, b = normal(batch, 3, n, depth), normal(batch, 3, depth, columns)
        runs.append(((a, b), *product(a, b)))
    check(library, runs)

for channels, outputs, kernel, stride, groups in [(64, 48, 1, 1, 1), (35, 40, 3, 2, 1), (17, 20, 1, 2, 1), (64, 64, 3, 1, 2)]:
    w = normal(outputs, channels // groups, kernel, kernel)
    pad = kernel // 2
    library = folder / f"conv{channels}-{kernel}.so"
    model(library.stem, "Conv", [["n", channels, 15, 14]], [w], 4, strides=[stride] * 2, pads=[pad] * 4, group=groups)
    mlc.compile(library.with_suffix(".onnx"), precision="bf16", layout="blocked", winograd="off").save(library)
    runs = []
    for n in (1, 3):
        x = normal(n, channels, 15, 14)

        def convolve(x, w):
            x = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
            windows = np.lib.stride_tricks.sliding_window_view(x, (kernel, kernel), axis=(2, 3))[:, :, ::stride, ::stride]
            x, w = (np.stack(np.split(t, groups, axis)) for t, axis in ((windows, 1), (w, 0)))
            return np.concatenate(np.einsum("gnchwrs,gocrs->gnohw", x, w, optimize=True), 1)

        exact, size = convolve(rounded(x), rounded(w)), convolve(np.abs(rounded(x)), np.abs(rounded(w)))
        runs.append(((x,), exact, size + 1e-30))
    check(library, runs)

# Weights are half as large.
w = normal(1024, 1024)
sizes = {}
for precision in ("f32", "bf16"):
    model("size", "MatMul", [[1, 1024]], [w], 2)
    mlc.compile(folder / "size.onnx", precision=precision).save(folder / "size.so")
    sizes[precision] = (folder / "size.so").stat().st_size
assert sizes["bf16"] < 0.51 * sizes["f32"], sizes  # and code for one level more
