#===- overhead.py - What a load and a call cost by themselves --------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""overhead.py [--build DIR] [--json OUT] [--check]: compiles a model of one small
addition and one with 100 MB of weights, and measures the time of a call of the
first from C and from Python, and of loading the second (its pages are in the
system's cache; what paging costs is not counted). With --check the exit code is
4 when a figure is beyond its bar."""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ROOT = Path(__file__).resolve().parents[3]
BARS = {"c_call_us": 2, "python_call_us": 15, "load_ms": 5}


def save(path, nodes, inputs, outputs, weights=()):
    values = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
               for name, shape in side] for side in (inputs, outputs)]
    onnx.save(helper.make_model(
        helper.make_graph(nodes, "g", *values, list(weights)),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)


def python_call_us(library):
    import mlc

    model = mlc.load(library, threads=1)
    a, b = np.zeros(4, np.float32), np.ones(4, np.float32)
    best = 1e9
    end = time.perf_counter() + 1
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(500):
            model(a, b)
        best = min(best, (time.perf_counter() - start) / 500)
    return best * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    sys.path.insert(0, str(build / "python"))
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small", Path(folder) / "large"
        save(f"{small}.onnx", [helper.make_node("Add", ["a", "b"], ["y"])],
             [("a", [4]), ("b", [4])], [("y", [4])])
        rows = 25 << 10  # of 4 KiB
        weight = np.arange(rows << 10, dtype=np.float32).reshape(rows, 1024)
        save(f"{large}.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"])],
             [("x", [1, rows])], [("y", [1, 1024])],
             [numpy_helper.from_array(weight, "w")])
        for model in (small, large):
            subprocess.run([build / "bin" / "compile-model", f"{model}.onnx", "-o",
                            f"{model}.so"], check=True)
        found = json.loads(subprocess.run(
            [build / "bin" / "call-overhead", f"{small}.so", f"{large}.so"],
            check=True, stdout=subprocess.PIPE, text=True).stdout)
        found["python_call_us"] = round(python_call_us(f"{small}.so"), 3)
    beyond = [name for name, bar in BARS.items() if found[name] > bar]
    print(json.dumps(found))
    for name in beyond:
        print(f"{name} is {found[name]}, more than {BARS[name]}", file=sys.stderr)
    if arguments.json:
        arguments.json.write_text(json.dumps({**found, "bars": BARS}, indent=2) + "\n")
    return 4 if arguments.check and beyond else 0


if __name__ == "__main__":
    sys.exit(main())
