//===- Cluster.cpp - Ops that become one kernel --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/Cluster.h"

#include "compiler/Analysis/HostExtents.h"
#include "compiler/Transforms/Fusion/EpilogueLanes.h"
#include "compiler/Transforms/Fusion/EpilogueParts.h"
#include "compiler/Transforms/Fusion/RowProbe.h"
#include "dialects/Check/IR/Check.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// More members cost more registers and code than a pass over memory saves.
static constexpr unsigned kMaxMembers = 48;
/// Cost up to which a value may be computed again for each repetition.
static constexpr unsigned kCheap = 2;

/// Bytes from which on it pays to have the parts of a tensor computed in place.
static constexpr int64_t kAssembledBytes = 16384;

/// Operands up to which one kernel chooses among them: it has code for each.
static constexpr size_t kMostJoined = 32;

/// Whether the host has the operands computed where the result wants them, so
/// that nothing is copied: each is computed here and joined only once. Or
/// copies them there, because they are many.
static bool isAssembled(ConcatOp op) {
  if (!isContiguousConcat(op))
    return false;
  if (op.getInputs().size() > kMostJoined)
    return true;
  RankedTensorType type = tensorType(op.getResult());
  if (type.getNumElements() * type.getElementTypeBitWidth() / 8 <
      kAssembledBytes)
    return false;
  for (Value input : op.getInputs()) {
    Operation *source = input.getDefiningOp();
    bool computed = source && source->getBlock() == op->getBlock() &&
                    (isa<ConcatOp>(source) || belongsInKernel(source));
    auto joins = [](OpOperand &use) { return isa<ConcatOp>(use.getOwner()); };
    if (!computed || llvm::count_if(input.getUses(), joins) != 1)
      return false;
  }
  // One user that works element by element reads the operands themselves.
  return !op->hasOneUse() || !isa<ElementOpInterface>(*op->user_begin()) ||
         isa<BlockedConvolutionOp, PackedConvolutionOp, ConvolutionOp,
             WindowOp>(*op->user_begin());
}

bool mlc::belongsInKernel(Operation *op) {
  auto facts = dyn_cast<FusionOpInterface>(op);
  auto concat = dyn_cast<ConcatOp>(op);
  return facts && !facts.runsOnHost() && !(concat && isAssembled(concat));
}

bool mlc::mayStayOnHost(Operation *op) {
  auto facts = dyn_cast<FusionOpInterface>(op);
  auto concat = dyn_cast<ConcatOp>(op);
  return !facts || facts.runsOnHost() || (concat && isContiguousConcat(concat));
}

static bool isReduction(Operation *op) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  return structured && structured.getReductionCombiner() &&
         op->getNumOperands() == 1;
}

static AnchorKind anchorKind(Operation *op) {
  return cast<FusionOpInterface>(op).getAnchorKind();
}

static bool isInlinable(Operation *op) {
  return isa<ElementOpInterface>(op) &&
         cast<FusionOpInterface>(op).readsElementsOnce();
}

/// Whether `op` treats the spatial dimensions of N x C x spatial as one: the
/// packed convolution hands its epilogue runs of pixels that cross rows.
static bool keepsMaps(Operation *op) {
  // Parameters along an axis would be asked for a row of pixels.
  auto isNumber = [](Value operand) {
    return tensorType(operand).getRank() == 0;
  };
  if (isPointwise(op))
    return !cast<ElementOpInterface>(op).keepsIndex() ||
           llvm::all_of(op->getOperands().drop_front(), isNumber);
  auto broadcast = dyn_cast<BroadcastOp>(op);
  if (!broadcast)
    return false;
  RankedTensorType from = tensorType(broadcast.getInput());
  RankedTensorType to = tensorType(broadcast.getResult());
  int64_t present = 0;
  for (auto [i, d] : llvm::enumerate(broadcast.getDims())) {
    int64_t have = from.getDimSize(i), want = to.getDimSize(d);
    if (d < 2 || (have == 1 && want != 1))
      continue;
    if (ShapedType::isDynamic(have) || have != want)
      return false;
    ++present;
  }
  return present == 0 || present == to.getRank() - 2;
}

Cluster::Cluster(Operation *root) {
  ops.insert(root);
  if (anchorKind(root) != AnchorKind::None)
    anchor = root;
  // Without an element per index nothing can join.
  closed = !isInlinable(root) && !isReduction(root);
  // A border in front of a convolution is a copy of rows.
  auto *user = root->hasOneUse() ? *root->user_begin() : nullptr;
  closed |= isa<PadOp>(root) && isa_and_nonnull<PackedConvolutionOp>(user);
  if (!isReduction(root))
    return;
  StringRef why;
  if (!addReduction(root, why))
    closed = false; // a reduction over other dimensions still takes pointwise ops
}

bool Cluster::isOfRow(Operation *op, int64_t rows) const {
  SmallVector<Operation *> members = inOrder();
  ExtentClasses classes(members);
  classes.add(op);
  llvm::SmallPtrSet<Operation *, 16> inRow{root()};
  auto isAsked = [&](Operation *member) {
    return llvm::all_of(member->getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return !contains(user) ||
             (inRow.contains(user) && keepsRow(user, use, rows, classes));
    });
  };
  for (Operation *member : llvm::reverse(members))
    if (member != op && member != root() && isAsked(member))
      inRow.insert(member);
  return op == root() || isAsked(op);
}

bool Cluster::addReduction(Operation *op, StringRef &why) {
  if (anchor) {
    why = "would be computed again for each vector of the product";
    return false;
  }
  auto structured = cast<StructuredOpInterface>(op);
  RankedTensorType from = tensorType(op->getOperand(0));
  RankedTensorType to = tensorType(op->getResult(0));
  RankedTensorType space = tensorType(root()->getResult(0));
  AffineMap map = structured.getOperandMap(0);
  for (int64_t d = 0; d < from.getRank(); ++d) {
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(d));
    bool trailing = d >= to.getRank();
    if (!dim || (int64_t(dim.getPosition()) >= to.getRank()) != trailing) {
      why = "reduces other dimensions than the trailing ones";
      return false;
    }
  }
  if (rowCount && *rowCount != to.getRank()) {
    why = "has rows of another rank";
    return false;
  }
  // Either the kernel's results are the rows, or they have the row's columns.
  bool perRow = space.getRank() == to.getRank();
  bool perElement = space.getRank() == from.getRank();
  if (!perRow && !perElement) {
    why = "neither produces the kernel's results nor spans them";
    return false;
  }
  if (failed(verifyCompatibleShape(
          space.getShape().take_front(to.getRank()), to.getShape()))) {
    why = "has other rows than the kernel";
    return false;
  }
  // Otherwise it would be computed again for each element.
  if (!isOfRow(op, to.getRank())) {
    why = "is asked for in other rows than the element's";
    return false;
  }
  rowCount = to.getRank();
  ops.insert(op);
  return true;
}

bool Cluster::addAnchor(Operation *op, StringRef &why) {
  if (anchor || rowCount) {
    why = "the kernel has an anchor or rows already";
    return false;
  }
  // Between the anchor and the root all is pointwise on one shape.
  Type shape = root()->getResult(0).getType();
  for (Operation *member : ops) {
    bool onPath = llvm::any_of(member->getOperands(), [&](Value operand) {
      return operand.getDefiningOp() == op ||
             (contains(operand.getDefiningOp()) &&
              tensorType(operand).getRank() == cast<RankedTensorType>(shape).getRank() &&
              isPointwise(operand.getDefiningOp()));
    });
    if (onPath && !isPointwise(member)) {
      why = "is followed by an op that moves elements";
      return false;
    }
  }
  if (isa<PackedConvolutionOp>(op) && !llvm::all_of(ops, keepsMaps)) {
    why = "would need the rows of its maps apart";
    return false;
  }
  if (failed(verifyCompatibleShape(op->getResult(0).getType(), shape))) {
    why = "has another shape than the kernel's results";
    return false;
  }
  anchor = op;
  ops.insert(op);
  return true;
}

/// Whether `op` ends a chain of pointwise ops behind a product, each read once:
/// the product's own kernel computes it on the accumulators.
static bool endsEpilogue(Operation *op, unsigned depth = 12) {
  if (!depth || !op->hasOneUse() || !isPointwise(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    if (!source || source->getBlock() != op->getBlock() ||
        !source->hasOneUse() || !isa<FusionOpInterface>(source))
      return false;
    return anchorKind(source) != AnchorKind::None ||
           endsEpilogue(source, depth - 1);
  });
}

bool Cluster::tryAdd(Operation *op, StringRef &why) {
  if (closed) {
    why = "the root computes no element on its own";
    return false;
  }
  if (ops.size() >= kMaxMembers) {
    why = "the kernel is full";
    return false;
  }
  if (op->getNumResults() != 1) {
    why = "has several results";
    return false;
  }
  if (check::originOf(op) != check::originOf(root())) {
    why = "is a redundant computation, or what one checks";
    return false;
  }
  // A root that moves elements cannot take the product, only what follows it.
  if (!anchor && !isPointwise(root()) && !isReduction(root()) &&
      endsEpilogue(op)) {
    why = "belongs to the product in front of it";
    return false;
  }
  if (anchor) {
    // Operands of the anchor are read many times; those of the epilogue once.
    for (Operation *user : op->getUsers())
      if (user == anchor) {
        why = "feeds a contraction";
        return false;
      }
  }
  if (isa_and_nonnull<PackedConvolutionOp>(anchor) && !keepsMaps(op)) {
    why = "would need the rows of the maps apart";
    return false;
  }
  if (grouped && !runsOnLanes(op)) {
    why = "is computed by an op that may not run on lanes";
    return false;
  }
  if (anchorKind(op) != AnchorKind::None)
    return addAnchor(op, why);
  if (isReduction(op))
    return addReduction(op, why);
  if (!isInlinable(op)) {
    why = "cannot be computed one element at a time";
    return false;
  }
  // What is repeated along a dimension would be computed again, unless it is a
  // value of the row.
  unsigned cost = cast<ElementOpInterface>(op).getElementCost();
  int64_t rank = tensorType(op->getResult(0)).getRank();
  bool ofRow = rowCount && *rowCount == rank;
  if (cost > kCheap && !ofRow)
    for (Operation *user : op->getUsers())
      if (isa<BroadcastOp, GatherOp, GatherElementsOp, GatherNdOp>(user) &&
          user->getOperand(0) == op->getResult(0)) {
        why = "would be computed again for each repetition";
        return false;
      }
  ops.insert(op);
  return true;
}

/// Whether the epilogue reads this operand along its lanes, or one value for
/// all of them, whatever the lanes are.
static bool readsAlongLanes(Operation *member, Value operand) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return true; // an extent
  Type element = type.getElementType();
  bool wholeBytes =
      element.isInteger(1) ||
      (element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8);
  return wholeBytes && (!isa<BroadcastOp>(member) || type.hasStaticShape());
}

bool Cluster::addParts(ReduceBlocksOp op, StringRef &why) {
  Value value = op.getInput();
  if (!anchor || value.getDefiningOp() != root()) {
    why = "reduces no result of a product's kernel";
    return false;
  }
  if (partOf(anchor, tensorType(value), op.getDim()) !=
      int64_t(op.getBlock())) {
    why = "has blocks that the product's kernel does not make";
    return false;
  }
  if (check::originOf(op) != check::originOf(root())) {
    why = "is a redundant computation, or what one checks";
    return false;
  }
  // What might only run one element at a time would fail the whole kernel.
  for (Operation *member : ops) {
    bool plain =
        member == anchor || isa<ReduceBlocksOp>(member) ||
        (((isPointwise(member) && isa<StructuredOpInterface>(member)) ||
          isa<BroadcastOp>(member)) &&
         llvm::all_of(member->getOperands(), [&](Value operand) {
           return readsAlongLanes(member, operand);
         }));
    if (!plain) {
      why = "is computed by ops that may not run on lanes";
      return false;
    }
  }
  parts.push_back(op);
  ops.insert(op);
  return true;
}

SmallVector<Value> Cluster::results() const {
  SmallVector<Value> values(root()->getResults());
  for (Operation *op : others)
    values.push_back(op->getResult(0));
  for (Operation *op : parts)
    values.push_back(op->getResult(0));
  return values;
}

SmallVector<int64_t> Cluster::origins() const {
  SmallVector<int64_t> numbers;
  for (Operation *member : ops) {
    if (check::OriginAttr origin = check::originOf(member))
      numbers.push_back(origin.getNumber());
    for (Value operand : member->getOperands())
      if (auto barrier = operand.getDefiningOp<BarrierOp>())
        numbers.push_back(barrier.getOrigin());
  }
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  return numbers;
}

SmallVector<Operation *> Cluster::inOrder() const {
  SmallVector<Operation *> order(ops.begin(), ops.end());
  llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return order;
}

StringRef Cluster::kind() const {
  if (anchor)
    return anchorKind(anchor) == AnchorKind::Convolution ? "convolution"
                                                         : "contraction";
  if (rowCount)
    return "row";
  if (closed && isa<PadOp>(root()))
    return "border";
  if (isa<WindowOp>(root()))
    return "pooling";
  if (isa<ToBlockedOp, FromBlockedOp>(root()))
    return "reorder";
  return closed && !isa<ElementOpInterface>(root()) ? "generic" : "loop";
}
