#===- oracles.py - Who computes a case --------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""ONNX Runtime in this process, and the conformance driver's processes: one that
interprets, one that compiles and runs. Each answers with arrays or an Answer that says
why not."""

import dataclasses
import os
import shutil
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

from .graph import elem_type_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Conformance"))
from driver_process import DriverProcess  # noqa: E402

# mlc_dtype of the artifact ABI -> numpy; those under a byte are packed.
DTYPES = {1: np.bool_, 2: ml_dtypes.int2, 3: ml_dtypes.int4, 4: np.int8, 5: np.int16, 6: np.int32,
          7: np.int64, 8: ml_dtypes.uint2, 9: ml_dtypes.uint4, 10: np.uint8, 11: np.uint16,
          12: np.uint32, 13: np.uint64, 14: np.float16, 15: ml_dtypes.bfloat16, 16: np.float32,
          17: np.float64, 18: ml_dtypes.float8_e4m3fn, 19: ml_dtypes.float8_e4m3fnuz,
          20: ml_dtypes.float8_e5m2, 21: ml_dtypes.float8_e5m2fnuz, 22: ml_dtypes.float8_e8m0fnu,
          23: ml_dtypes.float4_e2m1fn, 24: np.complex64, 25: np.complex128}
BITS = {2: 2, 3: 4, 8: 2, 9: 4, 23: 4}


@dataclasses.dataclass
class Answer:
    """STATUS is pass, refused, wrong, error, crash or absent."""
    status: str
    detail: str = ""
    outputs: list = None


def decode(record):
    if "items" in record:
        return [decode(item) for item in record["items"]]
    data = np.frombuffer(bytes.fromhex(record["hex"]), np.uint8)
    kind = record["dtype"]
    if kind in BITS:
        bits = BITS[kind]
        parts = [(data >> s) & ((1 << bits) - 1) for s in range(0, 8, bits)]
        data = np.stack(parts, -1).reshape(-1)[:int(np.prod(record["shape"]))]
        return data.astype(np.uint8).view(DTYPES[kind]).reshape(record["shape"])
    return data.view(DTYPES[kind]).reshape(record["shape"])


def run_onnxruntime(model, inputs):
    plain = all(v.dtype.kind in "biuf" and v.dtype.type.__module__ == "numpy"
                for v in inputs.values())
    if not plain:
        return Answer("absent", "an element type that its Python interface lacks")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                               providers=["CPUExecutionProvider"])
        return Answer("pass", "", session.run(None, inputs))
    except Exception as error:  # its exceptions have no common base
        return Answer("absent", str(error)[:300])


class Driver:
    """The conformance driver, which interprets or compiles and runs."""

    def __init__(self, build, mode, scratch):
        program = Path(build) / "conformance" / "mlc-conformance"
        self.mode, self.scratch = mode, Path(scratch)
        self.process = DriverProcess([str(program), f"--mode={mode}", "--outputs"],
                                     dict(os.environ, TMPDIR=str(self.scratch.parent)))

    def close(self):
        self.process.close()

    def run(self, case, values):
        model, inputs = case.model(values, "static" if self.mode == "interpreter" else None)
        write_case(self.scratch, model, inputs)
        flags = [f"target={case.target}"] if self.mode == "compiled" else []
        record = self.process.ask(self.scratch, flags)
        outputs = [decode(o) for o in record.get("outputs", [])]
        return Answer(record["status"], record["detail"], outputs)


def write_case(folder, model, inputs, outputs=()):
    """In the layout of the ONNX project's node tests."""
    data = folder / "test_data_set_0"
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    for kind, arrays in (("input", inputs.values()), ("output", outputs)):
        for i, array in enumerate(arrays):
            (data / f"{kind}_{i}.pb").write_bytes(to_tensor(array).SerializeToString())


def to_tensor(array):
    if isinstance(array, list):
        return numpy_helper.from_list(array)
    tensor = numpy_helper.from_array(array)
    assert tensor.data_type == elem_type_of(array)
    return tensor
