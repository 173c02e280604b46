#!/usr/bin/env python3
#===- run.py - Operators beyond the standard against ONNX Runtime ----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators of com.microsoft and ai.onnx.ml: a model per case, compared with ONNX
Runtime on the same inputs.

  run.py --build build --json out.json
  run.py --match 'QLinear.*' --keep FOLDER      leaves the models there
  run.py --mode interpreter --match Attention

Modes: static (compiled with the shapes of the inputs), dynamic (all extents but the
last of each input are symbols), interpreter. One process runs many cases.
"""
import argparse
import collections
import json
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Conformance")]

import driver_process  # noqa: E402


def build_model(case):
    """The model and its named inputs."""
    import onnx
    from onnx import helper, numpy_helper

    names, inputs, constants, feeds = [], [], [], {}
    for i, operand in enumerate(case.inputs):
        if operand is None:
            names.append("")
            continue
        name = f"x{i}"
        names.append(name)
        tensor = numpy_helper.from_array(np.asarray(operand.value, order="C"), name)
        if operand.constant:
            constants.append(tensor)
        else:
            inputs.append(helper.make_tensor_value_info(name, tensor.data_type, operand.value.shape))
            feeds[name] = operand.value
    outputs = [f"y{i}" if case.wanted is None or i in case.wanted else "" for i in range(case.outputs)]
    node = helper.make_node(case.op, names, outputs, name="node", domain=case.domain, **case.attributes)
    known = [onnx.ValueInfoProto(name=name) for name in outputs if name]
    graph = helper.make_graph([node], case.name, inputs, known, constants)
    imports = [helper.make_opsetid("", case.opset)]
    if case.domain:
        imports.append(helper.make_opsetid(case.domain, case.version))
    return helper.make_model(graph, opset_imports=imports, ir_version=10), feeds


def expected(case, model, feeds):
    if case.expect:
        values = [o.value if o is not None else None for o in case.inputs]
        results = case.expect(*values, **case.attributes)
        return list(results) if isinstance(results, (tuple, list)) else [results]
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def write_case(case, folder):
    """FOLDER/model.onnx and one data set, as the ONNX backend tests lie."""
    import onnx
    from onnx import helper, numpy_helper

    model, feeds = build_model(case)
    results = expected(case, model, feeds)
    del model.graph.output[:]
    outputs = [f"y{i}" for i in range(case.outputs) if case.wanted is None or i in case.wanted]
    for name, value in zip(outputs, results):
        model.graph.output.append(helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(value.dtype), [None] * value.ndim))
    data = folder / "test_data_set_0"
    data.mkdir(parents=True)
    onnx.save(model, folder / "model.onnx")
    for i, value in enumerate(feeds.values()):
        (data / f"input_{i}.pb").write_bytes(numpy_helper.from_array(np.asarray(value, order="C")).SerializeToString())
    for i, value in enumerate(results):
        (data / f"output_{i}.pb").write_bytes(numpy_helper.from_array(np.asarray(value, order="C")).SerializeToString())


def write_whole(whole, folder):
    """A model of another tool, and what ONNX Runtime makes of it."""
    import onnx
    import onnxruntime
    from onnx import numpy_helper

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(whole.model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    results = session.run(None, whole.feeds)
    data = folder / "test_data_set_0"
    data.mkdir(parents=True)
    onnx.save(whole.model, folder / "model.onnx")
    for kind, values in (("input", whole.feeds.values()), ("output", results)):
        for i, value in enumerate(values):
            (data / f"{kind}_{i}.pb").write_bytes(
                numpy_helper.from_array(np.asarray(value, order="C")).SerializeToString())


def write_dynamic(source, target):
    """The same with every extent a symbol but the last one of each input: the width
    of a layer is never one."""
    import onnx

    target.mkdir(parents=True)
    (target / "test_data_set_0").symlink_to(source / "test_data_set_0", target_is_directory=True)
    model = onnx.load(source / "model.onnx")
    for value in model.graph.input:
        for i, dim in enumerate(list(value.type.tensor_type.shape.dim)[:-1]):
            dim.Clear()
            dim.dim_param = f"{value.name}_{i}"
    onnx.save(model, target / "model.onnx")


def command(arguments, mode, tolerance):
    kind = "interpreter" if mode == "interpreter" else "compiled"
    line = [str(arguments.build / "conformance" / "mlc-conformance"), f"--mode={kind}",
            f"--rtol={tolerance[0]}", f"--atol={tolerance[1]}"]
    if kind == "compiled":
        line.append("--compile=target=native")
    if arguments.dump:
        line.append(f"--dump={arguments.dump}")
    return line


def run_whole(arguments, folder):
    """Models of other tools, in their own shapes."""
    import whole_models

    groups = collections.defaultdict(list)
    makers = {"runtime": whole_models.runtime_models, "sklearn": whole_models.sklearn_models}
    for maker in arguments.whole:
        for whole in makers[maker]():
            if arguments.match and not re.search(arguments.match, whole.name):
                continue
            write_whole(whole, folder / whole.name)
            groups[whole.relative, whole.absolute].append((f"whole: {whole.name}", folder / whole.name))
    answers = []
    for tolerance, tests in groups.items():
        answers += driver_process.run_tests(command(arguments, "static", tolerance), tests, 1)
    return answers


def run_mode(arguments, mode, cases, folder):
    """Answers of one mode, by case."""
    groups = collections.defaultdict(list)
    for case in cases:
        source = folder / case.name
        if mode not in case.modes and mode != "interpreter":
            continue
        if mode == "dynamic":
            target = folder / "dynamic" / case.name
            write_dynamic(source, target)
            source = target
        groups[case.relative, case.absolute].append((f"{mode}: {case.name}", source))
    answers = []
    for tolerance, tests in groups.items():
        answers += driver_process.run_tests(command(arguments, mode, tolerance), tests, 1)
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=HERE.parents[1] / "build")
    parser.add_argument("--jobs", help="not used: the cases are small")
    parser.add_argument("--mode", nargs="*", default=["static", "dynamic"],
                        choices=("static", "dynamic", "interpreter"))
    parser.add_argument("--whole", nargs="*", default=["runtime", "sklearn"], choices=("runtime", "sklearn"),
                        help="models that other tools write")
    parser.add_argument("--match", help="regular expression on names of cases")
    parser.add_argument("--keep", type=Path, help="folder for the models")
    parser.add_argument("--dump", help="folder for the IR of failing cases")
    parser.add_argument("--full", type=Path, help="one JSON record per case and mode")
    parser.add_argument("--json", help="counts and names of failures")
    arguments = parser.parse_args()

    from cases import CASES
    for table in sorted(HERE.glob("table_*.py")):
        __import__(table.stem)
    cases = [c for c in CASES if not arguments.match or re.search(arguments.match, c.name)]
    failures, passed = [], 0
    with tempfile.TemporaryDirectory(prefix="mlc-contrib-") as scratch:
        folder = arguments.keep or Path(scratch)
        written = []
        for case in cases:
            try:
                write_case(case, folder / case.name)
                written.append(case)
            except Exception as error:  # one case must not hide the others
                failures.append(f"{case.name}: no expected result")
                print(f"{case.name}: cannot be made: {str(error)[:300]}")
        answers = [a for mode in arguments.mode for a in run_mode(arguments, mode, written, folder)]
        if arguments.full:
            records = [dict(zip(("mode", "test"), a["test"].split(": ", 1)),
                            **{k: v for k, v in a.items() if k != "test"}) for a in answers]
            arguments.full.write_text(json.dumps(records, indent=1) + "\n")
        for answer in answers + run_whole(arguments, folder):
            if answer["status"] == "pass":
                passed += 1
            else:
                failures.append(answer["test"])
                print(f"{answer['test']}: {answer['status']}: {answer['detail'][:400]}")
    print(f"contrib: {passed} passed, {len(failures)} failed")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps({
            "passed": passed, "failed": len(failures), "skipped": 0, "failures": failures}) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
