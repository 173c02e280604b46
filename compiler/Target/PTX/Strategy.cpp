//===- Strategy.cpp - Variants of kernels on NVIDIA GPUs ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One variant per kernel that has a form at all. The tile of a block is what
// its threads do in one step: an element each, or a row per warp.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Gpu/GpuKernel.h"
#include "compiler/Target/PTX/Backend.h"

using namespace mlc;

void ptx::Backend::addVariants(
    kernel::FuncOp kernel, llvm::ArrayRef<const IsaLevel *> levels,
    llvm::SmallVectorImpl<sched::VariantAttr> &variants,
    std::string &why) const {
  std::optional<GpuShape> shape = gpuShapeOf(kernel, why);
  if (!shape)
    return;
  mlir::MLIRContext *context = kernel.getContext();
  // Lanes that share one item.
  int64_t lanes = *shape == GpuShape::Rows ? 32 : 1;
  auto tile = sched::LevelAttr::get(context, sched::LevelKind::Thread, {lanes});
  variants.push_back(sched::VariantAttr::get(
      context, mlir::StringAttr::get(context, levels.front()->symbol), nullptr,
      nullptr, {tile}));
}
