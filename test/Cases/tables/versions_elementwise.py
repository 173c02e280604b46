#===- versions_elementwise.py - Elementwise operators by version ---------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every since-version of the elementwise operators."""

import ml_dtypes
import numpy as np

from table import Table
from tables._data import booleans, f32, i64, integers, positive, scalar, unit

T = Table()
x = f32(2, 3, 5)

for name in ("Abs", "Ceil", "Exp", "Floor", "Neg", "Relu", "Sigmoid", "Sign", "Tanh",
             "Sin", "Cos", "Tan", "Atan", "Sinh", "Cosh", "Asinh", "Erf", "Round",
             "Softplus", "Softsign", "HardSwish", "Mish", "Identity"):
    T.op(name, "all", [x])
for name in ("Log", "Sqrt", "Reciprocal"):
    T.op(name, "all", [positive(2, 3, 5)])
for name in ("Asin", "Acos", "Atanh"):
    T.op(name, "all", [unit(2, 3, 5)])
T.op("Acosh", "all", [positive(7) + 1])
T.op("Relu", [14], [integers(-4, 4, (9,), np.int32)], label="of integers")
T.op("Sign", "all", [integers(-4, 4, (9,), np.int8)], label="of integers")
T.op("Neg", [13], [integers(-4, 4, (9,), np.int32)], label="of integers")
T.op("Not", [1], [booleans(4, 5)])
T.op("BitwiseNot", "all", [integers(0, 255, (9,), np.uint8)])
T.op("Gelu", [20], [x])
T.op("Gelu", [20], [x], label="tanh", approximate="tanh")
T.op("Swish", [24], [x], alpha=0.5)
T.op("Celu", [12], [x], alpha=1.5)
T.op("Elu", "all", [x], alpha=1.5)
T.op("Elu", "all", [x], label="default")
T.op("Selu", "all", [x], alpha=2.0, gamma=3.0)
T.op("Selu", "all", [x], label="default")
T.op("LeakyRelu", "all", [x], alpha=0.1)
T.op("LeakyRelu", "all", [x], label="default")
T.op("ThresholdedRelu", "all", [x], alpha=0.5)
T.op("HardSigmoid", "all", [x], alpha=0.3, beta=0.4)
T.op("HardSigmoid", "all", [x], label="default")
T.op("Shrink", [9], [x], lambd=0.6, bias=0.2)
T.op("PRelu", "all", [x, f32(5)], label="unidirectional broadcast")
T.op("PRelu", [9, 16], [x, f32(3, 1)], label="of a channel")

for name in ("Add", "Sub", "Mul", "Div"):
    T.op(name, "all", [x, positive(3, 1)])
    T.op(name, "all", [integers(-9, 9, (2, 3), np.int32),
                       integers(1, 5, (3,), np.int32)], label="of integers")
for name in ("Add", "Sub", "Mul", "Div"):
    T.op(name, [14], [integers(0, 90, (2, 3), np.uint8),
                      integers(1, 3, (3,), np.uint8)], label="of uint8",
         oracle="reference")
T.op("Pow", "all", [positive(2, 3), f32(3)])
T.op("Pow", [12, 13, 15], [integers(-3, 4, (2, 3)), scalar(3, np.int64)],
     label="of integers")
# The result has the base's type.
T.op("Pow", [12, 13, 15], [integers(1, 4, (4,), np.int32), f32(4)],
     label="of an integer and a float")
for name in ("Max", "Min", "Sum", "Mean"):
    T.op(name, [6, 8, 13], [x, f32(2, 3, 5), f32(2, 3, 5)], label="of three")
    T.op(name, [8, 13], [x, f32(5), f32(3, 1)], label="broadcast")
    T.op(name, "all", [x], label="of one")
for name in ("Max", "Min"):
    T.op(name, [12, 13], [integers(-9, 9, (5,)), integers(-9, 9, (5,))],
         label="of integers")
T.op("Mod", "all", [integers(-9, 9, (9,)), i64(4)], label="of integers")
T.op("Mod", "all", [f32(9), f32(9)], label="fmod", fmod=1)
T.op("Mod", "all", [integers(-9, 9, (9,)), i64(4)], label="fmod of integers", fmod=1)
T.op("BitShift", [11], [integers(0, 255, (9,), np.uint8), np.full(9, 2, np.uint8)],
     label="left", direction="LEFT")
T.op("BitShift", [11], [integers(0, 255, (9,), np.uint8), np.full(9, 2, np.uint8)],
     label="right", direction="RIGHT")
for name in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    T.op(name, "all", [integers(0, 255, (3, 4), np.uint8),
                       integers(0, 255, (4,), np.uint8)])
for name in ("And", "Or", "Xor"):
    T.op(name, [7], [booleans(3, 4), booleans(4)])
    # Version 1 broadcasts only where its attribute says so; opset 7 is past it.
T.op("Equal", [7, 11, 13, 19], [integers(0, 3, (3, 4)), integers(0, 3, (4,))])
T.op("Equal", [7], [booleans(3, 4), booleans(4)], label="of bools")
T.op("Equal", [11, 13, 19], [f32(4), f32(4)], label="of floats")
for name in ("Greater", "Less"):
    T.op(name, [7, 9, 13], [x, f32(3, 1)])
    T.op(name, [9, 13], [integers(0, 3, (3, 4)), integers(0, 3, (4,))],
         label="of integers")
for name in ("GreaterOrEqual", "LessOrEqual"):
    T.op(name, "all", [x, f32(3, 1)])
T.op("Where", "all", [booleans(3, 1), f32(3, 4), f32(4)])
T.op("IsNaN", "all", [np.array([1, np.nan, np.inf, -np.nan], np.float32)])
infinite = np.array([1, np.nan, np.inf, -np.inf], np.float32)
T.op("IsInf", "all", [infinite])
T.op("IsInf", "all", [infinite], label="positive", detect_negative=0)
T.op("IsInf", "all", [infinite], label="negative", detect_positive=0)

# Clip: attributes up to 6, then inputs that may be left out; integers from 12.
T.op("Clip", [6], [x], label="attributes", min=-0.5, max=0.75)
T.op("Clip", [6], [x], label="only min", min=-0.5)
T.op("Clip", [6], [x], label="neither")
T.op("Clip", [11, 12, 13], [x, scalar(-0.5, np.float32), scalar(0.75, np.float32)])
T.op("Clip", [11, 12, 13], [x, None, scalar(0.75, np.float32)], label="only max")
T.op("Clip", [11, 12, 13], [x, scalar(-0.5, np.float32)], label="only min")
T.op("Clip", [11, 12, 13], [x], label="neither")
T.op("Clip", [12, 13], [integers(-9, 9, (9,)), scalar(-3), scalar(4)],
     label="of integers")

# Cast: a string until 5, ONNX's number of the type since.
T.op("Cast", "all", [np.array([-1.7, -0.2, 0, 0.5, 1.5, 127.9], np.float32)],
     label="to int32", to=6)
T.op("Cast", "all", [integers(-3, 3, (5,))], label="to float", to=1)
T.op("Cast", "all", [np.array([-0.2, 0, 0.2, np.nan], np.float32)], label="to bool",
     to=9)
T.op("Cast", "all", [booleans(5)], label="from bool", to=1)
T.op("Cast", [13, 19, 21, 23, 24, 25],
     [np.array([1.00390625, 1.01171875, -3, 3.4e38], np.float32)],
     label="to bfloat16", to=16, oracle="reference")
wide = np.array([0, -0.0, 1e-9, 0.3, 448, 470, 1e6, -1e6, np.inf, np.nan], np.float32)
for to, name in ((17, "e4m3fn"), (18, "e4m3fnuz"), (19, "e5m2"), (20, "e5m2fnuz")):
    T.op("Cast", [19, 21, 23, 24, 25], [wide], label=f"to {name}", to=to,
         oracle="reference")
    T.op("Cast", [19, 21, 23, 24, 25], [wide], label=f"to {name} without saturation",
         to=to, saturate=0, oracle="reference")
T.op("Cast", [21, 23, 24, 25], [np.array([-7, -1, 0, 7], np.float32)],
     label="to int4", to=22, oracle="reference")
T.op("Cast", [23, 24, 25], [np.array([-6, -0.6, 0.2, 7], np.float32)],
     label="to float4e2m1", to=23, oracle="reference")
T.op("Cast", [24, 25], [np.array([0.5, 1, 3, 1e9], np.float32)], label="to e8m0",
     to=24, oracle="reference")
T.op("Cast", [25], [np.array([-2, -1, 0, 1], np.float32)], label="to int2", to=26,
     oracle="reference")
T.op("CastLike", "all", [f32(4), np.zeros(1, np.int32)])
T.op("CastLike", [19, 21, 23, 24, 25], [wide, np.zeros(1, ml_dtypes.float8_e4m3fn)],
     label="to e4m3fn", oracle="reference")
T.op("BitCast", [26], [f32(4)], to=6, oracle="reference")

# Dropout of an inference: the mask is true since 12, of the data's type before.
T.op("Dropout", [7, 10, 12, 13, 22], [x], label="one result")
T.op("Dropout", [12, 13, 22], [x, scalar(0.3, np.float32), scalar(False, bool)],
     label="ratio, not training", outputs=2)
T.op("Dropout", [12, 13, 22], [x], label="with its mask", outputs=2)
T.op("Dropout", [7], [x], label="attribute", ratio=0.3)
