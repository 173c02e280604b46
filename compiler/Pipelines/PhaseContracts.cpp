//===- PhaseContracts.cpp - What must hold after each phase ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A phase may rely on the contract of the one before it, whether that ran in
// this process or its result was read as text.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Phases.h"
#include "compiler/Target/Common/TargetBackend.h"
#include "compiler/Transforms/Fusion/Cluster.h"
#include "compiler/Transforms/Schedule/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlc;

using Forbid = function_ref<void(Operation *, StringRef)>;

/// Most model nodes that one location names.
static constexpr size_t kMostNodes = 8;

/// Every op that computes says which node of the model it came from, or which
/// line of text.
static void verifyLocations(ModuleOp module, Forbid forbid) {
  module.walk([&](Operation *op) {
    if (!isa_and_nonnull<graph::GraphDialect>(op->getDialect()) ||
        op->getNumResults() == 0)
      return;
    if (isa<UnknownLoc>(op->getLoc()))
      forbid(op, "an op has no location");
    if (auto fused = dyn_cast<FusedLoc>(op->getLoc()))
      if (fused.getLocations().size() > kMostNodes)
        forbid(op, "a location names more than 8 nodes");
  });
}

static void verifyRanks(ModuleOp module, Forbid forbid) {
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isa<UnrankedTensorType>(type))
        forbid(op, "a tensor has no rank");
  });
}

/// Nothing is computed that nobody reads.
static void verifyAllUsed(ModuleOp module, Forbid forbid) {
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<graph::GraphDialect>(op->getDialect()) &&
        isOpTriviallyDead(op))
      forbid(op, "nothing reads the result of an op without effects");
  });
}

/// No target keeps a composite: each has become core ops.
static void verifyDecomposed(ModuleOp module, Forbid forbid) {
  module.walk([&](graph::DecomposableOpInterface op) {
    forbid(op, "a composite op was not decomposed");
  });
}

/// Every level of the host has every kernel, or one below it that it inherits
/// from; a device's has those that it took.
static void verifyLevels(ModuleOp module, Forbid forbid) {
  SmallVector<std::pair<ModuleOp, TargetLevel>> found;
  SmallVector<const IsaLevel *> host;
  for (auto nested : module.getOps<ModuleOp>()) {
    auto name = nested->getAttrOfType<StringAttr>(kernel::kIsaAttr);
    if (!name)
      continue;
    TargetLevel at = findTargetLevel(name.getValue());
    if (!at.backend) {
      forbid(nested, "its code level is none of any target");
      continue;
    }
    if (at.backend->isHost()) {
      found.emplace_back(nested, at);
      host.push_back(at.level);
    }
  }
  for (auto [nested, at] : found)
    if (!at.backend->inheritedFrom(*at.level, host))
      for (auto kernel : module.getOps<kernel::FuncOp>())
        if (!nested.lookupSymbol(kernel.getSymName()))
          forbid(kernel, "a code level lacks this kernel");
}

LogicalResult mlc::verifyPhase(ModuleOp module, Phase phase) {
  LogicalResult result = success();
  auto forbid = [&](Operation *op, StringRef what) {
    op->emitError() << "after phase '" << phaseName(phase) << "': " << what;
    result = failure();
  };
  if (phase == Phase::Import)
    verifyLocations(module, forbid);
  if (phase == Phase::Import || phase == Phase::Infer)
    verifyRanks(module, forbid);
  if (phase == Phase::Simplify)
    verifyAllUsed(module, forbid);
  if (phase >= Phase::Layout && phase < Phase::Buffers)
    verifyDecomposed(module, forbid);
  if (phase >= Phase::Fuse && phase < Phase::Buffers)
    for (auto function : module.getOps<func::FuncOp>())
      function.walk([&](Operation *op) {
        if (!mayStayOnHost(op))
          forbid(op, "a tensor computation stands outside of every kernel");
      });
  if (phase == Phase::Schedule && failed(verifySchedules(module)))
    result = failure();
  if (phase == Phase::Lower)
    verifyLevels(module, forbid);
  if (phase == Phase::Buffers)
    for (auto entry : module.getOps<rt::EntryOp>())
      entry.walk([&](Operation *op) {
        for (Type type : op->getResultTypes())
          if (isa<TensorType>(type))
            forbid(op, "a tensor has no place in memory");
      });
  return result;
}
