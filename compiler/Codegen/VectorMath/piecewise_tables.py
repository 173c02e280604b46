#!/usr/bin/env python3
#===- piecewise_tables.py - Writes NormalCdfTable.inc and TanhTable.inc ----===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions of t >= 0 as 32 polynomials each, for tables in registers.

  piecewise_tables.py        (needs numpy and scipy; writes beside itself)

Number i serves t within half a step of i steps and is one in t - centre[i]. A centre
lies so close to i steps that the subtraction is exact, and where the function's value
is an f32 but for a few thousandths of a unit in the last place (S. Gal and B. Bachelis,
An accurate elementary mathematical library for the IEEE floating point standard, 1991):
then the leading coefficient brings no error of its own. The others minimise the
relative error, each fit to what rounding the ones before to f32 has left.
"""
from pathlib import Path

import numpy as np
from scipy.special import log_ndtr

ENTRIES = 32
f32 = np.float32


def twice_lower_tail(t):
    """Twice the normal distribution function of -t."""
    return 2 * np.exp(log_ndtr(-t))


# File, prefix of its names, function, steps in 1, degree, last t.
TABLES = [("NormalCdfTable.inc", "Cdf", twice_lower_tail, 4.0, 7, 7.75),
          ("TanhTable.inc", "Tanh", np.tanh, 3.4375, 7, 9.02)]


def centre(function, near):
    if near == 0:
        return f32(0)
    near = f32(near)
    candidates = (np.float64(near) + np.arange(-4000, 4001) * 4 * np.float64(np.spacing(near))).astype(f32)
    value = function(candidates.astype(np.float64))
    rounded = value.astype(f32)
    return candidates[(np.abs(rounded - value) / np.spacing(rounded)).argmin()]


def polynomial(function, degree, first, last, middle):
    middle = np.float64(middle)
    u = np.linspace(first, last, 801) - middle
    u = u[u + middle != 0]
    value = function(middle + u)
    coefficients = [f32(function(middle))]
    left = value - np.float64(coefficients[0])
    for k in range(1, degree + 1):
        powers = np.stack([u ** j for j in range(k, degree + 1)], 1) / value[:, None]
        found = np.linalg.lstsq(powers, left / value, rcond=None)[0]
        coefficients.append(f32(found[0]))
        left = left - np.float64(coefficients[-1]) * u ** k
    return coefficients, np.abs(left / value).max()


def row(values):
    text = [float(v).hex() for v in values]
    return "".join("    " + ", ".join(text[i:i + 4]) + ",\n" for i in range(0, len(text), 4))


def main():
    for file, prefix, function, steps, degree, last in TABLES:
        centres, columns, worst = [], [], 0
        for i in range(ENTRIES):
            centres.append(centre(function, i / steps))
            edges = max(0, (i - 0.5) / steps), min(last, (i + 0.5) / steps)
            coefficients, error = polynomial(function, degree, *edges, centres[-1])
            columns.append(coefficients)
            worst = max(worst, error)
        text = [f"// Written by {Path(__file__).name}; do not edit.\n",
                f"constexpr double k{prefix}Steps = {steps}; // in 1\n",
                f"constexpr float k{prefix}Centres[{ENTRIES}] = {{\n{row(centres)}}};\n",
                f"constexpr float k{prefix}Coefficients[{degree + 1}][{ENTRIES}] = {{"]
        text += [f"    {{\n{row(values)}    }}," for values in np.array(columns).T]
        Path(__file__).with_name(file).write_text("\n".join(text + ["};\n"]))
        print(f"{file}: relative error of the polynomials 2^{np.log2(worst):.1f}")


if __name__ == "__main__":
    main()
