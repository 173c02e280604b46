//===- BufferizeHost.cpp - Entry functions to rt entries ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around HostLowering: every entry of the module, then nothing of the
// tensor form of the host program is left.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"
#include "compiler/Transforms/Buffers/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_BUFFERIZEHOSTPASS
#include "compiler/Transforms/Buffers/Passes.h.inc"
} // namespace mlc

using namespace mlc;

namespace {

class BufferizeHostPass
    : public mlc::impl::BufferizeHostPassBase<BufferizeHostPass> {
  void runOnOperation() override;
};

} // namespace

void BufferizeHostPass::runOnOperation() {
  SymbolTableCollection symbols;
  SmallVector<func::FuncOp> entries;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (function->hasAttr(graph::GraphDialect::kEntryAttr))
      entries.push_back(function);
  for (func::FuncOp function : entries) {
    buffers::HostLowering lowering(function, symbols);
    if (failed(lowering.run()))
      return signalPassFailure();
    const buffers::Counts &counts = lowering.getCounts();
    numLaunches += counts.launches;
    numCopies += counts.copies;
    numLate += counts.late;
    function.erase();
  }
}
