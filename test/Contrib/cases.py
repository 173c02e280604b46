#===- cases.py - How a case of these tests is written ----------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A case is one node, its inputs and what may differ.

    case("FusedMatMul", [x(2, 3), w(3, 4)], {"transA": 1}, tag="transposed")

x(...) is an input of the model, w(...) a constant in it, None is left out. The
expected results are ONNX Runtime's, or those of `expect`, a function of the arrays,
for operators that it has on GPUs only.
"""
import dataclasses
import zlib
from typing import Callable, Optional

import numpy as np

MICROSOFT = "com.microsoft"


@dataclasses.dataclass
class Operand:
    value: np.ndarray
    constant: bool = False


@dataclasses.dataclass
class Case:
    name: str
    op: str
    inputs: list
    attributes: dict
    outputs: int
    domain: str
    opset: int
    # Largest difference: relative, and absolute in the output's unit (a step of
    # an integer for quantised ones).
    relative: float
    absolute: float
    expect: Optional[Callable]
    modes: tuple
    wanted: Optional[list]  # which outputs exist; None: all
    version: int  # of the domain


CASES = []
_counter = [0]


def _rng():
    _counter[0] += 1
    return np.random.default_rng([7, _counter[0]])


def numbers(shape, dtype=np.float32, low=None, high=None):
    """Seeded values: normal for floats, between low and high for integers."""
    rng, dtype = _rng(), np.dtype(dtype)
    if dtype.kind == "f":
        if low is None:
            return rng.standard_normal(shape).astype(dtype)
        return rng.uniform(low, high, shape).astype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    limits = np.iinfo(dtype)
    low = max(limits.min, -1000) if low is None else low
    high = min(limits.max, 1000) if high is None else high
    return rng.integers(low, high, shape, endpoint=True).astype(dtype)


def x(*shape, dtype=np.float32, low=None, high=None):
    return Operand(numbers(shape, dtype, low, high))


def w(*shape, dtype=np.float32, low=None, high=None):
    return Operand(numbers(shape, dtype, low, high), constant=True)


def given(value, dtype=None, constant=False):
    return Operand(np.array(value, dtype), constant)


def fixed(value, dtype=None):
    return given(value, dtype, constant=True)


def case(op, inputs, attributes=None, tag="", outputs=1, domain=MICROSOFT, opset=21,
         relative=1e-3, absolute=1e-5, expect=None, modes=("static", "dynamic"), wanted=None,
         version=1):
    name = op + ("_" + tag if tag else "")
    taken = {c.name for c in CASES}
    if name in taken:
        name += f"_{zlib.crc32(repr((attributes, len(CASES))).encode()) % 10000}"
    CASES.append(Case(name, op, inputs, attributes or {}, outputs, domain, opset,
                      relative, absolute, expect, modes, wanted, version))
