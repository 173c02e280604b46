#===- generate.py - From a seed to a case -----------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""generate(seed) makes the same Case for the same seed and version of this folder."""

import dataclasses

import numpy as np
import onnx
from onnx import helper, numpy_helper

from . import elementwise, movement, network, quantized
from .graph import Graph, Reject, elem_type_of, read_names, run_node, type_proto

# The standard's versions that the generator draws from; the newest ones more often.
FIRST_OPSET, LAST_OPSET = 7, onnx.defs.onnx_opset_version()

TABLE = [(op, builder) for family in (elementwise, movement, network, quantized)
         for builder, names in family.FAMILIES.items() for op in names.split()]
# How the library is compiled. Constant: all inputs but the first become constants.
VARIANTS = ("static", "static", "dynamic", "constant")
TARGETS = ("native", "native", "native", "x86-64-v3", "x86-64-v2")


# Of these the rounding inside counts too: their float inputs are shaken as well. In which
# order scales are multiplied decides halves; sums cancel before a root or a logarithm.
INSIDE = ("QLinear", "Reduce", "Softmax", "LogSoftmax", "LayerNorm", "RMSNorm", "GroupNorm",
          "InstanceNorm", "LpNorm", "MeanVariance", "BatchNorm", "LRN")


@dataclasses.dataclass
class Case:
    """A graph with the contents of its inputs, and how to compile it."""
    opset: int
    nodes: list
    inputs: dict
    constants: dict
    outputs: list
    variant: str = "static"
    target: str = "native"

    def evaluate(self, noise=None):
        """All values by onnx.reference; NOISE(array, values) may change each result."""
        values = {**self.inputs, **self.constants}
        for node in self.nodes:
            read = {n: values[n] for n in read_names(node)}
            if noise is not None and node.op_type.startswith(INSIDE):
                read = {n: noise(v, {}) if v.dtype.kind == "f" else v for n, v in read.items()}
            results = run_node(node, read, self.opset)
            if noise is not None:
                results = [noise(r, read) if isinstance(r, np.ndarray) else r for r in results]
            values.update(zip((n for n in node.output if n), results))
        return values

    def model(self, values, variant=None):
        """The model; VALUES tells the element types of the outputs."""
        variant = variant or self.variant
        constants, inputs = dict(self.constants), dict(self.inputs)
        if variant == "constant":
            for name in list(inputs)[1:]:
                constants[name] = inputs.pop(name)
        infos = []
        for name, value in inputs.items():
            shape = list(value.shape)
            # Of one-dimensional integers the number is part of what an op means (axes,
            # sizes): it stays, as rank does.
            if variant == "dynamic" and not (value.ndim == 1 and value.dtype == np.int64):
                shape = [f"{name}_{i}" for i in range(value.ndim)]
            infos.append(helper.make_tensor_value_info(name, elem_type_of(value), shape))
        results = [helper.make_value_info(n, type_proto(values[n]))
                   if isinstance(values[n], list) else
                   helper.make_tensor_value_info(n, elem_type_of(values[n]), None)
                   for n in self.outputs]
        graph = helper.make_graph(self.nodes, "fuzz", infos, results,
                                  [numpy_helper.from_array(v, n) for n, v in constants.items()])
        model = helper.make_model_gen_version(
            graph, opset_imports=[helper.make_opsetid("", self.opset)])
        return model, inputs

    def pruned(self):
        """Without what no output needs."""
        needed, nodes = set(self.outputs), []
        for node in reversed(self.nodes):
            if needed & set(node.output):
                nodes.append(node)
                needed |= set(read_names(node))
        return dataclasses.replace(
            self, nodes=nodes[::-1],
            inputs={n: v for n, v in self.inputs.items() if n in needed},
            constants={n: v for n, v in self.constants.items() if n in needed})

    def ops(self):
        return "+".join(sorted({n.op_type for n in self.nodes}))


def add_node(g, match):
    op, builder = TABLE[int(g.rng.integers(0, len(TABLE)))]
    if match and op not in match:
        return
    kept = dict(g.values), list(g.inputs), list(g.constants), list(g.nodes)
    try:
        builder(g, op)
    except (Reject, ValueError, IndexError, KeyError, TypeError, OverflowError):
        # Builders draw at random; what does not fit is not an error of theirs.
        g.values, g.inputs, g.constants, g.nodes = kept


def generate(seed, match=None):
    """The case of SEED; only ops named in MATCH if given."""
    rng = np.random.default_rng(seed)
    while True:
        low = FIRST_OPSET if rng.random() < 0.4 else 13
        g = Graph(rng, int(rng.integers(low, LAST_OPSET + 1)))
        count = int(rng.choice([1, 2, 3, 4, 5, 6, 8, 10, 12]))
        for _ in range(6 * count if match is None else 400 * count):
            if len(g.nodes) >= count:
                break
            add_node(g, match)
        if g.nodes:
            break
    read = {n for node in g.nodes for n in read_names(node)}
    made = [n for node in g.nodes for n in node.output if isinstance(g.values.get(n), np.ndarray)]
    outputs = [n for n in made if n not in read or g.coin(0.15)] or made[-1:]
    if not outputs:
        return generate(seed + (1 << 40), match)
    return Case(g.opset, g.nodes, {n: g.values[n] for n in g.inputs},
                {n: g.values[n] for n in g.constants}, outputs,
                g.one_of(VARIANTS), g.one_of(TARGETS)).pruned()
