//===- SpatialBorder.cpp - Borders around convolved maps ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/SpatialBorder.h"

#include "dialects/Graph/IR/OpBuilding.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

Value mlc::withBorder(ImplicitLocOpBuilder &b, ConvolutionOp op, Value x,
                      int64_t firstSpatial, Value fill) {
  auto isZero = [](int64_t pad) { return pad == 0; };
  if (llvm::all_of(op.getLow(), isZero) && llvm::all_of(op.getHigh(), isZero))
    return x;
  RankedTensorType type = tensorType(x);
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), x);
  SmallVector<int64_t> low(type.getRank(), 0);
  for (unsigned i = 0; i + 2 < type.getRank(); ++i) {
    int64_t d = firstSpatial + i;
    low[d] = op.getLow()[i];
    AffineExpr n = b.getAffineDimExpr(0);
    extents[d] = affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), n + (op.getLow()[i] + op.getHigh()[i]), {extents[d]});
  }
  auto [shape, sizes] = splitExtents(extents);
  return PadOp::create(b, type.clone(shape), PadMode::Constant, x, fill,
                       ValueRange{}, sizes, low);
}
