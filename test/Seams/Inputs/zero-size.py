"""Nothing in, the right nothing (or neutral something) out; then some rows."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import mlc
import numpy as np

model = mlc.load(sys.argv[1])
rng = np.random.default_rng(5)
w = rng.standard_normal((6, 5)).astype(np.float32)
for n in (0, 3, 0, 33):
    x = rng.standard_normal((n, 6)).astype(np.float32)
    i = rng.integers(0, 6, n)
    out = model.run({"x": x, "w": w, "i": i})
    e = np.exp(x.astype(np.float64))
    want = {
        "elementwise": e,
        "columns": e.sum(0),
        "rows": x.max(1, initial=-np.inf),
        "product": x @ w,
        "inner": x.T @ (x @ w),
        "turned": x.T,
        "joined": np.concatenate([x, e]),
        "gathered": w[i],
        "padded": np.pad(x, ((1, 1), (0, 0)), constant_values=9),
    }
    for name, value in want.items():
        assert out[name].shape == value.shape, (name, out[name].shape, value.shape)
        np.testing.assert_allclose(out[name], value, rtol=1e-4, atol=1e-4, err_msg=name)
