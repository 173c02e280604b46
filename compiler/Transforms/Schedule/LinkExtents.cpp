//===- LinkExtents.cpp - Say which extents of a kernel are one ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion hands the extents of results to a kernel as numbers. Where every call
// takes such a number from an operand of the same call, the kernel is told so:
// a broadcast to it then need not ask at run time whether it repeats, and a
// row's statistics are found again under the row's own number.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_LINKEXTENTSPASS
#include "compiler/Transforms/Schedule/Passes.h.inc"
} // namespace mlc

namespace {

class LinkExtentsPass : public mlc::impl::LinkExtentsPassBase<LinkExtentsPass> {
public:
  void runOnOperation() override;
};

/// Dimension `dim` of operand `operand` of a call.
struct Source {
  unsigned operand;
  int64_t dim;
};

} // namespace

/// Whether operand `number` of `call` is that dimension.
static bool isFrom(kernel::CallOp call, unsigned number, Source source) {
  auto dim = call.getInputs()[number].getDefiningOp<tensor::DimOp>();
  return dim && dim.getConstantIndex() == source.dim &&
         dim.getSource() == call.getInputs()[source.operand];
}

/// The dimension that operand `number` is in every call.
static std::optional<Source> findSource(ArrayRef<kernel::CallOp> calls,
                                        unsigned number) {
  kernel::CallOp first = calls.front();
  auto dim = first.getInputs()[number].getDefiningOp<tensor::DimOp>();
  if (!dim || !dim.getConstantIndex())
    return std::nullopt;
  for (auto [i, input] : llvm::enumerate(first.getInputs())) {
    Source source{unsigned(i), *dim.getConstantIndex()};
    if (llvm::all_of(calls, [&](kernel::CallOp call) {
          return isFrom(call, number, source);
        }))
      return source;
  }
  return std::nullopt;
}

void LinkExtentsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  llvm::MapVector<kernel::FuncOp, SmallVector<kernel::CallOp>> calls;
  module.walk([&](kernel::CallOp call) {
    if (auto kernel = symbols.lookup<kernel::FuncOp>(call.getCallee()))
      calls[kernel].push_back(call);
  });
  for (auto &[kernel, of] : calls) {
    if (kernel->hasAttr(sched::kScheduleAttr))
      continue; // its guards count the arguments
    Block &body = kernel.getBody().front();
    // From the last, so that numbers stay valid when one goes.
    for (unsigned i = body.getNumArguments(); i-- > 0;) {
      BlockArgument number = body.getArgument(i);
      if (!number.getType().isIndex())
        continue;
      std::optional<Source> source = findSource(of, i);
      if (!source)
        continue;
      OpBuilder builder = OpBuilder::atBlockBegin(&body);
      Value dim =
          tensor::DimOp::create(builder, kernel.getLoc(),
                                body.getArgument(source->operand), source->dim);
      number.replaceAllUsesWith(dim);
      if (failed(kernel.eraseArgument(i)))
        return signalPassFailure();
      for (kernel::CallOp call : of)
        call.getInputsMutable().erase(i);
      ++numLinked;
    }
  }
}
