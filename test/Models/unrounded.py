#===- unrounded.py - A quantised model without its roundings ---------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What a quantised model would compute if its activations were not rounded.

Rounding is decided by the last bit, and no two engines agree on that one; how far
each is from the model without roundings can be compared. Weights stay what they
are, dequantised; pairs of QuantizeLinear and DequantizeLinear, DynamicQuantizeLinear
with its integer products, and DynamicQuantizeLSTM become what they approximate.
"""
import numpy as np
import onnx
from onnx import helper, numpy_helper


class Rewriter:
    def __init__(self, model):
        self.model, self.graph = model, model.graph
        self.constants = {i.name: numpy_helper.to_array(i) for i in self.graph.initializer}
        for node in self.graph.node:
            if node.op_type == "Constant":
                self.constants[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
        self.maker = {name: node for node in self.graph.node for name in node.output}
        self.users = {}
        for node in self.graph.node:
            for name in node.input:
                self.users.setdefault(name, []).append(node)

    def constant(self, name, value):
        self.graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def pairs(self):
        """DequantizeLinear(QuantizeLinear(x)) is x."""
        for node in self.graph.node:
            source = self.maker.get(node.input[0]) if node.op_type == "DequantizeLinear" else None
            if source is not None and source.op_type == "QuantizeLinear":
                node.op_type = "Identity"
                del node.input[:], node.attribute[:]
                node.input.append(source.input[0])

    def products(self):
        """Mul(Cast(MatMulInteger(quantised x, B)), scales) is x times B dequantised."""
        for node in self.graph.node:
            source = self.maker.get(node.input[0]) if node.op_type == "MatMulInteger" else None
            if source is None or source.op_type != "DynamicQuantizeLinear":
                continue
            cast, = self.users[node.output[0]]
            last, = self.users[cast.output[0]]
            scales = self.maker[next(i for i in last.input if i != cast.output[0])]
            scale = self.constants[next(i for i in scales.input if i != source.output[1])]
            weight = self.constants[node.input[1]].astype(np.float32)
            weight = (weight - self.constants[node.input[3]].astype(np.float32)) * scale
            last.op_type = "MatMul"
            del last.input[:]
            last.input.extend([source.input[0], self.constant(last.output[0] + "_exact", weight)])

    def recurrences(self):
        """DynamicQuantizeLSTM is LSTM with its weights dequantised."""
        for node in self.graph.node:
            if node.op_type != "DynamicQuantizeLSTM":
                continue
            for i, at in ((1, 8), (2, 10)):
                scale, zero = (self.constants[node.input[k]].astype(np.float32) for k in (at, at + 1))
                shape = (scale.shape[0], 1, -1)
                weight = self.constants[node.input[i]].astype(np.float32)
                weight = (weight - zero.reshape(shape)) * scale.reshape(shape)
                node.input[i] = self.constant(f"{node.output[0]}_exact{i}", weight.transpose(0, 2, 1))
            node.op_type, node.domain = "LSTM", ""
            del node.input[8:]


def unrounded(path, target):
    """Writes the model at PATH without roundings to TARGET."""
    model = onnx.load(path)
    rewriter = Rewriter(model)
    rewriter.pairs()
    rewriter.products()
    rewriter.recurrences()
    onnx.save(model, target)
    return target
