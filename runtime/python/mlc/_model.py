"""Loaded models."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import collections
import json
import os
import shutil
import statistics

import numpy as np

from . import _convert, _mlc
from ._errors import ModelError

Value = collections.namedtuple("Value", "name dtype kind shape")
Value.__doc__ = """One input or output. `shape` holds numbers, names of symbols, or
None where only a run can tell; `kind` is tensor, sequence or optional."""


def load(path, *, threads=None, isa=None, entry=None, weights=None, op_libraries=(), verify=False, _keep=None):
    """Opens a compiled library. It is native code: load only what you would run."""
    level = 0
    if isa is not None:
        level = _mlc.isa_from_name(isa)
        if not level:
            raise ModelError(f"no such x86-64 level: '{isa}' ({', '.join(_mlc.isa_names())})")
    session = _mlc.Session(
        os.fspath(path),
        os.fspath(weights) if weights else "",
        [os.fspath(p) for p in op_libraries],
        threads or 0,
        level,
        verify,
    )
    model = Model(session, os.fspath(path), entry, _keep)
    model._loaded = {
        "threads": threads,
        "isa": isa,
        "weights": weights,
        "op_libraries": op_libraries,
    }
    return model


class Model:
    """A compiled model. Calls may come from several threads.

    model(x, ...) takes the inputs in order or by name and returns one array or a
    tuple; model.run({...}) returns a dict.
    """

    def __init__(self, session, path, entry=None, keep=None):
        self._session = session
        self._path = path
        self._keep = keep  # the temporary folder of a compiled model
        self._loaded = {}  # what `load` was told, to load it again
        entries = session.entries()
        self.entries = [row[0] for row in entries]
        if entry is not None and entry not in self.entries:
            raise ModelError(f"{path}: no entry '{entry}'; there is {', '.join(self.entries)}")
        self._index = self.entries.index(entry) if entry is not None else 0
        name, inputs, outputs = entries[self._index]
        self.name = name
        self.inputs = [Value(*row) for row in inputs]
        self.outputs = [Value(*row) for row in outputs]
        self._run = session.run
        self._single = len(self.outputs) == 1

    def entry(self, name):
        """The same model at another entry; weights and state are shared."""
        other = Model(self._session, self._path, name, self._keep)
        other._loaded = self._loaded
        return other

    def __call__(self, *args, **kwargs):
        if kwargs:
            args = self._ordered(dict(zip((v.name for v in self.inputs), args)) | kwargs)
        result = self._run(self._index, args)
        return result[0] if self._single else result

    def run(self, inputs):
        """Runs with inputs by name; returns outputs by name."""
        result = self._run(self._index, self._ordered(inputs))
        return {value.name: array for value, array in zip(self.outputs, result)}

    def _ordered(self, inputs):
        names = [value.name for value in self.inputs]
        unknown = [name for name in inputs if name not in names]
        missing = [name for name in names if name not in inputs]
        if unknown or missing:
            parts = [f"no input '{name}'" for name in unknown]
            parts += [f"input '{name}' is missing" for name in missing]
            raise TypeError(f"{'; '.join(parts)} (the entry takes {', '.join(names)})")
        return [inputs[name] for name in names]

    def random_inputs(self, seed=0, **dims):
        """Inputs that fit the entry: floats normal, integers 0 or 1."""
        rng = np.random.default_rng(seed)
        made = []
        for value in self.inputs:
            shape = [n if isinstance(n, int) else dims.get(n, 1) for n in value.shape]
            if value.dtype.startswith(("f", "bf")):
                array = rng.standard_normal(shape)
            else:
                array = rng.integers(0, 2, shape)
            named = _convert._named(value.dtype) or _convert._NUMPY[value.dtype]
            made.append(np.asarray(array).astype(named))
        return made

    def benchmark(self, *inputs, threads=None, isa=None, warmup=0.3, min_time=1.0, iterations=0):
        """Times runs (without Python's part); the keys of mlc-run --benchmark --json."""
        model = self
        if threads is not None or isa is not None:
            asked = {"threads": threads, "isa": isa}
            asked = {key: value for key, value in asked.items() if value is not None}
            model = load(self._path, entry=self.name, **{**self._loaded, **asked})
        times = model._session.time(
            model._index, inputs or self.random_inputs(), warmup, min_time, iterations
        )
        first, runs = times[0], sorted(times[1:])
        stats = model._session.stats()
        rank = lambda p: runs[min(len(runs), -(-len(runs) * p // 100)) - 1]
        return {
            "median_ms": statistics.median(runs) * 1e3,
            "min_ms": runs[0] * 1e3,
            "p90_ms": rank(90) * 1e3,
            "p99_ms": rank(99) * 1e3,
            "first_ms": first * 1e3,
            "runs": len(runs),
            "arena_bytes": stats["arena_bytes"],
            "threads": stats["threads"],
            "isa": stats["isa"],
        }

    def profile(self, *inputs, runs=3, html=None):
        """Kernels of one run, slowest first: kernel, nodes, kind, calls, ms, flops and
        bytes of a call (0: not known). With `html`, a path, also the page on which they
        lie under the machine's roofline."""
        rows = {}
        seconds, launches = self._session.profile(
            self._index, inputs or self.random_inputs(), runs
        )
        for kernel, nodes, kind, spent, flops, size in launches:
            row = rows.setdefault(
                kernel,
                {"kernel": kernel, "nodes": nodes, "kind": kind, "calls": 0, "ms": 0.0}
                | {"flops": flops, "bytes": size},
            )
            row["calls"] += 1
            row["ms"] += spent * 1e3
        rows = sorted(rows.values(), key=lambda row: -row["ms"])
        if html is not None:
            keys = ("kernel", "nodes", "kind", "calls", "ms", "flops", "bytes")
            table = [tuple(row[k] / 1e3 if k == "ms" else row[k] for k in keys) for row in rows]
            page = self._session.roofline(os.path.basename(self._path), seconds, table)
            with open(html, "w", encoding="utf-8") as file:
                file.write(page)
        return rows

    def inspect(self):
        """The manifest as Python objects."""
        return json.loads(self._session.manifest())

    @property
    def stats(self):
        """Arena, state and late bytes, plans, threads and code level in use."""
        return self._session.stats()

    def save(self, path):
        """Copies the library and, where the weights lie in a file of their own,
        that file to the same folder."""
        path = os.fspath(path)
        files = [(self._path, path)]
        place = self.inspect().get("weights", {}).get("place", "")
        if place.startswith("file:"):
            side = place[len("file:") :]
            given = self._loaded.get("weights")
            source = os.fspath(given) if given else os.path.join(os.path.dirname(self._path), side)
            files.insert(0, (source, os.path.join(os.path.dirname(path), side)))
        for source, target in files:
            unfinished = f"{target}.tmp{os.getpid()}"
            try:
                shutil.copyfile(source, unfinished)
                os.replace(unfinished, target)
            except OSError as error:
                if os.path.exists(unfinished):
                    os.unlink(unfinished)
                raise ModelError(f"{target}: cannot write: {error.strerror}") from error

    def reset_state(self):
        """All state blocks back to their initial values."""
        self._session.reset_state()

    @property
    def state(self):
        """State blocks by name, as bytes; assign a dict to load some."""
        return self._session.save_states()

    @state.setter
    def state(self, blocks):
        for name, block in blocks.items():
            self._session.load_state(name, bytes(block))

    def __repr__(self):
        def text(values):
            return ", ".join(
                f"{v.name}: {v.dtype}[{','.join('?' if n is None else str(n) for n in v.shape)}]"
                for v in values
            )

        return f"<mlc.Model {self.name}({text(self.inputs)}) -> ({text(self.outputs)})>"
