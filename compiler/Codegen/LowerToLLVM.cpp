//===- LowerToLLVM.cpp - From kernel functions to the LLVM dialect --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/LowerToLLVM.h"

#include "compiler/Codegen/Passes.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_KERNELTOLLVMPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

namespace {

class KernelToLLVM : public mlc::impl::KernelToLLVMPassBase<KernelToLLVM> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();

    // Vector ops that have no direct lowering, to vector ops that have one.
    {
      RewritePatternSet patterns(context);
      vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
      vector::populateVectorStepLoweringPatterns(patterns);
      vector::populateVectorInterleaveLoweringPatterns(patterns);
      vector::populateVectorBitCastLoweringPatterns(patterns);
      vector::populateVectorShapeCastLoweringPatterns(patterns);
      vector::populateVectorTransferLoweringPatterns(patterns,
                                                     /*maxTransferRank=*/1);
      // A mask of constant length is only lowered in its constant form.
      vector::CreateMaskOp::getCanonicalizationPatterns(patterns, context);
      vector::populateVectorMaskOpLoweringPatterns(patterns);
      arith::populateCeilFloorDivExpandOpsPatterns(patterns);
      GreedyRewriteConfig config;
      config.enableFolding(false);
      config.enableConstantCSE(false);
      if (failed(applyPatternsGreedily(module, std::move(patterns), config))) {
        module.emitError("expanding vector operations did not converge");
        return signalPassFailure();
      }
    }

    LowerToLLVMOptions options(context);
    options.overrideIndexBitwidth(64);
    LLVMTypeConverter converter(context, options);
    RewritePatternSet patterns(context);
    populateSCFToControlFlowConversionPatterns(patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    cf::populateAssertToLLVMConversionPattern(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(
        converter, patterns, /*reassociateFPReductions=*/false,
        /*force32BitVectorIndices=*/false, /*useVectorAlignment=*/false);
    vector::populateVectorMaskMaterializationPatterns(
        patterns, /*force32BitVectorIndices=*/false);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);

    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    // The descriptors that the ABI pass built; reconciled right after.
    target.addLegalOp<UnrealizedConversionCastOp>();
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
  }
};

} // namespace

void mlc::buildKernelToLLVMPipeline(OpPassManager &pm,
                                    const KernelLoweringOptions &options) {
  ExpandMathPassOptions math;
  math.hasFma = options.hasFma;
  math.hasScale = options.hasScale;
  math.hasTables = options.hasTables;
  pm.addPass(createExpandMathPass(math));
  ExpandNarrowFloatsPassOptions narrow;
  narrow.hasF16C = options.hasF16C;
  pm.addPass(createExpandNarrowFloatsPass(narrow));
  pm.addPass(createVerifyKernelVectorsPass());
  if (options.kernelAbi)
    pm.addPass(createKernelAbiPass());
  pm.addPass(createKernelToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
