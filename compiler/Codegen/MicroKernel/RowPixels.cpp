//===- RowPixels.cpp - Vectors of pixels of a row -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/RowPixels.h"

using namespace mlir;
using namespace mlc;

static Value steps(KernelBuilder &k, int64_t stride, int64_t lanes) {
  SmallVector<int64_t> values;
  for (int64_t lane = 0; lane < lanes; ++lane)
    values.push_back(lane * stride);
  VectorType type = k.vectorOf(k.b.getIndexType(), lanes);
  return arith::ConstantOp::create(k.b, k.loc,
                                   DenseIntElementsAttr::get(type, values));
}

Value mlc::pixelsInside(KernelBuilder &k, Value first, int64_t stride,
                        Value low, Value end, int64_t lanes) {
  Value at =
      arith::AddIOp::create(k.b, k.loc, k.broadcast(k.sub(first, low), lanes),
                            steps(k, stride, lanes));
  // Unsigned: what is negative is beyond the end as well.
  return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ult, at,
                               k.broadcast(k.sub(end, low), lanes));
}

Value mlc::loadPixels(KernelBuilder &k, Value memref, Value rowAt, Value first,
                      int64_t stride, Value extent, Value outside) {
  auto type = cast<VectorType>(outside.getType());
  int64_t lanes = type.getNumElements();
  Value low = k.index(0);
  auto load = [&](Value column) -> Value {
    return vector::MaskedLoadOp::create(
        k.b, k.loc, type, memref, k.add(rowAt, column),
        pixelsInside(k, column, 1, low, extent, lanes), outside);
  };
  if (stride == 1)
    return load(first);
  if (stride == 2) {
    SmallVector<int64_t> even;
    for (int64_t lane = 0; lane < lanes; ++lane)
      even.push_back(2 * lane);
    return vector::ShuffleOp::create(k.b, k.loc, load(first),
                                     load(k.add(first, lanes)), even);
  }
  return vector::GatherOp::create(
      k.b, k.loc, type, memref, ValueRange{k.add(rowAt, first)},
      steps(k, stride, lanes),
      pixelsInside(k, first, stride, low, extent, lanes), outside);
}
