//===- LayoutWeights.cpp - Settle the order of the weights ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First use first: what one run reads one after another lies side by side. The
// pool notes the same order, for the writer of the artifact.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/Passes.h"

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_LAYOUTWEIGHTSPASS
#include "compiler/Conversion/RtToLLVM/Passes.h.inc"
} // namespace mlc

using namespace mlc;

namespace {

class LayoutWeightsPass
    : public mlc::impl::LayoutWeightsPassBase<LayoutWeightsPass> {
  void runOnOperation() override;
  Attribute pooled(TypedAttr value);
  void use(Attribute value);

  SmallVector<Attribute> weights;
  DenseSet<std::pair<uint64_t, uint64_t>> seen;
};

} // namespace

// The constant as a blob of the pool; null when it has no storage form.
Attribute LayoutWeightsPass::pooled(TypedAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return dyn_cast<graph::ConstAttr>(value);
  Literal literal = literalOf(dense);
  if (literal.isNull())
    return nullptr;
  auto *dialect = getContext().getLoadedDialect<graph::GraphDialect>();
  Hash128 hash = dialect->getConstantPool().add(std::move(literal));
  return graph::ConstAttr::get(&getContext(), hash.high, hash.low,
                               dense.getType());
}

void LayoutWeightsPass::use(Attribute value) {
  auto constant = cast<graph::ConstAttr>(value);
  if (!seen.insert({constant.getHigh(), constant.getLow()}).second)
    return;
  weights.push_back(constant);
  auto *dialect = getContext().getLoadedDialect<graph::GraphDialect>();
  dialect->getConstantPool().use(
      Hash128{constant.getLow(), constant.getHigh()});
}

void LayoutWeightsPass::runOnOperation() {
  ModuleOp module = getOperation();
  weights.clear();
  seen.clear();
  WalkResult result =
      module.walk<WalkOrder::PreOrder>([&](rt::WeightOp weight) {
        Attribute value = pooled(weight.getValue());
        if (!value) {
          weight.emitOpError("holds a value without storage form");
          return WalkResult::interrupt();
        }
        weight.setValueAttr(cast<TypedAttr>(value));
        use(value);
        return WalkResult::advance();
      });
  if (result.wasInterrupted())
    return signalPassFailure();
  for (auto state : module.getOps<graph::StateOp>()) {
    if (!state.getInitial())
      continue;
    Attribute value = pooled(*state.getInitial());
    if (!value) {
      state.emitOpError("has an initial value without storage form");
      return signalPassFailure();
    }
    state.setInitialAttr(cast<TypedAttr>(value));
    use(value);
  }
  module->setAttr(rt::kWeightsAttr, Builder(module).getArrayAttr(weights));
}
