//===- AssignLayouts.cpp - Channel-blocked activations where they pay -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps per block of ops:
//   1. candidates: ops that prefer the blocked layout, and ops that can take it
//      and read a candidate's result, or feed one where that saves a reorder
//   2. regions: candidates joined by the values between them; a region is kept
//      when its gain exceeds the cost of its borders
//   3. the ops of kept regions are built again on blocked values
//
// Transposes from and to channels-last at a border take the reorder in
// (mlc-fold-reorders), so that it costs nothing.
//
// A value that leaves a region gets a reorder right behind its producer; reads
// inside the region look through it. It is erased when nothing else reads it,
// which is how reorders cancel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Transforms/Layout/FoldReorders.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "dialects/Check/IR/Check.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-assign-layouts"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_ASSIGNLAYOUTSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// Times that candidates are looked for downwards and upwards.
static constexpr unsigned kMostRounds = 8;
/// Stands for an extent that is not known.
static constexpr int64_t kTypicalExtent = 28;

namespace {
class AssignLayoutsPass
    : public mlc::impl::AssignLayoutsPassBase<AssignLayoutsPass> {
public:
  using AssignLayoutsPassBase::AssignLayoutsPassBase;
  void runOnOperation() override;
};

/// What ops ask for while they are built again.
class Rebuilder : public LayoutContext {
public:
  Rebuilder(MLIRContext *context, int64_t block) : made(context), size(block) {}

  OpBuilder &builder() override { return made; }
  int64_t block() const override { return size; }
  FailureOr<Value> blocked(Value tensor, unsigned channels) override;
  FailureOr<Value> packed(StringRef recipe, Value tensor,
                          ArrayRef<int64_t> parameters) override;

  /// Builds `op` again; its plain result is made from the blocked one.
  LogicalResult rebuild(Operation *op);
  /// Erases the plain values that nobody read; returns how many stay.
  unsigned finish();

private:
  /// Whether blocking dimension `channels` moves no element.
  bool isView(RankedTensorType plain, unsigned channels) {
    return plain.getDimSize(channels) % size == 0 &&
           llvm::all_of(plain.getShape().drop_front(channels + 1),
                        [](int64_t extent) { return extent == 1; });
  }
  Value reordered(Value tensor, unsigned channels);
  Value plain(Value blocked, RankedTensorType type);

  OpBuilder made;
  int64_t size;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> known;
  llvm::SetVector<Operation *> borders;
};

/// The regions of one block of ops.
class Regions {
public:
  Regions(Block &ops, int64_t block, bool always)
      : ops(ops), block(block), always(always) {}

  /// The ops of the regions that pay, in program order.
  SmallVector<Operation *> choose();

private:
  void findCandidates();
  bool canJoin(Operation *op);
  bool reachesCandidate(Operation *op);
  /// Takes out the ops before candidates that save no reorder.
  void prune();
  /// The values that the blocked form of `op` reads blocked, looking through
  /// ops that follow their users.
  SmallVector<Value> activations(Operation *op);
  int64_t gain(Operation *op);
  int64_t entryCost(Operation *op);
  int64_t exitCost(Operation *op);

  Block &ops;
  int64_t block;
  bool always;
  llvm::SetVector<Operation *> candidates;
};
} // namespace

static LayoutPreference preferenceOf(Operation *op, int64_t block) {
  auto layout = dyn_cast_or_null<LayoutOpInterface>(op);
  if (!layout || op->getNumResults() != 1 ||
      !hasBlockedType(op->getResult(0).getType()))
    return LayoutPreference::None;
  return layout.getBlockedPreference(block);
}

static int64_t bytesOf(Value tensor) {
  RankedTensorType type = tensorType(tensor);
  int64_t bytes = std::max(1u, type.getElementTypeBitWidth() / 8);
  for (auto [d, extent] : llvm::enumerate(type.getShape()))
    bytes *= !ShapedType::isDynamic(extent) ? extent
             : d == 0                       ? 1
                                            : kTypicalExtent;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

SmallVector<Value> Regions::activations(Operation *op) {
  SmallVector<Value> found;
  auto layout = cast<LayoutOpInterface>(op);
  for (unsigned i : layout.getBlockedOperands(block)) {
    Value operand = op->getOperand(i);
    Operation *source = operand.getDefiningOp();
    if (isa_and_nonnull<ConstantOp>(source))
      continue; // packed when the weights are written
    if (preferenceOf(source, block) == LayoutPreference::Follows)
      llvm::append_range(found, activations(source));
    else
      found.push_back(operand);
  }
  return found;
}

bool Regions::canJoin(Operation *op) {
  LayoutPreference preference = preferenceOf(op, block);
  return (preference == LayoutPreference::Neutral ||
          preference == LayoutPreference::Prefers) &&
         llvm::all_of(activations(op),
                      [](Value v) { return hasBlockedType(v.getType()); });
}

bool Regions::reachesCandidate(Operation *op) {
  return llvm::any_of(activations(op), [&](Value value) {
    return candidates.contains(value.getDefiningOp());
  });
}

void Regions::findCandidates() {
  llvm::SetVector<Operation *> open; // neutral ones
  for (Operation &op : ops) {
    if (!canJoin(&op))
      continue;
    if (preferenceOf(&op, block) == LayoutPreference::Prefers)
      candidates.insert(&op);
    else
      open.insert(&op);
  }
  // Down and up in turns: an addition that is reached brings in what feeds its
  // other operand.
  for (unsigned round = 0; round < kMostRounds; ++round) {
    size_t before = candidates.size();
    for (Operation *op : open)
      if (reachesCandidate(op))
        candidates.insert(op);
    for (Operation &op : llvm::reverse(ops))
      if (candidates.contains(&op))
        for (Value value : activations(&op))
          if (open.contains(value.getDefiningOp()))
            candidates.insert(value.getDefiningOp());
    if (candidates.size() == before)
      break;
  }
}

/// An op that prefers the layout saves a pass over all that it touches.
int64_t Regions::gain(Operation *op) {
  if (preferenceOf(op, block) != LayoutPreference::Prefers)
    return 0;
  int64_t bytes = bytesOf(op->getResult(0));
  for (Value value : activations(op))
    bytes += bytesOf(value);
  return bytes;
}

/// A reorder is a pass that reads and one that writes.
static int64_t reorderBytes(Value tensor) { return 2 * bytesOf(tensor); }

/// Reorders of what `op` reads from outside.
int64_t Regions::entryCost(Operation *op) {
  int64_t bytes = 0;
  for (Value value : activations(op))
    if (!candidates.contains(value.getDefiningOp()) &&
        !foldsIntoReorder(value.getDefiningOp(), block))
      bytes += reorderBytes(value);
  return bytes;
}

/// A reorder if the result of `op` is read outside.
int64_t Regions::exitCost(Operation *op) {
  auto isOutside = [&](Operation *user) {
    if (isa<tensor::DimOp>(user) || candidates.contains(user) ||
        foldsIntoReorder(user, block))
      return false;
    return preferenceOf(user, block) != LayoutPreference::Follows;
  };
  Value result = op->getResult(0);
  return llvm::any_of(result.getUsers(), isOutside) ? reorderBytes(result) : 0;
}

void Regions::prune() {
  // First to last: an op that goes makes those behind it dearer.
  for (Operation &op : ops)
    if (candidates.contains(&op) &&
        preferenceOf(&op, block) == LayoutPreference::Neutral &&
        !reachesCandidate(&op) &&
        entryCost(&op) + exitCost(&op) >= reorderBytes(op.getResult(0)))
      candidates.remove(&op);
}

SmallVector<Operation *> Regions::choose() {
  findCandidates();
  prune();
  llvm::EquivalenceClasses<Operation *> joined;
  for (Operation *op : candidates) {
    joined.insert(op);
    for (Value value : activations(op))
      if (candidates.contains(value.getDefiningOp()))
        joined.unionSets(op, value.getDefiningOp());
  }
  llvm::DenseMap<Operation *, int64_t> balance;
  for (Operation *op : candidates)
    balance[joined.getLeaderValue(op)] +=
        gain(op) - entryCost(op) - exitCost(op);
  SmallVector<Operation *> chosen;
  for (Operation &at : ops) {
    Operation *op = &at;
    if (!candidates.contains(op))
      continue;
    if (always || balance.lookup(joined.getLeaderValue(op)) > 0)
      chosen.push_back(op);
    else
      LDBG() << "stays plain: " << *op << ": its region would move "
             << -balance.lookup(joined.getLeaderValue(op)) << " bytes more";
  }
  return chosen;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value Rebuilder::reordered(Value tensor, unsigned channels) {
  Location loc = tensor.getLoc();
  RankedTensorType type = tensorType(tensor);
  if (!isView(type, channels))
    return ToBlockedOp::create(made, loc, tensor, channels, size);
  ImplicitLocOpBuilder b(loc, made);
  SmallVector<OpFoldResult> extents = extentsOf(b, loc, tensor);
  extents[channels] = b.getIndexAttr(type.getDimSize(channels) / size);
  extents.push_back(b.getIndexAttr(size));
  return reshapeTo(b, tensor, extents);
}

Value Rebuilder::plain(Value blocked, RankedTensorType type) {
  Location loc = blocked.getLoc();
  if (!isView(type, 1))
    return FromBlockedOp::create(made, loc, type, blocked, type.getDimSize(1));
  ImplicitLocOpBuilder b(loc, made);
  SmallVector<OpFoldResult> extents = extentsOf(b, loc, blocked);
  extents.pop_back();
  extents[1] = b.getIndexAttr(type.getDimSize(1));
  return reshapeTo(b, blocked, extents);
}

FailureOr<Value> Rebuilder::blocked(Value tensor, unsigned channels) {
  Value &place = known[{tensor, channels}];
  if (place)
    return place;
  RankedTensorType type = tensorType(tensor);
  if (channels >= type.getRank() || type.isDynamicDim(channels))
    return failure();
  Operation *source = tensor.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(source)) {
    RankedTensorType wanted = blockedType(type, size, channels);
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValueAttr());
    if (dense && dense.isSplat())
      return place = ConstantOp::create(made, constant.getLoc(), wanted,
                                        dense.resizeSplat(wanted))
                         .getResult();
    FailureOr<Value> moved = packed("pack_channels", tensor, {size, channels});
    if (succeeded(moved))
      return known[{tensor, channels}] = *moved;
  }
  if (channels == 1 &&
      preferenceOf(source, size) == LayoutPreference::Follows) {
    FailureOr<Value> again =
        cast<LayoutOpInterface>(source).buildBlocked(*this);
    if (succeeded(again))
      return known[{tensor, channels}] = *again;
  }
  return known[{tensor, channels}] = reordered(tensor, channels);
}

FailureOr<Value> Rebuilder::packed(StringRef recipe, Value tensor,
                                   ArrayRef<int64_t> parameters) {
  std::optional<Hash128> hash = pooledConstant(tensor);
  if (!hash)
    return failure();
  auto *dialect = made.getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  registerPackingRecipes(pool);
  llvm::Expected<Hash128> result = addPacked(pool, recipe, *hash, parameters);
  if (!result) {
    LDBG() << recipe << ": " << llvm::toString(result.takeError());
    return failure();
  }
  return constantOf(made, tensor.getLoc(), pool, *result);
}

LogicalResult Rebuilder::rebuild(Operation *op) {
  made.setInsertionPoint(op);
  check::OriginScope origin(made, op);
  Value before = op->getResult(0);
  FailureOr<Value> result = cast<LayoutOpInterface>(op).buildBlocked(*this);
  if (failed(result)) {
    LDBG() << "stays plain: " << *op << ": its blocked form cannot be built";
    return failure();
  }
  // Extents keep their dimension, but for the channels, which are static.
  for (Operation *user : llvm::make_early_inc_range(before.getUsers()))
    if (auto dim = dyn_cast<tensor::DimOp>(user))
      if (dim.getConstantIndex().value_or(1) != 1)
        dim.getSourceMutable().assign(*result);
  Value after = plain(*result, tensorType(before));
  before.replaceAllUsesWith(after);
  known[{after, 1}] = *result;
  borders.insert(after.getDefiningOp());
  op->erase();
  return success();
}

unsigned Rebuilder::finish() {
  unsigned left = 0;
  SmallVector<Operation *> made = borders.takeVector();
  for (Operation *border : llvm::reverse(made)) {
    if (border->use_empty())
      border->erase();
    else
      ++left;
  }
  return left;
}

void AssignLayoutsPass::runOnOperation() {
  SmallVector<Block *> blocks;
  for (auto function : getOperation().getOps<func::FuncOp>())
    function.walk([&](Block *ops) { blocks.push_back(ops); });
  for (Block *ops : blocks) {
    Rebuilder rebuilder(&getContext(), block);
    for (Operation *op : Regions(*ops, block, always).choose())
      if (succeeded(rebuilder.rebuild(op)))
        ++numBlocked;
    numReorders += rebuilder.finish();
  }
}
