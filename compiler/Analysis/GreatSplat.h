//===- GreatSplat.h - Constants whose size is not the file's ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ANALYSIS_GREATSPLAT_H
#define MLC_COMPILER_ANALYSIS_GREATSPLAT_H

#include "dialects/Graph/IR/Graph.h"

namespace mlc {

/// Whether `op` is one number over more than a mebibyte. A shape in the model
/// can ask for terabytes of it, so it goes neither into the weights nor into
/// what is made of them, but is filled at run time.
bool isGreatSplat(graph::ConstantOp op);

} // namespace mlc

#endif // MLC_COMPILER_ANALYSIS_GREATSPLAT_H
