#===- layers_model.py - A chain of products with large weights -------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""layers_model.py FILE LAYERS WIDTH: LAYERS products by WIDTH x WIDTH weights, no
two alike, each followed by a relu."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

layers, width = int(sys.argv[2]), int(sys.argv[3])
nodes, weights, value = [], [], "x"
for i in range(layers):
    weights.append(numpy_helper.from_array(
        np.linspace(-1 - i, 1, width * width, dtype=np.float32).reshape(width, width),
        f"w{i}"))
    nodes += [helper.make_node("MatMul", [value, f"w{i}"], [f"p{i}"]),
              helper.make_node("Relu", [f"p{i}"], [f"r{i}"])]
    value = f"r{i}"
onnx.save(helper.make_model(
    helper.make_graph(
        nodes, "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, width])],
        [helper.make_tensor_value_info(value, TensorProto.FLOAT, [1, width])],
        weights),
    opset_imports=[helper.make_opsetid("", 17)], ir_version=9), sys.argv[1])
