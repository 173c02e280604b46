#===- table.py - How a table states its rows -------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A row is one call:

  T = Table()
  T.op("Softmax", [1, 11], [x], axis=1)      one op, at these since-versions
  T.graph("x minus x plus one", 17, [node("Add", "x one", "s"), ...], {"x": x}, "y")
"""

import functools

import numpy as np
from onnx import defs, helper

from case import NEWEST, Case

OLDEST = 7

#: Deprecated since their first version, and still what models were written with.
DEPRECATED = {("GroupNormalization", 18)}

#: Operators without rows, and why.
LEFT_OUT = {
    "ImageDecoder": "decodes images, refused by name",
    "RegexFullMatch": "strings, refused by name",
    "StringConcat": "strings, refused by name",
    "StringNormalizer": "strings, refused by name",
    "StringSplit": "strings, refused by name",
    "Bernoulli": "draws at random: the node tests compare the distribution",
    "Multinomial": "draws at random: see test/Conformance/ops/random.mlir",
    "RandomNormal": "draws at random: see test/Conformance/ops/random.mlir",
    "RandomNormalLike": "draws at random: see test/Conformance/ops/random.mlir",
    "RandomUniform": "draws at random: see test/Conformance/ops/random.mlir",
    "RandomUniformLike": "draws at random: see test/Conformance/ops/random.mlir",
}


@functools.cache
def since_versions():
    """Operator -> the opsets at which each of its since-versions is in force."""
    history, ends = {}, {}
    for schema in defs.get_all_schemas_with_history():
        if schema.domain != "":
            continue
        if schema.deprecated and (schema.name, schema.since_version) not in DEPRECATED:
            ends[schema.name] = schema.since_version
        else:
            history.setdefault(schema.name, []).append(schema.since_version)
    result = {}
    for name, versions in history.items():
        versions.sort()
        starts = versions + [ends.get(name, NEWEST + 1)]
        result[name] = {v: (max(v, OLDEST), after - 1)
                        for v, after in zip(starts, starts[1:])
                        if after - 1 >= OLDEST and v <= NEWEST}
    return result


def uncovered(found):
    """"Op-version" of every pair in force from opset 7 on that no row has."""
    have = {(op, version) for item in found for op, version in item.covers}
    return [f"{name}-{version}" for name, versions in sorted(since_versions().items())
            if name not in LEFT_OUT for version in versions
            if (name, version) not in have]


def node(op, inputs, outputs, domain="", name="", **attributes):
    """A node with its inputs and outputs as words; "_" leaves one out."""
    words = ["" if w == "_" else w for w in inputs.split()]
    return helper.make_node(op, words, outputs.split(), name=name or f"{op.lower()} {outputs.split()[0]}",
                            domain=domain, **attributes)


class Table:
    def __init__(self):
        self.cases = []

    def op(self, op, versions, inputs, outputs=1, label="", **settings):
        """One op at each of `versions` ("all" for every one in force).

        `inputs` are arrays, lists (sequences) or None (left out); the keywords
        that a Case has too (want, oracle, asked, modes, rtol, atol) are about the
        row, the others are the op's attributes.
        """
        about = {k: settings.pop(k) for k in ("want", "oracle", "asked", "modes", "rtol",
                                              "atol") if k in settings}
        known = since_versions()[op]
        names = [f"x{i}" if value is not None else "" for i, value in enumerate(inputs)]
        results = [f"y{i}" for i in range(outputs)] if isinstance(outputs, int) else [
            f"y{i}" if wanted else "" for i, wanted in enumerate(outputs)]
        made = helper.make_node(op, names, results, name=op.lower(), **settings)
        feeds = [(n, v if isinstance(v, list) else np.asarray(v))
                 for n, v in zip(names, inputs) if n]
        for i, version in enumerate(known if versions == "all" else versions):
            first, _ = known[version]
            item = Case(f"{op}-{version}" + (f" {label}" if label else ""), [made],
                        list(feeds), [r for r in results if r], first, **about)
            item.covers, item.repeats = [(op, version)], i > 0
            self.cases.append(item)

    def graph(self, name, opset, nodes, inputs, outputs, **about):
        """A graph of several nodes; `inputs` maps names to arrays."""
        feeds = [(n, v if isinstance(v, list) else np.asarray(v))
                 for n, v in inputs.items()]
        item = Case(name, nodes, feeds, outputs.split(), opset, **about)
        item.covers, item.repeats = [], False
        self.cases.append(item)
