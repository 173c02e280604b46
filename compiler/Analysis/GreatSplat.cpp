//===- GreatSplat.cpp - Constants whose size is not the file's ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/GreatSplat.h"

using namespace mlir;

static constexpr int64_t kMostBytes = int64_t(1) << 20;

bool mlc::isGreatSplat(graph::ConstantOp op) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValueAttr());
  if (!dense || !dense.isSplat() || isa<ComplexType>(dense.getElementType()))
    return false;
  return dense.getNumElements() / 8 *
             dense.getElementType().getIntOrFloatBitWidth() >
         kMostBytes;
}
