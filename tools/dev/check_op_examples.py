#!/usr/bin/env python3
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the examples of op descriptions: each op has one, and it parses,
verifies and prints back to itself.

An example leaves its operands free (`%r = graph.abs %x : tensor<4xf32>`). They
are defined here: first with a type that is certainly wrong, then with the type
the parser says the example uses, until every example parses.
"""

import argparse
import re
import subprocess
import sys

OP = re.compile(r"^### `([a-z]+\.[a-z0-9_]+)`", re.M)
BLOCK = re.compile(r"```mlir\n(.*?)```", re.S)
VALUE = re.compile(r"%[A-Za-z_0-9]+")
# `%r =`, `%v, %i =`, `%s:2 =`
RESULTS = re.compile(r"^\s*(%[A-Za-z_0-9]+(?::\d+)?(?:\s*,\s*%[A-Za-z_0-9]+)*)\s*=", re.M)
MISMATCH = re.compile(r"definition of SSA value '(%[A-Za-z_0-9]+)#0' has type 'none'")
USED = re.compile(r"previously used here with type '(.*)'$")
MODULE_LEVEL = ("graph.symbol", "graph.state ", "kernel.func", "func.func")


def examples(tblgen, include, td):
    """(op, example text or None) of every op that `td` defines itself."""
    page = subprocess.run(
        [tblgen, "-gen-op-doc", *[f"-I{i}" for i in include], td],
        check=True, capture_output=True, text=True).stdout
    heads = list(OP.finditer(page))
    for head, following in zip(heads, heads[1:] + [None]):
        text = page[head.end(): following.start() if following else len(page)]
        blocks = BLOCK.findall(text)
        yield head.group(1), "\n".join(blocks) if blocks else None


class Case:
    def __init__(self, op, text):
        self.op = op
        self.outer, inner, depth = [], [], 0
        for line in text.splitlines():
            top = line.lstrip().startswith(MODULE_LEVEL) and not inner
            if top or depth:
                self.outer.append(line)
                depth += line.count("{") - line.count("}")
                if not top or "kernel.func" not in line and "func.func" not in line:
                    depth = max(depth, 0)
            else:
                inner.append(line)
        self.inner = "\n".join(inner).strip()
        defined = set()
        for match in RESULTS.finditer(self.inner):
            defined |= {v.split(":")[0].strip() for v in match.group(1).split(",")}
        free = sorted(set(VALUE.findall(self.inner)) - defined)
        self.types = {name: "none" for name in free}

    def text(self):
        early = [f"  {v} = \"test.def\"() : () -> {t}" for v, t in self.types.items() if t != "none"]
        late = [f"  {v} = \"test.def\"() : () -> none" for v, t in self.types.items() if t == "none"]
        body = "\n".join(early + [self.inner] + late)
        outer = "\n".join(self.outer)
        return f"{outer}\nfunc.func @example() {{\n{body}\n  return\n}}\n"


def run(opt, cases):
    """Standard output of each case (None if it failed) and its errors."""
    texts = [case.text() for case in cases]
    answer = subprocess.run(
        [opt, "-allow-unregistered-dialect", "-split-input-file", "-mlir-print-op-on-diagnostic=false"],
        input="// -----\n".join(texts), capture_output=True, text=True)
    # Errors name lines of the whole input.
    errors, line, owner = {i: [] for i in range(len(texts))}, 1, []
    for i, text in enumerate(texts):
        owner += [i] * (text.count("\n") + 1)
    for message in answer.stderr.splitlines():
        where = re.match(r"[^:]*:(\d+):\d+: (?:error|note): (.*)", message)
        if where:
            errors[owner[min(int(where.group(1)), len(owner)) - 1]].append(where.group(2))
    return answer, ["\n".join(errors[i]) for i in range(len(texts))]


def settle(opt, cases):
    """Gives every free value the type its example uses; the last errors."""
    while True:
        answer, errors = run(opt, cases)
        changed = False
        for case, error in zip(cases, errors):
            names = MISMATCH.findall(error)
            kinds = [m.group(1) for m in map(USED.search, error.splitlines()) if m]
            if names and kinds and case.types.get(names[0]) == "none":
                case.types[names[0]] = kinds[0]
                changed = True
        if not changed:
            return answer, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", default="mlir-tblgen")
    parser.add_argument("--opt", default="mlc-opt")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("td", nargs="+")
    args = parser.parse_args()
    cases, failures, count = [], [], 0
    for td in args.td:
        for op, text in examples(args.tblgen, args.include, td):
            count += 1
            if text is None:
                failures.append((op, "has no example"))
            elif not re.search(re.escape(op) + r"\b", text):
                failures.append((op, "its example does not use it"))
            else:
                cases.append(Case(op, text))
    answer, errors = settle(args.opt, cases)
    for case, error in zip(cases, errors):
        if error:
            failures.append((case.op, f"{case.inner}\n    {error}"))
    if answer.returncode == 0:
        again = subprocess.run([args.opt, "-allow-unregistered-dialect", "-split-input-file"],
                               input=answer.stdout, capture_output=True, text=True)
        if again.stdout != answer.stdout:
            failures.append(("all", "print differently when read again\n" + again.stderr))
    for op, why in failures:
        print(f"{op}: {why}")
    print(f"{count - len(failures)} of {count} examples parse and round-trip")
    return 1 if failures or answer.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
