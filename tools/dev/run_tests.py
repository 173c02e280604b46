#!/usr/bin/env python3
#===- run_tests.py - Runs every tier of the tests and sums them up ---------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the tiers on a finished build; tools/dev/test makes that build first.

Every tier has a time budget, is stopped when it is spent, and counts single
tests. The last line is `N passed, N failed, N skipped`.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LLVM_BIN = Path("/usr/lib/llvm-22/bin")
SANITIZER_ENVIRONMENT = {
    # libMLIR is not instrumented: containers that cross its border look broken.
    "ASAN_OPTIONS": "detect_container_overflow=0:abort_on_error=0:detect_leaks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=0:second_deadlock_stack=1",
}


class Count:
    """Passed, failed and skipped tests of one tier, and the names that failed."""

    def __init__(self, passed=0, failed=0, skipped=0, failures=()):
        self.passed, self.failed, self.skipped = passed, failed, skipped
        self.failures = list(failures)

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += other.failures


class Context:
    def __init__(self, build, venv, jobs, logs, patterns):
        self.build, self.venv, self.jobs = build, venv, jobs
        self.logs, self.patterns = logs, patterns
        self.deadline = None

    def python(self):
        return str(self.venv / "bin" / "python")

    def run(self, name, command, environment=None, cwd=ROOT):
        """Runs one command with its output in a log; returns (status, text).

        The process group is killed when the tier's budget is spent (status 124).
        """
        log = self.logs / f"{name}.log"
        env = dict(os.environ, MLC_BUILD=str(self.build), MLC_VENV=str(self.venv))
        env.update(environment or {})
        with open(log, "wb") as out:
            process = subprocess.Popen(
                [str(c) for c in command], stdout=out, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL, env=env, cwd=cwd, start_new_session=True)
            try:
                left = max(1, self.deadline - time.monotonic())
                status = process.wait(timeout=left)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                status = 124
            except KeyboardInterrupt:
                os.killpg(process.pid, signal.SIGTERM)
                raise
        return status, log.read_text(errors="replace")


def show_tail(text, lines=40):
    for line in text.splitlines()[-lines:]:
        print("    | " + line)


def junit(path, label):
    """Counts of a JUnit file, or None when it is missing or cut off."""
    try:
        tree = ElementTree.parse(path)
    except (OSError, ElementTree.ParseError):
        return None
    count = Count()
    for case in tree.iter("testcase"):
        name = f"{label}: {case.get('classname', '')}.{case.get('name', '')}"
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed += 1
            count.failures.append(name)
        elif case.find("skipped") is not None:
            count.skipped += 1
        else:
            count.passed += 1
    return count


def run_reporting(context, name, command, report, environment=None):
    """Runs a program that writes a JUnit file; a crash counts as one failure."""
    report.unlink(missing_ok=True)
    status, text = context.run(name, command, environment)
    count = junit(report, name)
    if count is None or (status != 0 and count.failed == 0):
        count = count or Count()
        count.failed += 1
        reason = "out of time" if status == 124 else f"exit status {status}"
        count.failures.append(f"{name}: {reason}")
    if count.failed:
        show_tail(text)
    return count


# --- Tiers -------------------------------------------------------------------


def lit_tier(context):
    result = context.logs / "lit.json"
    result.unlink(missing_ok=True)
    where = context.patterns or ["test"]
    status, text = context.run("lit", [
        context.python(), LLVM_BIN / "lit", "-j", context.jobs, "--timeout", "300",
        "-DBUILD=" + str(context.build), "-o", result, "-v", *where])
    try:
        tests = json.loads(result.read_text())["tests"]
    except (OSError, ValueError, KeyError):
        show_tail(text)
        return Count(failed=1, failures=[f"lit: no result (status {status})"])
    count = Count()
    for test in tests:
        code = test["code"]
        if code in ("PASS", "XFAIL", "FLAKYPASS"):
            count.passed += 1
        elif code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            count.skipped += 1
        else:
            count.failed += 1
            count.failures.append(f"lit: {test['name']} ({code})")
            print(f"  {code}: {test['name']}")
            show_tail(test["output"])
    return count


def programs(folder):
    return sorted(p for p in folder.glob("*") if p.is_file() and os.access(p, os.X_OK))


def catch_tier(context, folder, label, environment=None):
    count = Count()
    for program in programs(folder):
        report = context.logs / f"{label}-{program.name}.xml"
        count.add(run_reporting(context, f"{label}-{program.name}", [
            program, "-r", "junit", "-o", report], report, environment))
    return count


def unit_tier(context):
    return catch_tier(context, context.build / "unit", "unit")


def script_tier(context, script, label, *arguments):
    """A runner of its own: `<script> --build DIR --jobs N --json OUT`, where OUT
    gets {"passed": n, "failed": n, "skipped": n, "failures": [names]}."""
    if not script.exists():
        return None
    result = context.logs / f"{label}.json"
    result.unlink(missing_ok=True)
    status, text = context.run(label, [
        context.python(), script, "--build", context.build, "--jobs", context.jobs,
        "--json", result, *arguments])
    try:
        found = json.loads(result.read_text())
        count = Count(found["passed"], found["failed"], found["skipped"],
                      [f"{label}: {f}" for f in found.get("failures", [])])
    except (OSError, ValueError, KeyError):
        count = Count()
    if status != 0 and count.failed == 0:
        count.failed = 1
        count.failures.append(f"{label}: exit status {status}")
    if count.failed:
        show_tail(text)
    return count


def conformance_tier(context):
    """The ONNX node tests, in every mode that has a list of passing tests."""
    folder = ROOT / "test" / "Conformance"
    count = Count()
    for found in sorted(folder.glob("passing-*.txt")):
        mode = found.stem[len("passing-"):]
        part = script_tier(context, folder / "run.py", f"conformance-{mode}",
                           "--mode", mode)
        count.add(part or Count())
    return count if count.passed + count.failed + count.skipped else None


def cases_tier(context):
    """Every since-version of every operator, reported faults, edges of types."""
    return script_tier(context, ROOT / "test" / "Cases" / "run.py", "cases")


def models_tier(context):
    """Whole models against ONNX Runtime; trained ones where need_models put them."""
    return script_tier(context, ROOT / "test" / "Models" / "run.py", "models")


def contrib_tier(context):
    """Operators beyond the standard against ONNX Runtime."""
    return script_tier(context, ROOT / "test" / "Contrib" / "run.py", "contrib")


def all_models_tier(context):
    """All trained models of packages, fetched first, and the whole light set."""
    runner = ROOT / "test" / "Models" / "run.py"
    count = script_tier(context, runner, "models-real", "--set", "real", "--fetch")
    count.add(script_tier(context, runner, "models-light", "--set", "light"))
    return count


def fuzz_tier(context):
    return script_tier(context, ROOT / "test" / "Fuzz" / "run.py", "fuzz")


def sanitizer_tier(context):
    """The runtime's unit tests under the address and the thread sanitizer."""
    if "mlc-runtime-tests" not in (context.build / "build.ninja").read_text():
        return None
    count = Count()
    for preset in ("asan", "tsan"):
        folder = context.build / preset
        cmake = str(context.venv / "bin" / "cmake")
        steps = [[cmake, "--preset", preset, "-S", ROOT, "-B", folder,
                  "-DMLC_DEPS=" + os.environ.get("MLC_DEPS", "")],
                 [cmake, "--build", folder, "-j", context.jobs, "--target",
                  "mlc-runtime-tests"]]
        for number, command in enumerate(steps):
            status, text = context.run(f"{preset}-build{number}", command)
            if status != 0:
                show_tail(text)
                count.add(Count(failed=1, failures=[f"{preset}: the build failed"]))
                break
        else:
            count.add(catch_tier(context, folder / "unit", preset,
                                 SANITIZER_ENVIRONMENT))
    return count


def check_tier(context):
    status, text = context.run("check", [ROOT / "tools" / "dev" / "check"])
    count = Count()
    for line in text.splitlines():
        if line.startswith("ok: "):
            count.passed += 1
        elif line.startswith("skip: "):
            count.skipped += 1
        elif line.startswith("FAIL: "):
            count.failed += 1
            count.failures.append("check: " + line[len("FAIL: "):])
    if status != 0 and not count.failed:
        count.failed = 1
        count.failures.append(f"check: exit status {status}")
    if count.failed:
        show_tail(text)
    return count


# Name, minutes, function. Together with a cold build (8 minutes) these stay
# below the 45 minutes that a run may take. Two tiers build with sanitizers
# first: on a cold machine that is most of their time.
TIERS = [
    ("check", 1, check_tier),
    ("unit", 3, unit_tier),
    ("lit", 5, lit_tier),
    ("sanitizers", 7, sanitizer_tier),
    ("conformance", 10, conformance_tier),
    ("cases", 6, cases_tier),
    ("contrib", 4, contrib_tier),
    ("models", 3, models_tier),
    ("fuzz", 6, fuzz_tier),
]

# Only when asked for.
EXTRA_TIERS = [("all-models", 60, all_models_tier)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--venv", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tier", action="append", choices=[t[0] for t in TIERS + EXTRA_TIERS],
                        help="only this tier; repeatable")
    parser.add_argument("patterns", nargs="*", help="folders or files for lit")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    logs = build / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    venv = arguments.venv or Path(os.environ.get("MLC_VENV", build / "venv"))
    context = Context(build, venv, arguments.jobs, logs, arguments.patterns)
    chosen = arguments.tier or (["lit"] if arguments.patterns else None)

    total = Count()
    for name, minutes, tier in TIERS + EXTRA_TIERS:
        if name not in chosen if chosen else (name, minutes, tier) in EXTRA_TIERS:
            continue
        print(f"== {name} (budget {minutes} min)", flush=True)
        began = time.monotonic()
        context.deadline = began + 60 * minutes
        count = tier(context)
        if count is None:
            print("   nothing there yet", flush=True)
            continue
        took = time.monotonic() - began
        print(f"   {count.passed} passed, {count.failed} failed, {count.skipped} "
              f"skipped in {took:.0f} s", flush=True)
        total.add(count)

    if total.failures:
        print("\nFailed:")
        for failure in total.failures:
            print("  " + failure)
        print(f"Logs: {logs}")
    if total.passed + total.failed == 0:
        print("error: no test was run", file=sys.stderr)
        total.failed += 1
    print(f"\n{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
