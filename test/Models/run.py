#!/usr/bin/env python3
#===- run.py - Whole models against ONNX Runtime ---------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles whole models, compares five inputs each with ONNX Runtime, and with
--time measures both in turns.

  run.py --build build --json out.json          the small set, as the tests run it
  run.py --set real --models MODELS --time      trained models of Python packages
  run.py --set bench --models MODELS --time --markdown table.md --full rows.json
  run.py --only magika --set real --threads 1

Sets: `small` (magika, five of voice activity, swift-f0, SqueezeNet, an MLP and an
LSTM), `light` (the nine networks of ONNX's `light` set with seeded random weights), `real` (fetch.py), `bench` (every NAME.onnx of the folder --models, with
NAME.inputs.npz beside it when its shapes are not all known), `made` (models.py
of test/benchmark). Models of packages are looked for in $MLC_DEPS/models and
fetched there with --fetch; what is missing is skipped.

A model agrees when for each output no element is off by more than 1e-4 of the
largest one, and none of at least 1e-2 of it by more than 1e-3 of itself. An input
on which ONNX Runtime differs from itself by more than that, with and without its
optimisations or an item in a batch and alone, decides nothing: the next seed takes
its place (column `unstable`, at most two).
A quantised model rounds at every layer, which no two engines do alike. NAME_qdq beside
NAME.onnx, and one without such a twin beside itself without its roundings
(unrounded.py), agree when the distance from the exact results (signal to noise, in
dB) is at most 1 dB worse than ONNX Runtime's own.
Exit status: 0 all agree, 1 not.
"""
import argparse
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "benchmark")]

import fetch  # noqa: E402
import inputs  # noqa: E402
import measure  # noqa: E402
from unrounded import unrounded  # noqa: E402

SMALL_REAL = ("magika", "silero_vad", "silero_vad_op18_ifless", "silero_vad_16k_sequence", "silero_vad_half",
              "fw_silero_vad_v6", "swift_f0")
SMALL_MADE = ("squeezenet", "mlp", "lstm")
MAX_UNSTABLE = 2
# Quantised, and without a model beside them that is not.
QUANTIZED = ("smart_turn", "tashkeel_bilstm", "tashkeel_rawi", "tashkeel_rawi_v2", "tashkeel_rawi_v3",
             "tashkeel_ensemble")
# A Squeeze without axes drops the batch where it is 1: the rank of what follows is
# known only when the batch is.
FLAGS = {"plcmos_v2": ["--dim", "batch_size=1"], "aecmos_50": ["--dim", "batch_size=1"],
         "aecmos_12": ["--dim", "batch_size=1"], "aecmos_23": ["--dim", "batch_size=1"],
         "iclabel": ["--shape", "topo=8x1x32x32", "--shape", "psds=8x1x1x100", "--shape", "autocorr=8x1x1x100"]}
LIGHT = ("resnet50", "densenet121", "squeezenet", "shufflenet", "inception_v1", "inception_v2", "zfnet512", "alexnet",
         "vgg19")


def package_folder():
    return Path(os.environ.get("MLC_DEPS", HERE.parents[1] / "build" / "deps")) / "models"


def real_models(arguments, names):
    folder = arguments.models or package_folder()
    if arguments.fetch:
        for problem in fetch.fetch(folder, fetch.SMALL + (fetch.LARGE if not names else [])):
            print(f"  cannot be had: {problem}", flush=True)
    names = names or [name for _, _, models in fetch.SMALL + fetch.LARGE for name in models]
    return [(name, folder / f"{name}.onnx", None) for name in names]


def made_models(names, scratch):
    """Only written when their turn comes: some have 400 MB."""
    from models import MODELS

    def writer(name):
        def write():
            import onnx
            path = scratch / f"{name}.onnx"
            onnx.save(MODELS[name](), path)
            return path
        return write
    return [(name, writer(name), None) for name in names or MODELS]


def bench_models(folder):
    rows = []
    for path in sorted(Path(folder).glob("*.onnx"), key=lambda p: p.stat().st_size):
        recorded = path.with_name(path.stem + ".inputs.npz")
        rows.append((path.stem, path, recorded if recorded.exists() else None))
    return rows


def choose(arguments, scratch):
    if arguments.set == "small":
        return real_models(arguments, SMALL_REAL) + made_models(SMALL_MADE, scratch)
    if arguments.set == "light":
        return made_models(LIGHT, scratch)
    if arguments.set == "made":
        return made_models(None, scratch)
    if arguments.set == "real":
        return real_models(arguments, None)
    if not arguments.models:
        sys.exit("run.py: --set bench needs --models FOLDER")
    return bench_models(arguments.models)


def open_session(path, threads, optimised=True):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def test_quantized(arguments, name, exact, known, library, session):
    """Signal to noise against the exact model: ours and ONNX Runtime's."""
    ours, theirs = [], []
    for seed in range(arguments.inputs):
        feeds = inputs.make(name, session.get_inputs(), seed, known)
        want = exact.run(None, feeds)
        got = measure.outputs(arguments.build / "bin" / "mlc-run", library, session, feeds)
        for results, values in ((ours, got), (theirs, session.run(None, feeds))):
            results.append(min(measure.signal_to_noise(*pair) for pair in zip(values, want)))
    mean, reference = float(np.mean(ours)), float(np.mean(theirs))
    return {"agrees": mean >= reference - 1, "signal_to_noise_db": mean,
            "onnxruntime_signal_to_noise_db": reference}


def test_model(arguments, name, path, recorded, scratch):
    tools = arguments.build / "bin"
    library = scratch / "model.so"
    known = dict(np.load(recorded)) if recorded else None
    row = {"model": name, "memory_bar_bytes": measure.memory_bar(path)}
    row.update(measure.compile_model(tools / "compile-model", path, library,
                                     [*arguments.compile, *FLAGS.get(name, [])]))
    row["artifact_bytes"] = library.stat().st_size
    session = open_session(path, 2)
    worst, seed, row["unstable"] = [0.0, 0.0], 0, 0
    exact = path.with_name(name.removesuffix("_qdq") + ".onnx")
    if name in QUANTIZED:
        exact = unrounded(path, scratch / "unrounded.onnx")
    if exact != path and exact.exists():
        row.update(test_quantized(arguments, name, open_session(exact, 2), known, library, session))
        seed = arguments.inputs
    while seed < arguments.inputs + row["unstable"]:
        feeds = inputs.make(name, session.get_inputs(), seed, known)
        seed += 1
        found = measure.agreement(tools / "mlc-run", library, session, feeds)
        if not measure.within(found) and row["unstable"] < MAX_UNSTABLE and not (
                measure.within(measure.distance(session, open_session(path, 2, optimised=False), feeds))
                and measure.within(measure.batch_distance(session, feeds))):
            row["unstable"] += 1
            continue
        worst = [max(a, b) for a, b in zip(worst, found)]
    if "agrees" not in row:
        row["difference"], row["relative"] = worst
        row["agrees"] = measure.within(worst)
    if arguments.time:
        feeds = known or inputs.make(name, session.get_inputs(), 0)
        for threads in arguments.threads:
            row[f"t{threads}"] = measure.timing(
                tools / "mlc-run", library, open_session(path, threads), feeds, threads,
                arguments.rounds, arguments.seconds)
    library.unlink()
    return row


def how_far(row):
    if "signal_to_noise_db" in row:
        return f"{row['signal_to_noise_db']:.1f} dB, onnxruntime {row['onnxruntime_signal_to_noise_db']:.1f} dB"
    text = f"{row['difference']:.1e}, {row['relative']:.1e}"
    return text + (f" ({row['unstable']} unstable)" if row["unstable"] else "")


def show(row):
    if "error" in row:
        return f"{row['model']:28} {row['error'].splitlines()[0][:200]}"
    if "skipped" in row:
        return f"{row['model']:28} skipped: {row['skipped']}"
    text = (f"{row['model']:28} {'agrees' if row['agrees'] else 'DISAGREES'} {how_far(row)}"
            f"  compile {row['compile_s']:5.1f} s {row['compile_anonymous_bytes'] / 1e6:5.0f} of {row['memory_bar_bytes'] / 1e6:.0f} MB"
            f"  artifact {row['artifact_bytes'] / 1e6:.1f} MB")
    for key, time in row.items():
        if key[0] == "t" and key[1:].isdigit():
            text += f"  {key[1:]}T {time['ms']:.3f} ms, onnxruntime {time['onnxruntime_ms']:.3f} ms, ratio {time['ratio']:.2f}"
    return text


def write_markdown(path, rows, threads):
    lines = ["# Models against ONNX Runtime", "",
             "Difference: largest error by the largest element, and largest relative error of large elements. "
             "Ratio: ONNX Runtime's time by ours, above 1 is faster. Anonymous memory of the compiler against its bar "
             "(300 MB + 2 × largest constant + 0.3 × constants).", ""]
    head = ["model", "agrees", "difference", "compile s", "compile MB (bar)", "artifact MB"]
    for t in threads:
        head += [f"{t}T ms", f"{t}T ONNX Runtime ms", f"{t}T ratio"]
    head += ["run RSS MB"]
    lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        if "agrees" not in row:
            cells = [row["model"], row.get("error", "skipped: " + row.get("skipped", "")).splitlines()[0][:120].replace("|", "/")]
            lines.append("| " + " | ".join(cells + [""] * (len(head) - 2)) + " |")
            continue
        cells = [row["model"], "yes" if row["agrees"] else "**no**", how_far(row),
                 f"{row['compile_s']:.1f}", f"{row['compile_anonymous_bytes'] / 1e6:.0f} ({row['memory_bar_bytes'] / 1e6:.0f})",
                 f"{row['artifact_bytes'] / 1e6:.1f}"]
        rss = ""
        for t in threads:
            found = row.get(f"t{t}")
            cells += [f"{found['ms']:.3f}", f"{found['onnxruntime_ms']:.3f}", f"{found['ratio']:.2f}"] if found else ["", "", ""]
            rss = f"{found['run_rss_bytes'] / 1e6:.0f}" if found else rss
        lines.append("| " + " | ".join(cells + [rss]) + " |")
    Path(path).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=HERE.parents[1] / "build")
    parser.add_argument("--jobs", help="not used: models run one after the other")
    parser.add_argument("--set", choices=("small", "light", "real", "made", "bench"), default="small")
    parser.add_argument("--models", type=Path, help="folder of models")
    parser.add_argument("--only", nargs="*", help="only these models")
    parser.add_argument("--fetch", action="store_true", help="download packages that are missing")
    parser.add_argument("--inputs", type=int, default=5, help="inputs to compare")
    parser.add_argument("--compile", action="append", default=[], metavar="FLAG", help="a flag for compile-model")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--threads", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--json", help="counts and names of failures")
    parser.add_argument("--full", help="every row as JSON")
    parser.add_argument("--markdown", help="the table")
    arguments = parser.parse_args()

    rows = []
    with tempfile.TemporaryDirectory(prefix="mlc-models-") as folder:
        scratch = Path(folder)
        for name, source, recorded in choose(arguments, scratch):
            if arguments.only and name not in arguments.only:
                continue
            try:
                path = source() if callable(source) else source
                if not path.exists():
                    rows.append({"model": name, "skipped": f"not in {path.parent}; --fetch downloads it"})
                else:
                    rows.append(test_model(arguments, name, path, recorded, scratch))
                if callable(source):
                    path.unlink()
            except Exception as error:  # one model must not hide the others
                if not isinstance(error, RuntimeError):
                    traceback.print_exc()
                rows.append({"model": name, "error": str(error) or type(error).__name__})
            print(show(rows[-1]), flush=True)
    failures = [r["model"] for r in rows if "error" in r or r.get("agrees") is False]
    if arguments.json:
        Path(arguments.json).write_text(json.dumps({
            "passed": sum(bool(r.get("agrees")) for r in rows), "failed": len(failures),
            "skipped": sum("skipped" in r for r in rows), "failures": failures}) + "\n")
    if arguments.full:
        Path(arguments.full).write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.markdown:
        write_markdown(arguments.markdown, rows, arguments.threads)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
