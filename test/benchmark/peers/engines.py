#===- engines.py - One runtime in a process of its own ---------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Loads one model in one runtime and answers requests, a line each.

  engines.py ENGINE MODEL INPUTS.npz THREADS

On standard input: `save FILE` (the outputs, as .npz) or `time SECONDS`. The answer is
one JSON object: {"load_ms"} at the start, {"saved": FILE}, {"median_ms", "min_ms",
"runs", "rss_mb"}. All runtimes compute in f32 and are called through Python with numpy
arrays in and out; MODEL is a .onnx file, for mlc the library compiled from it.
"""
import json
import resource
import sys
import time

import numpy as np


class Mlc:
    def __init__(self, model, feeds, threads):
        import mlc
        self.model = mlc.load(model, threads=threads)
        self.feeds = [feeds[value.name] for value in self.model.inputs]

    def run(self):
        return self.model(*self.feeds)

    def outputs(self):
        got = self.run()
        return list(got) if isinstance(got, (list, tuple)) else [got]


class OnnxRuntime:
    def __init__(self, model, feeds, threads):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.feeds = feeds

    def run(self):
        return self.session.run(None, self.feeds)

    outputs = run


class OpenVino:
    def __init__(self, model, feeds, threads):
        import openvino
        compiled = openvino.Core().compile_model(model, "CPU", {
            "INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": 1})
        self.request = compiled.create_infer_request()
        places = {name: i for i, port in enumerate(compiled.inputs) for name in port.names}
        self.feeds = {places[name]: value for name, value in feeds.items() if name in places}
        self.count = len(compiled.outputs)

    def run(self):
        return self.request.infer(self.feeds, share_inputs=True, share_outputs=True)

    def outputs(self):
        got = self.run()
        return [np.array(got[i]) for i in range(self.count)]


ENGINES = {"mlc": Mlc, "onnxruntime": OnnxRuntime, "openvino": OpenVino}


def measure(engine, seconds):
    """Median and least time of a call, in ms."""
    engine.run()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        start = time.perf_counter()
        engine.run()
        times.append(time.perf_counter() - start)
    return {"median_ms": float(np.median(times)) * 1e3, "min_ms": min(times) * 1e3, "runs": len(times),
            "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3}


def main():
    name, model, inputs, threads = sys.argv[1:]
    with np.load(inputs) as file:
        feeds = {key: np.ascontiguousarray(file[key]) for key in file.files}
    start = time.perf_counter()
    engine = ENGINES[name](model, feeds, int(threads))
    answer = {"load_ms": (time.perf_counter() - start) * 1e3}
    # The runtimes may print; what is asked for goes to the first standard output.
    out, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps(answer), file=out, flush=True)
    for line in sys.stdin:
        what, argument = line.split()
        if what == "save":
            np.savez(argument, *engine.outputs())
            answer = {"saved": argument}
        else:
            answer = measure(engine, float(argument))
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
