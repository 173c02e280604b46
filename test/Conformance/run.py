#!/usr/bin/env python3
#===- run.py - The ONNX node tests through the compiler --------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the ONNX project's backend tests (the `onnx` package brings them).

Without --all it runs the tests that passed before (passing-MODE.txt) and fails
when one no longer does. With --all it runs every test and can write the full
result and a table; --update adds what passes now to the list (it never takes a
test off: that is an edit with a reason).

  run.py --build build --jobs 2 --json out.json            what CI runs
  run.py --build build --mode static --all --full all.json --markdown all.md
  run.py --build build --mode interpreter --all --match 'test_conv.*'

A test counts as passed when every output has the right kind, element type,
shape and values (rtol 1e-3, atol 1e-7, as the ONNX project's runner; floats of
16 bits and fewer may be one unit in the last place apart). In the compiled
modes it counts only if generated code ran: at least one kernel or host step.
"""

import argparse
import collections
import json
import os
import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODES = ("interpreter", "static", "dynamic", "constant")
# Seconds one test may take; past it the process is killed and the test is hung.
TEST_LIMIT = 60


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


class Worker(threading.Thread):
    """One driver process that answers test after test; replaced when it dies."""

    def __init__(self, command, todo, results):
        super().__init__(daemon=True)
        self.command, self.todo, self.results = command, todo, results
        self.process = None

    def start_process(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace")
        # Kept short: only the end matters when the process dies.
        self.errors = collections.deque(maxlen=20)
        stream, kept = self.process.stderr, self.errors
        threading.Thread(target=lambda: kept.extend(stream), daemon=True).start()

    def ask(self, folder):
        if self.process is None or self.process.poll() is not None:
            self.start_process()
        timer = threading.Timer(TEST_LIMIT, self.process.kill)
        timer.start()
        line = ""
        try:
            self.process.stdin.write(str(folder) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            pass
        hung = not timer.is_alive()
        timer.cancel()
        if line:
            return json.loads(line)
        status = self.process.wait()
        self.process = None
        why = "hung" if hung else f"exit status {status}"
        tail = " | ".join(text.strip() for text in self.errors)[-400:]
        return {"status": "crash", "detail": f"{why}: {tail}"}

    def run(self):
        while True:
            try:
                name, folder = self.todo.get_nowait()
            except queue.Empty:
                break
            answer = self.ask(folder)
            answer["test"] = name
            self.results.append(answer)
        if self.process is not None and self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait()


def run_tests(command, tests, jobs):
    todo, results = queue.Queue(), []
    for test in tests:
        todo.put(test)
    workers = [Worker(command, todo, results) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sorted(results, key=lambda r: r["test"])


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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mode", choices=MODES, default="static")
    parser.add_argument("--isa", help="code level to run, e.g. v3")
    parser.add_argument("--data", help="the backend tests' data folder")
    parser.add_argument("--suites", default="node,simple,pytorch-operator,pytorch-converted",
                        help="comma separated")
    parser.add_argument("--match", help="regular expression on test names")
    parser.add_argument("--all", action="store_true", help="not only what passed before")
    parser.add_argument("--list", help="another list than passing-MODE.txt")
    parser.add_argument("--json", help="counts and names of failures")
    parser.add_argument("--full", help="one JSON record per test")
    parser.add_argument("--markdown", help="a table of all tests")
    parser.add_argument("--dump", help="folder for the IR of failing tests")
    parser.add_argument("--update", action="store_true", help="add what passes to the list")
    args = parser.parse_args()

    driver = Path(args.build) / "conformance" / "mlc-conformance"
    if not driver.exists():
        sys.exit(f"run.py: {driver} is not built")
    command = [str(driver), f"--mode={args.mode}"]
    if args.isa:
        command.append(f"--isa={args.isa}")
    if args.dump:
        os.makedirs(args.dump, exist_ok=True)
        command.append(f"--dump={args.dump}")

    passing = Path(args.list) if args.list else HERE / f"passing-{args.mode}.txt"
    listed = set()
    if passing.exists():
        listed = {line.strip() for line in passing.read_text().splitlines()
                  if line.strip() and not line.startswith("#")}
    tests = find_tests(data_folder(args.data), args.suites.split(","))
    known = {name for name, _ in tests}
    if args.match:
        tests = [t for t in tests if re.search(args.match, t[0])]
    if not args.all:
        tests = [t for t in tests if t[0] in listed]
    results = run_tests(command, tests, args.jobs)

    missing = sorted(listed - known) if not args.match else []
    failures = [r for r in results if r["test"] in listed and r["status"] != "pass"]
    if args.all:
        summarise(results)
    for name in missing:
        print(f"missing from the data: {name}")
    for r in failures:
        print(f"no longer passes: {r['test']}: {r['status']}: {r.get('detail', '')}")
    passed = sum(r["status"] == "pass" for r in results)
    if args.full:
        Path(args.full).write_text(json.dumps(results, indent=1) + "\n")
    if args.markdown:
        write_markdown(args.markdown, results, args.mode)
    if args.update:
        now = listed | {r["test"] for r in results if r["status"] == "pass"}
        head = (f"# ONNX backend tests that pass in mode {args.mode}. CI runs them; none may\n"
                "# stop passing. Made by run.py --all --update.\n")
        passing.write_text(head + "".join(name + "\n" for name in sorted(now)))
    names = [f"{args.mode}: {r['test']}" for r in failures] + missing
    if args.json:
        Path(args.json).write_text(json.dumps({
            "passed": passed, "failed": len(names), "skipped": 0, "failures": names}) + "\n")
    print(f"{passed} of {len(results)} passed ({args.mode})")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
