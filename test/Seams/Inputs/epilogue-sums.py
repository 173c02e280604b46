"""Sums taken in a product's epilogue are right at every size and every level, and
the same bits for any number of threads."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import mlc
import numpy as np

models = {n: mlc.load(sys.argv[1], threads=n) for n in (1, 2, 5)}
lowest = mlc.load(sys.argv[1], isa="v2")
rng = np.random.default_rng(9)
w = rng.standard_normal((70, 100)).astype(np.float32)
bias = rng.standard_normal(100).astype(np.float32)
for m in (0, 1, 63, 64, 65, 200, 777):
    x = rng.standard_normal((m, 70)).astype(np.float32)
    got = models[1](x, w, bias)
    c = x.astype(np.float64) @ w + bias
    want = [c, c.sum(1), c.sum(0), c.max(initial=-np.inf)]
    for result, value in zip([*got, *lowest(x, w, bias)], want * 2):
        np.testing.assert_allclose(result, value, rtol=1e-4, atol=2e-3)
    for n in (2, 5):
        for one, many in zip(got, models[n](x, w, bias)):
            assert one.tobytes() == many.tobytes(), (m, n)
