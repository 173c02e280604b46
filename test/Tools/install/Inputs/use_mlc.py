#===- use_mlc.py - Reads a digit with whichever mlc is installed -----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""use_mlc.py EXAMPLE LIBRARY: compiles the example's model to LIBRARY where there
is a compiler, and loads LIBRARY."""

import sys

import mlc
import numpy as np

folder, library = sys.argv[1:]
image = np.load(f"{folder}/images/7.npy").reshape(1, 1, 8, 8).astype(np.float32)
print(mlc.__file__)
try:
    model = mlc.compile(f"{folder}/digits.onnx")
    print("compiled:", model(image)[0][0])
    model.save(library)
except mlc.UnsupportedError as error:
    print(f"UnsupportedError: {error}")
print("loaded:", mlc.load(library)(image)[0][0])
