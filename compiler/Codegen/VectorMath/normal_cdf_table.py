#!/usr/bin/env python3
#===- normal_cdf_table.py - Writes NormalCdfTable.inc ----------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Twice the normal distribution function of -t on [0, 7.75], by 32 polynomials.

  normal_cdf_table.py > NormalCdfTable.inc       (needs numpy and scipy)

Number i serves t within 1/8 of i/4 and is one in t - centre[i]. A centre lies so close
to i/4 that the subtraction is exact, and where the function's value is an f32 but
for a few thousandths of a unit in the last place (S. Gal and B. Bachelis, An accurate
elementary mathematical library for the IEEE floating point standard, 1991): then the
leading coefficient brings no error of its own. The others minimise the relative
error, each fit to what rounding the ones before to f32 has left.
"""
import numpy as np
from scipy.special import log_ndtr

ENTRIES, STEP, DEGREE = 32, 0.25, 7
f32 = np.float32


def function(t):
    return 2 * np.exp(log_ndtr(-np.asarray(t, np.float64)))


def centre(i):
    if i == 0:
        return f32(0)
    near = f32(i * STEP)
    candidates = (np.float64(near) + np.arange(-4000, 4001) * 4 * np.float64(np.spacing(near))).astype(f32)
    value = function(candidates)
    rounded = value.astype(f32)
    return candidates[(np.abs(rounded - value) / np.spacing(rounded)).argmin()]


def polynomial(i, middle):
    first = 0 if i == 0 else (i - 0.5) * STEP
    last = i * STEP if i == ENTRIES - 1 else (i + 0.5) * STEP
    u = np.linspace(first, last, 801) - np.float64(middle)
    value = function(np.float64(middle) + u)
    coefficients = [f32(function(middle))]
    left = value - np.float64(coefficients[0])
    for k in range(1, DEGREE + 1):
        powers = np.stack([u ** j for j in range(k, DEGREE + 1)], 1) / value[:, None]
        found = np.linalg.lstsq(powers, left / value, rcond=None)[0]
        coefficients.append(f32(found[0]))
        left = left - np.float64(coefficients[-1]) * u ** k
    return coefficients


def row(values):
    text = [float(v).hex() for v in values]
    return "".join("    " + ", ".join(text[i:i + 4]) + ",\n" for i in range(0, len(text), 4))


def main():
    centres = [centre(i) for i in range(ENTRIES)]
    table = np.array([polynomial(i, c) for i, c in enumerate(centres)]).T
    print("// Written by normal_cdf_table.py; do not edit.\n")
    print(f"constexpr float kCentres[{ENTRIES}] = {{\n{row(centres)}}};\n")
    print(f"constexpr float kCoefficients[{DEGREE + 1}][{ENTRIES}] = {{")
    for values in table:
        print(f"    {{\n{row(values)}    }},")
    print("};")


if __name__ == "__main__":
    main()
