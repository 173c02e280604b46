//===- DevicePhase.cpp - Images for GPUs ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU form is made from the fused kernel, not from the CPU's loops.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/DevicePhase.h"
#include "compiler/Codegen/Gpu/GpuKernel.h"
#include "compiler/Codegen/LowerToLLVM.h"
#include "compiler/Target/PTX/Serialize.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace mlc;
using mlir::failure;
using mlir::ModuleOp;

/// Appends the kernel's GPU code in LLVM dialect to `image`.
static mlir::LogicalResult lowerKernel(kernel::FuncOp kernel, GpuShape shape,
                                       ModuleOp image) {
  mlir::OwningOpRef<ModuleOp> own = ModuleOp::create(kernel.getLoc());
  // Emitters may ask ops for extents, which adds to the kernel's body.
  mlir::OpBuilder builder(kernel);
  auto scratch = llvm::cast<kernel::FuncOp>(builder.clone(*kernel));
  auto emitted = emitGpuKernel(scratch, shape, *own);
  scratch.erase();
  if (mlir::failed(emitted))
    return failure();
  mlir::PassManager pm(kernel.getContext(), ModuleOp::getOperationName());
  buildKernelToLLVMPipeline(pm, {});
  if (mlir::failed(pm.run(*own)) ||
      mlir::failed(addGpuEntry(kernel, shape, *own)))
    return failure();
  auto target = mlir::OpBuilder::atBlockEnd(image.getBody());
  for (mlir::Operation &op : *own->getBody())
    target.clone(op);
  return mlir::success();
}

mlir::LogicalResult mlc::addDeviceImages(ModuleOp module,
                                         const std::vector<std::string> &nvptx,
                                         Manifest &manifest) {
  if (nvptx.empty())
    return mlir::success();
  module.getContext()->getOrLoadDialect<mlir::NVVM::NVVMDialect>();
  ptx::registerTranslations(*module.getContext());
  mlir::OwningOpRef<ModuleOp> image = ModuleOp::create(module.getLoc());
  size_t count = 0;
  std::string reasons;
  for (auto kernel : module.getOps<kernel::FuncOp>()) {
    std::string why;
    std::optional<GpuShape> shape = gpuShapeOf(kernel, why);
    if (!shape) {
      reasons += "; '" + kernel.getSymName().str() + "': " + why;
      continue;
    }
    if (mlir::failed(lowerKernel(kernel, *shape, *image)))
      return failure();
    ++count;
  }
  if (!count)
    return module.emitError("unsupported: no kernel of this model has a form "
                            "for GPUs yet")
           << reasons;
  for (const std::string &architecture : nvptx) {
    auto text = ptx::serialize(*image, architecture);
    if (!text)
      return module.emitError(llvm::toString(text.takeError()));
    manifest.images.push_back({"nvptx:" + architecture, "ptx", *text});
  }
  return mlir::success();
}
