#===- case.py - One small model with its inputs and right results ----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What a row of a table is, and how it becomes a folder that the driver reads.

A row states a model and, where it matters, what is right (`want`). Where it
states nothing, `onnx.reference` and ONNX Runtime are both asked: they must agree,
or one must be unable to answer. A row on which they differ has to say which one
is right (`oracle`) or what is right (`want`), with the reason in a comment.
"""

import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: Newest opset of the standard that the tables go to.
NEWEST = 27

# ONNX's numbers for element types that numpy does not know by itself.
EXTRA_TYPES = {
    np.dtype(ml_dtypes.bfloat16): TensorProto.BFLOAT16,
    np.dtype(ml_dtypes.float8_e4m3fn): TensorProto.FLOAT8E4M3FN,
    np.dtype(ml_dtypes.float8_e4m3fnuz): TensorProto.FLOAT8E4M3FNUZ,
    np.dtype(ml_dtypes.float8_e5m2): TensorProto.FLOAT8E5M2,
    np.dtype(ml_dtypes.float8_e5m2fnuz): TensorProto.FLOAT8E5M2FNUZ,
    np.dtype(ml_dtypes.float8_e8m0fnu): TensorProto.FLOAT8E8M0,
    np.dtype(ml_dtypes.float4_e2m1fn): TensorProto.FLOAT4E2M1,
    np.dtype(ml_dtypes.int4): TensorProto.INT4,
    np.dtype(ml_dtypes.uint4): TensorProto.UINT4,
    np.dtype(ml_dtypes.int2): TensorProto.INT2,
    np.dtype(ml_dtypes.uint2): TensorProto.UINT2,
}


def element_type(dtype):
    """ONNX's number of a numpy or ml_dtypes type."""
    dtype = np.dtype(dtype)
    if dtype in EXTRA_TYPES:
        return EXTRA_TYPES[dtype]
    return helper.np_dtype_to_tensor_dtype(dtype)


class Refused:
    """The right answer of a row: refused by name, with these words."""

    def __init__(self, words):
        self.words = words


class RunError:
    """The right answer of a row: the run stops with these words."""

    def __init__(self, words):
        self.words = words


@dataclass
class Case:
    name: str
    nodes: list
    inputs: list  # pairs of name and array (or list of arrays: a sequence)
    outputs: list  # names
    opset: int
    want: object = None  # list of arrays, Refused, RunError, or None: ask
    oracle: str = "both"  # or "reference" or "runtime", where they differ
    #: What the oracles are asked instead, where none knows the model itself: an
    #: older opset, or (opset, nodes) of the same meaning.
    asked: object = None
    constants: dict = field(default_factory=dict)  # initialisers
    functions: list = field(default_factory=list)
    modes: tuple = ("interpreter", "static", "mixed", "dynamic", "constant")
    rtol: float = 1e-3
    atol: float = 1e-7
    imports: dict = field(default_factory=dict)  # further domains
    covers: list = field(default_factory=list)  # pairs of op and since-version
    repeats: bool = False  # the same model as an earlier row, at another opset

    def question(self):
        """The case that the oracles are asked."""
        if self.asked is None:
            return self
        opset, nodes = (self.asked if isinstance(self.asked, tuple)
                        else (self.asked, self.nodes))
        return replace(self, nodes=nodes, opset=opset, asked=None)

    def model(self, results=None, constant=(), dynamic=False):
        """The model; `constant` names the inputs that become initialisers.

        `dynamic` makes every extent a symbol, but for vectors: they are what
        operators read as shapes, axes and scales, whose number gives a rank.
        """
        inputs, initialisers = [], []
        for name, value in self.inputs:
            if name in constant:
                initialisers.append(numpy_helper.from_array(np.asarray(value), name))
            elif dynamic and not isinstance(value, list) and np.ndim(value) > 1:
                inputs.append(helper.make_tensor_value_info(
                    name, element_type(value.dtype),
                    [f"{name}_{d}" for d in range(value.ndim)]))
            else:
                inputs.append(value_info(name, value))
        for name, value in self.constants.items():
            initialisers.append(numpy_helper.from_array(np.asarray(value), name))
        outputs = []
        for i, name in enumerate(self.outputs):
            if results is not None and not dynamic:
                outputs.append(value_info(name, results[i]))
            else:
                outputs.append(onnx.ValueInfoProto(name=name))
        graph = helper.make_graph(self.nodes, "case", inputs, outputs, initialisers)
        opsets = [helper.make_opsetid("", self.opset)]
        opsets += [helper.make_opsetid(d, v) for d, v in self.imports.items()]
        model = helper.make_model(graph, opset_imports=opsets,
                                  functions=self.functions)
        model.ir_version = 13 if self.opset >= 25 else 10
        return model

    def feeds(self):
        return {name: value for name, value in self.inputs}


def value_info(name, value):
    if isinstance(value, list):
        items = [np.asarray(item) for item in value]
        kind = element_type(items[0].dtype) if items else TensorProto.FLOAT
        shapes = {item.shape for item in items}
        shape = list(shapes.pop()) if len(shapes) == 1 else None
        if shape is None and len({item.ndim for item in items}) == 1 and items:
            shape = [None] * items[0].ndim
        return helper.make_tensor_sequence_value_info(name, kind, shape)
    value = np.asarray(value)
    return helper.make_tensor_value_info(name, element_type(value.dtype), value.shape)


def ask_reference(case):
    from onnx.reference import ReferenceEvaluator
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with np.errstate(all="ignore"):
            return ReferenceEvaluator(case.model()).run(None, case.feeds())


def ask_runtime(case):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        case.model().SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, case.feeds())


def same(a, b, rtol, atol):
    if isinstance(a, list) or isinstance(b, list):
        return (isinstance(a, list) and isinstance(b, list) and len(a) == len(b)
                and all(same(x, y, rtol, atol) for x, y in zip(a, b)))
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind == "V" or a.dtype.kind == "f":
        a, b = a.astype(np.float64), b.astype(np.float64)
    return np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True)


def settle(case):
    """(what is right, what is wrong with the row or "").

    Answers are lists of arrays, Refused or RunError.
    """
    if case.want is not None:
        return case.want, ""
    answers, failures = {}, {}
    for name, ask in (("reference", ask_reference), ("runtime", ask_runtime)):
        if case.oracle not in ("both", name):
            continue
        try:
            answers[name] = ask(case.question())
        except Exception as error:  # an oracle may fail in any way it likes
            failures[name] = f"{type(error).__name__}: {str(error)[:200]}"
    if not answers:
        return None, f"no oracle can answer: {failures}"
    values = list(answers.values())
    if len(values) == 2:
        for i, (a, b) in enumerate(zip(*values)):
            if not same(a, b, max(case.rtol, 1e-3), max(case.atol, 1e-6)):
                return None, (f"the oracles differ on output {i}: reference "
                              f"{describe(a)}, runtime {describe(b)}")
    return values[-1], ""


def describe(value):
    if isinstance(value, list):
        return [describe(item) for item in value]
    value = np.asarray(value)
    return f"{value.dtype}{list(value.shape)} {value.ravel()[:12].tolist()}"


def save_value(path, value):
    if isinstance(value, list):
        proto = numpy_helper.from_list([np.asarray(item) for item in value])
    else:
        proto = numpy_helper.from_array(np.asarray(value))
    path.write_bytes(proto.SerializeToString())


def write(case, folder, results, constant=(), dynamic=False):
    """Writes the folder of model and data that the driver reads."""
    folder = Path(folder)
    data = folder / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    known = results if isinstance(results, list) else None
    (folder / "model.onnx").write_bytes(
        case.model(known, constant, dynamic).SerializeToString())
    left = [value for name, value in case.inputs if name not in constant]
    for i, value in enumerate(left):
        save_value(data / f"input_{i}.pb", value)
    for i, value in enumerate(known or [np.zeros(0, np.float32)] * len(case.outputs)):
        save_value(data / f"output_{i}.pb", value)
