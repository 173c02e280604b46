"""count-workers.py PROFILE.json KERNELS WORKERS: at least so many kernels had at
least so many workers that took items."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    kernels = json.load(file)["profile"]["kernels"]
shared = [k["name"] for k in kernels if k["workers"] >= int(sys.argv[3])]
print("shared:", ", ".join(shared))
sys.exit(len(shared) < int(sys.argv[2]))
