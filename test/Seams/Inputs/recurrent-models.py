"""recurrent-models.py FOLDER: recurrences whose gates fill whole panels, so that a step is one kernel or two."""
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
INPUT, HIDDEN = 40, 64


def model(kind, extents, directions=1, lengths=False, peepholes=False, **attributes):
    rng = np.random.default_rng(len(kind) + directions)
    rows = GATES[kind] * HIDDEN

    def constant(name, *shape):
        return numpy_helper.from_array((rng.standard_normal(shape) * 0.2).astype(np.float32), name)
    time, batch = extents
    state = [directions, batch, HIDDEN]
    constants = [constant("W", directions, rows, INPUT), constant("R", directions, rows, HIDDEN),
                 constant("B", directions, 2 * rows)]
    wanted = [("x", TensorProto.FLOAT, [time, batch, INPUT]), ("h0", TensorProto.FLOAT, state)]
    inputs = ["x", "W", "R", "B", "lengths" if lengths else "", "h0"]
    outputs = [("y", TensorProto.FLOAT, [time, directions, batch, HIDDEN]), ("h", TensorProto.FLOAT, state)]
    if lengths:
        wanted.append(("lengths", TensorProto.INT32, [batch]))
    if kind == "LSTM":
        inputs.append("c0")
        wanted.append(("c0", TensorProto.FLOAT, state))
        outputs.append(("c", TensorProto.FLOAT, state))
    if peepholes:
        inputs.append("P")
        constants.append(constant("P", directions, 3 * HIDDEN))
    if directions == 2:
        attributes["direction"] = "bidirectional"
    node = helper.make_node(kind, inputs, [o[0] for o in outputs], name="cell", hidden_size=HIDDEN, **attributes)
    graph = helper.make_graph([node], "recurrence", [helper.make_tensor_value_info(*i) for i in wanted],
                              [helper.make_tensor_value_info(*o) for o in outputs], constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def main():
    folder = Path(sys.argv[1])
    for name, extents in (("fixed", (7, 3)), ("one", (7, 1)), ("short", (3, 3)), ("symbolic", ("T", "B"))):
        made = {"lstm": model("LSTM", extents),
                "lstm_all": model("LSTM", extents, directions=2, lengths=True, peepholes=True),
                "gru": model("GRU", extents), "gru_linear": model("GRU", extents, linear_before_reset=1),
                "rnn": model("RNN", extents)}
        for kind, proto in made.items():
            onnx.save(proto, folder / f"{kind}_{name}.onnx")


main()
