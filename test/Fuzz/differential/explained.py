#===- explained.py - Disagreements with a known reason ----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Failures with a known reason; docs/rationale/differential-fuzzing.md has them too. What
the reference gets wrong stands in reference.py, what is left open is not generated."""

# (an operator of the reduced graph, part of the verdict's detail, reason)
ROWS = (
    ("Squeeze", "an extent of 1 does not fit one of 1",
     "Squeeze without axes: an extent that only the run knows is taken to be no 1, for the "
     "rank must be known; the run stops if it is"),
    ("Hardmax", "the dimension is empty",
     "Hardmax along an extent that only the run knows: there is no greatest element when it is 0"),
)


def reason(case, verdict):
    for op, part, why in ROWS:
        if any(n.op_type == op for n in case.nodes) and part in verdict.detail:
            return why
    return ""
