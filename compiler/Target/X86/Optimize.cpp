//===- Optimize.cpp - The short pass pipeline -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop idiom recognition is never run: a kernel that fills or copies does so
// with its own vectors, and a call to memset would break the tie between what
// is written and what runs.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/Optimize.h"
#include "compiler/Target/X86/SingleLaneStores.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

static FunctionPassManager buildPipeline(bool generic) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  LoopPassManager loops;
  loops.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(GVNPass());
  if (generic) {
    LoopPassManager induction;
    induction.addPass(IndVarSimplifyPass());
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(induction)));
    passes.addPass(LoopVectorizePass());
    passes.addPass(SLPVectorizerPass());
    passes.addPass(LoopUnrollPass());
    LoopPassManager hoist;
    hoist.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist),
                                                   /*UseMemorySSA=*/true));
    passes.addPass(EarlyCSEPass());
  }
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(ADCEPass());
  passes.addPass(mlc::x86::SingleLaneStores());
  return passes;
}

void mlc::x86::optimize(Module &module, TargetMachine &machine, bool generic) {
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager sccAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder builder(&machine);
  // No library function may be assumed or made.
  functionAnalyses.registerPass([&] {
    TargetLibraryInfoImpl library(module.getTargetTriple());
    library.disableAllFunctions();
    return TargetLibraryAnalysis(library);
  });
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               moduleAnalyses);
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(createModuleToFunctionPassAdaptor(buildPipeline(generic)));
  passes.run(module, moduleAnalyses);
}
