#===- measure.py - Compile, compare and time one model ---------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The steps of a row of the models table, each on its own."""
import json
import os
import subprocess
import tempfile
import time

import numpy as np

# An output agrees when no element is off by more than BOUND of the largest one,
# and none that is at least LARGE of it by more than RELATIVE of itself.
BOUND, RELATIVE, LARGE = 1e-4, 1e-3, 1e-2


def run_tool(*words, **options):
    result = subprocess.run([str(w) for w in words], capture_output=True, text=True, **options)
    if result.returncode:
        text = (result.stderr.strip() or result.stdout.strip() or f"exit status {result.returncode}")
        raise RuntimeError(f"{os.path.basename(str(words[0]))}: {text[-1500:]}")
    return result.stdout


def anonymous_bytes(pid):
    """Memory of a process that no file backs; 0 once it is gone."""
    try:
        with open(f"/proc/{pid}/status") as file:
            for line in file:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def compile_model(compiler, model, library, flags=()):
    """Compiles; returns seconds and peak anonymous bytes."""
    with tempfile.TemporaryFile("w+") as errors:
        start = time.monotonic()
        process = subprocess.Popen([str(compiler), str(model), "-o", str(library), *flags],
                                   stdout=subprocess.DEVNULL, stderr=errors)
        anonymous = 0
        while True:
            anonymous = max(anonymous, anonymous_bytes(process.pid))
            pid, status = os.waitpid(process.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        if process.returncode:
            errors.seek(0)
            text = errors.read().strip() or f"exit status {process.returncode}"
            raise RuntimeError(f"compile-model: {text[:1500]}")
    return {"compile_s": seconds, "compile_anonymous_bytes": anonymous}


def memory_bar(path):
    """300 MB, twice the largest constant and 0.3 of all of them."""
    import onnx
    sizes = [0]

    def look(graph):
        for tensor in graph.initializer:
            sizes.append(tensor.ByteSize())
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.HasField("t"):
                    sizes.append(attribute.t.ByteSize())
                for inner in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                    look(inner)
    look(onnx.load(path).graph)
    return int(300e6 + 2 * max(sizes) + 0.3 * sum(sizes))


def difference(got, want):
    """(largest |got - want| / max |want|, largest relative error of large
    elements); infinity where kinds or shapes differ."""
    got, want = np.asarray(got), np.asarray(want)
    if got.shape != want.shape or got.dtype != want.dtype:
        return float("inf"), float("inf")
    if want.size == 0:
        return 0.0, 0.0
    if want.dtype.kind not in "fc":
        wrong = bool((got != want).any())
        return (float("inf"), float("inf")) if wrong else (0.0, 0.0)
    got, want = got.astype(np.float64), want.astype(np.float64)
    if not np.array_equal(np.isfinite(got), np.isfinite(want)):
        return float("inf"), float("inf")
    finite = np.isfinite(want)
    got, want = got[finite], want[finite]
    scale = float(np.abs(want).max()) if want.size else 0.0
    if scale == 0:
        off = float(np.abs(got).max()) if want.size else 0.0
        return (0.0, 0.0) if off == 0 else (float("inf"), float("inf"))
    off = np.abs(got - want)
    large = np.abs(want) > LARGE * scale
    relative = float((off[large] / np.abs(want[large])).max()) if large.any() else 0.0
    return float(off.max()) / scale, relative


def save_inputs(feeds, folder):
    """Flags of mlc-run that give these values."""
    flags = []
    for i, (name, value) in enumerate(feeds.items()):
        file = os.path.join(folder, f"in{i}.npy")
        np.save(file, np.asarray(value, order="C"))
        flags += ["--input", f"{name}={file}"]
    return flags


def outputs(runner, library, session, feeds):
    """What the compiled model gives, in the session's order."""
    with tempfile.TemporaryDirectory() as folder:
        run_tool(runner, library, *save_inputs(feeds, folder), "--output-dir", folder)
        with open(os.path.join(folder, "INDEX.json")) as file:
            index = json.load(file)
        return [np.load(os.path.join(folder, index[v.name]["file"])) for v in session.get_outputs()]


def agreement(runner, library, session, feeds):
    """The worst output of one feed: (of the largest, relative)."""
    pairs = [difference(got, want) for got, want in zip(
        outputs(runner, library, session, feeds), session.run(None, feeds))]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def signal_to_noise(got, want):
    """In dB; infinite when equal."""
    noise = float(((got.astype(np.float64) - want) ** 2).mean())
    return 10 * np.log10(float((want.astype(np.float64) ** 2).mean()) / noise) if noise else float("inf")


def within(found):
    return found[0] <= BOUND and found[1] <= RELATIVE


def distance(one, other, feeds):
    """The worst output of two sessions on one feed, as `agreement`."""
    pairs = [difference(a, b) for a, b in zip(one.run(None, feeds), other.run(None, feeds))]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def batch_distance(session, feeds):
    """The worst output of a session on a batch against itself on each item alone."""
    counts = {value.shape[0] for value in feeds.values() if value.ndim}
    if len(counts) != 1 or counts == {1} or any(not value.ndim for value in feeds.values()):
        return 0.0, 0.0
    count, whole = counts.pop(), session.run(None, feeds)
    items = [session.run(None, {k: v[i:i + 1] for k, v in feeds.items()}) for i in range(count)]
    pairs = [difference(np.concatenate(alone), value) for alone, value in zip(zip(*items), whole)
             if value.ndim and value.shape[0] == count]
    return (max(p[0] for p in pairs), max(p[1] for p in pairs)) if pairs else (0.0, 0.0)


def median_ms(session, feeds, seconds):
    session.run(None, feeds)
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end or len(times) < 3:
        start = time.perf_counter()
        session.run(None, feeds)
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1e3


def timing(runner, library, session, feeds, threads, rounds, seconds):
    """Both in turns, ROUNDS times; the ratio is the median of paired ratios."""
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        flags = save_inputs(feeds, folder)
        for _ in range(rounds):
            theirs = median_ms(session, feeds, seconds)
            ours = json.loads(run_tool(
                runner, library, *flags, "--benchmark", "--warmup", "0.2", "--min-time", seconds,
                "--threads", threads, "--json"))
            pairs.append((ours["median_ms"], theirs))
    ratios = sorted(theirs / mine for mine, theirs in pairs)
    return {"ms": float(np.median([p[0] for p in pairs])),
            "onnxruntime_ms": float(np.median([p[1] for p in pairs])),
            "ratio": float(np.median(ratios)), "ratios": ratios,
            "run_rss_bytes": int(ours["peak_rss_mb"] * 1e6), "arena_bytes": ours["arena_bytes"],
            "load_ms": ours["load_ms"], "isa": ours["isa"]}
