"""shared-weights.py ONE.so TWO.so: both entries of the second library compute what
the first one does, with no more weights.
shared-weights.py --change IN.onnx OUT.onnx: changes one element of one weight."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

if sys.argv[1] == "--change":
    import onnx

    model = onnx.load(sys.argv[2])
    largest = max(model.graph.initializer, key=lambda t: np.prod(t.dims))
    values = onnx.numpy_helper.to_array(largest).copy()
    values.flat[0] += 1
    largest.CopyFrom(onnx.numpy_helper.from_array(values, largest.name))
    onnx.save(model, sys.argv[3])
    sys.exit()

import mlc

one, two = mlc.load(sys.argv[1]), mlc.load(sys.argv[2])
images = np.random.default_rng(1).random((3, 1, 8, 8)).astype(np.float32)
want = one(images)
for name in ("main", "again"):
    for got, value in zip(two.entry(name)(images), want):
        np.testing.assert_array_equal(got, value)
sizes = [m.inspect()["weights"]["bytes"] for m in (one, two)]
assert sizes[0] == sizes[1] > 0, sizes
