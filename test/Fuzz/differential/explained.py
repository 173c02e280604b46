#===- explained.py - Disagreements with a known reason ----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Failures with a known reason; docs/rationale/differential-fuzzing.md has them too. What
the reference gets wrong stands in reference.py, what is left open is not generated."""

OVERFLOW = ("a sum of an infinity and finite numbers whose own sum overflows to the other side: "
            "the order decides, and vectors have another one")

# (an operator of the reduced graph, part of the verdict's detail, reason)
ROWS = (
    ("Squeeze", "an extent is 1, which the model was compiled to exclude",
     "Squeeze without axes: an extent that only the run knows is taken to be no 1, for the "
     "rank must be known; the run stops if it is"),
    ("Hardmax", "the dimension is empty",
     "Hardmax along an extent that only the run knows: there is no greatest element when it is 0"),
    ("ReduceLogSum", "got 0, want 9223372036854775808",
     "the logarithm of an empty sum of unsigned integers: a cast of -inf, which saturates here"),
    ("ReduceLogSumExp", "got 0, want 9223372036854775808",
     "the logarithm of an empty sum of unsigned integers: a cast of -inf, which saturates here"),
    ("ThresholdedRelu", "got 0.0",
     "alpha is rounded to the type of X first, as the standard's function body has it"),
    ("ReduceSum", "got -inf, want nan", OVERFLOW),
    ("ReduceSum", "got inf, want nan", OVERFLOW),
    ("ReduceMean", "got -inf, want nan", OVERFLOW),
    ("ReduceMean", "got inf, want nan", OVERFLOW),
    ("CumProd", "want nan", "products are made in f64: one that f32 cannot hold is no infinity "
     "half way"),
    ("ReduceLogSumExp", "got -inf, want nan",
     "onnx.reference subtracts the infinite maximum from itself"),
)


def reason(case, verdict):
    for op, part, why in ROWS:
        if any(n.op_type == op for n in case.nodes) and part in verdict.detail:
            return why
    return ""
