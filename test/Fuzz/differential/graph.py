#===- graph.py - A random ONNX graph as it grows ----------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A graph under construction. Every value is computed the moment its node is added
(by onnx.reference), so builders know dtype, shape and contents of what they read."""

import warnings

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper
from onnx.reference import ReferenceEvaluator

from .reference import CORRECTED

warnings.filterwarnings("ignore")
np.seterr(all="ignore")

FLOATS = (T.FLOAT, T.DOUBLE, T.FLOAT16, T.BFLOAT16)
SIGNED = (T.INT8, T.INT16, T.INT32, T.INT64)
UNSIGNED = (T.UINT8, T.UINT16, T.UINT32, T.UINT64)
INTEGERS = SIGNED + UNSIGNED
NUMBERS = FLOATS + INTEGERS
# How often a new input has each element type: f32 is what models are made of.
WEIGHTS = {T.FLOAT: 12, T.INT64: 3, T.INT32: 2, T.DOUBLE: 2, T.FLOAT16: 2, T.BFLOAT16: 1}
EXTENTS = (1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 16, 17, 33)
MAX_ELEMENTS = 2048
TYPE_NAMES = {f"tensor({name.lower()})": number for name, number in T.DataType.items()}


class Reject(Exception):
    """This op cannot be added here: try another."""


def numpy_type(elem_type):
    return helper.tensor_dtype_to_np_dtype(elem_type)


def elem_type_of(array):
    return helper.np_dtype_to_tensor_dtype(np.asarray(array).dtype)


def random_floats(rng, count, style):
    if style == "small":
        return rng.integers(-16, 17, count) / 4
    if style == "positive":
        return rng.integers(1, 33, count) / 8
    if style == "wide":
        return rng.standard_normal(count) * 10.0 ** rng.uniform(-6, 6, count)
    data = rng.standard_normal(count)
    if style == "special":
        special = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-40, -1e-40, 6e-8, 65504, 3e38,
                            0.5, -0.5, 1.5, 2.5, 1.0, -1.0])
        hit = rng.random(count) < 0.3
        data[hit] = rng.choice(special, int(hit.sum()))
    return data


def random_array(rng, elem_type, shape, style=None):
    """Contents of a fresh input; STYLE None draws one."""
    count = int(np.prod(shape, dtype=np.int64))
    dtype = numpy_type(elem_type)
    if elem_type == T.BOOL:
        data = rng.random(count) < 0.5
    elif elem_type in INTEGERS or elem_type in (T.INT4, T.UINT4, T.INT2, T.UINT2):
        bits = {T.INT4: 4, T.UINT4: 4, T.INT2: 2, T.UINT2: 2}.get(elem_type, 8 * dtype.itemsize)
        signed = elem_type in SIGNED + (T.INT4, T.INT2)
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        style = style or rng.choice(["small", "small", "edge"])
        if style == "small":
            data = rng.integers(max(low, -9), min(high, 9) + 1, count)
        elif style == "positive":
            data = rng.integers(1, min(high, 9) + 1, count)
        else:
            data = np.array([int(low + int(f * (high - low))) for f in rng.random(count)],
                            dtype=object)
            hit = rng.random(count) < 0.2
            data[hit] = [int(v) for v in rng.choice([0, 1, 2, 3], int(hit.sum()))]
            edge = rng.random(count) < 0.1
            data[edge] = [(low, high)[int(i)] for i in rng.integers(0, 2, int(edge.sum()))]
    else:
        style = style or rng.choice(["small", "unit", "unit", "positive", "wide", "special"],
                                    p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1])
        data = random_floats(rng, count, style)
    return np.asarray(data).astype(dtype).reshape(shape)


class Graph:
    def __init__(self, rng, opset):
        self.rng, self.opset = rng, opset
        self.values = {}      # name -> array (or list, for sequences), in order of creation
        self.inputs = []      # names of graph inputs
        self.constants = []   # names of initializers
        self.nodes = []
        self.base_rank = int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.06, 0.16, 0.26, 0.2, 0.26, 0.06]))
        self.base = self.random_shape(self.base_rank)
        self.elem_type = self.random_type(FLOATS if rng.random() < 0.8 else INTEGERS)

    # Random choices ---------------------------------------------------------

    def coin(self, p=0.5):
        return self.rng.random() < p

    def integer(self, low, high):
        """LOW to HIGH, both included."""
        return int(self.rng.integers(low, high + 1))

    def one_of(self, things):
        things = list(things)
        if not things:
            raise Reject
        return things[int(self.rng.integers(0, len(things)))]

    def random_type(self, types):
        types = list(types)
        weights = np.array([WEIGHTS.get(t, 1) for t in types], dtype=float)
        if not types:
            raise Reject
        return types[int(self.rng.choice(len(types), p=weights / weights.sum()))]

    def random_shape(self, rank, least=1, most=MAX_ELEMENTS):
        shape = []
        for _ in range(rank):
            if least == 1 and self.coin(0.02):
                shape.append(0)
            else:
                shape.append(int(self.rng.choice([e for e in EXTENTS if e >= least])))
        while np.prod(shape) > most:
            i = int(np.argmax(shape))
            shape[i] = max(least, shape[i] // 2)
            if shape[i] == least and max(shape, default=0) <= least:
                break
        return shape

    # Values -----------------------------------------------------------------

    def new(self, elem_type, shape, style=None):
        """A fresh input or initializer."""
        return self.given(random_array(self.rng, elem_type, shape, style), self.coin(0.3))

    def given(self, array, constant=False):
        name = f"{'c' if constant else 'x'}{len(self.values)}"
        self.values[name] = np.asarray(array)
        (self.constants if constant else self.inputs).append(name)
        return name

    def shape_input(self, numbers, elem_type=T.INT64):
        """Numbers that an op reads as axes, sizes or shape: mostly constants."""
        return self.given(np.array(numbers, dtype=numpy_type(elem_type)), self.coin(0.8))

    def pick(self, types=FLOATS, rank=None, where=None, style=None, shape=None, fresh=0.2):
        """A value of one of TYPES: mostly one that is there, else a new input."""
        ranks = range(0, 7) if rank is None else (rank,) if isinstance(rank, int) else rank
        fits = [n for n, v in self.values.items() if isinstance(v, np.ndarray)
                and elem_type_of(v) in types and v.ndim in ranks and n not in self.constants
                and (shape is None or list(v.shape) == list(shape))
                and (where is None or where(v))]
        if fits and not self.coin(fresh):
            # Newer values more often, so that graphs become deep rather than wide.
            return fits[-1 - int(len(fits) * self.rng.random() ** 2)]
        elem_type = self.elem_type if self.elem_type in types and self.coin(0.7) \
            else self.random_type(types)
        if shape is None:
            if len(self.base) in ranks and self.coin(0.8) and where is None:
                shape = self.base
            else:
                shape = self.random_shape(self.one_of(r for r in ranks if r <= 5))
        name = self.new(elem_type, shape, style)
        if where is not None and not where(self.values[name]):
            raise Reject
        return name

    def broadcastable(self, like, types, style=None, one_way=False):
        """A value of LIKE's element type that broadcasts with it."""
        shape = list(self.values[like].shape)
        fits = [n for n, v in self.values.items() if isinstance(v, np.ndarray) and n != like
                and elem_type_of(v) in types and broadcasts(v.shape, shape, one_way)]
        if style is None and fits and self.coin(0.5):
            return self.one_of(fits)
        other = [1 if self.coin(0.25) else d for d in shape]
        if self.coin(0.3):
            other = other[self.integer(0, len(other)):]
        return self.new(self.one_of(types), other, style)

    # Nodes ------------------------------------------------------------------

    def schema(self, op, domain=""):
        try:
            schema = onnx.defs.get_schema(op, self.opset, domain)
        except onnx.defs.SchemaError as error:
            raise Reject from error
        if schema.deprecated:
            raise Reject
        return schema

    def types(self, op, index=0):
        """Element types that input INDEX of OP takes in this opset."""
        inputs = self.schema(op).inputs
        return {TYPE_NAMES[t] for t in inputs[min(index, len(inputs) - 1)].types
                if t in TYPE_NAMES and TYPE_NAMES[t] not in (T.STRING, T.COMPLEX64, T.COMPLEX128)}

    def has_attribute(self, op, name):
        return name in self.schema(op).attributes

    def emit(self, op, inputs, outputs=1, **attributes):
        """Adds a node; returns the names of its outputs. Rejects what the reference
        cannot run and what becomes too big."""
        schema = self.schema(op)
        attributes = {k: v for k, v in attributes.items()
                      if v is not None and k in schema.attributes}
        names = [f"v{len(self.values) + i}" for i in range(outputs)]
        node = helper.make_node(op, [i or "" for i in inputs], names,
                                name=f"{op}_{len(self.nodes)}", **attributes)
        results = run_node(node, {i: self.values[i] for i in read_names(node)
                                  if i in self.values}, self.opset)
        # onnx.reference promotes some types as NumPy does.
        kinds = {schema.inputs[min(i, len(schema.inputs) - 1)].type_str: self.values[n].dtype
                 for i, n in enumerate(inputs) if n and isinstance(self.values[n], np.ndarray)}
        for i, result in enumerate(results):
            kind = kinds.get(schema.outputs[min(i, len(schema.outputs) - 1)].type_str)
            if isinstance(result, np.ndarray) and kind not in (None, result.dtype):
                raise Reject
            for item in result if isinstance(result, list) else [result]:
                if not isinstance(item, np.ndarray) or item.size > MAX_ELEMENTS \
                        or item.ndim > 6 or item.dtype.kind in "OUS":
                    raise Reject
        self.nodes.append(node)
        self.values.update(zip(names, results))
        return names


def broadcasts(shape, target, one_way):
    if one_way and len(shape) > len(target):
        return False
    for a, b in zip(reversed(shape), reversed(target)):
        if a != b and a != 1 and (one_way or b != 1):
            return False
    return True


def read_names(node):
    """Names that NODE reads, those of its subgraphs' outer values included."""
    names = [i for i in node.input if i]
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            inside = {v.name for v in attribute.g.input} | {t.name for t in attribute.g.initializer}
            for inner in attribute.g.node:
                names += [n for n in read_names(inner) if n not in inside]
                inside |= set(inner.output)
    return names


def type_proto(value):
    if isinstance(value, list):
        if not value:
            raise Reject
        return helper.make_sequence_type_proto(
            helper.make_tensor_type_proto(elem_type_of(value[0]), None))
    return helper.make_tensor_type_proto(elem_type_of(value), value.shape)


# What sums bf16 in bf16 is stuck at 256: of these the reference computes in f32.
SUMS = ("Reduce", "MatMul", "Gemm", "Conv", "AveragePool", "Mean", "Einsum", "Softmax",
        "LogSoftmax", "Global", "LpPool", "LpNorm", "CumSum", "LayerNorm", "GroupNorm", "RMSNorm",
        "InstanceNorm", "BatchNorm", "LRN")


def run_node(node, values, opset):
    """Outputs of one node by onnx.reference; Reject if it cannot."""
    narrow = numpy_type(T.BFLOAT16)
    if node.op_type.startswith(SUMS) and any(
            isinstance(v, np.ndarray) and v.dtype == narrow for v in values.values()):
        wide = {n: v.astype(np.float32) if v.dtype == narrow else v for n, v in values.items()}
        return [r.astype(narrow) if r.dtype == np.float32 else r
                for r in run_node(node, wide, opset)]
    graph = helper.make_graph(
        [node], "node", [helper.make_value_info(n, type_proto(v)) for n, v in values.items()],
        [onnx.ValueInfoProto(name=n) for n in node.output if n])
    model = helper.make_model_gen_version(graph, opset_imports=[helper.make_opsetid("", opset)])
    try:
        results = ReferenceEvaluator(model, new_ops=CORRECTED[opset]).run(None, values)
    except Exception as error:  # whatever the reference's own code raises
        raise Reject from error
    return [r if isinstance(r, list) else np.asarray(r) for r in results]
