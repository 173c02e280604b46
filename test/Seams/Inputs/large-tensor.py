"""large-tensor.py write OUT.onnx | run LIBRARY: rows gathered from one tensor of 2.4 GB
in a sparse file beside the model; a few rows on both sides of 2^31 bytes have numbers."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np

ROWS, COLUMNS = 20000, 30000
BORDER = 2**31 // (4 * COLUMNS)
MARKED = (0, 1, BORDER - 1, BORDER, BORDER + 1, ROWS - 1)


def row(index):
    numbers = np.zeros(COLUMNS, np.float32)
    if index in MARKED:
        numbers[:] = index + np.arange(COLUMNS) % 7
    return numbers


def write(path):
    from onnx import TensorProto, helper

    data = path + ".data"
    with open(data, "wb") as file:
        file.truncate(ROWS * COLUMNS * 4)
        for index in MARKED:
            file.seek(index * COLUMNS * 4)
            file.write(row(index).tobytes())
    weight = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[ROWS, COLUMNS],
                         data_location=TensorProto.EXTERNAL)
    for key, value in (("location", os.path.basename(data)), ("offset", 0), ("length", ROWS * COLUMNS * 4)):
        weight.external_data.add(key=key, value=str(value))
    graph = helper.make_graph(
        [helper.make_node("Gather", ["w", "rows"], ["y"], name="gather")], "large",
        [helper.make_tensor_value_info("rows", TensorProto.INT64, ["n"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", COLUMNS])], [weight])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    with open(path, "wb") as file:
        file.write(model.SerializeToString())


def run(library):
    import mlc

    indices = np.array([*MARKED, 2, BORDER + 2, -1], np.int64)
    found = mlc.load(library)(indices)
    wrong = sum(not np.array_equal(found[i], row(index % ROWS)) for i, index in enumerate(indices))
    print(f"{len(indices)} rows, {wrong} wrong")


{"write": write, "run": run}[sys.argv[1]](sys.argv[2])
