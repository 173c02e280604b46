//===- AttachLines.cpp - Lines for LLVM's debug information ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Debug/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/Path.h"

namespace mlc {
#define GEN_PASS_DEF_ATTACHLINESPASS
#include "compiler/Transforms/Debug/Passes.h.inc"
} // namespace mlc

using namespace mlir;
using namespace mlc;

namespace {
struct AttachLinesPass : mlc::impl::AttachLinesPassBase<AttachLinesPass> {
  using AttachLinesPassBase::AttachLinesPassBase;
  void runOnOperation() override;
};
} // namespace

/// The line of `name` inside a location; null when it holds none.
static FileLineColLoc lineIn(Location loc, StringRef name) {
  FileLineColLoc found;
  loc->walk([&](Location inner) {
    auto line = dyn_cast<FileLineColLoc>(inner);
    if (!line || line.getFilename().getValue() != name)
      return WalkResult::advance();
    found = line;
    return WalkResult::interrupt();
  });
  return found;
}

void AttachLinesPass::runOnOperation() {
  StringRef name = llvm::sys::path::filename(file);
  auto none = FileLineColLoc::get(&getContext(), name, 0, 0);
  getOperation()->setLoc(none);
  for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    FileLineColLoc own = lineIn(function.getLoc(), name);
    // A function made by the compiler stands where its first line comes from.
    if (!own)
      function.walk([&](Operation *op) {
        own = lineIn(op->getLoc(), name);
        return own ? WalkResult::interrupt() : WalkResult::advance();
      });
    if (!own)
      own = none;
    function.walk([&](Operation *op) {
      FileLineColLoc line = lineIn(op->getLoc(), name);
      op->setLoc(line ? line : own);
    });
  }
}
