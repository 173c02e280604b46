"""Streams differ, equal streams agree, the key decides, threads do not."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import mlc
import numpy as np

one = mlc.load(sys.argv[1], threads=1)
five = mlc.load(sys.argv[1], threads=5)
key = np.array([1, 2], np.uint32)
a, b, again = one(key)
np.testing.assert_array_equal(a, again)
assert np.mean(a == b) < 0.01
assert 0 <= a.min() and a.max() < 1 and abs(a.mean() - 0.5) < 0.05
for x, y in zip(one(key), five(key)):
    np.testing.assert_array_equal(x, y)
assert np.mean(one(key + 1)[0] == a) < 0.01
