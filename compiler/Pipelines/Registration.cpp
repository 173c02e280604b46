//===- Registration.cpp - What a tool must register -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists of dialects and passes. Keep each sorted by folder.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Registration.h"

#include "compiler/Codegen/Passes.h"
#include "compiler/Conversion/RtToLLVM/Passes.h"
#include "compiler/Pipelines/Phases.h"
#include "compiler/Target/Common/TargetBackend.h"
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
#include "dialects/Check/IR/Check.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Rt/IR/Rt.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/IR/DialectRegistry.h"

void mlc::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<check::CheckDialect>();
  registry.insert<dist::DistDialect>();
  registry.insert<graph::GraphDialect>();
  registry.insert<kernel::KernelDialect>();
  registry.insert<rt::RtDialect>();
  registry.insert<sched::SchedDialect>();
  for (const TargetBackend *backend : targetBackends())
    backend->registerDialects(registry);
}

void mlc::registerAllPasses() {
  registerCodegenPasses();
  registerRtToLLVMPasses();
  registerBuffersPasses();
  registerCompositesPasses();
  registerDebugPasses();
  registerLayoutPasses();
  registerSchedulePasses();
  registerShapePasses();
  registerFusionPasses();
  registerGraphPasses();
  registerQuantPasses();
  registerSimplifyPasses();
  registerPhasePipelines();
}
