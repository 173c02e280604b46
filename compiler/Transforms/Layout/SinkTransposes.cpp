//===- SinkTransposes.cpp - Transposes moved down through ops -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f(transpose(x), ...) = transpose(f(x, ...)), op by op from the top, for each
// user of a transpose by itself: so a residual that is read twice is turned by
// none of its readers. Two transposes that meet cancel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/SinkTransposes.h"

#include "compiler/Transforms/Simplify/BeforeTranspose.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
class Sinker {
public:
  explicit Sinker(ArrayRef<TransposeOp> transposes) {
    movable.insert(transposes.begin(), transposes.end());
  }
  void run(Operation *root);

private:
  void sink(Operation *op);
  void raise(TransposeOp transpose);
  TransposeOp movableOperand(Operation *op);

  llvm::SetVector<TransposeOp> movable;
  SmallVector<TransposeOp> left; // to be raised
};
} // namespace

static bool areInverse(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  for (auto [i, d] : llvm::enumerate(second))
    if (first[d] != int64_t(i))
      return false;
  return true;
}

/// The border that follows a transpose, before it; null where its pads are
/// computed.
static Operation *padBefore(ImplicitLocOpBuilder &b, PadOp pad,
                            TransposeOp transpose) {
  if (pad.getInput() != transpose.getResult() || !pad.getLow().empty())
    return nullptr;
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  // Built before the pad, so not by asking its result.
  SmallVector<OpFoldResult> after =
      getMixedValues(tensorType(pad.getResult()).getShape(), pad.getSizes(), b);
  SmallVector<OpFoldResult> extents(after.size());
  SmallVector<int64_t> low(after.size());
  for (auto [i, d] : llvm::enumerate(permutation)) {
    extents[d] = after[i];
    low[d] = pad.getStaticLow()[i];
  }
  auto [shape, sizes] = splitExtents(extents);
  RankedTensorType type = tensorType(pad.getResult());
  return PadOp::create(b, type.clone(shape), pad.getMode(),
                       transpose.getInput(), pad.getValue(), ValueRange{},
                       sizes, low);
}

/// What a reduction gives is there before the transpose as well, if that leaves
/// what is kept in its order: then nothing is to be turned behind it.
static Value reduceBefore(ImplicitLocOpBuilder &b, ReduceOp op,
                          TransposeOp transpose) {
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  SmallVector<int64_t> dims, kept;
  for (auto [i, d] : llvm::enumerate(permutation))
    (llvm::is_contained(op.getDims(), int64_t(i)) ? dims : kept).push_back(d);
  if (!llvm::is_sorted(kept))
    return {};
  llvm::sort(dims);
  return ReduceOp::create(b, op.getResult().getType(), op.getCombiner(),
                          transpose.getInput(), dims);
}

/// Windows over channels-last maps, before the transpose to channels-first:
/// the channels are a last spatial dimension in which the window is one wide.
static Value windowBefore(ImplicitLocOpBuilder &b, WindowOp op,
                          TransposeOp transpose) {
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  int64_t rank = permutation.size();
  if (permutation[0] != 0 || permutation[1] != rank - 1 ||
      !llvm::is_sorted(permutation.drop_front(2)))
    return {};
  auto withChannels = [&](ArrayRef<int64_t> list, int64_t ofChannels) {
    SmallVector<int64_t> longer(list);
    longer.push_back(ofChannels);
    return longer;
  };
  SmallVector<OpFoldResult> before =
      extentsOf(b, b.getLoc(), transpose.getInput());
  ReifiedRankedShapedTypeDims after; // its result is not there yet
  if (failed(reifyResultShapes(b, op, after)))
    return {};
  SmallVector<OpFoldResult> result(before);
  for (int64_t i = 0; i < rank; ++i)
    result[permutation[i]] = after[0][i];
  SmallVector<OpFoldResult> flat(result);
  before.insert(before.begin() + 1, b.getIndexAttr(1));
  result.insert(result.begin() + 1, b.getIndexAttr(1));
  Value input = reshapeTo(b, transpose.getInput(), before);
  auto type = tensorType(op.getResult()).clone(splitExtents(result).first);
  DenseI64ArrayAttr padsHigh;
  if (op.getPadsHigh())
    padsHigh = b.getDenseI64ArrayAttr(withChannels(*op.getPadsHigh(), 0));
  Value windows = WindowOp::create(
      b, type, op.getKind(), input, withChannels(op.getKernel(), 1),
      withChannels(op.getStrides(), 1), withChannels(op.getDilations(), 1),
      withChannels(op.getLow(), 0), withChannels(op.getHigh(), 0), padsHigh);
  return reshapeTo(b, windows, flat);
}

TransposeOp Sinker::movableOperand(Operation *op) {
  for (Value operand : op->getOperands())
    if (auto transpose = operand.getDefiningOp<TransposeOp>())
      if (movable.contains(transpose))
        return transpose;
  return {};
}

void Sinker::sink(Operation *op) {
  TransposeOp transpose = movableOperand(op);
  if (!transpose || op->getNumResults() != 1)
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value result = op->getResult(0), made, inner;
  if (auto other = dyn_cast<TransposeOp>(op)) {
    if (areInverse(transpose.getPermutation(), other.getPermutation()))
      made = transpose.getInput();
  } else if (auto reduction = dyn_cast<ReduceOp>(op)) {
    made = reduceBefore(b, reduction, transpose);
  } else if (auto window = dyn_cast<WindowOp>(op)) {
    inner = windowBefore(b, window, transpose);
  } else if (auto pad = dyn_cast<PadOp>(op)) {
    if (Operation *before = padBefore(b, pad, transpose))
      inner = before->getResult(0);
  } else {
    inner = pointwiseBefore(b, op, transpose);
  }
  if (inner) {
    auto next = TransposeOp::create(b, result.getType(), inner,
                                    transpose.getPermutation());
    movable.insert(next);
    made = next;
  }
  if (!made)
    return;
  result.replaceAllUsesWith(made);
  if (auto gone = dyn_cast<TransposeOp>(op))
    movable.remove(gone);
  op->erase();
}

/// transpose(f(x)) = f(transpose(x)) where that moves fewer bytes, or where
/// transpose(x) is there anyway.
void Sinker::raise(TransposeOp transpose) {
  Operation *op = transpose.getInput().getDefiningOp();
  auto element = dyn_cast_or_null<ElementOpInterface>(op);
  if (!element || !op->hasOneUse() || op->getNumResults() != 1 ||
      !(op->hasTrait<OpTrait::Elementwise>() || element.keepsIndex()) ||
      !llvm::all_of(llvm::drop_begin(op->getOperands()), [](Value parameter) {
        return tensorType(parameter).getRank() == 0;
      }))
    return;
  Value x = op->getOperand(0);
  auto isSame = [&](Operation *user) {
    auto other = dyn_cast<TransposeOp>(user);
    return other && other->getBlock() == transpose->getBlock() &&
           other->isBeforeInBlock(transpose) &&
           other.getPermutation() == transpose.getPermutation();
  };
  auto there = llvm::find_if(x.getUsers(), isSame);
  bool exists = there != x.user_end();
  RankedTensorType from = tensorType(x), to = tensorType(transpose.getResult());
  if (!from.getElementType().isIntOrFloat() ||
      !to.getElementType().isIntOrFloat() ||
      (!exists && from.getElementTypeBitWidth() >= to.getElementTypeBitWidth()))
    return;
  ImplicitLocOpBuilder b(transpose.getLoc(), transpose);
  Value turned;
  if (exists) {
    turned = cast<TransposeOp>(*there).getResult();
  } else {
    auto made = TransposeOp::create(b, to.clone(from.getElementType()), x,
                                    transpose.getPermutation());
    left.push_back(made);
    turned = made;
  }
  SmallVector<Value> operands(op->getOperands());
  operands[0] = turned;
  OperationState state(op->getLoc(), op->getName(), operands, {to},
                       op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  transpose.getResult().replaceAllUsesWith(b.create(state)->getResult(0));
  transpose.erase();
  op->erase();
}

void Sinker::run(Operation *root) {
  root->walk([&](Block *block) {
    for (Operation &op : llvm::make_early_inc_range(*block))
      sink(&op);
  });
  // Users stand behind what they use.
  left.assign(movable.begin(), movable.end());
  for (TransposeOp transpose : llvm::reverse(left))
    if (transpose->use_empty()) {
      movable.remove(transpose);
      transpose.erase();
    }
  left.assign(movable.begin(), movable.end());
  while (!left.empty())
    raise(left.pop_back_val());
}

void mlc::sinkTransposes(Operation *root, ArrayRef<TransposeOp> transposes) {
  Sinker(transposes).run(root);
}
