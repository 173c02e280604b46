//===- Phases.cpp - The phases as named pipelines ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Phases.h"
#include "compiler/Pipelines/Targets.h"
#include "compiler/Transforms/Buffers/Passes.h"
#include "compiler/Transforms/Composites/Passes.h"
#include "compiler/Transforms/Debug/Passes.h"
#include "compiler/Transforms/Fusion/Passes.h"
#include "compiler/Transforms/Graph/Passes.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Quant/Passes.h"
#include "compiler/Transforms/Schedule/Passes.h"
#include "compiler/Transforms/Shape/Passes.h"
#include "compiler/Transforms/Simplify/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlc;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// Extents of results become extents of arguments where the ops can say, and
/// small shape tensors become scalars.
static void buildShapes(OpPassManager &pm) {
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createScalarizeShapesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

static void addFolding(OpPassManager &pm, const CompileOptions &options,
                       bool keepQuantized = false) {
  FoldConstantsPassOptions fold;
  fold.maxBytes = options.graph.foldLimit;
  fold.keepQuantized = keepQuantized;
  pm.addPass(createFoldConstantsPass(fold));
}

static void buildInfer(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  buildShapes(pm);
  // While ops are those of the source, whatever that was.
  pm.addNestedPass<func::FuncOp>(createCheckExtentsPass());
}

static void buildSimplify(OpPassManager &pm, const CompileOptions &options) {
  if (options.graph.optLevel != OptLevel::O0) {
    // While bytes can still be told from what folding makes of them.
    pm.addPass(createFoldQuantizationPass());
    pm.addPass(createGatherQuantizedRowsPass());
    pm.addPass(createMatchQuantizedProductsPass());
    pm.addPass(createNarrowIntegerProductsPass());
    pm.addPass(createMatchCompositesPass());
    pm.addPass(createSimplifyGraphPass());
  }
  // The layout phase says which weights stay quantised.
  addFolding(pm, options, options.graph.optLevel != OptLevel::O0);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

static void buildLayout(OpPassManager &pm, const CompileOptions &options) {
  // Layouts are chosen for core ops: what a composite hides (the weights of a
  // recurrence) is packed like any other constant.
  pm.addPass(createDecomposeCompositesPass());
  pm.addNestedPass<func::FuncOp>(createCountNonZeroPass());
  pm.addPass(createCanonicalizerPass());
  if (options.graph.optLevel != OptLevel::O0)
    pm.addPass(createPackDequantizedWeightsPass());
  addFolding(pm, options);
  buildShapes(pm);
  if (options.graph.optLevel != OptLevel::O0)
    pm.addPass(createSplitTransposedConvolutionsPass());
  pm.addPass(createPackIntegerFiltersPass());
  if (options.graph.layout != LayoutChoice::Plain) {
    AssignLayoutsPassOptions assign;
    assign.always = options.graph.layout == LayoutChoice::Blocked;
    pm.addPass(createAssignLayoutsPass(assign));
    pm.addNestedPass<func::FuncOp>(createFoldReordersPass());
    if (options.graph.winograd == Winograd::Auto) {
      ChooseWinogradPassOptions winograd;
      // In f32 it loses far less than bf16 does, in first layers too.
      if (options.graph.precision == Precision::BF16) {
        winograd.pairs = true;
        winograd.first = 0;
      }
      pm.addPass(createChooseWinogradPass(winograd));
    }
  }
  if (options.graph.precision == Precision::BF16) {
    pm.addPass(createLowerPrecisionPass());
    addFolding(pm, options);
  }
  pm.addPass(createPackMatmulWeightsPass());
  pm.addPass(createPackConvolutionFiltersPass());
  pm.addPass(createCSEPass());
}

static void buildFuse(OpPassManager &pm, const CompileOptions &options) {
  FuseKernelsPassOptions fuse;
  fuse.single = options.graph.optLevel == OptLevel::O0;
  if (!fuse.single)
    pm.addPass(createSplitReductionsPass());
  pm.addPass(createFuseKernelsPass(fuse));
  pm.addNestedPass<func::FuncOp>(createLowerAffinePass());
  pm.addPass(createCSEPass());
  // The last level that people read is what debuggers show.
  if (options.codegen.debugInfo) {
    RecordLinesPassOptions record;
    record.file = options.linesFile();
    pm.addPass(createRecordLinesPass(record));
  }
}

/// Names of the levels to make code for.
static SmallVector<std::string> levelNames(const CompileOptions &options) {
  std::vector<TargetLevel> selection;
  std::string error;
  SmallVector<std::string> names;
  // The driver has refused what cannot be read.
  if (selectTargets(options, selection, error))
    for (const TargetLevel &at : selection)
      names.push_back(at.level->symbol.str());
  return names;
}

static void buildSchedule(OpPassManager &pm, const CompileOptions &options) {
  pm.addPass(createLinkExtentsPass());
  ScheduleKernelsPassOptions schedule;
  schedule.levels = levelNames(options);
  schedule.tuningDb = options.codegen.tuning.path;
  pm.addPass(createScheduleKernelsPass(schedule));
}

static void buildLower(OpPassManager &pm, const CompileOptions &options) {
  pm.addPass(createSplitVariantsPass());
  pm.addPass(createNumberKernelsPass());
  LowerKernelsPassOptions lower;
  lower.levels = levelNames(options);
  lower.fastMath = options.graph.fastMath == OnOff::On;
  pm.addPass(createLowerKernelsPass(lower));
  pm.addNestedPass<ModuleOp>(createLowerAffinePass());
  pm.addNestedPass<ModuleOp>(createCanonicalizerPass());
  pm.addNestedPass<ModuleOp>(createCSEPass());
}

static void buildBuffers(OpPassManager &pm) {
  pm.addPass(createBufferizeHostPass());
  pm.addNestedPass<rt::EntryOp>(createChooseCasesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<rt::EntryOp>(createPlanArenaPass());
}

void mlc::buildPhase(OpPassManager &pm, Phase phase, const CompileOptions &options) {
  switch (phase) {
  case Phase::Infer:
    return buildInfer(pm);
  case Phase::Simplify:
    return buildSimplify(pm, options);
  case Phase::Layout:
    return buildLayout(pm, options);
  case Phase::Fuse:
    return buildFuse(pm, options);
  case Phase::Lower:
    return buildLower(pm, options);
  case Phase::Buffers:
    return buildBuffers(pm);
  case Phase::Schedule:
    return buildSchedule(pm, options);
  case Phase::Transform: // nothing asked for by any option yet
  case Phase::Import:
  case Phase::Object:
  case Phase::Artifact:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

LogicalResult mlc::runPhases(ModuleOp module, const CompileOptions &options,
                             Phase from, Phase to, TimingScope *times) {
  for (unsigned i = unsigned(from); i <= unsigned(to); ++i) {
    Phase phase = Phase(i);
    PassManager pm(module.getContext());
    TimingScope phaseTimes;
    if (times && *times) {
      phaseTimes = times->nest(phaseName(phase));
      pm.enableTiming(phaseTimes);
    }
    buildPhase(pm, phase, options);
    if (failed(pm.run(module)) || failed(verifyPhase(module, phase)))
      return failure();
  }
  return success();
}

void mlc::registerPhasePipelines() {
  for (unsigned i = unsigned(Phase::Infer); i <= unsigned(Phase::Buffers); ++i) {
    Phase phase = Phase(i);
    std::string name = "mlc-phase-" + phaseName(phase).str();
    registerPassPipeline(
        name, phaseSummary(phase),
        [phase](OpPassManager &pm, StringRef text,
                function_ref<LogicalResult(const Twine &)> error) -> LogicalResult {
          CompileOptions options;
          std::string message;
          if (!parsePipelineOptions(text, options, message))
            return error(message);
          buildPhase(pm, phase, options);
          return success();
        },
        [](function_ref<void(const detail::PassOptions &)>) {});
  }
}
