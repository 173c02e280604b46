"""4-bit weights hold their sign; float8 rounds and saturates as ml_dtypes does."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import ml_dtypes
import mlc
import numpy as np

model = mlc.load(sys.argv[1])
w = np.array([[-8, 7, 0, 1, -1], [2, -3, 4, -5, 6], [7, -7, 3, -4, 5]], np.float32)
rng = np.random.default_rng(11)
for n in (1, 7, 100):
    x = (rng.standard_normal((n, 3)) * 50).astype(np.float32)
    scaled, rounded = model(x)
    np.testing.assert_allclose(scaled, x @ w, rtol=1e-4, atol=1e-3)
    want = np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn).astype(np.float32)
    np.testing.assert_array_equal(rounded, want)
