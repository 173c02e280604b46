"""anonymous-memory.py MIB COMMAND...: runs the command and fails when it fails or
when its anonymous memory, looked at every few milliseconds, was ever more."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[2:])
peak = looks = 0
while process.poll() is None:
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    peak = max(peak, int(line.split()[1]))
                    looks += 1
    except OSError:
        pass
    time.sleep(0.005)
print(f"peak of anonymous memory: {peak >> 10} MiB, seen {looks} times")
sys.exit(process.returncode or (peak >> 10) > int(sys.argv[1]) or not looks)
