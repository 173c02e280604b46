#===- run_console.py - Runs the commands that a page shows -----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""run_console.py ROOT BUILD PAGE...: runs every `$ command` of the pages' console
blocks, in order, in the current folder, where `build` and `examples` are what they
are in a checkout. A command that fails ends the run. Those that set up or build a
checkout are left out: whoever runs this has done them."""

import os
import subprocess
import sys

LEFT_OUT = ("tools/dev/", "ninja ", "cmake ", "export ", "out/")

root, build, *pages = sys.argv[1:]
for name, target in (("build", build), ("examples", os.path.join(root, "examples"))):
    if not os.path.islink(name):
        os.symlink(target, name)
count = 0
for page in pages:
    console = False
    with open(os.path.join(root, page), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            console = line == "```console"
        elif console and line.startswith("$ ") and not line[2:].startswith(LEFT_OUT):
            done = subprocess.run(["bash", "-c", line[2:]], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            print(f"{page}:{number}: {line}\n{done.stdout}")
            if done.returncode:
                sys.exit(f"{page}:{number}: exit code {done.returncode}")
            count += 1
print(f"{count} commands ran")
