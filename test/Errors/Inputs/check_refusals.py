# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every node test of the ONNX project with strings or images is refused
by name with exit code 2, and that they are all that holds strings or images."""

import subprocess
import sys
from pathlib import Path

import onnx

DATA = Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"


def holds_strings(kind):
    which = kind.WhichOneof("value")
    if which == "tensor_type":
        return kind.tensor_type.elem_type == onnx.TensorProto.STRING
    if which in ("sequence_type", "optional_type"):
        return holds_strings(getattr(kind, which).elem_type)
    return False


def main():
    found, wrong = 0, []
    for path in sorted(DATA.glob("*/model.onnx")):
        model = onnx.load(path)
        values = list(model.graph.input) + list(model.graph.output)
        images = any(node.op_type == "ImageDecoder" for node in model.graph.node)
        if not images and not any(holds_strings(value.type) for value in values):
            continue
        found += 1
        run = subprocess.run(["mlc-translate", "--check", path], capture_output=True,
                             text=True)
        words = "ImageDecoder" if images else "string"
        if run.returncode != 2 or words not in run.stderr + run.stdout:
            wrong.append(f"{path.parent.name}: exit code {run.returncode}: "
                         f"{run.stderr.strip()[:200]}")
    print(f"{found - len(wrong)} of {found} refused")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
