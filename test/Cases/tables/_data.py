#===- _data.py - Arrays that the tables share ----------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Small arrays: seeded, so that a row means the same on every machine."""

import numpy as np

_random = np.random.default_rng(20)


def f32(*shape):
    """Numbers from -2 to 2."""
    return _random.uniform(-2, 2, shape).astype(np.float32)


def positive(*shape):
    return _random.uniform(0.25, 2, shape).astype(np.float32)


def unit(*shape):
    """Numbers from -0.9 to 0.9."""
    return _random.uniform(-0.9, 0.9, shape).astype(np.float32)


def integers(low, high, shape, dtype=np.int64):
    return _random.integers(low, high, shape).astype(dtype)


def booleans(*shape):
    return _random.integers(0, 2, shape).astype(bool)


def i64(*values):
    return np.array(values, np.int64)


def scalar(value, dtype=np.int64):
    return np.array(value, dtype)
