#===- versions_reduction.py - Reductions and norms by version ------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every since-version of reductions, softmax and the norms."""

import numpy as np

from table import Table
from tables._data import booleans, f32, i64, integers, positive, scalar

T = Table()
x = f32(2, 3, 4)

REDUCTIONS = ("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
              "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare")
for name in REDUCTIONS:
    data = positive(2, 3, 4) if name == "ReduceLogSum" else x
    # Axes are an attribute before 18 (ReduceSum: 13), an input since.
    inputs_since = 13 if name == "ReduceSum" else 18
    versions = {"ReduceSum": [1, 11, 13], "ReduceMax": [1, 11, 12, 13, 18, 20],
                "ReduceMin": [1, 11, 12, 13, 18, 20]}.get(name, [1, 11, 13, 18])
    old = [v for v in versions if v < inputs_since]
    new = [v for v in versions if v >= inputs_since]
    T.op(name, old, [data], label="axes", axes=[1])
    T.op(name, old, [data], label="axes, no keepdims", axes=[0, 2], keepdims=0)
    T.op(name, [v for v in old if v >= 11], [data], label="negative axis", axes=[-1])
    T.op(name, versions, [data], label="of all", keepdims=0)
    T.op(name, versions, [data], label="of all, keepdims")
    T.op(name, new, [data, i64(1)], label="axes")
    T.op(name, new, [data, i64(0, -1)], label="axes, no keepdims", keepdims=0)
    T.op(name, new, [data, np.zeros(0, np.int64)], label="empty axes",
         modes=("interpreter", "static", "mixed", "constant"))
    T.op(name, new, [data, np.zeros(0, np.int64)], label="empty axes, no operation",
         noop_with_empty_axes=1,
         modes=("interpreter", "static", "mixed", "constant"))
for name in ("ReduceMax", "ReduceMin"):
    T.op(name, [12, 13, 18, 20][0:2], [integers(-9, 9, (2, 3), np.int8)],
         label="of int8", axes=[1])
    T.op(name, [18, 20], [integers(-9, 9, (2, 3), np.int8), i64(1)], label="of int8")
    T.op(name, [20], [booleans(2, 3), i64(1)], label="of bool")

for name in ("ArgMax", "ArgMin"):
    T.op(name, "all", [x], axis=1)
    T.op(name, "all", [x], label="default axis")
    T.op(name, "all", [x], label="no keepdims", axis=2, keepdims=0)
    T.op(name, [11, 12, 13], [x], label="negative axis", axis=-1)
    ties = np.array([[1, 2, 2, 1, 2], [3, 3, 3, 3, 3]], np.float32)
    T.op(name, "all", [ties], label="ties", axis=1)
    T.op(name, [12, 13], [ties], label="last of ties", axis=1, select_last_index=1)

# Softmax and its kin flatten to two dimensions before 13, with axis 1; since then
# they go along one axis, by default the last.
# The reference knows the new meaning only.
for name in ("Softmax", "LogSoftmax", "Hardmax"):
    for label, axis in (("axis 0", 0), ("axis 1", 1), ("axis 2", 2)):
        T.op(name, [1, 11], [x], label=label, axis=axis, oracle="runtime")
        T.op(name, [13], [x], label=label, axis=axis)
    T.op(name, [1, 11], [x], label="default", oracle="runtime")
    T.op(name, [13], [x], label="default")
    T.op(name, [11], [x], label="negative axis", axis=-2, oracle="runtime")
    T.op(name, [13], [x], label="negative axis", axis=-2)
    T.op(name, "all", [f32(3, 7)], label="of a matrix", axis=1)

for exclusive in (0, 1):
    for reverse in (0, 1):
        T.op("CumSum", "all", [x, scalar(1)], label=f"{exclusive}{reverse}",
             exclusive=exclusive, reverse=reverse)
        T.op("CumProd", "all", [x, scalar(1)], label=f"{exclusive}{reverse}",
             exclusive=exclusive, reverse=reverse)
T.op("CumSum", "all", [x, scalar(-1, np.int32)], label="negative axis, int32")

image = f32(2, 4, 3, 5)
T.op("BatchNormalization", [7], [image, f32(4), f32(4), f32(4), positive(4)],
     epsilon=1e-3)
# Of a version-7 norm without `spatial` each feature has numbers of its own.
T.op("BatchNormalization", [7],
     [f32(2, 3, 2, 2), f32(3, 2, 2), f32(3, 2, 2), f32(3, 2, 2), positive(3, 2, 2)],
     label="not spatial", spatial=0, oracle="runtime")
# The reference normalises by the batch in version 9.
T.op("BatchNormalization", [9], [image, f32(4), f32(4), f32(4), positive(4)],
     epsilon=1e-3, oracle="runtime")
T.op("BatchNormalization", [14, 15],
     [image, f32(4), f32(4), f32(4), positive(4)], epsilon=1e-3)
T.op("BatchNormalization", [14, 15],
     [image, f32(4), f32(4), f32(4), positive(4)], label="training", outputs=3,
     training_mode=1, momentum=0.8)
T.op("BatchNormalization", [7, 9, 14, 15], [f32(3, 4), f32(4), f32(4), f32(4),
                                            positive(4)], label="of a matrix",
     oracle="runtime")
T.op("InstanceNormalization", "all", [image, f32(4), f32(4)], epsilon=1e-3)
# Scale and bias are per group in 18, per channel since 21.
T.op("GroupNormalization", [18], [image, f32(2), f32(2)], num_groups=2,
     oracle="reference")
T.op("GroupNormalization", [21], [image, f32(4), f32(4)], num_groups=2,
     oracle="reference")
T.op("LayerNormalization", [17], [x, f32(4), f32(4)])
T.op("LayerNormalization", [17], [x, f32(3, 4)], label="axis 1, no bias", axis=1,
     outputs=3)
T.op("RMSNormalization", [23], [x, f32(4)])
T.op("LpNormalization", "all", [x], label="default")
# The reference sums signed numbers, and the LRN of as many channels as the batch.
T.op("LpNormalization", "all", [x], label="p 1", p=1, axis=1, oracle="runtime")
T.op("LRN", "all", [image], size=3, alpha=0.01, beta=0.6, bias=1.5, oracle="runtime")
T.op("LRN", "all", [image], label="default", size=3)
T.op("MeanVarianceNormalization", "all", [image])
T.op("MeanVarianceNormalization", "all", [image], label="axes", axes=[1])

logits, target = f32(3, 5), integers(0, 5, (3,))
T.op("SoftmaxCrossEntropyLoss", "all", [logits, target], outputs=2)
T.op("SoftmaxCrossEntropyLoss", "all", [logits, target, positive(5)], label="weights",
     reduction="sum")
T.op("SoftmaxCrossEntropyLoss", "all", [logits, i64(1, 2, 0)], label="ignored",
     ignore_index=2, reduction="none")
T.op("NegativeLogLikelihoodLoss", "all", [logits, target])
T.op("NegativeLogLikelihoodLoss", "all", [f32(2, 5, 3), integers(0, 5, (2, 3)),
                                          positive(5)], label="weights",
     reduction="none")
