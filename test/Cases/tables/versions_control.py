#===- versions_control.py - Control flow and collections by version ------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every since-version of If, Loop, Scan, the constants and the collections."""

import numpy as np
from onnx import TensorProto, helper

from table import Table, node
from tables._data import f32, i64, scalar

T = Table()


def value(name, kind=TensorProto.FLOAT, shape=None):
    return helper.make_tensor_value_info(name, kind, shape)


def branch(name, op, reads, result, **attributes):
    made = helper.make_node(op, reads, [result], **attributes)
    return helper.make_graph([made], name, [], [value(result)])


# The branches read values of the outer graph.
for flag in (True, False):
    for version in (1, 11, 13, 16, 19, 21, 23, 24, 25):
        T.op("If", [version], [scalar(flag, bool)], label=f"{flag}",
             then_branch=branch("then", "Add", ["a", "b"], "t"),
             else_branch=branch("else", "Mul", ["a", "b"], "e"))
        T.cases[-1].inputs += [("a", f32(2, 3)), ("b", f32(3))]


# A loop that carries a sum, collects it, and stops early.
def loop_body(stops):
    nodes = [node("Add", "sum step", "next"), node("Identity", "next", "seen")]
    nodes.append(node("Less", "total limit", "go") if stops else
                 node("Identity", "condition", "go"))
    if stops:
        nodes.insert(0, node("ReduceSum", "sum", "total", keepdims=0))
    return helper.make_graph(
        nodes, "body",
        [value("iteration", TensorProto.INT64, []),
         value("condition", TensorProto.BOOL, []), value("sum", shape=[2])],
        [value("go", TensorProto.BOOL, []), value("next", shape=[2]),
         value("seen", shape=[2])])


for stops in (False, True):
    for trips in (3, 0):
        T.op("Loop", "all", [scalar(trips), scalar(True, bool),
                             np.array([1, 2], np.float32)], outputs=2,
             label=f"{trips} trips" + (", stops" if stops else ""),
             body=loop_body(stops))
for item in T.cases:
    if item.covers[0][0] == "Loop":
        item.inputs += [("step", np.array([1, 3], np.float32)),
                        ("limit", scalar(8, np.float32))]

scan_body = helper.make_graph(
    [node("Add", "sum element", "next"), node("Identity", "next", "seen")], "body",
    [value("sum", shape=[2]), value("element", shape=[2])],
    [value("next", shape=[2]), value("seen", shape=[2])])
# Version 8 has a batch in front, and lengths as its first input.
T.op("Scan", [8], [None, f32(3, 2), f32(3, 4, 2)], outputs=2, label="batch",
     num_scan_inputs=1, body=scan_body)
T.op("Scan", [8], [None, f32(3, 2), f32(3, 4, 2)], outputs=2, label="reverse",
     num_scan_inputs=1, body=scan_body, directions=[1])
states, rows = f32(2, 2), f32(2, 3, 2)
T.op("Scan", [8], [i64(3, 1), states, rows], outputs=2, label="lengths",
     num_scan_inputs=1, body=scan_body,
     want=[np.stack([states[0] + rows[0].sum(0), states[1] + rows[1, 0]]),
           np.stack([states[0] + rows[0].cumsum(0),
                     np.concatenate([states[1:] + rows[1, :1],
                                     np.zeros((2, 2), np.float32)])])])
newer = [9, 11, 16, 19, 21, 23, 24, 25]
T.op("Scan", newer, [f32(2), f32(4, 2)], outputs=2, num_scan_inputs=1, body=scan_body)
T.op("Scan", newer, [f32(2), f32(4, 2)], outputs=2, label="backwards",
     num_scan_inputs=1, body=scan_body, scan_input_directions=[1],
     scan_output_directions=[1])
T.op("Scan", newer, [f32(2), f32(2, 4)], outputs=2, label="axes", num_scan_inputs=1,
     body=scan_body, scan_input_axes=[1], scan_output_axes=[1])

tensor = helper.make_tensor("t", TensorProto.FLOAT, [2], [1.5, -2])
T.op("Constant", "all", [], label="tensor", value=tensor)
for name, what in (("value_float", 1.5), ("value_floats", [1.5, 2]), ("value_int", 3),
                   ("value_ints", [3, 4])):
    T.op("Constant", [12, 13, 19, 21, 23, 24, 25], [], label=name, **{name: what})
for kind, since in ((TensorProto.INT32, 9), (TensorProto.BOOL, 9),
                    (TensorProto.FLOAT16, 9), (TensorProto.UINT8, 9),
                    (TensorProto.BFLOAT16, 20), (TensorProto.FLOAT8E4M3FN, 20),
                    (TensorProto.INT4, 21), (TensorProto.FLOAT4E2M1, 23),
                    (TensorProto.FLOAT8E8M0, 24), (TensorProto.INT2, 25)):
    one = helper.make_tensor("t", kind, [1], [1])
    T.op("ConstantOfShape", [v for v in (9, 20, 21, 23, 24, 25) if v >= since],
         [i64(2, 1)], label=TensorProto.DataType.Name(kind), value=one,
         oracle="reference")
    T.op("Identity", [v for v in (14, 16, 19, 21, 23, 24, 25) if v >= since],
         [np.ones(3, helper.tensor_dtype_to_np_dtype(kind))],
         label=TensorProto.DataType.Name(kind), oracle="reference")

a, b, c = f32(2, 3), f32(2, 3), f32(2, 3)
SEQUENCES = ("interpreter", "static", "dynamic")
T.op("SequenceConstruct", [11], [a, b], modes=SEQUENCES)
T.op("SequenceEmpty", [11], [], want=[[]], modes=("interpreter",))
T.op("SequenceAt", [11], [[a, b, c], scalar(-1)], modes=SEQUENCES)
T.op("SequenceInsert", [11], [[a, b], c, scalar(1)], modes=SEQUENCES)
T.op("SequenceErase", [11], [[a, b, c], scalar(1)], modes=SEQUENCES)
T.op("SequenceLength", [11], [[a, b, c]], modes=SEQUENCES)
T.op("ConcatFromSequence", [11], [[a, b]], axis=1, modes=SEQUENCES)
T.op("ConcatFromSequence", [11], [[a, b]], label="new axis", axis=-1, new_axis=1,
     modes=SEQUENCES)
T.op("SplitToSequence", "all", [f32(5, 2)], label="ones")
T.op("SplitToSequence", "all", [f32(5, 2)], label="ones, no keepdims", keepdims=0)
T.op("SplitToSequence", "all", [f32(5, 2), scalar(2)], label="size")
T.op("SplitToSequence", "all", [f32(5, 2), i64(4, 1)], label="sizes")
mapped = helper.make_graph([node("Neg", "item", "result")], "body", [value("item")],
                           [value("result")])
T.op("SequenceMap", [17], [[a, b]], body=mapped, modes=SEQUENCES)
T.op("OptionalHasElement", [18], [a], label="of a tensor", oracle="reference",
     modes=SEQUENCES)
T.op("OptionalGetElement", [18], [a], label="of a tensor", oracle="reference",
     modes=SEQUENCES)
for version in (15, 18):
    for op in ("OptionalHasElement", "OptionalGetElement"):
        T.graph(f"{op}-{version} of Optional", version,
                [node("Optional", "x", "o"), node(op, "o", "y")], {"x": a}, "y",
                want=[a if op == "OptionalGetElement" else scalar(True, bool)],
                modes=SEQUENCES)
        T.cases[-1].covers = [(op, version), ("Optional", 15)]
