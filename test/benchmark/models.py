#===- models.py - Models of the benchmark ---------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Models of the benchmark, made here: seeded weights, no framework needed.

Weights are He-scaled and norm statistics are not trivial, so that agreement
with another engine means something.
"""
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def reweighted(path, seed=0):
    """A model of ONNX's `light` set with random weights in place of its
    constant ones. The set's ConstantOfShape nodes become initializers."""
    model = onnx.load(path)
    rng = np.random.default_rng(seed)
    shapes = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    role = {}
    for node in model.graph.node:
        if node.op_type == "BatchNormalization":
            role.update(zip(node.input[1:5], ("scale", "bias", "mean", "variance")))

    def weights(name, shape):
        kind = role.get(name)
        if kind == "scale":
            return rng.uniform(0.8, 1.2, shape)
        if kind == "variance":
            return rng.uniform(0.5, 1.5, shape)
        if kind or len(shape) < 2:
            return rng.normal(0, 0.1, shape)
        return rng.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))

    nodes, initializers = [], list(model.graph.initializer)
    for node in model.graph.node:
        shape = shapes.get(node.input[0]) if node.op_type == "ConstantOfShape" else None
        if shape is None:
            nodes.append(node)
            continue
        name = node.output[0]
        value = weights(name, [int(n) for n in shape]).astype(np.float32)
        initializers.append(numpy_helper.from_array(value, name))
    # The last softmax would hide errors of the logits.
    if nodes[-1].op_type == "Softmax":
        last = nodes.pop()
        del model.graph.output[:]
        model.graph.output.append(helper.make_tensor_value_info(last.input[0], TensorProto.FLOAT, None))
    used = {name for node in nodes for name in node.input}
    initializers = [i for i in initializers if i.name in used]
    inputs = [i for i in model.graph.input if i.name not in {k.name for k in initializers}]
    for field, values in (("node", nodes), ("initializer", initializers), ("input", inputs)):
        items = getattr(model.graph, field)
        del items[:]
        items.extend(values)
    return model


def bert(layers=12, width=768, heads=12, tokens=128, vocabulary=1000, seed=0):
    """An encoder of BERT-base's shape, written as exporters write it."""
    rng = np.random.default_rng(seed)
    nodes, initializers = [], []
    counter = [0]

    def name(stem):
        counter[0] += 1
        return f"{stem}_{counter[0]}"

    def constant(value, stem="c"):
        value = np.asarray(value)
        key = name(stem)
        initializers.append(numpy_helper.from_array(value, key))
        return key

    def op(kind, *inputs, **attributes):
        result = name(kind.lower())
        nodes.append(helper.make_node(kind, list(inputs), [result], name=result, **attributes))
        return result

    def dense(x, rows, columns):
        weight = (rng.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
        bias = rng.normal(0, 0.02, columns).astype(np.float32)
        return op("Add", op("MatMul", x, constant(weight, "w")), constant(bias, "b"))

    def norm(x):
        scale = rng.uniform(0.8, 1.2, width).astype(np.float32)
        shift = rng.normal(0, 0.1, width).astype(np.float32)
        return op("LayerNormalization", x, constant(scale), constant(shift), axis=-1, epsilon=1e-12)

    def gelu(x):
        inner = op("Erf", op("Div", x, constant(np.float32(np.sqrt(2)))))
        product = op("Mul", x, op("Add", inner, constant(np.float32(1))))
        return op("Mul", product, constant(np.float32(0.5)))

    size = width // heads
    split = constant(np.array([1, tokens, heads, size], np.int64))
    joined = constant(np.array([1, tokens, width], np.int64))
    table = rng.standard_normal((vocabulary, width)).astype(np.float32)
    positions = rng.normal(0, 0.3, (1, tokens, width)).astype(np.float32)
    x = norm(op("Add", op("Gather", constant(table, "words"), "ids"), constant(positions)))
    for _ in range(layers):
        q, k, v = (op("Reshape", dense(x, width, width), split) for _ in range(3))
        q = op("Transpose", q, perm=[0, 2, 1, 3])
        k = op("Transpose", k, perm=[0, 2, 3, 1])
        v = op("Transpose", v, perm=[0, 2, 1, 3])
        scores = op("Div", op("MatMul", q, k), constant(np.float32(np.sqrt(size))))
        context = op("MatMul", op("Softmax", scores, axis=-1), v)
        context = op("Reshape", op("Transpose", context, perm=[0, 2, 1, 3]), joined)
        x = norm(op("Add", dense(context, width, width), x))
        x = norm(op("Add", dense(gelu(dense(x, width, 4 * width)), 4 * width, width), x))
    nodes.append(helper.make_node("Identity", [x], ["hidden"]))
    graph = helper.make_graph(
        nodes, "bert",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, [1, tokens])],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, [1, tokens, width])],
        initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def mlp(batch=64, widths=(784, 1024, 1024, 1024, 10), seed=0):
    """Dense layers with ReLU between them."""
    rng = np.random.default_rng(seed)
    nodes, initializers, x = [], [], "x"
    for i, (rows, columns) in enumerate(zip(widths, widths[1:])):
        weight = (rng.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32)
        bias = rng.normal(0, 0.1, columns).astype(np.float32)
        initializers += [numpy_helper.from_array(weight, f"w{i}"), numpy_helper.from_array(bias, f"b{i}")]
        last = i + 2 == len(widths)
        y = "y" if last else f"h{i}"
        nodes.append(helper.make_node("Gemm", [x, f"w{i}", f"b{i}"], [y if last else y + "_"]))
        if not last:
            nodes.append(helper.make_node("Relu", [y + "_"], [y]))
        x = y
    graph = helper.make_graph(
        nodes, "mlp",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [batch, widths[0]])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [batch, widths[-1]])],
        initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def lstm(steps=100, width=256, layers=2, seed=0):
    """Stacked LSTM layers, time-major, batch 1, with initial and last states."""
    rng = np.random.default_rng(seed)
    nodes, initializers = [], []

    def weights(name, *shape):
        value = rng.uniform(-1, 1, shape) / np.sqrt(width)
        initializers.append(numpy_helper.from_array(value.astype(np.float32), name))
        return name

    initializers.append(numpy_helper.from_array(np.array([1], np.int64), "direction"))
    x, last = "x", {"hn": [], "cn": []}
    for i in range(layers):
        initializers.append(numpy_helper.from_array(np.array([i], np.int64), f"i{i}"))
        for state in ("h0", "c0"):
            nodes.append(helper.make_node("Gather", [state, f"i{i}"], [f"{state}_{i}"], axis=0))
        nodes.append(helper.make_node(
            "LSTM", [x, weights(f"w{i}", 1, 4 * width, width), weights(f"r{i}", 1, 4 * width, width),
                     weights(f"b{i}", 1, 8 * width), "", f"h0_{i}", f"c0_{i}"],
            [f"y{i}", f"hn_{i}", f"cn_{i}"], hidden_size=width))
        nodes.append(helper.make_node("Squeeze", [f"y{i}", "direction"], ["y" if i + 1 == layers else f"x{i}"]))
        x = f"x{i}"
        for state in last:
            last[state].append(f"{state}_{i}")
    for state, parts in last.items():
        nodes.append(helper.make_node("Concat", parts, [state], axis=0))
    state = [layers, 1, width]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "lstm",
        [info("x", TensorProto.FLOAT, [steps, 1, width]), info("h0", TensorProto.FLOAT, state),
         info("c0", TensorProto.FLOAT, state)],
        [info("y", TensorProto.FLOAT, [steps, 1, width]), info("hn", TensorProto.FLOAT, state),
         info("cn", TensorProto.FLOAT, state)],
        initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def light(name):
    """Path of a model of the `light` set inside the onnx package."""
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data", "light")
    return os.path.join(folder, f"light_{name}.onnx")


MODELS = {
    "resnet50": lambda: reweighted(light("resnet50")),
    "densenet121": lambda: reweighted(light("densenet121")),
    "squeezenet": lambda: reweighted(light("squeezenet")),
    "shufflenet": lambda: reweighted(light("shufflenet")),
    "inception_v1": lambda: reweighted(light("inception_v1")),
    "inception_v2": lambda: reweighted(light("inception_v2")),
    "zfnet512": lambda: reweighted(light("zfnet512")),
    "alexnet": lambda: reweighted(light("bvlc_alexnet")),
    "vgg19": lambda: reweighted(light("vgg19")),
    "bert": bert,
    "mlp": mlp,
    "lstm": lstm,
}
