#===- signal_compiler.py - Stops a compilation by a signal -----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""signal_compiler.py SIGNAL MODEL: compiles MODEL to out/m.so with a pipe where
the dump of the phase `lower` should go. Nobody reads the pipe, so the compiler
waits there and the signal always meets it at the same place. Prints what the
compiler said, its exit code, and what it left in its folders."""

import os
import signal
import subprocess
import sys
import time

for folder in ("out", "dump", "tmp"):
    os.makedirs(folder, exist_ok=True)
os.mkfifo("dump/07-lower.mlir")
process = subprocess.Popen(
    ["compile-model", sys.argv[2], "-o", "out/m.so", "--dump-ir=dump"],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    # Jobs of a script in the background begin with Ctrl-C ignored.
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    env=dict(os.environ, TMPDIR=os.path.abspath("tmp")))
while not os.path.exists("dump/06-schedule.mlir") and process.poll() is None:
    time.sleep(0.01)
time.sleep(0.2)
process.send_signal(getattr(signal, "SIG" + sys.argv[1]))
print(process.communicate(timeout=60)[0])
code = process.returncode
print(f"exit code {code}" if code >= 0 else f"ended by signal {-code}")
print("left:", *sorted(os.listdir("out")), *sorted(os.listdir("tmp")))
