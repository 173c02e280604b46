#===- model_modes.py - One test's model for modes dynamic and constant -----===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Rewrites a backend test for a mode of run.py.

dynamic   Every extent of every input becomes a symbol of its own, but for the
          length of lists that say shapes, axes, pads or sizes: how many numbers
          such a list has decides the rank or the number of results. What the
          model states of extents elsewhere goes. Beside the stored data stand
          data sets of other shapes, where onnx.reference accepts some.
constant  All inputs but the first become initialisers; folded.onnx has the
          first as an initialiser too.
"""

import contextlib
import itertools
import signal
import warnings

import numpy
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

# Inputs whose length the rank or the number of results depends on.
LIST_INPUTS = {
    "AffineGrid": (1,), "CenterCropPad": (1,), "Col2Im": (1, 2),
    "ConstantOfShape": (0,), "Expand": (1,), "MaxUnpool": (2,), "OneHot": (1,),
    "Pad": (1, 3), "Reshape": (1,), "Resize": (1, 2, 3), "Slice": (1, 2, 3, 4),
    "Split": (1,), "SplitToSequence": (1,), "Squeeze": (1,), "Tile": (1,),
    "TopK": (1,), "Unsqueeze": (1,), "Upsample": (1,),
}
# What shape arithmetic is made of: a list that flows through these into an input
# above is one itself, and so is one whose elements are looped over or compared.
LIST_ARITHMETIC = {
    "Add", "Cast", "CastLike", "Concat", "Div", "Equal", "Gather", "Greater",
    "Identity", "If", "Less", "Max", "Min", "Mod", "Mul", "Neg", "Range",
    "ScatterElements", "Shape", "Size", "Slice", "Split", "Squeeze", "Sub",
    "Unsqueeze", "Where",
}
# Of a model's operators all of these, the folded results must be the kernels' bits
# for floats too; integers and booleans always must.
EXACT_OPERATORS = {
    "BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Cast",
    "CastLike", "Compress", "Concat", "Constant", "ConstantOfShape",
    "DepthToSpace", "Equal", "Expand", "EyeLike", "Flatten", "Gather",
    "GatherElements", "GatherND", "Greater", "GreaterOrEqual", "Identity",
    "Less", "LessOrEqual", "NonZero", "Not", "OneHot", "Pad", "Reshape",
    "ReverseSequence", "ScatterElements", "ScatterND", "Shape", "Size", "Slice",
    "SpaceToDepth", "Split", "Squeeze", "TensorScatter", "Tile", "TopK",
    "Transpose", "Trilu", "Unique", "Unsqueeze", "Where",
}
# Where the reference evaluator yields a wrong value at another shape, and why.
REFERENCE_FAULTS = {
    "test_conv_with_autopad_same":
        "SAME pads give ceil(extent / stride) elements, the evaluator fewer",
    "test_maxpool_with_argmax_2d_precomputed_pads":
        "positions count in the whole tensor, the evaluator's in one image",
}
# Seconds of processor time the reference evaluator may take for one model, and how many of the
# shapes that it accepts are offered to the library.
REFERENCE_LIMIT = 2
OTHER_SHAPES = 3


def subgraphs(graph):
    """The graph and all graphs in attributes of its nodes."""
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                yield from subgraphs(inner)


def list_inputs(model):
    """Names of graph inputs that are read as lists (see LIST_INPUTS)."""
    nodes = [node for graph in subgraphs(model.graph) for node in graph.node]
    reduces = [(n, (1,)) for n in nodes if n.op_type.startswith("Reduce")]
    places = reduces + [(n, LIST_INPUTS.get(n.op_type, ())) for n in nodes]
    wanted = {node.input[i] for node, where in places for i in where
              if i < len(node.input)}
    while True:
        before = len(wanted)
        for node in nodes:
            if node.op_type in LIST_ARITHMETIC and wanted.intersection(node.output):
                # A gather's, slice's or where's other inputs are lists as well.
                wanted.update(node.input)
                # So are the values that a branch yields for one.
                for attribute in node.attribute:
                    if attribute.HasField("g"):
                        wanted.update(v.name for v in attribute.g.output)
        if len(wanted) == before:
            break
    return {v.name for v in model.graph.input
            if v.name in wanted and len(tensor_dims(v) or ()) == 1}


def tensor_dims(value):
    """The declared dimensions of a tensor, None of anything else."""
    if not value.type.HasField("tensor_type"):
        return None
    if not value.type.tensor_type.HasField("shape"):
        return None
    return value.type.tensor_type.shape.dim


def graph_inputs(model):
    """The inputs that a caller gives."""
    initialised = {t.name for t in model.graph.initializer}
    return [v for v in model.graph.input if v.name not in initialised]


#===------------------------------------------------------------------------===#
# Mode dynamic
#===------------------------------------------------------------------------===#


def forget_extents(model):
    """Turns the extents that the model states into symbols, or nothing."""
    lists = list_inputs(model)
    for graph in subgraphs(model.graph):
        del graph.value_info[:]
        for value in itertools.chain(graph.input, graph.output):
            if graph is model.graph and value.name in lists:
                continue
            for dim in tensor_dims(value) or ():
                dim.Clear()
    for value in model.graph.input:
        if value.name not in lists:
            for i, dim in enumerate(tensor_dims(value) or ()):
                dim.dim_param = f"{value.name or 'input'}_{i}"
    return lists


@contextlib.contextmanager
def time_limit(seconds):
    def stop(*_):
        raise TimeoutError("the reference evaluator takes too long")
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def read_tensor(path):
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


def resized(array, shape):
    """The elements of `array`, forwards and backwards in turn, in another shape."""
    flat = array.reshape(-1)
    return numpy.resize(numpy.concatenate([flat, flat[::-1]]), shape)


def other_inputs(arrays, lists):
    """Candidates for inputs of other shapes, the more natural ones first."""
    shapes = [a.shape for a in arrays]
    data = [i for i in range(len(arrays)) if i not in lists]

    def with_extents(change, values=lambda v: v):
        made = []
        for i, array in enumerate(arrays):
            if i in lists:
                made.append(numpy.array([values(v) for v in array.tolist()],
                                        array.dtype).reshape(array.shape))
                continue
            shape = tuple(change(i, d, n) for d, n in enumerate(array.shape))
            made.append(array if shape == array.shape else resized(array, shape))
        return made

    extents = list(dict.fromkeys(n for i in data for n in shapes[i] if n))
    first = next((shapes[i][0] for i in data if shapes[i] and shapes[i][0]), None)
    if first is not None:
        yield with_extents(lambda i, d, n: 2 * n if d == 0 and n == first else n)
    for extent in extents:
        yield with_extents(lambda i, d, n: n + 1 if n == extent else n)
        yield with_extents(lambda i, d, n: 2 * n if n == extent else n)
        yield with_extents(lambda i, d, n: 2 * n if n == extent else n,
                           lambda v: 2 * v if v == extent else v)
    for at in data:
        for dim in range(len(shapes[at])):
            yield with_extents(lambda i, d, n: n + 1 if (i, d) == (at, dim) else n)
    # The same elements read by another list.
    for at in lists:
        if arrays[at].size > 1:
            yield [numpy.roll(a, 1) if i == at else a for i, a in enumerate(arrays)]


def close(got, want):
    if not isinstance(got, numpy.ndarray) or got.dtype != want.dtype:
        return False
    if got.shape != want.shape:
        return False
    if got.dtype.kind in "OUS":
        return False
    kind = numpy.complex128 if got.dtype.kind == "c" else numpy.float64
    return numpy.allclose(got.astype(kind), want.astype(kind), rtol=1e-3, atol=1e-7,
                          equal_nan=True)


def write_other_shapes(model, source, target, lists):
    """Writes other_shape_N beside the data; says why there are none."""
    inputs = graph_inputs(model)
    if not inputs:
        return "no inputs"
    if any(tensor_dims(v) is None for v in itertools.chain(inputs, model.graph.output)):
        return "a sequence, an optional or a tensor of unknown rank"
    if source.name in REFERENCE_FAULTS:
        return f"the reference is wrong: {REFERENCE_FAULTS[source.name]}"
    stored = source / "test_data_set_0"
    written = 0
    try:
        with time_limit(REFERENCE_LIMIT), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            arrays = [read_tensor(stored / f"input_{i}.pb") for i in range(len(inputs))]
            wanted = [read_tensor(stored / f"output_{i}.pb")
                      for i in range(len(model.graph.output))]
            evaluator = ReferenceEvaluator(model)
            names = [v.name for v in inputs]
            got = evaluator.run(None, dict(zip(names, arrays)))
            if not all(map(close, got, wanted)):
                return "the reference does not yield the stored outputs"
            places = {i for i, v in enumerate(inputs) if v.name in lists}
            seen = {repr([(a.shape, a.tolist() if i in places else 0)
                          for i, a in enumerate(arrays)])}
            for candidate in other_inputs(arrays, places):
                key = repr([(a.shape, a.tolist() if i in places else 0)
                            for i, a in enumerate(candidate)])
                if key in seen:
                    continue
                seen.add(key)
                try:
                    got = evaluator.run(None, dict(zip(names, candidate)))
                except TimeoutError:
                    raise
                except Exception:  # whatever the evaluator raises: it refuses
                    continue
                if not all(isinstance(g, numpy.ndarray) and g.dtype == w.dtype
                           for g, w in zip(got, wanted)):
                    continue
                folder = target / f"other_shape_{written}"
                folder.mkdir(exist_ok=True)
                for kind, values in (("input", candidate), ("output", got)):
                    for i, value in enumerate(values):
                        tensor = numpy_helper.from_array(value)
                        (folder / f"{kind}_{i}.pb").write_bytes(tensor.SerializeToString())
                written += 1
                if written == OTHER_SHAPES:
                    break
    except Exception as error:  # the evaluator's own limits, of any kind
        if not written:
            return f"the reference: {type(error).__name__}: {error}"[:160]
    return "" if written else "the reference accepts no other shape"


def make_dynamic(source, target):
    """Writes the model and its data; returns why there is no other shape."""
    for folder in source.glob("test_data_set_*"):
        (target / folder.name).symlink_to(folder, target_is_directory=True)
    model = onnx.load(source / "model.onnx")
    lists = forget_extents(model)
    onnx.save(model, target / "model.onnx")
    return write_other_shapes(model, source, target, lists)


#===------------------------------------------------------------------------===#
# Mode constant
#===------------------------------------------------------------------------===#


def is_exact(model):
    return all(node.op_type in EXACT_OPERATORS
               for graph in subgraphs(model.graph) for node in graph.node)


def make_constant(source, target):
    """Writes model.onnx and folded.onnx; returns whether folding is exact."""
    model = onnx.load(source / "model.onnx")
    stored, data = source / "test_data_set_0", target / "test_data_set_0"
    data.mkdir()
    for path in stored.glob("output_*.pb"):
        (data / path.name).symlink_to(path)
    inputs, kept, constants = graph_inputs(model), [], []
    for i, value in enumerate(inputs):
        path = stored / f"input_{i}.pb"
        tensor = onnx.TensorProto()
        if value.type.HasField("tensor_type"):
            tensor.ParseFromString(path.read_bytes())
            tensor.name = value.name
        if i == 0 or not value.type.HasField("tensor_type"):
            (data / f"input_{len(kept)}.pb").symlink_to(path)
            kept.append((value, tensor))
        else:
            constants.append(tensor)
    # Since version 4 of the format an initialiser need not be an input as well.
    model.ir_version = max(model.ir_version, 4)
    model.graph.initializer.extend(constants)
    del model.graph.input[:]
    model.graph.input.extend(value for value, _ in kept)
    onnx.save(model, target / "model.onnx")
    if kept and all(value.type.HasField("tensor_type") for value, _ in kept):
        del model.graph.input[:]
        model.graph.initializer.extend(tensor for _, tensor in kept)
        onnx.save(model, target / "folded.onnx")
    return is_exact(model)
