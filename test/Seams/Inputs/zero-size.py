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
    maps = x.reshape(n, 2, 3).astype(np.float64)
    filters = np.array([[[1, 2], [3, 4]], [[0.5, -1], [2, 0]]])
    order = np.argsort(x, axis=0, kind="stable")
    added = w.astype(np.float64)
    np.add.at(added, i, x @ w)
    soft = np.exp(x - x.max(1, keepdims=True, initial=-np.inf))
    want |= {
        "convolved": np.stack(
            [
                sum(f[a, b] * maps[:, a : a + 1, b : b + 2] for a in (0, 1) for b in (0, 1))
                for f in filters
            ],
            axis=1,
        ),
        "pooled": np.maximum(maps[:, :, :2], maps[:, :, 1:])[:, None],
        "sorted": np.take_along_axis(x, order, 0),
        "order": order,
        "largest": -np.sort(-x, axis=1)[:, :2],
        "winner": x.argmax(1) if n else np.zeros(0),
        "running": x.cumsum(0),
        "softmax": soft / soft.sum(1, keepdims=True),
        "rounded": np.clip(np.rint(x / 0.5), -128, 127) * 0.5,
        "scattered": added,
        "positive": np.array(np.nonzero(x > 0)),
        "random": np.zeros((0, 3)),
    }
    for name, value in want.items():
        assert out[name].shape == value.shape, (name, out[name].shape, value.shape)
        np.testing.assert_allclose(out[name], value, rtol=1e-4, atol=1e-4, err_msg=name)
