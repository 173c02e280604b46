"""Transposed convolutions of many shapes, compiled and compared with their sum."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys
from pathlib import Path

import mlc
import numpy as np
import onnx
from onnx import helper, numpy_helper

folder = Path(sys.argv[1])

#       channels, outputs, groups, extents, kernel, strides, pads, output pads
CASES = [
    (24, 24, 1, (6, 9), (2, 2), (2, 2), (0, 0, 0, 0), (0, 0)),
    (3, 40, 1, (5, 4), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)),
    (8, 4, 2, (5, 7), (4, 3), (2, 3), (1, 0, 1, 2), (0, 0)),
    (6, 1, 1, (4, 4), (2, 2), (3, 3), (0, 0, 0, 0), (1, 2)),
    (5, 7, 1, (9,), (5,), (2,), (2, 1), (0,)),
    (4, 16, 4, (8,), (1,), (4,), (0, 0), (3,)),
    (2, 3, 1, (3, 5), (5, 1), (1, 2), (4, 0, 0, 0), (0, 0)),
    (2, 3, 1, (6, 6), (3, 3), (2, 2), (4, 4, 0, 0), (0, 0)),
    (2, 2, 1, (2, 3, 4), (2, 3, 2), (2, 2, 2), (0, 1, 0, 1, 0, 0), (0, 0, 1)),
]


def expected(x, w, bias, groups, strides, pads, output_pads):
    """Every input element adds its share to the outputs under the filter."""
    rank = len(strides)
    kernel = w.shape[2:]
    full = [(x.shape[i + 2] - 1) * strides[i] + kernel[i] + output_pads[i] for i in range(rank)]
    per_group_in, per_group_out = x.shape[1] // groups, w.shape[1]
    y = np.zeros((x.shape[0], per_group_out * groups, *full))
    for group in range(groups):
        ins = slice(group * per_group_in, (group + 1) * per_group_in)
        outs = slice(group * per_group_out, (group + 1) * per_group_out)
        for tap in np.ndindex(*kernel):
            share = np.tensordot(x[:, ins].astype(np.float64), w[(ins, slice(None), *tap)], ([1], [0]))
            share = np.moveaxis(share, -1, 1)
            where = tuple(slice(tap[i], tap[i] + (x.shape[i + 2] - 1) * strides[i] + 1, strides[i])
                          for i in range(rank))
            y[(slice(None), outs, *where)] += share
    cut = tuple(slice(pads[i], y.shape[i + 2] - pads[rank + i]) for i in range(rank))
    y = y[(slice(None), slice(None), *cut)]
    return np.maximum(y + bias.reshape(1, -1, *[1] * rank), 0)


rng = np.random.default_rng(3)
for number, (channels, outputs, groups, extents, kernel, strides, pads, output_pads) in enumerate(CASES):
    w = rng.standard_normal((channels, outputs // groups, *kernel)).astype(np.float32)
    bias = rng.standard_normal(outputs).astype(np.float32)
    x = rng.standard_normal((2, channels, *extents)).astype(np.float32)
    want = expected(x, w, bias, groups, strides, pads, output_pads)
    nodes = [helper.make_node("ConvTranspose", ["x", "w", "b"], ["c"], strides=strides, pads=pads,
                              output_padding=output_pads, group=groups),
             helper.make_node("Relu", ["c"], ["y"])]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "g", [value("x", onnx.TensorProto.FLOAT, x.shape)],
        [value("y", onnx.TensorProto.FLOAT, want.shape)],
        [numpy_helper.from_array(w, "w"), numpy_helper.from_array(bias, "b")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    path = folder / f"{number}.onnx"
    onnx.save(model, path)
    for flag in ("-O2", "-O0"):
        library = folder / f"{number}{flag}.so"
        subprocess.run(["compile-model", path, "-o", library, flag], check=True)
        result = mlc.load(str(library))(x)
        result = result[0] if isinstance(result, (list, tuple)) else result
        np.testing.assert_allclose(result, want, rtol=1e-4, atol=1e-4, err_msg=f"case {number} {flag}")
