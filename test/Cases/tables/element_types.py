#===- element_types.py - Every element type that an operator takes ---------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""For common operators a row per element type that the newest schema lists for the
first input's type, but strings and complex numbers: through import, folding, kernels
and the interface."""

import ml_dtypes
import numpy as np
from onnx import defs

from case import NEWEST, element_type
from table import Table, node
from tables._data import i64, scalar

T = Table()

TYPES = {
    "bool": bool, "float": np.float32, "double": np.float64, "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16, "int8": np.int8, "int16": np.int16,
    "int32": np.int32, "int64": np.int64, "uint8": np.uint8, "uint16": np.uint16,
    "uint32": np.uint32, "uint64": np.uint64, "int4": ml_dtypes.int4,
    "uint4": ml_dtypes.uint4, "int2": ml_dtypes.int2, "uint2": ml_dtypes.uint2,
    "float8e4m3fn": ml_dtypes.float8_e4m3fn, "float8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "float8e5m2": ml_dtypes.float8_e5m2, "float8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "float8e8m0": ml_dtypes.float8_e8m0fnu, "float4e2m1": ml_dtypes.float4_e2m1fn,
}


def data(kind, *shape):
    """Small numbers that every type of `kind`'s family holds exactly."""
    count = int(np.prod(shape))
    dtype = np.dtype(kind)
    if dtype == bool:
        pattern = [True, False, True, True, False]
    elif dtype == np.dtype(ml_dtypes.float8_e8m0fnu):
        pattern = [1, 2, 4, 0.5, 8, 0.25, 16]
    elif dtype in (np.dtype(ml_dtypes.uint2),):
        pattern = [1, 3, 0, 2, 1]
    elif dtype in (np.dtype(ml_dtypes.int2),):
        pattern = [1, -2, 0, -1, 1]
    elif dtype.kind == "u" or dtype == np.dtype(ml_dtypes.uint4):
        pattern = [1, 7, 3, 0, 5, 2, 4]
    elif dtype.kind == "i" or dtype == np.dtype(ml_dtypes.int4):
        pattern = [1, -7, 3, 0, -5, 2, 4]
    else:
        pattern = [1, -6, 3, 0.5, -4, 2, 1.5]
    return np.resize(np.array(pattern), count).reshape(shape).astype(dtype)


def types_of(op):
    """The types of the first input that the schema in force at the newest opset lists."""
    schema = defs.get_schema(op, NEWEST, "")
    name = schema.inputs[0].type_str
    for constraint in schema.type_constraints:
        if constraint.type_param_str == name:
            return [t[7:-1] for t in constraint.allowed_type_strs
                    if t.startswith("tensor(") and t[7:-1] in TYPES]
    return [name[7:-1]]


def rows(op, inputs, outputs=1, right=None, **attributes):
    """A row for each type; `inputs` makes the arrays of a type, `right` the result
    from them where the reference computes in the narrow type or answers another."""
    for name in types_of(op):
        kind = TYPES[name]
        feeds = {f"x{i}": value for i, value in enumerate(inputs(kind))}
        results = " ".join(f"y{i}" for i in range(outputs))
        want = right and [right(*feeds.values()).astype(kind)]
        T.graph(f"{op} {name}", NEWEST,
                [node(op, " ".join(feeds), results, **attributes)], feeds, results,
                want=want or None, oracle="reference",
                modes=("interpreter", "static", "constant"))


for op in ("Abs", "Neg", "Sign", "Relu", "Floor", "Sqrt", "Exp", "Tanh", "Sigmoid", "Erf",
           "Round", "Identity", "Not", "BitwiseNot", "IsNaN", "IsInf", "Elu",
           "LeakyRelu", "HardSwish", "Reciprocal"):
    rows(op, lambda kind, op=op: [abs(data(kind, 19)) if op == "Sqrt" else
                                  data(kind, 19)])
rows("Softplus", lambda kind: [data(kind, 19)],
     right=lambda x: np.logaddexp(0, x.astype(np.float64)))
for op in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Equal", "Less", "LessOrEqual",
           "And", "Xor", "BitwiseAnd", "Mod", "Pow"):
    def operands(kind, op=op):
        second = data(kind, 19)[::-1].copy()
        if op in ("Div", "Mod", "Pow"):
            second = np.full(19, 2).astype(kind)
        return [abs(data(kind, 19)) if op == "Pow" else data(kind, 19), second]

    attributes = {"fmod": 1} if op == "Mod" else {}
    rows(op, operands, **attributes)
rows("BitShift", lambda kind: [data(kind, 19), np.full(19, 1).astype(kind)],
     direction="LEFT")
rows("Where", lambda kind: [data(bool, 19), data(np.float32, 19), data(np.float32, 1)])
rows("Clip", lambda kind: [data(kind, 19), np.array(1).astype(kind),
                           np.array(3).astype(kind)])
for op in ("ReduceSum", "ReduceMax", "ReduceMin", "ReduceMean", "ReduceProd", "ReduceL1",
           "ReduceL2"):
    rows(op, lambda kind: [data(kind, 3, 5), i64(1)])
rows("ReduceSumSquare", lambda kind: [data(kind, 3, 5), i64(1)],
     right=lambda x, axes: (x.astype(np.float64) ** 2).sum(1, keepdims=True))
rows("ArgMax", lambda kind: [data(kind, 3, 5)], axis=1)
rows("CumSum", lambda kind: [data(kind, 3, 5), scalar(1)])
rows("TopK", lambda kind: [np.arange(7).astype(kind), i64(3)], outputs=2)
rows("Softmax", lambda kind: [data(kind, 3, 5)])
rows("MatMul", lambda kind: [data(kind, 3, 4), data(kind, 4, 2)])
rows("Gemm", lambda kind: [data(kind, 3, 4), data(kind, 4, 2), data(kind, 2)])
rows("Reshape", lambda kind: [data(kind, 3, 4), i64(2, 6)])
rows("Transpose", lambda kind: [data(kind, 3, 5)], perm=[1, 0])
rows("Concat", lambda kind: [data(kind, 3, 5), data(kind, 2, 5)], axis=0)
rows("Slice", lambda kind: [data(kind, 3, 7), i64(1, 5), i64(3, 0), i64(0, 1), i64(1, -2)])
rows("Gather", lambda kind: [data(kind, 5, 3), i64(4, 0, -2)])
rows("GatherElements", lambda kind: [data(kind, 2, 3), np.array([[0, -1], [2, 1]])],
     axis=1)
rows("GatherND", lambda kind: [data(kind, 2, 3), np.array([[0, 1], [1, -1]])])
rows("ScatterElements", lambda kind: [data(kind, 2, 3), np.array([[2], [0]]),
                                      data(kind, 2, 1)], axis=1)
rows("ScatterND", lambda kind: [data(kind, 4), np.array([[3], [1]]), data(kind, 2)])
rows("Expand", lambda kind: [data(kind, 3, 1), i64(2, 1, 5)])
rows("Tile", lambda kind: [data(kind, 3), i64(3)])
rows("Pad", lambda kind: [data(kind, 3, 4), i64(0, 1, 1, 2), np.array(1).astype(kind)])
rows("Split", lambda kind: [data(kind, 5), i64(2, 3)], outputs=2)
rows("Squeeze", lambda kind: [data(kind, 1, 5), i64(0)])
rows("Unsqueeze", lambda kind: [data(kind, 5), i64(0)])
rows("Flatten", lambda kind: [data(kind, 2, 3, 2)])
rows("Shape", lambda kind: [data(kind, 2, 3)])
rows("NonZero", lambda kind: [data(kind, 3, 5)])
rows("Trilu", lambda kind: [data(kind, 3, 5)])
rows("OneHot", lambda kind: [np.array([0, 2, 1]).astype(kind), scalar(3),
                             data(np.float32, 2)])
rows("DepthToSpace", lambda kind: [data(kind, 1, 4, 2, 3)], blocksize=2)
rows("Compress", lambda kind: [data(kind, 5), data(bool, 5)])
rows("Unique", lambda kind: [data(kind, 9)])
rows("MaxPool", lambda kind: [data(kind, 1, 1, 7)], kernel_shape=[2])
rows("Conv", lambda kind: [data(kind, 1, 2, 5), data(kind, 3, 2, 2)])
rows("LayerNormalization", lambda kind: [data(kind, 3, 4), data(kind, 4)])

#: Each type to each that holds its numbers, but those that are no numbers' target.
for name in types_of("Cast"):
    for target in types_of("Cast"):
        if name == target or "8e8m0" in (name[-5:], target[-5:]):
            continue
        narrow = {"bool", "uint2", "int2"} & {name, target}
        source = data(TYPES[name], 19)
        if target.startswith("u") or narrow:
            source = (source.astype(np.float64) % 2).astype(TYPES[name])
            source = np.floor(source.astype(np.float64)).astype(TYPES[name])
        elif TYPES[target] not in (np.float32, np.float64) and "float" not in target:
            source = np.trunc(source.astype(np.float64)).astype(TYPES[name])
        T.graph(f"Cast {name} to {target}", NEWEST,
                [node("Cast", "x", "y", to=element_type(TYPES[target]))],
                {"x": source}, "y",
                want=[source.astype(np.float64).astype(TYPES[target])],
                modes=("interpreter", "static", "constant"))
