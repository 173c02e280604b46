//===- ColumnGroupCluster.cpp - Products with what their groups make ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gates of a recurrent cell are groups of the columns of one product.
// Fusing upwards from what is wanted in the end would give a kernel for the
// product, one for the next cell state and one for the next hidden state. Here
// the product takes what follows it instead, down to the first reader that
// cannot join; so a step of the recurrence is one kernel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/ColumnGroups.h"
#include "compiler/Transforms/Fusion/Cluster.h"
#include "compiler/Transforms/Fusion/EpilogueLanes.h"
#include "dialects/Check/IR/Check.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// Members at most; their producers come on top.
static constexpr size_t kMostMembers = 40;

/// What decides extent `dim` of `tensor`, as far back as ops tell.
static OpFoldResult extentSource(OpBuilder &builder, Value tensor, int64_t dim,
                                 unsigned depth = 16) {
  auto reify = tensor.getDefiningOp<ReifyRankedShapedTypeOpInterface>();
  ReifiedRankedShapedTypeDims shapes;
  if (!depth || !reify || failed(reify.reifyResultShapes(builder, shapes)))
    return builder.createOrFold<tensor::DimOp>(tensor.getLoc(), tensor, dim);
  OpFoldResult extent = shapes[cast<OpResult>(tensor).getResultNumber()][dim];
  if (auto value = dyn_cast<Value>(extent))
    if (auto at = value.getDefiningOp<tensor::DimOp>())
      if (std::optional<int64_t> which = at.getConstantIndex())
        return extentSource(builder, at.getSource(), *which, depth - 1);
  return extent;
}

/// Whether they are one extent.
static bool areEqual(OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return true;
  auto x = dyn_cast<Value>(a), y = dyn_cast<Value>(b);
  auto first = x ? x.getDefiningOp<tensor::DimOp>() : nullptr;
  auto second = y ? y.getDefiningOp<tensor::DimOp>() : nullptr;
  return first && second && first.getSource() == second.getSource() &&
         first.getConstantIndex() &&
         first.getConstantIndex() == second.getConstantIndex();
}

/// Whether the extents that `slice` asks for are those of what it cuts.
static bool keepsRows(SliceOp slice, Value wide) {
  RankedTensorType type = tensorType(slice.getResult());
  OpBuilder builder(slice);
  Operation *before = slice->getPrevNode();
  bool keeps = true;
  for (int64_t d = 0; d < type.getRank() && keeps; ++d)
    if (type.isDynamicDim(d))
      keeps = areEqual(extentSource(builder, slice.getResult(), d),
                       extentSource(builder, wide, d));
  // The question leaves no reader of a tensor behind.
  while (slice->getPrevNode() != before && slice->getPrevNode()->use_empty())
    slice->getPrevNode()->erase();
  return keeps;
}

/// Whether `op` computes columns of a group from columns of groups.
static bool follows(Operation *op, Type group) {
  return op->getNumResults() == 1 && belongsInKernel(op) && isPointwise(op) &&
         runsOnLanes(op) && !op->getNumRegions() &&
         tensorType(op->getResult(0)).getShape() ==
             cast<RankedTensorType>(group).getShape();
}

std::optional<Cluster>
Cluster::ofColumnGroups(Operation *product,
                        const llvm::SmallPtrSetImpl<Operation *> &claimed) {
  std::optional<ColumnGroups> groups = columnGroups(product);
  if (!groups)
    return std::nullopt;
  llvm::SetVector<Operation *> members;
  members.insert(product);
  members.insert(groups->chain.begin(), groups->chain.end());
  for (SliceOp slice : groups->slices) {
    if (!keepsRows(slice, groups->wide))
      return std::nullopt;
    members.insert(slice);
  }
  check::OriginAttr origin = check::originOf(product);
  for (Operation *member : members)
    if (claimed.contains(member) || check::originOf(member) != origin ||
        (member != product && !runsOnLanes(member)))
      return std::nullopt;
  Type group = groups->slices.front().getResult().getType();

  // In program order, up to the first reader that stays outside: all of the
  // kernel's results are there before it.
  Block *block = product->getBlock();
  llvm::SmallPtrSet<Operation *, 32> readers;
  auto addReaders = [&](Operation *member) {
    for (Operation *user : member->getUsers())
      if (!isa<tensor::DimOp>(user))
        readers.insert(block->findAncestorOpInBlock(*user));
  };
  size_t waiting = members.size(); // of those that must come
  Operation *last = nullptr;
  for (Operation *op = product; op; op = op->getNextNode()) {
    if (members.contains(op)) {
      --waiting;
    } else if (!readers.contains(op)) {
      continue;
    } else if (members.size() < kMostMembers && !claimed.contains(op) &&
               follows(op, group) && check::originOf(op) == origin) {
      members.insert(op);
    } else {
      break;
    }
    addReaders(op);
    last = op;
  }
  if (waiting)
    return std::nullopt;

  Cluster cluster(last);
  for (Operation *member : members) {
    cluster.ops.insert(member);
    bool outside = llvm::any_of(member->getUsers(), [&](Operation *user) {
      return !isa<tensor::DimOp>(user) && !members.contains(user);
    });
    if (!outside)
      continue;
    // A group that is wanted as it is would be a copy; leave it a view.
    auto slice = dyn_cast<SliceOp>(member);
    if ((slice && llvm::is_contained(groups->slices, slice)) ||
        !tensorType(member->getResult(0)).getElementType().isF32())
      return std::nullopt;
    if (member != last)
      cluster.others.push_back(member);
  }
  cluster.anchor = product;
  cluster.grouped = true;
  return cluster;
}
