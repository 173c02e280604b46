#===- table_movement.py - Older forms of the standard's operators ----------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators that the standard took over, and gathers of quantised rows."""
import numpy as np

from cases import case, fixed, given, w, x

U8 = {"dtype": np.uint8}
EXACT = {"relative": 0, "absolute": 0}

case("Pad", [x(2, 3), fixed([1, 0, 2, 1], np.int64), fixed(7, np.float32)], {"mode": "constant"}, **EXACT)
case("Pad", [x(4, 5), fixed([1, 0, 2, 1], np.int64)], {"mode": "reflect"}, tag="reflect", **EXACT)
case("Trilu", [x(2, 4, 5)], {"upper": 0}, tag="lower", **EXACT)
case("Trilu", [x(2, 4, 5), fixed(1, np.int64)], {"upper": 1}, tag="upper", **EXACT)
case("GatherND", [x(3, 4, 5), given([[0, 1], [2, 3]], np.int64)], **EXACT)
case("GridSample", [x(1, 2, 5, 6), x(1, 4, 3, 2, low=-1, high=1)], {"mode": "bilinear", "padding_mode": "zeros"})
case("Unique", [given([3, 1, 3, 2, 1], np.float32)], outputs=3, **EXACT)
case("ExpandDims", [x(2, 3), fixed(-1, np.int32)], **EXACT)
case("Range", [fixed(1, np.float32), fixed(7, np.float32), fixed(1.5, np.float32)], modes=("static",))
case("CDist", [x(5, 8), x(7, 8)], {"metric": "euclidean"}, tag="euclidean")
case("CDist", [x(5, 8), x(7, 8)], {"metric": "sqeuclidean"}, tag="square")
for bits in (4, 8):
    for zeros in (False, True):
        table = [w(20, 64 * bits // 8, **U8), x(2, 3, dtype=np.int64, low=0, high=19), w(20, 2, low=0.01, high=0.1)]
        if zeros:
            table.append(w(20, 2 * bits // 8, **U8))
        case("GatherBlockQuantized", table, {"bits": bits, "block_size": 32, "quantize_axis": 1},
             tag=f"{bits}bits" + ("_zeros" if zeros else ""))
