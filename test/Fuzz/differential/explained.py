#===- explained.py - Disagreements with a known reason ----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Where onnx.reference or ONNX Runtime is wrong, or the standard leaves the answer open.
docs/rationale/differential-fuzzing.md has the evidence of every row. A row never covers
a case in which the interpreter and the compiled library disagree."""

# (ops of the reduced graph, condition on (case, values), reason)
ROWS = ()


def reason(case, values, verdict):
    if verdict.kind not in ("disputed", "wrong both"):
        return ""
    for op, condition, why in ROWS:
        if case.ops() == op and condition(case, values):
            return why
    return ""
