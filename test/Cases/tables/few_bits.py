#===- few_bits.py - Quantised weights in products -------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Constant weights of 8, 4 and 2 bits behind a DequantizeLinear, which stay as they
are in the artifact: every type, with scales per tensor, column and block, and tails of
rows, columns and blocks. What is right is computed here in f64."""

import ml_dtypes
import numpy as np

from table import Table, node

T = Table()
MODES = ("interpreter", "static", "dynamic", "v2", "v3", "v4")
RANGE = {np.int8: (-128, 127), np.uint8: (0, 255), ml_dtypes.int4: (-8, 7),
         ml_dtypes.uint4: (0, 15), ml_dtypes.int2: (-2, 1), ml_dtypes.uint2: (0, 3)}
random = np.random.default_rng(29)


def numbers(kind, *shape):
    low, high = RANGE[kind]
    return random.integers(low, high + 1, shape).astype(np.int32).astype(kind)


def wide(value):
    return np.asarray(value).astype(np.float64)


def product(kind, rows, depth, columns, *, block=0, per="column", zeros=True, turned=False,
            behind=(), real=np.float32, label=""):
    """x [rows, depth] times the dequantised weights [depth, columns], or their
    transpose, and what follows."""
    count = -(-depth // block) if block else 1
    shape = {"tensor": (), "column": (columns,), "block": (count, columns)}[per]
    q = numbers(kind, depth, columns)
    if real == np.float32:
        s = random.uniform(0.01, 0.05, shape).astype(real)
    else:  # with these no dequantised weight is rounded, in whatever type it is held
        s = (2.0 ** -random.integers(4, 7, shape)).astype(real)
    z = numbers(kind, *shape)
    every = [np.broadcast_to(wide(p), (count, columns)).repeat(block or depth, 0)[:depth]
             for p in (s, z)]
    w = (wide(q) - every[1] * zeros) * every[0]
    x = random.standard_normal((rows, depth)).astype(real)
    want = wide(x) @ w
    bias = random.standard_normal(columns).astype(real)
    if "bias" in behind:
        want = want + wide(bias)
    if "relu" in behind:
        want = np.maximum(want, 0)
    axis = {"tensor": 1, "column": 1, "block": 0}[per]
    if turned:
        q = np.ascontiguousarray(q.T)
        s, z = (np.ascontiguousarray(p.T) for p in (s, z))
        axis = 1 - axis
    attributes = {"axis": axis} | ({"block_size": block} if per == "block" else {})
    nodes = [node("DequantizeLinear", "w s z" if zeros else "w s", "d", **attributes)]
    if turned:
        nodes.append(node("Gemm", "x d", "p", transB=1))
    else:
        nodes.append(node("MatMul", "x d", "p"))
    if "bias" in behind:
        nodes.append(node("Add", "p bias", "b"))
    if "relu" in behind:
        nodes.append(node("Relu", "b", "r"))
    out = {(): "p", ("bias",): "b", ("bias", "relu"): "r"}[tuple(behind)]
    constants = {"w": q, "s": s} | ({"z": z} if zeros else {}) | ({"bias": bias} if behind else {})
    name = f"{np.dtype(kind)} weights, {rows}x{depth}x{columns}, scales per {per}"
    for text in (f"of {block}" if block else "", "zeros" if zeros else "", "turned" if turned else "",
                 " ".join(behind), label):
        name += f", {text}" if text else ""
    T.graph(name, 25 if "int2" in str(np.dtype(kind)) else 21, nodes, {"x": x}, out,
            constants=constants, want=[want.astype(real)], modes=MODES)


for kind in RANGE:
    for rows in (1, 3, 17):
        product(kind, rows, 40, 33, zeros=rows != 3)
    product(kind, 2, 64, 48, per="tensor", turned=True)
    product(kind, 3, 100, 20, per="block", block=32, turned=True)
    product(kind, 1, 96, 70, per="block", block=16, zeros=False, behind=("bias", "relu"))
    product(kind, 30, 130, 40, per="block", block=32)
product(np.int8, 1, 700, 64, zeros=False, label="deep")
product(np.uint8, 20, 512, 64, turned=True, label="deep")
product(np.int8, 4, 50, 33, per="block", block=7, label="odd blocks")
product(np.int8, 16, 512, 32, zeros=False, behind=("bias",))
product(np.int8, 5, 64, 40, real=np.float16)
product(ml_dtypes.int4, 20, 64, 40, per="block", block=32, real=np.float16)
# What is not packed is right too: few columns, blocks across the sum's words.
product(np.int8, 3, 40, 5)
product(ml_dtypes.uint4, 3, 40, 24, per="block", block=4)
