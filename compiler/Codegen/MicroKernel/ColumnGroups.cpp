//===- ColumnGroups.cpp - Products read in groups of columns --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/ColumnGroups.h"

#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// More groups would leave a block of accumulators few rows.
static constexpr int64_t kMostGroups = 8;

/// Who reads `value`; its extents are known without it.
static llvm::SetVector<Operation *> readersOf(Value value) {
  llvm::SetVector<Operation *> readers;
  for (Operation *user : value.getUsers())
    if (!isa<tensor::DimOp>(user))
      readers.insert(user);
  return readers;
}

/// Whether `slice` takes whole columns, one after the other.
static bool takesColumns(SliceOp slice) {
  RankedTensorType from = tensorType(slice.getInput());
  RankedTensorType to = tensorType(slice.getResult());
  int64_t last = from.getRank() - 1;
  for (int64_t d = 0; d <= last; ++d) {
    if (slice.getSteps()[d] != 1 || ShapedType::isDynamic(to.getDimSize(last)))
      return false;
    if (d < last && (slice.getStaticStarts()[d] != 0 ||
                     from.getDimSize(d) != to.getDimSize(d)))
      return false;
  }
  return !ShapedType::isDynamic(slice.getStaticStarts()[last]);
}

std::optional<ColumnGroups> mlc::columnGroups(Operation *product) {
  int64_t columns = 0;
  if (auto matmul = dyn_cast<PackedMatmulOp>(product))
    columns = matmul.getColumns();
  else if (auto few = dyn_cast<PackedDequantizedMatmulOp>(product))
    columns = few.getColumns();
  else
    return std::nullopt;
  RankedTensorType type = tensorType(product->getResult(0));
  // Between the sums and the groups nothing is rounded.
  if (!type.getElementType().isF32() ||
      !tensorType(product->getOperand(0)).getElementType().isF32())
    return std::nullopt;
  ColumnGroups groups;
  groups.wide = product->getResult(0);
  llvm::SetVector<Operation *> readers = readersOf(groups.wide);
  while (readers.size() == 1 && !isa<SliceOp>(readers.front())) {
    Operation *reader = readers.front();
    if (!isPointwise(reader) || reader->getNumResults() != 1 ||
        reader->getBlock() != product->getBlock() ||
        reader->getResult(0).getType() != type)
      return std::nullopt;
    groups.chain.push_back(reader);
    groups.wide = reader->getResult(0);
    readers = readersOf(groups.wide);
  }
  int64_t last = type.getRank() - 1;
  for (Operation *reader : readers) {
    auto slice = dyn_cast<SliceOp>(reader);
    if (!slice || slice->getBlock() != product->getBlock() ||
        !takesColumns(slice))
      return std::nullopt;
    int64_t width = tensorType(slice.getResult()).getDimSize(last);
    if (groups.slices.empty())
      groups.width = width;
    if (width == 0 || width != groups.width ||
        slice.getStaticStarts()[last] % width != 0)
      return std::nullopt;
    groups.slices.push_back(slice);
  }
  if (groups.slices.empty() || groups.width % kPanel != 0 ||
      columns % groups.width != 0)
    return std::nullopt;
  groups.count = columns / groups.width;
  if (groups.count < 2 || groups.count > kMostGroups)
    return std::nullopt;
  return groups;
}
