# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Writes a model whose node names are markup."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

weights = np.linspace(-1, 1, 64 * 64, dtype=np.float32).reshape(64, 64)
value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [8, 64])
graph = helper.make_graph(
    [
        helper.make_node("MatMul", ["x", "w"], ["m"], name="<script>alert('m')</script>"),
        helper.make_node("Softmax", ["m"], ["y"], name='"><img src=x onload="y()">&amp;'),
    ],
    "g",
    [value("x")],
    [value("y")],
    [numpy_helper.from_array(weights, "w")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
onnx.save(model, sys.argv[1])
