//===- LowerInserts.cpp - Boxes written inside a buffer -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops fill their results with graph.insert_slice. A tensor that dies in the
// insert is changed in place, and what is inserted is computed in the box
// itself where nothing else wants it; so a loop over T steps writes each row
// once instead of copying T rows T times.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

// Whether nobody but `user` will read the buffer of `tensor` again, and the
// entry may write to it.
bool HostLowering::diesIn(Value tensor, Operation *user) {
  for (Value name = tensor;; name = getViewSource(name)) {
    if (!name.hasOneUse())
      return false;
    Value source = getViewSource(name);
    if (source)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(name)) {
      // What loops carry lies in buffers of their own. In `after` the value may
      // have been handed over twice.
      Block *block = argument.getOwner();
      Operation *loop = block->getParentOp();
      if (block != user->getBlock() || !isa<scf::ForOp, scf::WhileOp>(loop))
        return false;
      if (auto whileOp = dyn_cast<scf::WhileOp>(loop);
          whileOp && block == whileOp.getAfterBody()) {
        Value handed =
            whileOp.getConditionOp().getArgs()[argument.getArgNumber()];
        return llvm::count(whileOp.getConditionOp().getArgs(), handed) == 1;
      }
      return true;
    }
    if (name.getParentBlock() != user->getBlock())
      return false;
    // The operands of a concat lie in its buffer and may be read later.
    if (name.getDefiningOp<graph::ConcatOp>())
      return false;
    // Inputs, weights and state are not ours to change.
    Operation *maker = placeOf(tensor).buffer.getDefiningOp();
    return !maker || isa<rt::AllocOp, rt::LateAllocOp, rt::OutputOp, scf::ForOp,
                         scf::WhileOp, scf::IfOp>(maker);
  }
}

// The insert that makes an aliased output of its input, if it is the last to
// read that input: it may then work on the caller's one buffer.
Operation *HostLowering::findUpdate(Value output, int64_t input) {
  if (input < 0 || input >= int64_t(function.getNumArguments()))
    return nullptr;
  BlockArgument argument = function.getArgument(input);
  auto insert = output.getDefiningOp<graph::InsertSliceOp>();
  if (!insert || insert.getInput() != argument || !insert.isContiguous())
    return nullptr;
  for (Operation *user : argument.getUsers()) {
    if (user == insert)
      continue;
    Operation *step = insert->getBlock()->findAncestorOpInBlock(*user);
    // A view may be read later under its own name.
    bool isView = user->getNumResults() == 1 &&
                  getViewSource(user->getResult(0)) == argument;
    if (isView || !step || !step->isBeforeInBlock(insert))
      return nullptr;
  }
  return insert;
}

bool HostLowering::canPrepareInsert(graph::InsertSliceOp op) {
  // What updates the caller's buffer waits for its place in the program.
  if (!op.isContiguous() || !places.contains(op.getInput()) ||
      aliasedInserts.contains(op))
    return false;
  auto available = [&](Value start) { return canEmit(start); };
  auto inside = [&](Value extent) { return isAvailable(extent); };
  return llvm::all_of(op.getStarts(), available) &&
         llvm::all_of(placeOf(op.getInput()).extents, inside);
}

// Settles where the result lies and where in it the box begins.
void HostLowering::prepareInsert(graph::InsertSliceOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getInput().getType());
  auto update = cast<RankedTensorType>(op.getUpdate().getType());
  const Place source = placeOf(op.getInput());
  Place result = source;
  if (!diesIn(op.getInput(), op)) {
    result.buffer = bufferFor(op.getResult(), source.extents);
    copy(loc, source, result.buffer, type);
  }

  // The update may not have been computed yet; what it will be like is known.
  SmallVector<Value> lengths = places.contains(op.getUpdate())
                                   ? placeOf(op.getUpdate()).extents
                                   : *emitExtents(loc, op.getUpdate());
  Value first = constantIndex(loc, 0);
  unsigned start = 0, extent = 0;
  bool behind = false;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t fixed = op.getStaticStarts()[dim];
    Value at = ShapedType::isDynamic(fixed) ? scalar(op.getStarts()[start++])
                                            : constantIndex(loc, fixed);
    Value size = type.isDynamicDim(dim)
                     ? source.extents[extent++]
                     : constantIndex(loc, type.getDimSize(dim));
    first = builder.createOrFold<arith::AddIOp>(
        loc, builder.createOrFold<arith::MulIOp>(loc, first, size), at);
    // The first dimension that is not 1 is checked with its length below; what
    // is covered whole needs no check.
    if (behind)
      continue;
    behind = update.getDimSize(dim) != 1;
    Value length = update.isDynamicDim(dim)
                       ? lengths[update.getDynamicDimIndex(dim)]
                       : constantIndex(loc, update.getDimSize(dim));
    Value last = builder.createOrFold<arith::SubIOp>(loc, size, length);
    Value low = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sge, at, constantIndex(loc, 0));
    Value high = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sle, at, last);
    check(loc, builder.createOrFold<arith::AndIOp>(loc, low, high),
          MLC_OUT_OF_BOUNDS, at, last);
  }
  boxes[op] = rt::OffsetOp::create(builder, loc, result.buffer, first,
                                   type.getElementType());
  places[op.getResult()] = std::move(result);
}

// The box that `tensor`, about to be computed, is only made for.
Value HostLowering::insideInsert(Value tensor, ValueRange extents) {
  Value name = tensor;
  while (name.hasOneUse()) {
    Operation *user = *name.user_begin();
    if (auto reshape = dyn_cast<graph::ReshapeOp>(user)) {
      name = reshape.getResult();
      continue;
    }
    auto insert = dyn_cast<graph::InsertSliceOp>(user);
    if (!insert || insert.getUpdate() != name ||
        insert->getBlock() != tensor.getParentBlock() ||
        insert.getInput() == name || !canPrepareInsert(insert))
      return nullptr;
    // A dynamic length must be known by now as well.
    if (!checkViews(tensor, insert.getUpdate(), extents))
      return nullptr;
    prepareInsert(insert);
    filledBoxes.insert(insert);
    return boxes[insert];
  }
  return nullptr;
}

LogicalResult HostLowering::lowerInsert(graph::InsertSliceOp op) {
  if (filledBoxes.contains(op))
    return success();
  if (!op.isContiguous())
    return op.emitError("a box that is not contiguous is left in the host "
                        "program; fusion must put it into a kernel");
  // Here everything is available, since the op itself stands here.
  prepareInsert(op);
  copy(op.getLoc(), placeOf(op.getUpdate()), boxes[op],
       cast<RankedTensorType>(op.getUpdate().getType()));
  return success();
}
