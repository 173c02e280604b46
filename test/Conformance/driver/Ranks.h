//===- Ranks.h - Ranks that a test's model leaves out ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some models of the suite declare sequences of tensors of any shape. The
// compiler needs their rank, which its user states with --shape; here the
// test's data tell it. The extents stay dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_RANKS_H
#define MLC_TEST_CONFORMANCE_DRIVER_RANKS_H

#include "compiler/Import/Onnx/Import.h"

namespace mlc::conformance {

/// A --shape option for each input of `directory`/model.onnx without a declared
/// rank whose first data set shows one.
std::vector<onnx::ImportOptions::Shape>
undeclaredRanks(llvm::StringRef directory);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_RANKS_H
