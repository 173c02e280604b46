//===- Compiled.h - Compile a model and run the library ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_COMPILED_H
#define MLC_TEST_CONFORMANCE_DRIVER_COMPILED_H

#include "test/Conformance/driver/Runner.h"
#include "test/Conformance/driver/TestData.h"

namespace mlc::conformance {

class Library;

/// Compiles the model or text IR at `path` and opens the library; status pass
/// when that worked.
Outcome compileLibrary(llvm::StringRef path, const RunOptions &options,
                       Library &library);

/// Compiles the model at `path` and runs it on every data set, twice
/// each: with all memory filled with NaN and with 0xCB before the run. Both
/// runs must give equal bits, and those must agree with the data. Of
/// `otherShapes` the first set that the library accepts must agree as well.
Outcome runCompiled(llvm::StringRef path, llvm::ArrayRef<DataSet> sets,
                    llvm::ArrayRef<DataSet> otherShapes,
                    const RunOptions &options,
                    std::vector<reference::Value> &firstResults);

/// Runs the model at `path`, which has all inputs of a data set inside. Says in
/// `outcome` how its outputs differ from that set's and from the bits of
/// `computed`, which a library computed from inputs.
void compareFolded(llvm::StringRef path, const DataSet &data,
                   llvm::ArrayRef<reference::Value> computed,
                   const RunOptions &options, Outcome &outcome);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_COMPILED_H
