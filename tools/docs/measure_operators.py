#!/usr/bin/env python3
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test of operators in every mode and writes tools/docs/operators.json:
for each operator the element types and since-versions that passed, how many tests
each mode passed, and the largest error. tools/docs/generate makes the page of
operators from it.

  measure_operators.py --build build            about ten minutes on two cores

Tests are those of the ONNX project, of test/Cases and of test/Contrib. A test counts for each
operator of its model's main graph; element types, versions and errors are told by models of
one node only, so that no operator answers for another."""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "Conformance"))
MODES = ("interpreter", "static", "dynamic", "constant")
OUTPUT = ROOT / "tools" / "docs" / "operators.json"


def run(script, *arguments):
    command = [sys.executable, str(ROOT / "test" / script / "run.py"), *map(str, arguments)]
    print("+", " ".join(command[1:]), flush=True)
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)


def records(build, scratch):
    """(mode, model file, result) of every test."""
    import run as conformance

    data = conformance.data_folder(None)
    for mode in MODES:
        full = scratch / f"node-{mode}.json"
        run("Conformance", "--build", build, "--mode", mode, "--all", "--full", full)
        for result in json.loads(full.read_text()):
            yield mode, data / result["test"] / "model.onnx", result
    for suite, modes in (("Cases", MODES), ("Contrib", ("static", "dynamic", "interpreter"))):
        full, models = scratch / f"{suite}.json", scratch / suite
        if suite == "Cases":
            run(suite, "--build", build, "--keep", models)
            run(suite, "--build", build, "--modes", ",".join(modes), "--full", full)
        else:
            run(suite, "--build", build, "--mode", *modes, "--whole", "--keep", models, "--full", full)
        for result in json.loads(full.read_text()):
            yield result["mode"], models / result["test"] / "model.onnx", result


def type_name(number):
    from onnx import TensorProto
    return TensorProto.DataType.Name(number).lower()


class Facts:
    """What the tests said of one operator."""

    def __init__(self):
        self.passed, self.types, self.versions = collections.Counter(), set(), set()
        self.refused, self.error = collections.Counter(), None

    def as_json(self):
        return {"passed": {m: self.passed[m] for m in MODES if self.passed[m]},
                "refused": {m: self.refused[m] for m in MODES if self.refused[m]},
                "types": sorted(self.types), "versions": sorted(self.versions),
                "max_ulp": self.error}


def name_of(node):
    domain = "" if node.domain == "ai.onnx" else node.domain
    return f"{domain}.{node.op_type}" if domain else node.op_type


def since_version(node, model):
    import onnx
    for entry in model.opset_import:
        if entry.domain == node.domain:
            try:
                return onnx.defs.get_schema(node.op_type, entry.version, node.domain).since_version
            except onnx.defs.SchemaError:
                return None
    return None


def add(facts, mode, model, result):
    nodes = [n for n in model.graph.node if n.op_type != "Constant"] or list(model.graph.node)
    outcome = {"pass": "passed", "refused": "refused"}.get(result["status"])
    if not outcome:
        return
    for name in {name_of(n) for n in nodes}:
        getattr(facts[name], outcome)[mode] += 1
    if len(nodes) != 1 or outcome == "refused":
        return
    fact = facts[name_of(nodes[0])]
    version = since_version(nodes[0], model)
    if version:
        fact.versions.add(version)
    for value in [*model.graph.input, *model.graph.output]:
        if value.type.HasField("tensor_type") and value.type.tensor_type.elem_type:
            fact.types.add(type_name(value.type.tensor_type.elem_type))
    error = result.get("max_ulp")
    if mode == "static" and error not in (None, ""):
        fact.error = max(fact.error or 0.0, float(error))


def main():
    import onnx

    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("MLC_BUILD", str(ROOT / "build")))
    arguments = parser.parse_args()
    facts, models = collections.defaultdict(Facts), {}
    with tempfile.TemporaryDirectory(prefix="mlc-operators-") as scratch:
        for mode, path, result in records(Path(arguments.build).resolve(), Path(scratch)):
            if path not in models:
                models[path] = onnx.load(path, load_external_data=False)
            add(facts, mode, models[path], result)
    rows = [f"{json.dumps(name)}: {json.dumps(facts[name].as_json())}" for name in sorted(facts)]
    OUTPUT.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    print(f"{OUTPUT}: {len(rows)} operators from {len(models)} models")
    return 0


if __name__ == "__main__":
    sys.exit(main())
