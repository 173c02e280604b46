"""sparse-weights.py OUT.onnx LAYERS WIDTH: a chain of products whose weights lie
in a sparse file beside the model. Row 0 of layer i is 1 at column 0 and i + 1 at
column i; all else is zero, so that the first unit vector becomes the last row."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

path, layers, width = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
size = width * width * 4
nodes, weights = [], []
with open(path + ".data", "wb") as data:
    data.truncate(layers * size)
    for i in range(layers):
        row = np.zeros(width, np.float32)
        row[i] = i + 1
        row[0] = 1
        data.seek(i * size)
        data.write(row.tobytes())
        weight = TensorProto(
            name=f"w{i}",
            data_type=TensorProto.FLOAT,
            dims=[width, width],
            data_location=TensorProto.EXTERNAL,
        )
        place = (os.path.basename(path) + ".data", i * size, size)
        for key, value in zip(("location", "offset", "length"), place):
            weight.external_data.add(key=key, value=str(value))
        weights.append(weight)
        names = [f"y{i - 1}" if i else "x", weight.name]
        result = f"y{i}" if i < layers - 1 else "y"
        nodes.append(helper.make_node("MatMul", names, [result], name=f"product{i}"))
value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, width])
graph = helper.make_graph(nodes, "sparse", [value("x")], [value("y")], weights)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 8
with open(path, "wb") as file:
    file.write(model.SerializeToString())
