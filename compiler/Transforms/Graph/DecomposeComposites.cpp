//===- DecomposeComposites.cpp - Composite ops into core ops -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Graph/Passes.h"
#include "dialects/Check/IR/Check.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITESPASS
#include "compiler/Transforms/Graph/Passes.h.inc"
} // namespace mlc

namespace {
class DecomposeCompositesPass
    : public mlc::impl::DecomposeCompositesPassBase<DecomposeCompositesPass> {
public:
  using DecomposeCompositesPassBase::DecomposeCompositesPassBase;
  void runOnOperation() override;
};
} // namespace

/// A decomposition may give a more (or less) static type than the composite.
static Value withType(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

void DecomposeCompositesPass::runOnOperation() {
  llvm::StringSet<> kept;
  for (const std::string &name : keep)
    kept.insert(name);
  // Decompositions may contain composites; each round takes one level away.
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<graph::DecomposableOpInterface> work;
    getOperation().walk([&](graph::DecomposableOpInterface op) {
      if (!kept.contains(op->getName().getStringRef()))
        work.push_back(op);
    });
    for (graph::DecomposableOpInterface op : work) {
      OpBuilder builder(op);
      check::OriginScope origin(builder, op);
      FailureOr<SmallVector<Value>> values = op.decompose(builder);
      if (failed(values))
        return signalPassFailure();
      for (auto [result, value] : llvm::zip(op->getResults(), *values))
        if (!result.use_empty())
          result.replaceAllUsesWith(withType(builder, value, result.getType()));
      op->erase();
      changed = true;
    }
  }
}
