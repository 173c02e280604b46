#!/usr/bin/env python3
#===- run.py - Tables of small models through the compiler -----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the tables of tables/ and fails when a row does not hold.

  run.py --build build                      all tables, all modes
  run.py --build build --table versions_math --match Clip --modes static

Modes, each through the driver of test/Conformance (many rows in one process):
  interpreter  import, run the reference interpreter
  static       compiled for the model's shapes; every input is an input
  mixed        the same with all inputs but the first as initialisers
  dynamic      compiled with every extent a symbol but those of vectors; what then
               cannot be told at compile time may be refused by name, never be wrong
  constant     all inputs are initialisers, so that the compiler folds
  v2, v3, v4   as static, at this code level (of rows about the edges of types)
A row of several since-versions is interpreted at all of them and compiled at the
first, unless --every-version is given.
"""

import argparse
import collections
import importlib
import json
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Conformance")]

import case as cases  # noqa: E402
import driver_process  # noqa: E402
import table as tables  # noqa: E402

LEVELS = ("v2", "v3", "v4")
MODES = ("interpreter", "static", "mixed", "dynamic", "constant") + LEVELS


def load_tables(names):
    """All cases of the named tables (all of them when none is named)."""
    found = []
    for path in sorted((HERE / "tables").glob("*.py")):
        if path.stem.startswith("_") or (names and path.stem not in names):
            continue
        module = importlib.import_module(f"tables.{path.stem}")
        for item in module.T.cases:
            item.name = f"{path.stem}/{item.name}"
            found.append(item)
    repeated = [n for n, k in collections.Counter(c.name for c in found).items() if k > 1]
    if repeated:
        sys.exit(f"run.py: two rows have one name: {repeated}")
    return found


def constants_of(item, mode):
    """Names of the inputs that are initialisers in this mode; None: no such mode."""
    names = [name for name, _ in item.inputs]
    tensors = [name for name, value in item.inputs if not isinstance(value, list)]
    if mode == "mixed":
        return tensors[1:] if len(names) > 1 else None
    if mode == "constant":
        return names if tensors == names else None
    return []


def judge(answer, want):
    """Turns the driver's answer into pass or not, by what the row expects."""
    if isinstance(want, (cases.Refused, cases.RunError)):
        status = "refused" if isinstance(want, cases.Refused) else "error"
        good = answer["status"] == status and want.words in answer.get("detail", "")
        if not good:
            answer["detail"] = (f"expected {status} with '{want.words}', got "
                                f"{answer['status']}: {answer.get('detail', '')}")
        return good
    return answer["status"] == "pass"


def run_mode(args, mode, found, settled):
    chosen = []
    for item in found:
        compiled = mode != "interpreter"
        if mode not in item.modes or (compiled and item.repeats
                                      and not args.every_version):
            continue
        if item.name in settled and constants_of(item, mode) is not None:
            chosen.append(item)
    by_name = {item.name: item for item in chosen}
    with tempfile.TemporaryDirectory(prefix="mlc-cases-") as scratch:
        tests = []
        for item in chosen:
            folder = Path(scratch) / "static" / item.name
            cases.write(item, folder, settled[item.name], constants_of(item, mode),
                        dynamic=mode == "dynamic")
            tests.append((item.name, folder))
        kind = "interpreter" if mode == "interpreter" else "static"
        level = [f"--isa={mode}", f"--compile=target={mode}"] if mode in LEVELS else []
        results = driver_process.run_tests(
            driver_process.driver_command(args, kind) + level, tests, args.jobs)
    bad, refused = [], 0
    for answer in results:
        answer["mode"] = mode
        if mode == "dynamic" and answer["status"] == "refused":
            refused += 1
        elif not judge(answer, settled[answer["test"]]):
            bad.append(f"{mode}: {answer['test']}: {answer['status']}: "
                       f"{answer.get('detail', '')[:300]}")
    good = len(results) - len(bad) - refused
    also = f", {refused} are refused" if refused else ""
    print(f"{mode}: {good} of {len(results)} rows hold{also}", flush=True)
    for line in bad:
        print("  " + line)
    return good, refused, bad, results


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--table", action="append", default=[], help="only this table")
    parser.add_argument("--match", help="regular expression on row names")
    parser.add_argument("--every-version", action="store_true",
                        help="compile a row at each of its since-versions")
    parser.add_argument("--isa", help="code level to run, e.g. v3")
    parser.add_argument("--compile", action="append", default=[], metavar="FLAG=VALUE")
    parser.add_argument("--dump", help="folder for the IR of failing rows")
    parser.add_argument("--keep", help="folder to write the rows' models to, and stop")
    parser.add_argument("--coverage", action="store_true",
                        help="list since-versions that no row has, and stop")
    parser.add_argument("--full", help="one JSON record per row and mode")
    parser.add_argument("--json", help="counts and names of failures")
    args = parser.parse_args()

    found = load_tables(args.table)
    if args.coverage:
        missing = tables.uncovered(found)
        for line in missing:
            print(line)
        return 1 if missing else 0
    if args.match:
        found = [item for item in found if re.search(args.match, item.name)]
    settled, bad, passed, skipped, records = {}, [], 0, 0, []
    for item in found:
        want, problem = cases.settle(item)
        if problem:
            bad.append(f"row {item.name}: {problem}")
            print(bad[-1])
        else:
            settled[item.name] = want
    if args.keep:
        for item in found:
            if item.name in settled:
                cases.write(item, Path(args.keep) / item.name, settled[item.name])
        return 1 if bad else 0
    for mode in args.modes.split(","):
        count, refused, failures, results = run_mode(args, mode, found, settled)
        records += results
        passed += count
        skipped += refused
        bad += failures
    if not args.table and not args.match:
        bad += [f"no row for {line}" for line in tables.uncovered(found)]
    if args.full:
        Path(args.full).write_text(json.dumps(records, indent=1) + "\n")
    if args.json:
        Path(args.json).write_text(json.dumps({
            "passed": passed, "failed": len(bad), "skipped": skipped, "failures": bad}) + "\n")
    print(f"{passed} passed, {len(bad)} failed, {skipped} skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
