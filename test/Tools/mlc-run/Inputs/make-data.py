"""Writes ONNX test data for the hand-written artifact below the given folder."""

import os
import sys

import numpy as np
from onnx import numpy_helper

X = np.arange(6, dtype=np.float32).reshape(2, 3)
Y = np.ones((2, 3), np.float32)


def write(folder, kind, index, array, name=""):
    os.makedirs(folder, exist_ok=True)
    if isinstance(array, list):
        proto = numpy_helper.from_list(array, name)
    else:
        proto = numpy_helper.from_array(array, name)
    with open(f"{folder}/{kind}_{index}.pb", "wb") as file:
        file.write(proto.SerializeToString())


def sets(root, numbers, wrong):
    for n in numbers:
        folder = f"{root}/test_data_set_{n}"
        # Named and in the wrong order in set 1.
        first, second = (("y", Y), ("x", X * n)) if n == 1 else (("", X * n), ("", Y))
        write(folder, "input", 0, first[1], first[0])
        write(folder, "input", 1, second[1], second[0])
        z = X * n + Y
        if n == wrong:
            z[1, 2] += 1
        write(folder, "output", 0, z)


sets(sys.argv[1] + "/good", [0, 1, 10], None)
sets(sys.argv[1] + "/bad", [0, 1], 1)
write(sys.argv[1] + "/sequence/test_data_set_0", "input", 0, X)
write(sys.argv[1] + "/sequence/test_data_set_0", "output", 0, [X[1], X[0]])
