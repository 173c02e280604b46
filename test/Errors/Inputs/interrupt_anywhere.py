#===- interrupt_anywhere.py - Ctrl-C at many moments of a compilation ------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Interrupts one compilation at eight moments spread over its duration."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

subprocess.run([sys.executable, Path(__file__).with_name("wide_model.py"),
                "wide.onnx", "16"], check=True)
for folder in ("any", "tmp"):
    os.makedirs(folder, exist_ok=True)
environment = dict(os.environ, TMPDIR=os.path.abspath("tmp"))
command = ["compile-model", "wide.onnx", "-o", "any/m.so", "--target=v2"]


def compile_within(seconds):
    # Jobs of a script in the background begin with Ctrl-C ignored.
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        return process.wait()


began = time.monotonic()
assert compile_within(120) == 0
whole = time.monotonic() - began
with open("any/m.so", "rb") as library:
    right = library.read()

interrupted = half = 0
for i in range(8):
    if i % 2:
        os.unlink("any/m.so")
    code = compile_within(whole * (i + 0.5) / 8)
    assert code in (0, -signal.SIGINT), code
    interrupted += code != 0
    if os.path.exists("any/m.so"):
        with open("any/m.so", "rb") as library:
            half += library.read() != right
    else:
        half += code == 0 or i % 2 == 0
        with open("any/m.so", "wb") as library:
            library.write(right)
left = len(os.listdir("any")) - 1 + len(os.listdir("tmp"))
print(f"interrupted {interrupted} of 8, {half} half-written, {left} left behind")
