#===- reduce.py - Make a failing case small ---------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""reduce(case, fails) tries one simplification after the other and keeps those after
which FAILS(case, values) still holds, until none helps."""

import dataclasses

import numpy as np
import onnx

from .graph import Reject, read_names


def copy_node(node):
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    return copy


def with_nodes(case, nodes, **changes):
    return dataclasses.replace(case, nodes=nodes, **changes).pruned()


def single_outputs(case, values):
    if len(case.outputs) > 1:
        for name in case.outputs:
            yield dataclasses.replace(case, outputs=[name]).pruned()


def earlier_outputs(case, values):
    """An earlier value as the only output cuts off what follows it."""
    for node in case.nodes[:-1]:
        for name in node.output:
            if isinstance(values.get(name), np.ndarray):
                yield dataclasses.replace(case, outputs=[name]).pruned()


def values_as_inputs(case, values):
    """What a node computes as a graph input cuts off what precedes it."""
    for i in reversed(range(len(case.nodes))):
        node = case.nodes[i]
        made = {n: values[n] for n in node.output if n}
        if any(not isinstance(v, np.ndarray) for v in made.values()) \
                or set(made) & set(case.outputs):
            continue
        yield with_nodes(case, case.nodes[:i] + case.nodes[i + 1:],
                         inputs={**case.inputs, **made})


def bypassed_nodes(case, values):
    """A node that keeps type and shape can be left out."""
    for i, node in enumerate(case.nodes):
        if len(node.output) != 1 or node.output[0] in case.outputs or not node.input:
            continue
        before, after = values.get(node.input[0]), values[node.output[0]]
        if not isinstance(before, np.ndarray) or not isinstance(after, np.ndarray) \
                or before.dtype != after.dtype or before.shape != after.shape:
            continue
        rest = []
        for other in case.nodes[:i] + case.nodes[i + 1:]:
            other = copy_node(other)
            for k, name in enumerate(other.input):
                if name == node.output[0]:
                    other.input[k] = node.input[0]
            rest.append(other)
        if all(node.output[0] not in read_names(n) for n in rest):
            yield with_nodes(case, rest)


def fewer_attributes(case, values):
    for i, node in enumerate(case.nodes):
        for k, attribute in enumerate(node.attribute):
            if attribute.type == onnx.AttributeProto.GRAPH:
                continue
            less = copy_node(node)
            del less.attribute[k]
            yield with_nodes(case, case.nodes[:i] + [less] + case.nodes[i + 1:])


def fewer_inputs(case, values):
    """Without the last input of a node: valid where that one is optional."""
    for i, node in enumerate(case.nodes):
        if len(node.input) > 1:
            less = copy_node(node)
            del less.input[-1]
            yield with_nodes(case, case.nodes[:i] + [less] + case.nodes[i + 1:])


def simpler_setting(case, values):
    if case.variant != "static":
        yield dataclasses.replace(case, variant="static")
    if case.target != "native":
        yield dataclasses.replace(case, target="native")
    for name in case.constants:
        constants = dict(case.constants)
        value = constants.pop(name)
        yield dataclasses.replace(case, constants=constants, inputs={**case.inputs, name: value})


def smaller_extents(case, values):
    """Every input cut to fewer elements along the axes of one extent."""
    everything = {**case.inputs, **case.constants}
    for extent in sorted({d for v in everything.values() for d in v.shape if d > 1}, reverse=True):
        for less in sorted({1, 2, extent // 2, extent - 1} - {0, extent}):
            def cut(value, extent=extent, less=less):
                return value[tuple(slice(less) if d == extent else slice(None)
                                   for d in value.shape)]
            yield dataclasses.replace(case, inputs={n: cut(v) for n, v in case.inputs.items()},
                                      constants={n: cut(v) for n, v in case.constants.items()})


def simpler_contents(case, values):
    """Small numbers, then all alike."""
    for name, value in case.inputs.items():
        if value.dtype.kind in "biu" or value.size == 0:
            continue
        for plain in (np.ones_like(value), np.round(value)):
            if np.count_nonzero(plain) < np.count_nonzero(value):
                continue  # zeros are special: a scale, a divisor
            same = np.array_equal(plain.astype(np.float64), value.astype(np.float64),
                                  equal_nan=True)
            if not same:
                yield dataclasses.replace(case, inputs={**case.inputs, name: plain})


STEPS = (single_outputs, earlier_outputs, values_as_inputs, bypassed_nodes, simpler_setting,
         fewer_attributes, fewer_inputs, smaller_extents, simpler_contents)


def reduce(case, fails, budget=200):
    """The smallest case found with at most BUDGET trials."""
    values = case.evaluate()
    progress = True
    while progress and budget > 0:
        progress = False
        for step in STEPS:
            restart = True
            while restart and budget > 0:
                restart = False
                for smaller in step(case, values):
                    budget -= 1
                    if budget <= 0:
                        break
                    try:
                        new_values = smaller.evaluate()
                    except (Reject, KeyError):
                        continue
                    if fails(smaller, new_values):
                        case, values = smaller, new_values
                        progress = restart = True
                        break
    return case, values
