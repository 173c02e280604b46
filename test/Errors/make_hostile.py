#!/usr/bin/env python3
#===- make_hostile.py - Writes hostile ONNX files -------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Writes hostile ONNX files, one per name given, into a folder.

Bytes are put together by hand, so that nothing but the fault is in the file.
"""
import os
import struct
import sys


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while True:
        byte = value & 0x7F
        value >>= 7
        out += bytes([byte | (0x80 if value else 0)])
        if not value:
            return out


def number(field, value):
    return varint(field << 3) + varint(value)


def message(field, body):
    if isinstance(body, str):
        body = body.encode()
    return varint(field << 3 | 2) + varint(len(body)) + body


def model(graph, ir=8, opset=17):
    return number(1, ir) + message(8, number(2, opset)) + message(7, graph)


def tensor_type(dims):
    shape = b"".join(message(1, number(1, d)) for d in dims)
    return message(1, number(1, 1) + message(2, shape))


def value(name, dims):
    return message(1, name) + message(2, tensor_type(dims))


def node(op, inputs, outputs, *attributes):
    return (b"".join(message(1, i) for i in inputs)
            + b"".join(message(2, o) for o in outputs)
            + message(4, op) + b"".join(message(5, a) for a in attributes))


def with_initializer(tensor):
    return model(message(5, tensor) + message(12, value("y", [4]))
                 + message(1, node("Identity", ["w"], ["y"])))


def external(location, offset=None, length=None, dims=(4,)):
    tensor = b"".join(number(1, d) for d in dims) + number(2, 1) + message(8, "w")
    for key, text in (("location", location), ("offset", offset),
                      ("length", length)):
        if text is not None:
            tensor += message(13, message(1, key) + message(2, text))
    return with_initializer(tensor + number(14, 1))


def nested(depth):
    graph = message(12, value("x", [1]))
    for _ in range(depth):
        attribute = message(1, "then_branch") + message(6, graph) + number(20, 5)
        graph = message(1, node("If", ["c"], ["x"], attribute))
    return model(graph)


CASES = {
    "truncated": lambda: with_initializer(b"")[:-3],
    "empty": lambda: b"",
    "long-length": lambda: number(1, 8) + varint(7 << 3 | 2) + varint(1 << 40),
    "deep": lambda: nested(10000),
    "escape": lambda: external("../../../etc/passwd"),
    "escape-inside": lambda: external("a/../../b"),
    "absolute": lambda: external("/etc/passwd"),
    "no-location": lambda: external(""),
    "dots": lambda: external("w..bin"),
    "link": lambda: external("link.bin"),
    "offset": lambda: external("w..bin", "18446744073709551600", "16"),
    "short-file": lambda: external("w..bin", "8", "16"),
    "bad-offset": lambda: external("w..bin", "-1", "16"),
    "few-elements": lambda: with_initializer(
        number(1, 128) + number(2, 3) + message(8, "w")),
    "raw-short": lambda: with_initializer(
        number(1, 4) + number(2, 1) + message(8, "w") + message(9, b"\0" * 12)),
    "raw-long": lambda: with_initializer(
        number(1, 4) + number(2, 1) + message(8, "w") + message(9, b"\0" * 20)),
    "two-fields": lambda: with_initializer(
        number(1, 1) + number(2, 1) + message(8, "w") + message(9, b"\0" * 4)
        + message(4, struct.pack("<f", 1))),
    "huge-dims": lambda: with_initializer(
        number(1, 1 << 40) + number(1, 1 << 40) + number(2, 1) + message(8, "w")),
    "negative-dim": lambda: with_initializer(
        number(1, -4) + number(2, 1) + message(8, "w")),
    "hidden-overflow": lambda: with_initializer(
        number(1, 1 << 40) + number(1, 1 << 40) + number(1, 0) + number(2, 1)
        + message(8, "w")),
}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "w..bin"), "wb") as file:
        file.write(struct.pack("<4f", 1, 2, 3, 4))
    link = os.path.join(folder, "link.bin")
    if not os.path.islink(link):
        os.symlink("/etc/passwd", link)
    for name, make in CASES.items():
        with open(os.path.join(folder, name + ".onnx"), "wb") as file:
            file.write(make())


if __name__ == "__main__":
    main()
