//===- EpilogueReductions.cpp - Sums taken while results are stored -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/EpilogueReductions.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"

using namespace mlir;
using namespace mlc;

ReductionEmitter::ReductionEmitter(KernelBuilder &k,
                                   ArrayRef<EpilogueReduction> all)
    : k(k), all(all), rowSums(all.size()) {
  for (const EpilogueReduction &r : all)
    columnSums.push_back(r.alongRow ? Value() : k.scratch(r.element, kPanel));
}

Value ReductionEmitter::neutral(const EpilogueReduction &r, int64_t lanes) {
  auto type = VectorType::get({lanes}, r.element);
  Attribute one = graph::neutralElement(r.combiner, r.element);
  return arith::ConstantOp::create(k.b, k.loc,
                                   DenseElementsAttr::get(type, one));
}

Value ReductionEmitter::combine(const EpilogueReduction &r, Value a, Value b) {
  return graph::ScalarMath{k.b, k.loc}.combine(r.combiner, a, b,
                                               /*isUnsigned=*/false);
}

void ReductionEmitter::startPanel() {
  for (auto [r, sums] : llvm::zip(all, columnSums)) {
    if (!sums)
      continue;
    int64_t lanes = k.lanes(r.element);
    for (int64_t at = 0; at < kPanel; at += lanes)
      k.storeVector(neutral(r, lanes), sums, k.index(at));
  }
}

void ReductionEmitter::add(const Piece &piece, Value at, ValueRange values) {
  for (auto [i, r] : llvm::enumerate(all)) {
    Value value = values[i];
    if (piece.valid) {
      auto mask = vector::CreateMaskOp::create(
          k.b, k.loc, k.vectorOf(k.b.getI1Type(), piece.lanes), piece.valid);
      value = arith::SelectOp::create(k.b, k.loc, mask, value,
                                      neutral(r, piece.lanes));
    }
    if (r.alongRow) {
      rowSums[i] = rowSums[i] ? combine(r, rowSums[i], value) : value;
      continue;
    }
    Value sum = k.loadVector(columnSums[i], at, piece.lanes);
    k.storeVector(combine(r, sum, value), columnSums[i], at);
  }
}

void ReductionEmitter::finishRow(Value partAt) {
  for (auto [r, sum] : llvm::zip(all, rowSums)) {
    if (!r.alongRow)
      continue;
    // By halves: a fixed order, and no scalar chain.
    int64_t lanes = cast<VectorType>(sum.getType()).getNumElements();
    for (int64_t half = lanes / 2; half >= 1; half /= 2) {
      SmallVector<int64_t> lower, upper;
      for (int64_t lane = 0; lane < half; ++lane) {
        lower.push_back(lane);
        upper.push_back(lane + half);
      }
      Value low = vector::ShuffleOp::create(k.b, k.loc, sum, sum, lower);
      Value high = vector::ShuffleOp::create(k.b, k.loc, sum, sum, upper);
      sum = combine(r, low, high);
    }
    k.store(vector::ExtractOp::create(k.b, k.loc, sum, int64_t(0)), r.memref,
            partAt);
    sum = Value();
  }
}

void ReductionEmitter::finishPanel(Value partAt, Value column, Value columns) {
  auto n = constantOf(columns);
  bool whole = n && *n % kPanel == 0;
  for (auto [r, sums] : llvm::zip(all, columnSums)) {
    if (!sums)
      continue;
    int64_t lanes = k.lanes(r.element);
    for (int64_t v = 0; v < kPanel; v += lanes) {
      Value first = k.add(column, v);
      k.storeVector(k.loadVector(sums, k.index(v), lanes), r.memref,
                    k.add(partAt, first),
                    whole ? Value() : k.sub(columns, first));
    }
  }
}
