"""Compiling from Python: a thin layer over the compile-model program."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from . import _model
from ._errors import InternalError, ModelError, UnsupportedError


def _find_tool(name):
    """A program of MLC: MLC_BIN_DIR, beside the package, the build, the path."""
    here = pathlib.Path(__file__).resolve().parent
    folders = [here / "bin", here.parent.parent / "bin"]
    if "MLC_BIN_DIR" in os.environ:
        folders.insert(0, pathlib.Path(os.environ["MLC_BIN_DIR"]))
    folders.append(pathlib.Path(sys.prefix) / "bin")
    for folder in folders:
        if os.access(folder / name, os.X_OK):
            return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise UnsupportedError(
            f"{name} is not installed: this is the runtime part alone "
            "(install mlc-toolchain to compile models)"
        )
    return found


def _shape_text(shape):
    return "x".join("?" if n in (None, -1) else str(n) for n in shape)


def _flags(shapes, dims, options):
    flags = []
    for name, shape in (shapes or {}).items():
        flags.append(f"--shape={name}={_shape_text(shape)}")
    for name, value in (dims or {}).items():
        if isinstance(value, (tuple, list)):
            value = f"{value[0]}..{value[1]}" + (f":{value[2]}" if len(value) > 2 else "")
        flags.append(f"--dim={name}={value}")
    for name, value in options.items():
        flag = "-" + name if len(name) == 1 else "--" + name.replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is None or (item is False and name not in ("fast_math",)):
                continue
            if name == "fast_math" and isinstance(item, bool):
                item = "on" if item else "off"
            flags.append(flag if item is True else f"{flag}={item}")
    return flags


def _write_model(model, folder):
    """The model as a path: paths stay, bytes and ONNX protobufs are written."""
    if hasattr(model, "SerializeToString"):
        model = model.SerializeToString()
    if isinstance(model, (bytes, bytearray, memoryview)):
        path = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(model)
        return path
    return os.fspath(model)


def compile(model, *, shapes=None, dims=None, threads=None, isa=None, entry=None, **options):
    """Compiles a model (path, bytes or onnx.ModelProto) and loads the result.

    shapes: {"x": (1, 3, 224, 224)}; dims: {"batch": 4} or {"batch": (1, 32)}.
    threads, isa and entry are those of `load`. Every other keyword is a flag of
    compile-model: target="x86-64-v3", winograd="off", O=1, compile_threads is
    spelled `jobs`.
    """
    jobs = options.pop("jobs", None)
    folder = tempfile.TemporaryDirectory(prefix="mlc-")
    source = _write_model(model, folder.name)
    library = os.path.join(folder.name, "model.so")
    command = [_find_tool("compile-model"), source, "-o", library]
    command += _flags(shapes, dims, options)
    if jobs:
        command.append(f"--threads={jobs}")
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        text = done.stderr.strip() or f"compile-model ended with {done.returncode}"
        kind = {1: ModelError, 2: UnsupportedError}.get(done.returncode, InternalError)
        raise kind(text)
    op_libraries = options.get("op_library") or []
    if isinstance(op_libraries, (str, os.PathLike)):
        op_libraries = [op_libraries]
    place = str(options.get("weights") or "")
    return _model.load(
        library,
        weights=place[len("file:") :] if place.startswith("file:") else None,
        threads=threads,
        isa=isa,
        entry=entry,
        op_libraries=op_libraries,
        _keep=folder,
    )
