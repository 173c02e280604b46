//===- EpilogueParts.cpp - Which reductions a product takes along ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says no more than what the emitter of contractions does for every level: two
// matrices of f32 or f64, one dimension of columns, and for parts of columns
// one dimension of rows.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/EpilogueParts.h"
#include "compiler/Codegen/Contraction/EpilogueReductions.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Neighbours in ascending order: one stretch of memory.
static bool isStretch(ArrayRef<int64_t> group) {
  for (size_t i = 1; i < group.size(); ++i)
    if (group[i] != group[i - 1] + 1)
      return false;
  return true;
}

std::optional<int64_t> mlc::partOf(Operation *product, RankedTensorType result,
                                   int64_t dim) {
  RankedTensorType own = tensorType(product->getResult(0));
  Type element = result.getElementType();
  if (own.getShape() != result.getShape() ||
      !(element.isF32() || element.isF64()) || result.getRank() < 2)
    return std::nullopt;
  bool isDequantized = isa<PackedDequantizedMatmulOp>(product);
  Type weights = product->getOperand(1).getType();
  for (Type type : {product->getOperand(0).getType(),
                    isDequantized ? Type(own) : weights, Type(own)})
    if (cast<RankedTensorType>(type).getElementType() != element)
      return std::nullopt;
  int64_t rank = result.getRank(), leading;
  if (auto dot = dyn_cast<DotGeneralOp>(product)) {
    int64_t batch = dot.getLhsBatch().size(),
            depth = dot.getLhsContract().size();
    leading = batch;
    if (depth == 0 || rank != batch + 2 || !isStretch(dot.getLhsContract()) ||
        !isStretch(dot.getRhsContract()) ||
        tensorType(dot.getRhs()).getRank() != batch + depth + 1)
      return std::nullopt;
  } else if (isDequantized || isa<PackedMatmulOp>(product)) {
    leading = 0;
  } else {
    return std::nullopt;
  }
  if (dim == rank - 1)
    return kRowPart;
  bool oneRowDimension = true;
  for (int64_t d = leading; d < rank - 2; ++d)
    oneRowDimension &= own.getDimSize(d) == 1;
  if (dim == rank - 2 && oneRowDimension)
    return kColumnPart;
  return std::nullopt;
}
