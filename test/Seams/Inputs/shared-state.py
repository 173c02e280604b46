"""Two entries of one library see one state block and one copy of a weight."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import mlc
import numpy as np

model = mlc.load(sys.argv[1])
accumulate, scaled = model.entry("accumulate"), model.entry("scaled")
w = np.array([2, 3, 5, 7], np.float32)
x = np.array([1, 10, 100, 1000], np.float32)

np.testing.assert_array_equal(scaled(), w)  # the initial image is all ones
np.testing.assert_array_equal(accumulate(x), 1 + w * x)
np.testing.assert_array_equal(accumulate(x), 1 + 2 * w * x)
np.testing.assert_array_equal(scaled(), w * (1 + 2 * w * x))
model.reset_state()
np.testing.assert_array_equal(scaled(), w)

manifest = model.inspect()
used = [set(entry["states"]) for entry in manifest["entries"]]
assert used == [{"total"}, {"total"}], used
# One weight for both entries and one image for both blocks.
assert model.stats["state_bytes"] >= 32, model.stats
