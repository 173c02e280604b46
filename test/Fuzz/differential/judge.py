#===- judge.py - Who is right about a case ----------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Two must agree before a third is called wrong. What rounding alone explains is no
difference: the case is computed again with every float result shaken by a few units in
the last place, and results may differ as far as that moves them."""

import dataclasses

import numpy as np

from .graph import Reject
from .oracles import run_onnxruntime

# Of the greatest finite number of the result; the rest is left to conditioning.
RELATIVE = {"float64": 1e-7, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}
# Shaking of one node's result, relative.
UNIT = {"float64": 2.0 ** -51, "float32": 2.0 ** -21, "float16": 2.0 ** -9, "bfloat16": 2.0 ** -6}
TRIALS = 10


@dataclasses.dataclass
class Verdict:
    kind: str
    detail: str = ""

    def sort(self):
        """What stays the same while a case is reduced: who else agrees may change."""
        if self.kind in ("disputed", "wrong both"):
            return "ours against others"
        return "ours differ" if self.kind.startswith("wrong") else self.kind

    def is_failure(self):
        """Of ours, or of nobody known yet."""
        return self.kind not in ("agree", "rounding", "refused", "absent")


def wide(array):
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def difference(got, want, slack=None):
    """Why GOT is not WANT, or "". SLACK: how far each element may be off."""
    if isinstance(want, list) or isinstance(got, list):
        if not (isinstance(want, list) and isinstance(got, list) and len(got) == len(want)):
            return "another list"
        return next((d for d in map(difference, got, want) if d), "")
    if got.dtype != want.dtype:
        return f"got {got.dtype}, want {want.dtype}"
    if isinstance(slack, str):
        return ""  # rounding decides the very shape
    if slack is not None and np.shape(slack) != want.shape:
        slack = None
    if got.shape != want.shape:
        return f"got shape {got.shape}, want {want.shape}"
    if got.dtype.kind in "biu":
        bad = got != want
        if slack is not None and bad.any():
            bad &= ~(np.abs(wide(got) - wide(want)) <= slack * 2)
    else:
        a, b = wide(got), wide(want)
        finite = np.abs(b[np.isfinite(b)])
        relative = RELATIVE.get(str(want.dtype), 0.1)
        allowed = relative * np.abs(b) + 0.1 * relative * finite.max(initial=0)
        if slack is not None:
            allowed = allowed + 4 * slack
        same = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= allowed)
        if slack is not None:
            same |= ~np.isfinite(slack)
        bad = ~same
    if not bad.any():
        return ""
    where = tuple(int(i) for i in np.argwhere(bad)[0]) if bad.ndim else ()
    return f"{int(bad.sum())} of {bad.size} differ, at {where} got {got[where]}, want {want[where]}"


def spread(case, values, seed):
    """For every output how far shaken arithmetic moves it; a word where it changes its
    shape."""
    rng = np.random.default_rng(seed)
    merge = False

    def shake(array, read):
        unit = UNIT.get(str(array.dtype))
        if unit is None or array.size == 0:
            return array
        if merge:
            # Noise keeps neighbours apart; rounding may also make them equal.
            mantissa, exponent = np.frexp(wide(array))
            return np.asarray(np.ldexp(np.round(mantissa / (4 * unit)) * (4 * unit),
                                       exponent)).astype(array.dtype)
        # Sums may cancel: their terms' rounding counts, not the result's.
        most = max((float(np.abs(v[np.isfinite(v)]).max(initial=0))
                    for v in map(wide, [array] + [r for r in read.values()
                                                  if isinstance(r, np.ndarray)
                                                  and str(r.dtype) in UNIT])), default=0)
        noise = unit * rng.uniform(-1, 1, array.shape)
        shaken = wide(array)
        return np.asarray(shaken * (1 + noise)
                          + 0.1 * most * unit * rng.uniform(-1, 1, array.shape)).astype(array.dtype)

    widths = [np.zeros(np.shape(values[n])) if isinstance(values[n], np.ndarray) else 0
              for n in case.outputs]
    for trial in range(TRIALS):
        merge = trial == 0
        try:
            shaken = case.evaluate(shake)
        except Reject:
            return ["fails"] * len(widths)
        for i, name in enumerate(case.outputs):
            a, b = shaken[name], values[name]
            if isinstance(b, list) or isinstance(widths[i], str):
                continue
            if a.shape != b.shape:
                widths[i] = "shape"
                continue
            apart = np.asarray(np.abs(wide(a) - wide(b)))
            apart[(a == b) | ((a != a) & (b != b))] = 0
            apart[np.isnan(apart)] = np.inf
            widths[i] = np.maximum(widths[i], apart)
    return widths


def compare(outputs, slacks):
    """Verdict over the outputs of (reference, ONNX Runtime or None, interpreter,
    compiled)."""
    reference, runtime, ours, compiled = outputs
    for i, slack in enumerate(slacks):
        def same(a, b, i=i, slack=slack):
            return a is not None and b is not None and difference(a[i], b[i], slack) == ""
        trusted = same(ours, reference) or same(ours, runtime)
        if same(compiled, ours):
            if trusted:
                continue
            detail = difference(ours[i], reference[i], slack)
            if runtime is not None and same(reference, runtime):
                return Verdict("wrong both", f"output {i}: {detail}")
            why = "" if runtime is None else \
                f"; to ONNX Runtime: {difference(ours[i], runtime[i], slack)}"
            return Verdict("disputed", f"output {i}: to the reference: {detail}{why}")
        detail = f"output {i}: {difference(compiled[i], ours[i], slack)}"
        if same(compiled, reference) or same(compiled, runtime):
            return Verdict("wrong interpreter", detail)
        return Verdict("wrong compiled" if trusted else "wrong somewhere", detail)
    return Verdict("agree")


def judge(case, interpreter, compiler, values=None):
    """Verdict over CASE; without a COMPILER the library has no vote. VALUES: what the
    reference computed, if that is known."""
    if values is None:
        values = case.evaluate()
    model, inputs = case.model(values, "static")
    answers = {"interpreter": interpreter.run(case, values)}
    answers["compiled"] = compiler.run(case, values) if compiler else answers["interpreter"]
    for who, answer in answers.items():
        if answer.status in ("crash", "error", "wrong"):
            return Verdict(f"{answer.status} {who}", answer.detail)
    for answer in answers.values():
        if answer.status == "refused":
            return Verdict("refused", answer.detail)
    theirs = run_onnxruntime(model, inputs)
    outputs = ([values[n] for n in case.outputs], theirs.outputs,
               answers["interpreter"].outputs, answers["compiled"].outputs)
    verdict = compare(outputs, [None] * len(case.outputs))
    if verdict.kind == "agree":
        return verdict
    shaken = compare(outputs, spread(case, values, 1))
    return Verdict("rounding", verdict.detail) if shaken.kind == "agree" else shaken
