# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a digit from Python: from_python.py digits.onnx|digits.so image.npy"""

import sys

import mlc
import numpy as np

path, image = sys.argv[1], np.load(sys.argv[2]).astype(np.float32)
model = mlc.load(path) if path.endswith(".so") else mlc.compile(path)
print(model)
digit, probability = model(image.reshape(1, 1, 8, 8))
print(f"it is a {digit[0]}, with probability {probability[0, digit[0]]:.3f}")

# By name, several at once, with the errors as exceptions.
out = model.run({"image": np.repeat(image.reshape(1, 1, 8, 8), 3, axis=0)})
print("three times:", out["digit"].tolist())
try:
    model(image.reshape(1, 1, 8, 8).astype(np.float64))
except mlc.RunError as error:
    print(error)
