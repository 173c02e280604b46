//===- FuseKernels.cpp - Move tensor computations into kernels -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/GreatSplat.h"
#include "compiler/Analysis/HostExtents.h"
#include "compiler/Support/NodeName.h"
#include "compiler/Transforms/Fusion/Cluster.h"
#include "compiler/Transforms/Fusion/Passes.h"
#include "compiler/Transforms/Fusion/RepeatedBroadcasts.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"
#include <queue>

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_FUSEKERNELSPASS
#include "compiler/Transforms/Fusion/Passes.h.inc"
} // namespace mlc

namespace {
class FuseKernelsPass : public mlc::impl::FuseKernelsPassBase<FuseKernelsPass> {
public:
  using FuseKernelsPassBase::FuseKernelsPassBase;
  void runOnOperation() override;

private:
  LogicalResult fuseBlock(Block &block);
  LogicalResult outline(const Cluster &cluster);
  /// Extent of a tensor in terms of what the host has after outlining.
  FailureOr<Value> hostExtent(OpBuilder &builder, Value tensor, unsigned dim,
                              const Cluster &cluster);
  /// Leaves no tensor.dim on a member: the members are about to go.
  LogicalResult dropExtentsOfMembers(const Cluster &cluster);
  void eraseResolvedDims();
  /// Whether the op cannot fail here, though others of its kind can.
  FailureOr<bool> isSafe(OpBuilder &builder, Operation *op,
                         const Cluster &cluster);
  /// `failing` names the nodes whose ops may fail.
  kernel::FuncOp share(kernel::FuncOp made, StringRef failing);

  llvm::StringMap<kernel::FuncOp> byBody;
  llvm::SetVector<Operation *> resolvedDims;
  int64_t nextName = 0;
};
} // namespace

/// A splat is part of the code, not of the weights.
static bool isSplat(Operation *op) {
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  if (!constant)
    return false;
  auto dense = dyn_cast<DenseElementsAttr>(constant.getValueAttr());
  return dense && dense.isSplat() && !isa<ComplexType>(dense.getElementType());
}

/// Replaces a great splat by a broadcast of its number.
static void spreadAtRunTime(ConstantOp op) {
  if (!isGreatSplat(op))
    return;
  OpBuilder b(op);
  RankedTensorType type = tensorType(op.getResult());
  auto scalar = RankedTensorType::get({}, type.getElementType());
  auto number = cast<DenseElementsAttr>(op.getValueAttr()).resizeSplat(scalar);
  Value one = ConstantOp::create(b, op.getLoc(), number);
  Value spread = BroadcastOp::create(b, op.getLoc(), type, one,
                                     ArrayRef<int64_t>(), ValueRange());
  op.replaceAllUsesWith(spread);
  op.erase();
}

FailureOr<Value> FuseKernelsPass::hostExtent(OpBuilder &builder, Value tensor,
                                             unsigned dim, const Cluster &cluster) {
  RankedTensorType type = tensorType(tensor);
  Location loc = tensor.getLoc();
  if (!type.isDynamicDim(dim))
    return Value(arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim)));
  Operation *op = tensor.getDefiningOp();
  if (!op || !cluster.contains(op))
    return builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
  auto reify = dyn_cast<ReifyRankedShapedTypeOpInterface>(op);
  ReifiedRankedShapedTypeDims shapes;
  if (!reify || failed(reify.reifyResultShapes(builder, shapes)))
    return op->emitError("unsupported: '")
           << op->getName() << "' has extents that only its execution can tell";
  OpFoldResult extent = shapes[cast<OpResult>(tensor).getResultNumber()][dim];
  if (isa<Attribute>(extent))
    return getValueOrCreateConstantIndexOp(builder, loc, extent);
  // The answer may ask for extents of members; follow them.
  Value value = cast<Value>(extent);
  SmallVector<Operation *> work;
  if (Operation *defining = value.getDefiningOp())
    work.push_back(defining);
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!work.empty()) {
    Operation *at = work.pop_back_val();
    if (!seen.insert(at).second)
      continue;
    if (auto dimOp = dyn_cast<tensor::DimOp>(at)) {
      Operation *source = dimOp.getSource().getDefiningOp();
      std::optional<int64_t> which = dimOp.getConstantIndex();
      if (source && cluster.contains(source) && which) {
        OpBuilder before(dimOp);
        FailureOr<Value> resolved =
            hostExtent(before, dimOp.getSource(), *which, cluster);
        if (failed(resolved))
          return failure();
        bool same = value == dimOp.getResult();
        dimOp.getResult().replaceAllUsesWith(*resolved);
        if (same)
          value = *resolved;
        // Other walks may still hold the op: it goes when all are done.
        resolvedDims.insert(dimOp);
      }
      continue;
    }
    for (Value operand : at->getOperands())
      if (Operation *defining = operand.getDefiningOp())
        if (!isa<ShapedType>(operand.getType()) && !cluster.contains(defining))
          work.push_back(defining);
  }
  return value;
}

void FuseKernelsPass::eraseResolvedDims() {
  for (Operation *dim : resolvedDims)
    dim->erase();
  resolvedDims.clear();
}

LogicalResult FuseKernelsPass::dropExtentsOfMembers(const Cluster &cluster) {
  eraseResolvedDims();
  // Ops tell all their extents when asked for one. Those that nobody wanted may
  // be parts of arithmetic that is dead as a whole; following them leads to
  // ever earlier members, so this ends.
  SmallVector<Operation *> members = cluster.inOrder();
  for (Operation *member : llvm::reverse(members)) {
    // Of the root's result the host may ask behind the call. What stands before
    // it was made for the extents of parts of the root.
    auto mustGo = [&](tensor::DimOp dim) {
      return member != cluster.root() || dim.use_empty() ||
             (dim->getBlock() == member->getBlock() &&
              dim->isBeforeInBlock(member));
    };
    auto next = [&]() -> tensor::DimOp {
      for (Operation *user : member->getUsers())
        if (auto dim = dyn_cast<tensor::DimOp>(user))
          if (mustGo(dim))
            return dim;
      return {};
    };
    while (tensor::DimOp dim = next()) {
      if (!dim.use_empty()) {
        OpBuilder before(dim);
        std::optional<int64_t> which = dim.getConstantIndex();
        if (!which)
          return dim.emitOpError(
              "asks for an extent that is not known by number");
        FailureOr<Value> extent =
            hostExtent(before, dim.getSource(), *which, cluster);
        if (failed(extent))
          return failure();
        dim.getResult().replaceAllUsesWith(*extent);
      }
      resolvedDims.insert(dim);
      eraseResolvedDims();
    }
  }
  return success();
}

FailureOr<bool> FuseKernelsPass::isSafe(OpBuilder &builder, Operation *op,
                                        const Cluster &cluster) {
  if (!cast<FusionOpInterface>(op).canFail())
    return true;
  auto broadcast = dyn_cast<BroadcastOp>(op);
  if (!broadcast)
    return false;
  // Every extent that is known to be the result's, whatever it is.
  RankedTensorType from = tensorType(broadcast.getInput());
  HostExtents extents;
  for (int64_t d = 0; d < from.getRank(); ++d) {
    if (!from.isDynamicDim(d))
      continue;
    FailureOr<Value> have = hostExtent(builder, broadcast.getInput(), d, cluster);
    FailureOr<Value> want = hostExtent(builder, broadcast.getResult(),
                                       broadcast.getDims()[d], cluster);
    if (failed(have) || failed(want))
      return failure();
    if (!extents.equal(extents.resolve(*have), extents.resolve(*want)))
      return false;
  }
  return true;
}

kernel::FuncOp FuseKernelsPass::share(kernel::FuncOp made, StringRef failing) {
  std::string body;
  llvm::raw_string_ostream stream(body);
  made->removeAttr(kernel::kNodesAttr);
  made.setSymName("k");
  made->print(stream, OpPrintingFlags().useLocalScope());
  stream << failing;
  kernel::FuncOp &known = byBody[body];
  if (known) {
    made.erase();
    return known;
  }
  known = made;
  made.setSymName("k" + std::to_string(nextName++));
  ++numKernels;
  return made;
}

LogicalResult FuseKernelsPass::outline(const Cluster &cluster) {
  const SmallVector<Operation *> members = cluster.inOrder();
  Operation *root = cluster.root();
  OpBuilder host(root);
  SmallVector<Value> dims;
  const SmallVector<Value> results = cluster.results();
  const SmallVector<Type> resultTypes(ValueRange(results).getTypes());
  for (Value result : results) {
    RankedTensorType type = tensorType(result);
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d))
        continue;
      FailureOr<Value> extent = hostExtent(host, result, d, cluster);
      if (failed(extent))
        return failure();
      dims.push_back(*extent);
    }
  }
  // A kernel that can fail belongs to its nodes alone.
  std::string failing;
  for (Operation *member : members) {
    FailureOr<bool> safe = isSafe(host, member, cluster);
    if (failed(safe))
      return failure();
    if (!*safe)
      failing.append(nodeName(member->getLoc())).append("\n");
  }
  if (failed(dropExtentsOfMembers(cluster)))
    return failure();
  // Arguments in order of first use; splats are cloned inside.
  llvm::SetVector<Value> inputs;
  SmallVector<Operation *> body;
  llvm::SmallPtrSet<Operation *, 8> cloned;
  for (Operation *member : members) {
    // Products and convolutions read their operands from memory, whatever is in
    // it.
    bool anchor =
        cast<FusionOpInterface>(member).getAnchorKind() != AnchorKind::None;
    for (Value operand : member->getOperands()) {
      Operation *defining = operand.getDefiningOp();
      if (defining && cluster.contains(defining))
        continue;
      if (!anchor && isSplat(defining)) {
        if (cloned.insert(defining).second)
          body.push_back(defining);
      } else {
        inputs.insert(operand);
      }
    }
    body.push_back(member);
  }
  SmallVector<Location> locs;
  for (Operation *member : members)
    locs.push_back(member->getLoc());
  Location loc = fuseNodeLocations(&getContext(), locs);

  // Not in the module yet: only a kernel without an equal stays.
  OpBuilder top = OpBuilder::atBlockEnd(getOperation().getBody());
  auto type = FunctionType::get(
      &getContext(), TypeRange(ValueRange(inputs.getArrayRef())), resultTypes);
  auto kernel = kernel::FuncOp::create(top, loc, "k", type, cluster.kind());
  Block *entry = kernel.getBody().empty() ? kernel.addEntryBlock()
                                          : &kernel.getBody().front();
  IRMapping mapping;
  for (auto [input, argument] : llvm::zip(inputs, entry->getArguments()))
    mapping.map(input, argument);
  OpBuilder inside = OpBuilder::atBlockEnd(entry);
  int64_t flops = 0, bytes = 0;
  bool known = true;
  for (Operation *op : body) {
    inside.clone(*op, mapping);
    if (auto cost = dyn_cast<CostOpInterface>(op)) {
      std::optional<int64_t> count = cost.getFlops();
      known &= count.has_value();
      flops += count.value_or(0);
    }
  }
  SmallVector<Value> returned;
  for (Value result : results)
    returned.push_back(mapping.lookup(result));
  kernel::ReturnOp::create(inside, loc, returned);
  auto addBytes = [&](Type valueType) {
    auto tensor = dyn_cast<RankedTensorType>(valueType);
    if (!tensor)
      return;
    if (!tensor.hasStaticShape() || isa<ComplexType>(tensor.getElementType())) {
      known = false;
      return;
    }
    bytes += tensor.getNumElements() *
             std::max(1u, tensor.getElementType().getIntOrFloatBitWidth() / 8);
  };
  for (Value input : inputs)
    addBytes(input.getType());
  for (Type result : resultTypes)
    addBytes(result);
  if (known)
    kernel.setCost(flops, bytes);
  if (cluster.rows())
    kernel->setAttr(kernel::kRowsAttr, host.getI64IntegerAttr(*cluster.rows()));
  if (SmallVector<int64_t> origins = cluster.origins(); !origins.empty())
    kernel->setAttr(kernel::kOriginsAttr, host.getDenseI64ArrayAttr(origins));
  SmallVector<Attribute> nodes;
  for (StringRef name : nodeNames(loc))
    nodes.push_back(host.getStringAttr(name));
  kernel::FuncOp shared = share(kernel, failing);
  auto before = shared->getAttrOfType<ArrayAttr>(kernel::kNodesAttr);
  if (!before)
    shared->setAttr(kernel::kNodesAttr, host.getArrayAttr(nodes));
  ++numCalls;
  numFused += members.size() - 1;

  auto call = kernel::CallOp::create(host, loc, shared, inputs.getArrayRef(), dims);
  for (auto [from, to] : llvm::zip(results, call.getResults()))
    Value(from).replaceAllUsesWith(to);
  for (Operation *member : llvm::reverse(members))
    member->erase();
  return success();
}

/// Takes producers of the cluster's members into it, the last one in the block
/// first: whatever reads an op stands behind it and is decided by then.
static SmallVector<Operation *>
takeProducers(Cluster &cluster,
              const llvm::SmallPtrSetImpl<Operation *> &claimed) {
  auto before = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  std::priority_queue<Operation *, std::vector<Operation *>, decltype(before)>
      queue(before);
  llvm::SmallPtrSet<Operation *, 16> seen;
  auto addOperands = [&](Operation *member) {
    for (Value operand : member->getOperands())
      if (Operation *op = operand.getDefiningOp())
        if (op->getBlock() == member->getBlock() && seen.insert(op).second)
          queue.push(op);
  };
  SmallVector<Operation *> taken;
  for (Operation *member : cluster.inOrder())
    addOperands(member);
  while (!queue.empty()) {
    Operation *op = queue.top();
    queue.pop();
    if (claimed.contains(op) || cluster.contains(op) || !belongsInKernel(op))
      continue;
    bool inside = llvm::all_of(op->getUsers(), [&](Operation *user) {
      return cluster.contains(user);
    });
    StringRef why;
    if (!inside || !cluster.tryAdd(op, why))
      continue;
    taken.push_back(op);
    addOperands(op);
  }
  return taken;
}

LogicalResult FuseKernelsPass::fuseBlock(Block &block) {
  llvm::SmallPtrSet<Operation *, 32> claimed;
  SmallVector<Cluster> clusters;
  SmallVector<Operation *> waiting;
  RepeatedBroadcasts repeated(block);
  // First, since what reads a group would else take it away.
  for (Operation &product : block) {
    if (single)
      break;
    std::optional<Cluster> cluster = Cluster::ofColumnGroups(&product, claimed);
    if (!cluster)
      continue;
    takeProducers(*cluster, claimed);
    for (Operation *member : cluster->inOrder())
      claimed.insert(member);
    clusters.push_back(std::move(*cluster));
  }
  for (Operation &rootOp : llvm::make_early_inc_range(llvm::reverse(block))) {
    Operation *root = &rootOp;
    if (!claimed.contains(root) && repeated.takeBack(root))
      continue;
    if (claimed.contains(root) || !belongsInKernel(root))
      continue;
    // Its input's kernel decides first.
    if (isa<ReduceBlocksOp>(root)) {
      waiting.push_back(root);
      continue;
    }
    Cluster cluster(root);
    claimed.insert(root);
    if (!single)
      for (Operation *op : takeProducers(cluster, claimed))
        claimed.insert(op);
    // What it reduces itself, in program order.
    SmallVector<ReduceBlocksOp> parts;
    for (Operation *user : root->getUsers())
      if (auto part = dyn_cast<ReduceBlocksOp>(user))
        if (user->getBlock() == &block)
          parts.push_back(part);
    llvm::sort(parts, [](ReduceBlocksOp a, ReduceBlocksOp b) {
      return a->isBeforeInBlock(b);
    });
    for (ReduceBlocksOp part : parts) {
      StringRef why;
      if (cluster.addParts(part, why))
        claimed.insert(part);
    }
    clusters.push_back(std::move(cluster));
  }
  for (Operation *root : waiting)
    if (!claimed.contains(root))
      clusters.emplace_back(root);
  llvm::stable_sort(clusters, [](const Cluster &a, const Cluster &b) {
    return b.root()->isBeforeInBlock(a.root());
  });
  // First to last, so that names follow the program.
  for (const Cluster &cluster : llvm::reverse(clusters))
    if (failed(outline(cluster)))
      return failure();
  return success();
}

void FuseKernelsPass::runOnOperation() {
  byBody.clear();
  nextName = 0;
  SmallVector<Block *> blocks;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    function.walk(spreadAtRunTime);
    function.walk([&](Block *block) { blocks.push_back(block); });
  }
  for (Block *block : blocks) {
    if (failed(fuseBlock(*block)))
      return signalPassFailure();
  }
}
