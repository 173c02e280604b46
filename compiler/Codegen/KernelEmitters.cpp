//===- KernelEmitters.cpp - Who lowers which kind of kernel ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table. A variant that names an emitter gets that one or an error: a
// target's strategy must know what it asks for.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/KernelEmitters.h"

#include "compiler/Codegen/Contraction/ContractionKernel.h"
#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Generic/GenericKernel.h"
#include "compiler/Codegen/Loop/LoopKernel.h"
#include "compiler/Codegen/Pooling/PoolingKernel.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlc;

ArrayRef<KernelEmitterRow> mlc::kernelEmitters() {
  static const KernelEmitterRow rows[] = {
      {"loop", emitLoopKernel, false},
      {"row", emitLoopKernel, false},
      {"contraction", emitContractionKernel, false},
      {"contraction", emitLoopKernel, true},
      {"convolution", emitBlockedConvolutionKernel, false},
      {"convolution", emitPackedConvolutionKernel, false},
      {"convolution", emitPlainConvolutionKernel, false},
      {"convolution", emitLoopKernel, true},
      {"pooling", emitBlockedPoolingKernel, false},
      {"pooling", emitPlanarPoolingKernel, false},
      {"pooling", emitLoopKernel, false},
      {"reorder", emitReorderKernel, false},
      {"reorder", emitLoopKernel, false},
      {"generic", emitGenericKernel, true},
      {"border", emitBorderKernel, false},
      {"border", emitLoopKernel, false},
      {"generic", emitLoopKernel, true},
  };
  return rows;
}

LogicalResult mlc::emitKernel(kernel::FuncOp kernel, const IsaLevel &level,
                              ModuleOp module) {
  sched::VariantAttr variant = sched::variantOf(kernel);
  StringRef by = variant && variant.getBy() ? variant.getBy().getValue() : "";
  bool known = false, told = false;
  ScopedDiagnosticHandler handler(kernel.getContext(), [&](Diagnostic &d) {
    told |= d.getSeverity() == DiagnosticSeverity::Error;
    return failure(); // to whoever listens
  });
  for (const KernelEmitterRow &row : kernelEmitters()) {
    if (row.name != by || (by.empty() && row.kind != kernel.getKind()))
      continue;
    known = true;
    if (failed(row.emit(kernel, level, module))) {
      if (told) // not declined but wrong
        return failure();
      continue;
    }
    if (auto made = module.lookupSymbol<func::FuncOp>(kernel.getSymName())) {
      if (row.generic)
        made->setAttr(kernel::kGenericAttr, UnitAttr::get(kernel.getContext()));
      if (Attribute origins = kernel->getAttr(kernel::kOriginsAttr))
        made->setAttr(kernel::kOriginsAttr, origins);
    }
    return success();
  }
  if (!by.empty())
    return kernel.emitError(known ? "is declined by the emitter '"
                                  : "no emitter is named '")
           << by << "', which its variant asks for";
  if (!known)
    return kernel.emitError("no emitter for kernels of kind '")
           << kernel.getKind() << "'";
  return failure();
}
