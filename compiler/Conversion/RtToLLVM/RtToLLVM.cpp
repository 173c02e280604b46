//===- RtToLLVM.cpp - Lower rt entries to LLVM functions ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around EntryLowering: structured control flow to cf before it, arith
// and cf to LLVM behind it.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/EntryLowering.h"
#include "compiler/Conversion/RtToLLVM/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_RTTOLLVMPASS
#include "compiler/Conversion/RtToLLVM/Passes.h.inc"
} // namespace mlc

using namespace mlc;

namespace {

class RtToLLVMPass : public mlc::impl::RtToLLVMPassBase<RtToLLVMPass> {
  void runOnOperation() override;
  LogicalResult toControlFlow(rt::EntryOp entry);
  LogicalResult finish(ModuleOp host);
};

} // namespace

LogicalResult RtToLLVMPass::toControlFlow(rt::EntryOp entry) {
  RewritePatternSet patterns(&getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  ConversionTarget target(getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(entry, target, std::move(patterns));
}

LogicalResult RtToLLVMPass::finish(ModuleOp host) {
  {
    RewritePatternSet patterns(&getContext());
    arith::populateArithExpandOpsPatterns(patterns);
    if (failed(applyPatternsGreedily(host, std::move(patterns))))
      return host.emitError("expanding scalar operations did not converge");
  }
  LowerToLLVMOptions options(&getContext());
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(&getContext(), options);
  RewritePatternSet patterns(&getContext());
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(getContext());
  target.addLegalOp<ModuleOp>();
  return applyFullConversion(host, target, std::move(patterns));
}

void RtToLLVMPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<HostTables> tables = HostTables::read(module);
  if (failed(tables))
    return signalPassFailure();
  SmallVector<rt::EntryOp> entries(module.getOps<rt::EntryOp>());
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto host = ModuleOp::create(builder, module.getLoc(), "host");
  host->setAttr(rt::kHostAttr, builder.getUnitAttr());
  for (rt::EntryOp entry : entries) {
    if (failed(toControlFlow(entry)) ||
        failed(EntryLowering(entry, host, *tables).run()))
      return signalPassFailure();
    entry.erase();
  }
  if (failed(finish(host)))
    signalPassFailure();
}
