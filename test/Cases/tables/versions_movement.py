#===- versions_movement.py - Operators that move elements, by version ----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Every since-version of the operators on shapes, places and orders."""

import numpy as np

from table import Table
from tables._data import booleans, f32, i64, integers, scalar

T = Table()
x = f32(2, 3, 4)
#: Rows whose result's rank is a number of the run have no mode that hides it.
KNOWN_RANK = ("interpreter", "static", "mixed", "constant")

T.op("Reshape", "all", [x, i64(4, 6)])
T.op("Reshape", "all", [x, i64(0, -1)], label="0 and -1")
T.op("Reshape", [14, 19, 21, 23, 24, 25],
     [np.zeros((0, 3), np.float32), i64(3, 0)], label="allowzero", allowzero=1)
T.op("Flatten", "all", [x], label="default")
T.op("Flatten", "all", [x], label="axis 0", axis=0)
T.op("Flatten", "all", [x], label="axis 3", axis=3)
T.op("Flatten", [11, 13, 21, 23, 24, 25], [x], label="negative axis", axis=-1)
T.op("Transpose", "all", [x], label="default")
T.op("Transpose", "all", [x], perm=[1, 2, 0])
# Axes: attributes before 13, inputs since.
T.op("Squeeze", [1, 11], [f32(1, 3, 1, 2)], axes=[0, 2])
T.op("Squeeze", [11], [f32(1, 3, 1, 2)], label="negative axis", axes=[-2])
T.op("Squeeze", "all", [f32(1, 3, 1, 2)], label="all",
     modes=KNOWN_RANK)
T.op("Squeeze", [13, 21, 23, 24, 25], [f32(1, 3, 1, 2), i64(0, -2)])
T.op("Unsqueeze", [1, 11], [x], axes=[0, 3])
T.op("Unsqueeze", [11], [x], label="negative axis", axes=[-1, 1])
T.op("Unsqueeze", [13, 21, 23, 24, 25], [x, i64(0, -1)])
T.op("Concat", "all", [x, f32(2, 1, 4)], axis=1)
T.op("Concat", [11, 13], [x, f32(2, 3, 1)], label="negative axis", axis=-1)
# Split: an attribute (2), an input (13), or a number of parts (18).
T.op("Split", [2, 11], [f32(2, 6)], outputs=2, label="sizes", axis=1, split=[2, 4])
T.op("Split", [2, 11], [f32(2, 6)], outputs=3, label="equal", axis=1)
T.op("Split", [13, 18], [f32(2, 6), i64(2, 4)], outputs=2, label="sizes", axis=1)
T.op("Split", [13], [f32(2, 6)], outputs=3, label="equal", axis=-1)
T.op("Split", [18], [f32(2, 7)], outputs=3, label="number", axis=1, num_outputs=3)
# Parts behind the end are empty.
T.op("Split", [18], [np.ones((2, 1), np.float32)], outputs=3, label="more than elements", axis=1, num_outputs=3,
     oracle="reference")
T.op("Tile", [6, 13], [x, i64(1, 2, 3)])
T.op("Expand", "all", [f32(3, 1), i64(2, 1, 4)])
T.op("Shape", "all", [x])
T.op("Shape", [15, 19, 21, 23, 24, 25], [x], label="part", start=-2, end=3)
T.op("Size", "all", [x])
T.op("ConstantOfShape", "all", [i64(2, 3)], label="default")
T.op("EyeLike", "all", [x[0]], k=1)
T.op("EyeLike", "all", [integers(0, 9, (3, 3))], label="double", dtype=11)
T.op("Range", "all", [scalar(2, np.int64), scalar(11, np.int64), scalar(3, np.int64)])
T.op("Range", "all", [scalar(2.5, np.float32), scalar(-1, np.float32),
                      scalar(-0.75, np.float32)], label="falling")
T.op("Trilu", [14], [x, scalar(1)])
T.op("Trilu", [14], [x], label="lower", upper=0)
T.op("SpaceToDepth", "all", [f32(1, 2, 4, 6)], blocksize=2)
T.op("DepthToSpace", "all", [f32(1, 8, 2, 3)], blocksize=2)
T.op("DepthToSpace", [11, 13], [f32(1, 8, 2, 3)], label="CRD", blocksize=2, mode="CRD")
T.op("ReverseSequence", [10], [f32(4, 3, 2), i64(1, 4, 2)])
T.op("ReverseSequence", [10], [f32(3, 4, 2), i64(1, 4, 2)], label="batch first",
     batch_axis=0, time_axis=1)
T.op("CenterCropPad", [18], [x, i64(3, 3, 3)])
T.op("CenterCropPad", [18], [x, i64(2, 7)], label="axes", axes=[1, 2])
T.op("Col2Im", [18], [f32(1, 8, 6), i64(3, 4), i64(2, 2)])

# Slice: attributes (1), inputs and steps (10), negative axes (11).
T.op("Slice", [1], [x], axes=[1, 2], starts=[1, -3], ends=[3, 1000])
T.op("Slice", [1], [x], label="default axes", starts=[0, 1], ends=[1, -1])
T.op("Slice", [10, 11, 13], [x, i64(1, -3), i64(3, 1000), i64(1, 2)])
T.op("Slice", [10, 11, 13], [x, i64(2, 3), i64(-100, 0), i64(1, 2), i64(-1, -2)],
     label="negative steps")
T.op("Slice", [11, 13], [x, i64(0), i64(2), i64(-1)], label="negative axis")
T.op("Slice", [10, 11, 13], [x, i64(0), i64(1)], label="default axes")

# Pad: attributes (2), inputs (11), axes (18), wrap (19).
T.op("Pad", [2], [x], pads=[0, 1, 2, 1, 0, 1], value=1.5)
T.op("Pad", [2], [x], label="reflect", mode="reflect", pads=[0, 1, 2, 0, 2, 1])
T.op("Pad", [2], [x], label="edge", mode="edge", pads=[0, 1, 2, 0, 2, 1])
T.op("Pad", [2], [x], label="cut", pads=[0, -1, 2, 0, 0, -2])
newer = [11, 13, 18, 19, 21, 23, 24, 25]
T.op("Pad", newer, [x, i64(0, 1, 2, 1, 0, 1), scalar(1.5, np.float32)])
T.op("Pad", newer, [x, i64(0, 1, 2, 1, 0, 1)], label="with zeros")
T.op("Pad", newer, [x, i64(0, 1, 2, 0, 2, 1)], label="reflect", mode="reflect")
T.op("Pad", newer, [x, i64(0, 1, 2, 0, 2, 1)], label="edge", mode="edge")
T.op("Pad", newer[1:], [integers(0, 9, (2, 3)), i64(0, 1, 0, 2), scalar(7)],
     label="of integers")
T.op("Pad", newer[2:], [x, i64(1, 2), None, i64(-1)], label="axes", mode="edge")
T.op("Pad", newer[3:], [x, i64(0, 1, 2, 0, 2, 1)], label="wrap", mode="wrap")

index = integers(-3, 3, (2, 2))
T.op("Gather", [11, 13], [x, index], axis=1)
T.op("Gather", "all", [x, np.abs(integers(0, 2, (3,)))], label="default axis")
T.op("GatherElements", "all", [x, integers(-3, 3, (2, 2, 4))], axis=1)
T.op("GatherND", "all", [x, integers(0, 2, (3, 2))])
T.op("GatherND", [12, 13], [x, integers(0, 3, (2, 1))], label="batch", batch_dims=1)
places, updates = np.array([[0, 2, 1], [2, 1, 0]]), f32(2, 3)
for name in ("Scatter", "ScatterElements"):
    T.op(name, "all", [f32(2, 3), places, updates], axis=1)
T.op("ScatterElements", "all", [f32(2, 3), i64([-1, -3, -2], [0, 1, 2]), updates],
     label="negative", axis=-1)
twice = i64([0, 0, 1], [2, 2, 2])
for kind, versions in (("add", [16, 18]), ("mul", [16, 18]), ("max", [18]),
                       ("min", [18])):
    T.op("ScatterElements", versions, [f32(2, 3), twice, updates], label=kind, axis=1,
         reduction=kind)
    T.op("ScatterND", versions, [f32(4, 3), i64([1], [1]), f32(2, 3)], label=kind,
         reduction=kind)
T.op("ScatterND", "all", [f32(4, 3), i64([1], [3]), f32(2, 3)])
T.op("ScatterND", "all", [f32(4, 3), i64([-1], [0]), f32(2, 3)], label="negative")
T.op("OneHot", "all", [i64(0, 2, -1, 4), scalar(5), np.array([0.5, 2], np.float32)])
T.op("OneHot", "all", [i64(0, 2, 1), scalar(3), i64(0, 1)], label="axis 0", axis=0)
T.op("NonZero", "all", [booleans(3, 4)])
T.op("NonZero", "all", [integers(0, 2, (3, 4))], label="of integers")
T.op("Compress", "all", [x, np.array([True, False, True])], axis=1)
T.op("Compress", "all", [x, np.array([True, False, True, True])], label="flat")
T.op("Compress", [11], [x, np.array([False, True])], label="negative axis", axis=-1)
T.op("Unique", [11], [np.array([2, 1, 1, 3, 4, 3], np.float32)], outputs=4)
T.op("Unique", [11], [np.array([2, 1, 1, 3, 4, 3], np.float32)], outputs=4,
     label="not sorted", sorted=0)
T.op("Unique", [11], [np.array([[1, 0, 0], [1, 0, 0], [2, 3, 4]], np.float32)],
     outputs=4, label="rows", axis=0)
T.op("Unique", [11], [integers(0, 2, (2, 5, 2))], outputs=4,
     label="slices", axis=1)
T.op("Unique", [11], [integers(0, 2, (2, 5, 2))], outputs=4,
     label="slices, not sorted", axis=-2, sorted=0)
# TopK: an attribute (1), an input (10), smallest and unsorted (11).
distinct = np.array([[3, 9, 1, 7], [2, 8, 6, 4]], np.float32)
T.op("TopK", [1], [distinct], outputs=2, k=2)
T.op("TopK", [1], [distinct], outputs=2, label="axis 0", k=1, axis=0)
T.op("TopK", [10, 11, 24], [distinct, i64(3)], outputs=2)
T.op("TopK", [10, 11, 24], [distinct, i64(1)], outputs=2, label="axis 0", axis=0)
T.op("TopK", [11, 24], [distinct, i64(2)], outputs=2, label="smallest", largest=0)
T.op("TopK", [11, 24], [integers(0, 99, (9,)), i64(3)], outputs=2,
     label="of integers")
T.op("TensorScatter", [24], [f32(2, 4, 3), f32(2, 1, 3), i64(1, 3)],
     oracle="reference")
T.op("TensorScatter", [24], [f32(2, 4, 3), f32(2, 2, 3), i64(3, 0)],
     label="circular", mode="circular", oracle="reference")

# Upsample and Resize: scales as attribute (7) or input (9); Resize-11 brings
# coordinates and sizes, 13 optional inputs, 18 antialias and axes, 19 symmetric.
image = f32(1, 1, 4, 5)
up = np.array([1, 1, 2, 3], np.float32)
down = np.array([1, 1, 0.5, 0.6], np.float32)
T.op("Upsample", [7], [image], label="nearest", scales=[1.0, 1, 2, 3])
T.op("Upsample", [7], [image], label="linear", mode="linear", scales=[1.0, 1, 2, 3])
T.op("Upsample", [9], [image, up], label="nearest")
T.op("Upsample", [9], [image, up], label="linear", mode="linear")
T.op("Resize", [10], [image, up], label="nearest")
T.op("Resize", [10], [image, down], label="nearest, down")
T.op("Resize", [10], [image, up], label="linear", mode="linear")
roi = np.zeros(0, np.float32)
later = [11, 13, 18, 19]
for mode in ("nearest", "linear", "cubic"):
    for scales, way in ((up, "up"), (down, "down")):
        T.op("Resize", later, [image, roi, scales], label=f"{mode} {way}", mode=mode)
for coordinates in ("asymmetric", "align_corners", "pytorch_half_pixel"):
    T.op("Resize", later, [image, roi, up], label=coordinates, mode="linear",
         coordinate_transformation_mode=coordinates)
for rounding in ("floor", "ceil", "round_prefer_ceil"):
    T.op("Resize", later, [image, roi, np.array([1, 1, 1.5, 1.5], np.float32)],
         label=rounding, nearest_mode=rounding)
T.op("Resize", [11], [image, roi, roi, i64(1, 1, 7, 3)], label="sizes", mode="linear")
T.op("Resize", [13, 18, 19], [image, None, None, i64(1, 1, 7, 3)], label="sizes",
     mode="linear")
T.op("Resize", [13, 18, 19], [image, None, up], label="no region", mode="cubic",
     cubic_coeff_a=-0.5, exclude_outside=1)
T.op("Resize", later, [image, np.array([0, 0, 0.2, 0.4, 1, 1, 0.9, 1.2], np.float32),
                       up], label="crop", mode="linear", extrapolation_value=9.0,
     coordinate_transformation_mode="tf_crop_and_resize")
T.op("Resize", [18, 19], [image, None, down], label="antialias", mode="linear",
     antialias=1, oracle="reference")
T.op("Resize", [18, 19], [image, None, down], label="antialias, cubic", mode="cubic",
     antialias=1, oracle="reference")
T.op("Resize", [18, 19], [image, None, np.array([0.6, 2], np.float32)], label="axes",
     mode="linear", axes=[3, 2])
T.op("Resize", [18, 19], [image, None, None, i64(7, 8)], label="not larger",
     axes=[2, 3], keep_aspect_ratio_policy="not_larger", oracle="reference")
T.op("Resize", [18, 19], [image, None, None, i64(7, 8)], label="not smaller",
     axes=[2, 3], keep_aspect_ratio_policy="not_smaller", oracle="reference")
T.op("Resize", [19], [image, None, down], label="symmetric", mode="linear",
     coordinate_transformation_mode="half_pixel_symmetric", oracle="reference")
T.op("GridSample", "all", [image, f32(1, 3, 2, 2)])
T.op("GridSample", "all", [image, f32(1, 3, 2, 2)], label="reflection",
     padding_mode="reflection", align_corners=1)
T.op("GridSample", [20, 22], [f32(1, 2, 3, 3, 3), f32(1, 2, 2, 2, 3)],
     label="of volumes")
T.op("AffineGrid", [20], [f32(2, 2, 3), i64(2, 1, 3, 4)], oracle="reference")
T.op("AffineGrid", [20], [f32(2, 3, 4), i64(2, 1, 3, 4, 2)], label="of volumes",
     align_corners=1, oracle="reference")
