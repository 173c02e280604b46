"""Custom ops compute, tell their shapes, and can fail by name."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import mlc
import numpy as np

model = mlc.load(sys.argv[1], op_libraries=[sys.argv[2]])
rng = np.random.default_rng(2)
for n in (1, 30, 0, 400):
    x = rng.standard_normal(n).astype(np.float32)
    positive, total = model(x)
    np.testing.assert_array_equal(positive, -x[x > 0])
    np.testing.assert_allclose(total, [np.exp(x).sum()], rtol=1e-4, atol=1e-6)
try:
    model(np.array([np.nan], np.float32))
except mlc.RunError as error:
    assert error.node == "sum", error.node
else:
    raise AssertionError("the op refuses NaN")
