//===- RecordLines.cpp - The IR as the source of debug information --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upstream snapshot replaces locations; the model's nodes are put back in
// front of the lines.
//
//   graph.neg %x loc("node")  ->  graph.neg %x loc(fused["node", "m.mlir":4:5])
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Debug/Passes.h"
#include "mlir/Transforms/LocationSnapshot.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlc {
#define GEN_PASS_DEF_RECORDLINESPASS
#include "compiler/Transforms/Debug/Passes.h.inc"
} // namespace mlc

using namespace mlir;
using namespace mlc;

namespace {
struct RecordLinesPass : mlc::impl::RecordLinesPassBase<RecordLinesPass> {
  using RecordLinesPassBase::RecordLinesPassBase;
  void runOnOperation() override;
};
} // namespace

void RecordLinesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (file.empty()) {
    module.emitError("option 'file' of mlc-record-lines is missing");
    return signalPassFailure();
  }
  SmallVector<std::pair<Operation *, Location>> nodes;
  module.walk([&](Operation *op) { nodes.push_back({op, op->getLoc()}); });

  std::error_code code;
  llvm::ToolOutputFile output(file, code, llvm::sys::fs::OF_Text);
  if (!code) {
    generateLocationsFromIR(
        output.os(), llvm::sys::path::filename(file), module,
        OpPrintingFlags().enableDebugInfo(true, /*prettyForm=*/true));
    output.os().flush();
    code = output.os().error();
  }
  if (code) {
    output.os().clear_error();
    module.emitError("cannot write '") << file << "': " << code.message();
    return signalPassFailure();
  }
  output.keep();
  for (auto [op, node] : nodes)
    op->setLoc(FusedLoc::get(&getContext(), {node, op->getLoc()}));
}
