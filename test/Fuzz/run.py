#!/usr/bin/env python3
#===- run.py - Runs the fuzz targets for a short while --------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Builds the fuzz targets and runs each for --seconds from fresh seeds. Inputs
that crash are kept in <build>/fuzz-crashes. For a long run give more seconds.
Then the first 600 graphs of the differential fuzzing (differential/run.py), at most
--graph-seconds long."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Targets with coverage, of which libFuzzer keeps a corpus itself.
INSTRUMENTED = ("fuzz_artifact", "fuzz_onnx_reader")
ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_container_overflow=0:detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


def build(arguments):
    """Returns {target: program}."""
    cmake = Path(os.environ.get("MLC_VENV", arguments.build / "venv")) / "bin" / "cmake"
    asan = arguments.build / "asan"
    jobs = ["-j", str(arguments.jobs)]
    for command in (
            [cmake, "--preset", "asan", "-S", ROOT, "-B", asan,
             "-DMLC_DEPS=" + os.environ.get("MLC_DEPS", str(arguments.build / "deps"))],
            [cmake, "--build", asan, *jobs, "--target", "fuzz-instrumented"],
            [cmake, "--build", arguments.build, *jobs, "--target", "fuzz-plain"]):
        done = subprocess.run([str(c) for c in command], cwd=ROOT, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(done.stdout[-4000:])
            return None
    return {p.name: p for folder in (asan / "fuzz", arguments.build / "fuzz")
            for p in sorted(folder.glob("fuzz_*"))}


def run_graphs(arguments):
    """Names of failures of the differential fuzzing."""
    result = arguments.build / "fuzz-graphs.json"
    result.unlink(missing_ok=True)
    cmake = Path(os.environ.get("MLC_VENV", arguments.build / "venv")) / "bin" / "cmake"
    python = cmake.with_name("python")
    subprocess.run([str(cmake), "--build", str(arguments.build), "-j", str(arguments.jobs),
                    "--target", "mlc-conformance"], cwd=ROOT, check=False,
                   stdout=subprocess.DEVNULL)
    subprocess.run([str(python), str(ROOT / "test/Fuzz/differential/run.py"), "--build",
                    str(arguments.build), "--count", "600", "--seconds",
                    str(arguments.graph_seconds), "--json", str(result)], check=False)
    if not result.exists():
        return ["the differential fuzzing did not run"]
    return json.loads(result.read_text())["failures"]


def seed_files(name, arguments):
    if name == "fuzz_artifact":
        return list(arguments.build.rglob("*artifact.so"))[:4]
    models = [*ROOT.glob("examples/**/*.onnx"), *ROOT.glob("test/**/*.onnxtxt")]
    packages = Path(os.environ.get("MLC_VENV", arguments.build / "venv")) / "lib"
    # Every 4th of the ONNX project's node tests: small and of every kind.
    models += sorted(packages.glob("python*/site-packages/onnx/backend/test/data/node/*/model.onnx"))[::4]
    return [m for m in models if m.stat().st_size < 64 << 10]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=20, help="for each target")
    parser.add_argument("--graph-seconds", type=int, default=75,
                        help="for graphs through four implementations")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()

    programs = build(arguments)
    failures = ["the fuzz targets do not build"] if programs is None else []
    passed = 0
    for name, program in (programs or {}).items():
        seeds = arguments.build / "fuzz-seeds" / name
        crashes = arguments.build / "fuzz-crashes"
        seeds.mkdir(parents=True, exist_ok=True)
        crashes.mkdir(exist_ok=True)
        for old in seeds.iterdir():
            old.unlink()
        for i, seed in enumerate(seed_files(name, arguments)):
            (seeds / f"{i}").write_bytes(seed.read_bytes())
        environment = dict(os.environ, **ENVIRONMENT)
        if name not in INSTRUMENTED:
            environment["MLC_FUZZ_SEEDS"] = str(seeds)
        done = subprocess.run(
            [str(program), str(seeds), f"-max_total_time={arguments.seconds}",
             "-timeout=10", "-rss_limit_mb=2048", "-max_len=65536", "-seed=1",
             "-verbosity=0", f"-artifact_prefix={crashes}/{name}-"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env=environment, check=False)
        if done.returncode == 0:
            passed += 1
        else:
            failures.append(f"{name}: exit status {done.returncode}")
            print(f"{name}:\n{done.stdout[-6000:]}")
        print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'} "
              f"from {len(list(seeds.iterdir()))} inputs")
    if arguments.graph_seconds:
        graphs = run_graphs(arguments)
        failures += [f"graphs: {name}" for name in graphs]
        passed += not graphs
    if arguments.json:
        arguments.json.write_text(json.dumps({
            "passed": passed, "failed": len(failures), "skipped": 0,
            "failures": failures}))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
