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

#include "compiler/Analysis/ExtentClasses.h"
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

/// Whether the slices have all rows of what they cut, as far as the ops of the
/// block tell.
static bool keepsRows(ColumnGroups &groups, Operation *product) {
  RankedTensorType type = tensorType(groups.wide);
  if (type.hasStaticShape())
    return true;
  ExtentClasses classes;
  for (Operation &op : *product->getBlock()) {
    classes.add(&op);
    auto slice = dyn_cast<SliceOp>(op);
    if (!slice)
      continue;
    RankedTensorType part = tensorType(slice.getResult());
    for (int64_t d = 0, next = 0; d < part.getRank(); ++d)
      if (part.isDynamicDim(d))
        classes.join(classes.classOf(slice.getResult(), d),
                     classes.classOf(slice.getSizes()[next++]));
  }
  Value lhs = product->getOperand(0);
  for (int64_t d = 0; d + 1 < type.getRank(); ++d)
    classes.join(classes.classOf(product->getResult(0), d),
                 classes.classOf(lhs, d));
  return llvm::all_of(groups.slices, [&](SliceOp slice) {
    for (int64_t d = 0; d < type.getRank() - 1; ++d)
      if (!classes.same(slice.getResult(), d, groups.wide, d))
        return false;
    return true;
  });
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
  for (SliceOp slice : groups->slices)
    members.insert(slice);
  if (!keepsRows(*groups, product))
    return std::nullopt;
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
