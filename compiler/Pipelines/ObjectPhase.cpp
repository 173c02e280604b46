//===- ObjectPhase.cpp - From lowered IR to code ready for the back end ---===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel of each level gets a module of its own inside one module per
// level; the lowering is then one pass pipeline per level that MLIR runs over
// all kernels in parallel.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/ObjectPhase.h"
#include "compiler/Conversion/RtToLLVM/Passes.h"
#include "compiler/Pipelines/BuildManifest.h"
#include "compiler/Pipelines/DevicePhase.h"
#include "compiler/Pipelines/SplitKernels.h"
#include "compiler/Target/Common/TargetBackend.h"
#include "compiler/Transforms/Debug/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

using namespace mlc;
using llvm::StringRef;
using mlir::failure;
using mlir::FailureOr;
using mlir::ModuleOp;

/// Lines of `file` for what is in LLVM's dialect; nothing without -g.
static void addDebugInfo(mlir::OpPassManager &pm,
                         const CompileOptions &options) {
  if (!options.codegen.debugInfo)
    return;
  AttachLinesPassOptions attach;
  attach.file = options.linesFile();
  pm.addPass(createAttachLinesPass(attach));
  pm.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

/// Splits and lowers the kernels of one level, and appends them as units.
static mlir::LogicalResult lowerLevel(ModuleOp levelModule, TargetLevel at,
                                      ModuleOp code,
                                      const llvm::StringMap<size_t> &rows,
                                      const CompileOptions &options,
                                      std::vector<KernelUnit> &units) {
  auto builder = mlir::OpBuilder::atBlockEnd(code.getBody());
  ModuleOp split = ModuleOp::create(builder, levelModule.getLoc());
  auto kernels = splitKernels(levelModule, split);
  if (mlir::failed(kernels))
    return failure();

  mlir::PassManager pm(code.getContext(), ModuleOp::getOperationName());
  mlir::OpPassManager &each = pm.nest<ModuleOp>();
  at.backend->buildPipeline(each, *at.level);
  addDebugInfo(each, options);
  if (mlir::failed(pm.run(split)))
    return failure();

  for (KernelModule &kernel : *kernels) {
    auto row = rows.find(kernel.name);
    if (row == rows.end())
      return kernel.module.emitError("kernel '")
             << kernel.name << "' is no row of the kernel table";
    CodeUnit unit;
    unit.name = kernel.name;
    unit.level = at.level;
    unit.module = kernel.module;
    unit.generic = kernel.generic;
    unit.mark = kernel.mark;
    units.push_back({unit, row->second});
  }
  return mlir::success();
}

FailureOr<LoweredModule> mlc::lowerToLLVM(ModuleOp module,
                                          const CompileOptions &options) {
  mlir::PassManager weights(module.getContext(), ModuleOp::getOperationName());
  weights.addPass(createLayoutWeightsPass());
  if (mlir::failed(weights.run(module)))
    return failure();
  LoweredModule result;
  Manifest &manifest = result.inputs.manifest;
  if (mlir::failed(buildManifest(module, options, manifest)))
    return failure();
  result.code = ModuleOp::create(module.getLoc());

  llvm::StringMap<size_t> rows;
  for (auto [row, kernel] : llvm::enumerate(manifest.kernels))
    rows[kernel.name] = row;
  for (auto nested : module.getOps<ModuleOp>()) {
    auto name = nested->getAttrOfType<mlir::StringAttr>(kernel::kIsaAttr);
    if (!name)
      continue;
    TargetLevel at = findTargetLevel(name.getValue());
    if (!at.backend)
      return nested.emitError("'") << name.getValue()
                                   << "' is no code level that this compiler "
                                      "knows";
    if (mlir::failed(at.backend->isHost()
                         ? lowerLevel(nested, at, *result.code, rows, options,
                                      result.inputs.kernels)
                         : addDeviceImage(nested, at, manifest)))
      return failure();
  }

  mlir::PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(createRtToLLVMPass());
  addDebugInfo(pm.nest<ModuleOp>(), options);
  if (mlir::failed(pm.run(module)))
    return failure();
  ModuleOp host;
  for (auto nested : module.getOps<ModuleOp>())
    if (nested->hasAttr(rt::kHostAttr))
      host = nested;
  if (!host)
    return module.emitError("the host program has not been lowered");
  auto builder = mlir::OpBuilder::atBlockEnd(result.code->getBody());
  CodeUnit unit;
  unit.name = "host program";
  unit.level = &hostBackend().getLevels().front(); // runs wherever kernels do
  unit.module = llvm::cast<ModuleOp>(builder.clone(*host));
  unit.isKernel = false;
  result.inputs.host = unit;
  result.inputs.pool = &module.getContext()
                            ->getLoadedDialect<graph::GraphDialect>()
                            ->getConstantPool();
  return std::move(result);
}
