#!/usr/bin/env python3
#===- show.py - Prints an image of the digits data as text ----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""usage: show.py IMAGE.npy (shape 1x1x8x8, values 0 to 16)"""

import sys

import numpy as np

for row in np.load(sys.argv[1])[0, 0]:
    print("    " + "".join(" .:-=+*#%@"[min(9, int(v * 10 / 17))] * 2 for v in row))
