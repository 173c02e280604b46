//===- DevicePhase.cpp - Images for devices -------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/DevicePhase.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlc;
using mlir::failure;
using mlir::ModuleOp;

mlir::LogicalResult mlc::addDeviceImage(ModuleOp level, TargetLevel at,
                                        Manifest &manifest) {
  mlir::OwningOpRef<ModuleOp> image = level.clone();
  mlir::PassManager pm(level.getContext(), ModuleOp::getOperationName());
  at.backend->buildPipeline(pm, *at.level);
  if (mlir::failed(pm.run(*image)))
    return failure();
  CodeUnit unit;
  unit.name = at.level->name.str();
  unit.level = at.level;
  unit.module = *image;
  auto compiled = at.backend->serialise(unit, {});
  if (!compiled)
    return level.emitError(llvm::toString(compiled.takeError()));
  const auto &bytes = compiled->front().bytes;
  manifest.images.push_back(
      {(at.backend->getName() + ":" + at.level->name).str(),
       at.backend->getImageFormat().str(),
       std::string(bytes.begin(), bytes.end())});
  return mlir::success();
}
