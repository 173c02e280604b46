//===- OpRows.h - The op conformance table ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is a file of text IR: each entry is a row that holds the op under
// test, with attributes that say what to feed it and how close the result must
// be to the reference interpreter's:
//
//   ranges   one [lo, hi] per input; default [-4, 4], integers [-8, 8]
//   special  floats also get NaN, infinities, zeros of both signs, subnormals
//            and the largest values
//   sizes    the extents that the symbols of a row take, one run each; all
//            symbols take the same, plus their number with `skewed`
//   ulp      greatest distance in units in the last place (default 0: bits)
//   rtol, atol   instead of, or beside, ulp
//   fails    the run must end with an error, here and in the interpreter
//
// Every file is compiled once, for all code levels, and every row runs at every
// level this machine offers.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_OPROWS_H
#define MLC_TEST_CONFORMANCE_DRIVER_OPROWS_H

#include "test/Conformance/driver/Runner.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlc::conformance {

/// Runs the rows of one file; `report` gets "file:row@level" and the outcome.
void runOpRows(
    llvm::StringRef path, const RunOptions &options,
    llvm::function_ref<void(const std::string &name, const Outcome &outcome)>
        report);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_OPROWS_H
