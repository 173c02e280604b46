#===- wide_model.py - A model that is nearly all weights -------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""wide_model.py FILE MEGABYTES: one product with that many megabytes of weights,
no two of them equal."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

rows = int(sys.argv[2]) * 256
weight = np.arange(rows * 1024, dtype=np.float32).reshape(rows, 1024) * 1e-6
onnx.save(helper.make_model(
    helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="product")], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, rows])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 1024])],
        [numpy_helper.from_array(weight, "w")]),
    opset_imports=[helper.make_opsetid("", 17)], ir_version=9), sys.argv[1])
