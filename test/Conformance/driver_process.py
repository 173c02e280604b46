#===- driver_process.py - mlc-conformance, asked test by test --------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Processes of mlc-conformance that answer one folder after the other.

A folder is one of the ONNX backend tests': model.onnx and test_data_set_*. The answer
is a JSON object with "status" (pass, wrong, refused, error, crash) and "detail".
"""

import collections
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

# Seconds one test may take; past it the process is killed and the test is hung.
TEST_LIMIT = 60


def driver_command(args, mode):
    """The command line for one mode; `args` as read by run.py (build, isa, compile, dump)."""
    driver = Path(args.build) / "conformance" / "mlc-conformance"
    if not driver.exists():
        sys.exit(f"run.py: {driver} is not built")
    kind = mode if mode in ("interpreter", "decomposed", "fused") else "compiled"
    command = [str(driver), f"--mode={kind}"]
    flags = list(args.compile)
    if kind == "compiled" and mode != "ops" and not flags and not args.isa:
        flags.append("target=native")  # one code level; the op rows run all of them
    command += [f"--compile={flag}" for flag in flags]
    if args.isa:
        command.append(f"--isa={args.isa}")
    if args.dump:
        os.makedirs(args.dump, exist_ok=True)
        command.append(f"--dump={args.dump}")
    return command


class DriverProcess:
    """A process of the driver that answers test after test; replaced when it dies."""

    def __init__(self, command, environment=None):
        self.command, self.environment = command, environment
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", env=self.environment)
        # Kept short: only the end matters when the process dies.
        self.errors = collections.deque(maxlen=20)
        stream, kept = self.process.stderr, self.errors
        threading.Thread(target=lambda: kept.extend(stream), daemon=True).start()

    def ask(self, folder, flags=()):
        """The driver's record of the test in `folder`, compiled with `flags` beside the
        command's own."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        timer = threading.Timer(TEST_LIMIT, self.process.kill)
        timer.start()
        line = ""
        try:
            self.process.stdin.write("\t".join([str(folder), *flags]) + "\n")
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

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait()


class Worker(threading.Thread):
    """Asks one process for the tests of a queue."""

    def __init__(self, command, todo, results):
        super().__init__(daemon=True)
        self.driver, self.todo, self.results = DriverProcess(command), todo, results

    def run(self):
        while True:
            name, folder = self.todo.get()
            if name is None:
                break
            answer = self.driver.ask(folder)
            answer["test"] = name
            self.results.append(answer)
        self.driver.close()


def run_tests(command, tests, jobs):
    """Runs the tests of an iterable, while it may still be making them."""
    todo, results = queue.Queue(), []
    workers = [Worker(command, todo, results) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for test in tests:
        todo.put(test)
    for worker in workers:
        todo.put((None, None))
    for worker in workers:
        worker.join()
    return sorted(results, key=lambda r: r["test"])
