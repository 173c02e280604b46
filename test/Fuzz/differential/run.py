#===- run.py - Random graphs through four implementations -------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Differential fuzzing: random valid ONNX graphs through onnx.reference, ONNX Runtime,
the reference interpreter and the compiled library.

  run.py --build build --seconds 60                  a slice, as CI runs it
  run.py --build build --first 1 --count 100000      a campaign
  run.py --build build --first 4711 --count 1 -v     one graph again
  run.py --build build --seconds 60 --ops Pad,Slice  graphs of some ops only

A graph follows from its seed. Two implementations must agree before a third is called
wrong; a graph on which all disagree is reported too. explained.py knows some reasons.
Each failure is reduced and kept as FOLDER/KIND-OPS-SEED in the layout of the ONNX
project's node tests, with a text of the model. The work is done by a child process: when
ONNX Runtime takes it down, the next one goes on after that graph."""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# Seconds without a word from the child after which a graph counts as hung.
PATIENCE = 300
# Reduced failures of one sort that are kept; the rest is only counted.
KEPT_OF_A_SORT = 3


def bucket_of(kind, ops):
    return f"{kind}: {ops}"


def keep(folder, seed, case, values, verdict):
    from differential.oracles import write_case
    import onnx
    model, inputs = case.model(values)
    name = f"{verdict.kind.replace(' ', '-')}-{case.ops().replace('+', '-')[:60]}-{seed}"
    target = Path(folder) / name
    target.mkdir(parents=True, exist_ok=True)
    write_case(target, model, inputs, [values[n] for n in case.outputs])
    text = [f"seed {seed}, {case.variant}, target {case.target}", verdict.kind, verdict.detail,
            onnx.printer.to_text(model)]
    text += [f"{n} = {v.dtype}{list(v.shape)} {v.reshape(-1)[:16].tolist()}"
             for n, v in inputs.items()]
    (target / "report.txt").write_text("\n".join(text) + "\n")
    return target


def work(arguments):
    """The child: one line of JSON for each seed."""
    from differential import explained
    from differential.generate import generate
    from differential.graph import Reject
    from differential.judge import judge
    from differential.oracles import Driver
    from differential.reduce import reduce

    match = set(arguments.ops.split(",")) if arguments.ops else None
    seen = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="mlc-fuzz-", dir=scratch_folder()) as scratch:
        interpreter = Driver(arguments.build, "interpreter", Path(scratch) / "i")
        compiler = Driver(arguments.build, "compiled", Path(scratch) / "c")
        for seed in range(arguments.first, arguments.first + arguments.count):
            record = {"seed": seed}
            library = compiler if seed % arguments.compile_every == 0 else None
            try:
                case = generate(seed, match)
                values = case.evaluate()
                verdict = judge(case, interpreter, library, values)
            except Reject as error:
                # The reference draws differently on a second run, or not at all.
                record.update(kind="absent", detail=str(error), ops="")
                print(json.dumps(record), flush=True)
                continue
            record.update(kind=verdict.kind, detail=verdict.detail[:400], ops=case.ops(),
                          nodes=len(case.nodes), opset=case.opset, variant=case.variant,
                          compiled=library is not None)
            if verdict.is_failure() and seen[(verdict.kind, case.ops())] < KEPT_OF_A_SORT:
                def still(smaller, new_values, sort=verdict.sort()):
                    return judge(smaller, interpreter, library, new_values).sort() == sort
                case, values = reduce(case, still, arguments.trials)
                verdict = judge(case, interpreter, library, values)
                reason = explained.reason(case, verdict)
                record.update(ops=case.ops(), detail=verdict.detail[:400])
                seen[(verdict.kind, case.ops())] += 1
                if reason:
                    record.update(kind="explained", detail=reason)
                elif seen[(verdict.kind, case.ops())] <= KEPT_OF_A_SORT:
                    record["kept"] = str(keep(arguments.keep, seed, case, values, verdict))
            print(json.dumps(record), flush=True)
        interpreter.close()
        compiler.close()


def scratch_folder():
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def supervise(arguments):
    """Records of all seeds that were run."""
    records, seed = [], arguments.first
    end = arguments.first + arguments.count
    stop = time.monotonic() + arguments.seconds if arguments.seconds else None
    while seed < end and not (stop and time.monotonic() > stop):
        command = [sys.executable, __file__, "--worker", "--build", str(arguments.build),
                   "--first", str(seed), "--count", str(end - seed), "--keep", str(arguments.keep),
                   "--trials", str(arguments.trials),
                   "--compile-every", str(arguments.compile_every)]
        if arguments.ops:
            command += ["--ops", arguments.ops]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace") as child:
            errors = collections.deque(maxlen=30)
            threading.Thread(target=lambda c=child, e=errors: e.extend(c.stderr),
                             daemon=True).start()
            while True:
                timer = threading.Timer(PATIENCE, child.kill)
                timer.start()
                line = child.stdout.readline()
                timer.cancel()
                if not line:
                    break
                record = json.loads(line)
                records.append(record)
                seed = record["seed"] + 1
                note(record, arguments)
                if stop and time.monotonic() > stop:
                    child.kill()
                    break
            status = child.wait()
        if seed < end and not (stop and time.monotonic() > stop):
            # A signal is a crash of ONNX Runtime; an exception is a fault of this tool.
            kind = "absent" if status < 0 else "error fuzzer"
            records.append({"seed": seed, "kind": kind, "ops": "", "detail":
                            f"exit status {status}: " + "".join(errors)[-1500:]})
            note(records[-1], arguments)
            seed += 1
    return records


def is_failure(record):
    return record["kind"] not in ("agree", "rounding", "refused", "absent", "explained")


def note(record, arguments):
    if arguments.log:
        with open(arguments.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(record) + "\n")
    if is_failure(record) or arguments.verbose:
        print(f"seed {record['seed']}: {record['kind']}: {record['ops']}: {record['detail']}"
              + (f"\n  kept in {record['kept']}" if "kept" in record else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=1 << 30)
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--compile-every", type=int, default=1, metavar="N",
                        help="compile every N-th graph only; the others, ten times as fast, "
                             "go through the interpreter")
    parser.add_argument("--ops", help="only these, comma-separated")
    parser.add_argument("--keep", type=Path, help="where failures go (default: BUILD/fuzz-graphs)")
    parser.add_argument("--trials", type=int, default=200, help="for reducing one failure")
    parser.add_argument("--log", help="append a line of JSON per graph")
    parser.add_argument("--json", type=Path, help="counts and names of failures")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    arguments.keep = (arguments.keep or arguments.build / "fuzz-graphs").resolve()
    if arguments.worker:
        work(arguments)
        return 0
    records = supervise(arguments)
    counts = collections.Counter(r["kind"] for r in records)
    print(f"{len(records)} graphs: "
          + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    sorts = collections.Counter(bucket_of(r["kind"], r["ops"]) for r in records if is_failure(r))
    for sort, count in sorts.most_common():
        print(f"{count:6}  {sort}")
    if arguments.json:
        arguments.json.write_text(json.dumps({
            "passed": counts["agree"] + counts["rounding"] + counts["explained"],
            "failed": sum(sorts.values()), "skipped": counts["refused"] + counts["absent"],
            "failures": list(sorts)}))
    return 1 if sorts else 0


if __name__ == "__main__":
    sys.exit(main())
