# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Writes a model with products and convolutions of odd sizes, and a database of
every choice that its kernels might be offered (most are for other shapes)."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(3)
initializers = []


def weight(*shape):
    name = f"w{len(initializers)}"
    scale = 1 / np.sqrt(np.prod(shape[1:]))
    data = (rng.standard_normal(shape) * scale).astype(np.float32)
    initializers.append(numpy_helper.from_array(data, name))
    return name


value = lambda name, *dims: helper.make_tensor_value_info(name, TensorProto.FLOAT, dims)
nodes = [
    helper.make_node("Conv", ["image", weight(48, 3, 3, 3)], ["c0"], pads=[1, 1, 1, 1], strides=[2, 2]),
    helper.make_node("Relu", ["c0"], ["r0"]),
    helper.make_node("Conv", ["r0", weight(80, 48, 1, 1)], ["c1"]),
    helper.make_node("Conv", ["c1", weight(33, 80, 3, 3)], ["c2"], pads=[1, 1, 1, 1]),
    helper.make_node("GlobalAveragePool", ["c2"], ["pooled"]),
    helper.make_node("MatMul", ["rows", weight(640, 77)], ["m0"]),
    helper.make_node("Tanh", ["m0"], ["t0"]),
    helper.make_node("MatMul", ["t0", weight(77, 130)], ["m1"]),
    helper.make_node("Softmax", ["m1"], ["soft"]),
    helper.make_node("Transpose", ["m1"], ["turned"], perm=[1, 0]),
    helper.make_node("MatMul", ["m1", "turned"], ["square"]),
    helper.make_node("MatMul", ["few", weight(300, 200)], ["thin"]),
]
graph = helper.make_graph(
    nodes,
    "g",
    [value("image", 1, 3, 37, 41), value("rows", 53, 640), value("few", 3, 300)],
    [value("pooled", 1, 33, 1, 1), value("soft", 53, 130), value("square", 53, 53), value("thin", 3, 200)],
    initializers,
)
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), sys.argv[1])
