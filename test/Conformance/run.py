#!/usr/bin/env python3
#===- run.py - The ONNX node tests through the compiler --------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the ONNX project's backend tests (the `onnx` package brings them).

Without --all it runs the tests that passed before, in every mode that has a list
(passing-MODE.txt), and fails when one no longer does. In the modes that compile it
also runs the tests that cannot pass (not-passing.txt, for one mode alone
not-passing-MODE.txt, a reason each), and fails when one neither passes nor ends as
the list says. With --all it runs every test of one mode and can write
the full result and a table; --update adds what passes now to the list (it never
takes a test off: that is an edit with a reason).

  run.py --build build --jobs 2 --json out.json            every list
  run.py --build build --mode static --all --full all.json --markdown all.md
  run.py --build build --mode interpreter --all --match 'test_conv.*'

A test counts as passed when every output has the right kind, element type,
shape and values (rtol 1e-3, atol 1e-7, as the ONNX project's runner; floats of
may be one unit in the last place apart). Of a model that draws random numbers the
elements that both drew must agree, and the number of zeros must be that of one
distribution (four standard deviations).

Modes:
  interpreter  import, run the reference interpreter
  decomposed   the same with every composite op decomposed
  fused        the same after the phases from infer to fuse
  static       compile with the model's shapes, run the library; counts only if
               generated code ran: the inputs stay inputs, and the library has at
               least one kernel or host step
  dynamic      every extent of every input is a symbol, but for the length of lists
               that say shapes, axes, pads or sizes. The one library also runs at
               another shape, against onnx.reference, where both accept one
               ("other-shape" in the list)
  constant     all inputs but the first are constants of the model, so the compiler
               folds; then the first as well, and the results must be those of the
               kernels: bit for bit of integers, booleans, casts, comparisons and
               movement, within the tolerance else
  ops          the rows of ops/*.mlir: every op at every code level against the
               reference interpreter; all of them must pass
"""

import argparse
import collections
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from driver_process import driver_command, run_tests

HERE = Path(__file__).resolve().parent
MODES = ("interpreter", "decomposed", "fused", "static", "dynamic", "constant", "ops")
SUITES = ("node", "simple", "pytorch-operator", "pytorch-converted")


def data_folder(argument):
    """Folder with node/, simple/, ...: given, from MLC_ONNX_TESTS, or the package's."""
    if argument:
        return Path(argument)
    if os.environ.get("MLC_ONNX_TESTS"):
        return Path(os.environ["MLC_ONNX_TESTS"])
    venv = Path(os.environ.get("MLC_VENV", HERE.parents[1] / "build" / "venv"))
    for package in sorted(venv.glob("lib/python3*/site-packages/onnx")):
        return package / "backend" / "test" / "data"
    sys.exit("run.py: no test data: give --data, MLC_ONNX_TESTS or MLC_VENV")


def rewrite_model(task):
    """Writes one model of mode dynamic or constant; its fact for `judge`."""
    import model_modes  # only these two modes need the package onnx

    name, source, target, mode = task
    make = model_modes.make_dynamic if mode == "dynamic" else model_modes.make_constant
    target.mkdir(parents=True)
    return name, target, make(source, target)


def rewrite_models(tests, scratch, mode, jobs, facts):
    """Yields rewritten tests as they are made; their facts go into `facts`."""
    tasks = [(name, folder, Path(scratch) / name, mode) for name, folder in tests]
    with multiprocessing.Pool(jobs) as pool:
        for name, target, facts[name] in pool.imap_unordered(rewrite_model, tasks):
            yield name, target


def find_tests(data, suites):
    tests = []
    for suite in suites:
        for model in sorted((data / suite).glob("*/model.onnx")):
            tests.append((f"{suite}/{model.parent.name}", model.parent))
    return tests


def write_markdown(path, results, mode):
    counts = collections.Counter(r["status"] for r in results)
    lines = [f"# ONNX backend tests, mode {mode}", ""]
    lines.append(", ".join(f"{counts[s]} {s}" for s in sorted(counts))
                 + f"; {len(results)} in all.")
    lines += ["", "| test | result | max ULP | kernels | detail |", "|---|---|---|---|---|"]
    for r in results:
        detail = r.get("detail", "").replace("|", "\\|").replace("\n", " ")[:160]
        lines.append(f"| {r['test']} | {r['status']} | {r.get('max_ulp', '')} "
                     f"| {r.get('kernels', '')} | {detail} |")
    Path(path).write_text("\n".join(lines) + "\n")


def summarise(results):
    """Failures by reason, most frequent first."""
    counts = collections.Counter(r["status"] for r in results)
    print(", ".join(f"{counts[s]} {s}" for s in ("pass", "wrong", "refused", "error", "crash")
                    if counts[s]))
    reasons = collections.Counter()
    for r in results:
        if r["status"] == "pass":
            continue
        # Names and numbers differ from test to test; the rest is the class.
        reason = re.sub(r"node '[^']*' ", "", r.get("detail", ""))
        reason = re.sub(r"at '[^']*'|[-+]?\d+(\.\d+)?(e[-+]?\d+)?", "#", reason)
        reasons[f"{r['status']}: {reason[:150]}"] += 1
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")


def report_ops(args):
    """Runs the op tables; every row must pass."""
    passed, names = 0, []
    for table in sorted((HERE / "ops").glob("*.mlir")):
        if args.match and not re.search(args.match, table.stem):
            continue
        command = driver_command(args, "ops") + [f"--ops={table}"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        good = sum(r["status"] == "pass" for r in rows)
        print(f"ops: {table.stem}: {good} of {len(rows)} rows")
        passed += good
        for r in rows:
            if r["status"] != "pass":
                names.append(f"ops: {r['test']}")
                print(f"  {r['test']}: {r['status']}: {r['detail'][:300]}")
        if done.returncode != 0 or not rows:
            names.append(f"ops: {table.stem}: exit status {done.returncode}")
            print(f"  {names[-1]}")
    return passed, names


def judge(result, mode, fact):
    """What a mode asks of a result beyond the values."""
    if result["status"] != "pass":
        return
    if mode == "static" and not result.get("kernels") and not result.get("host_steps"):
        result.update(status="wrong", detail="no generated code ran")
    if mode == "dynamic" and not result["other_shape"]:
        result["other_shape"] = fact
    if mode == "constant":
        differ = [text for text in result["folded_differs"].split(";")[:-1]
                  if fact or not re.search(r"type (b?f\d|c\d)", text)]
        if differ:
            result.update(status="wrong", detail=f"folding yields other bits: {differ[0]}")


def read_list(path, separator):
    """The lines "name separator words" of a list, by name; comments are left out."""
    listed = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        if line.strip() and not line.startswith("#"):
            name, _, words = line.partition(separator)
            listed[name.strip()] = words.strip()
    return listed


def write_list(path, mode, listed):
    head = (f"# ONNX backend tests that pass in mode {mode}. CI runs them; none may\n"
            "# stop passing. Made by run.py --all --update.\n")
    path.write_text(head + "".join(
        f"{name} {words}".strip() + "\n" for name, words in sorted(listed.items())))


def broken_promise(result, listed, barred):
    """What a list says of a test and does not hold; empty if all does."""
    name, status = result["test"], result["status"]
    if name in listed and status != "pass":
        return f"no longer passes: {name}: {status}: {result.get('detail', '')}"
    if (listed.get(name) == "other-shape" and result["other_shape"] != "pass"
            and "TimeoutError" not in result["other_shape"]):
        return f"no longer runs at another shape: {name}: {result['other_shape']}"
    if name in barred and status == "pass":
        print(f"passes, take it off not-passing.txt: {name}")
    elif name in barred:
        ending, _, reason = barred[name].partition(": ")
        if status != ending or reason not in result["detail"]:
            return (f"ends otherwise than not-passing.txt says: {name}: {status}: "
                    f"{result.get('detail', '')}")
    return ""


def report(args, mode):
    """Runs one mode; returns (tests passed, names that must pass and do not)."""
    passing = Path(args.list) if args.list else HERE / f"passing-{mode}.txt"
    listed = read_list(passing, " ")
    # What the interpreter cannot do is in its own list by not being there.
    compiles = mode in ("static", "dynamic", "constant")
    barred = read_list(HERE / "not-passing.txt", ": ") if compiles else {}
    barred |= read_list(HERE / f"not-passing-{mode}.txt", ": ")
    tests = find_tests(data_folder(args.data), args.suites.split(","))
    known = {name for name, _ in tests}
    if args.match:
        tests = [t for t in tests if re.search(args.match, t[0])]
    if not args.all:
        tests = [t for t in tests if t[0] in listed or t[0] in barred]
    with tempfile.TemporaryDirectory(prefix="mlc-conformance-") as scratch:
        facts = {}
        if mode in ("dynamic", "constant"):
            tests = rewrite_models(tests, scratch, mode, args.jobs, facts)
        results = run_tests(driver_command(args, mode), tests, args.jobs)
    for r in results:
        judge(r, mode, facts.get(r["test"]))

    whole = set(args.suites.split(",")) == set(SUITES)
    missing = sorted((listed.keys() | barred.keys()) - known)
    missing = missing if whole and not args.match else []
    broken = {r["test"]: broken_promise(r, listed, barred) for r in results}
    if args.all:
        summarise(results)
    for name in missing:
        print(f"missing from the data: {name}")
    for text in filter(None, broken.values()):
        print(text)
    passed = sum(r["status"] == "pass" for r in results)
    if args.full:
        Path(args.full).write_text(json.dumps(results, indent=1) + "\n")
    if args.markdown:
        write_markdown(args.markdown, results, mode)
    if args.update:
        for r in results:
            if r["status"] == "pass":
                elsewhere = r.get("other_shape") == "pass"
                listed[r["test"]] = "other-shape" if elsewhere else listed.get(r["test"], "")
        write_list(passing, mode, listed)
    by_suite = collections.Counter(r["test"].split("/")[0] for r in results
                                   if r["status"] == "pass")
    detail = ", ".join(f"{suite} {by_suite[suite]}" for suite in SUITES if by_suite[suite])
    if mode == "dynamic":
        elsewhere = sum(r.get("other_shape") == "pass" for r in results)
        detail = f"{detail or 'none'}; at another shape too {elsewhere}, " \
                 f"not available {passed - elsewhere}"
    print(f"{mode}: {passed} of {len(results)} passed ({detail})")
    return passed, [f"{mode}: {name}" for name, text in broken.items() if text] + missing


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mode", choices=MODES, help="default: every mode with a list")
    parser.add_argument("--isa", help="code level to run, e.g. v3")
    parser.add_argument("--compile", action="append", default=[], metavar="FLAG=VALUE",
                        help="a flag of compile-model, e.g. target=v3")
    parser.add_argument("--data", help="the backend tests' data folder")
    parser.add_argument("--suites", default=",".join(SUITES))
    parser.add_argument("--match", help="regular expression on test names")
    parser.add_argument("--all", action="store_true", help="not only what passed before")
    parser.add_argument("--list", help="another list than passing-MODE.txt")
    parser.add_argument("--json", help="counts and names of failures")
    parser.add_argument("--full", help="one JSON record per test")
    parser.add_argument("--markdown", help="a table of all tests")
    parser.add_argument("--dump", help="folder for the IR of failing tests")
    parser.add_argument("--update", action="store_true", help="add what passes to the list")
    args = parser.parse_args()

    if args.all and not args.mode:
        sys.exit("run.py: --all needs --mode")
    modes = [args.mode] if args.mode else [
        mode for mode in MODES
        if mode == "ops" or (HERE / f"passing-{mode}.txt").exists()]
    passed, names = 0, []
    for mode in modes:
        count, failures = report_ops(args) if mode == "ops" else report(args, mode)
        passed += count
        names += failures
    if args.json:
        Path(args.json).write_text(json.dumps({
            "passed": passed, "failed": len(names), "skipped": 0, "failures": names}) + "\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
