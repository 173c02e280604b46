//===- LowerKernels.cpp - Emit every kernel's loops ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ContractionKernel.h"
#include "compiler/Codegen/Convolution/ConvolutionKernel.h"
#include "compiler/Codegen/Generic/GenericKernel.h"
#include "compiler/Codegen/KernelEmitters.h"
#include "compiler/Codegen/Loop/LoopKernel.h"
#include "compiler/Codegen/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_LOWERKERNELSPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

ArrayRef<KernelEmitterRow> mlc::kernelEmitters() {
  static const KernelEmitterRow rows[] = {
      {"loop", emitLoopKernel, false},
      {"row", emitLoopKernel, false},
      {"contraction", emitContractionKernel, false},
      {"contraction", emitLoopKernel, true},
      {"convolution", emitPackedConvolutionKernel, false},
      {"convolution", emitPlainConvolutionKernel, false},
      {"convolution", emitLoopKernel, true},
      {"generic", emitGenericKernel, true},
      {"border", emitBorderKernel, false},
      {"border", emitLoopKernel, false},
      {"generic", emitLoopKernel, true},
  };
  return rows;
}

namespace {
class LowerKernelsPass : public mlc::impl::LowerKernelsPassBase<LowerKernelsPass> {
public:
  using LowerKernelsPassBase::LowerKernelsPassBase;
  void runOnOperation() override;

private:
  LogicalResult lower(kernel::FuncOp kernel, const IsaLevel &level, ModuleOp module);
};
} // namespace

LogicalResult LowerKernelsPass::lower(kernel::FuncOp kernel, const IsaLevel &level,
                                      ModuleOp module) {
  // Emitters may ask ops for extents, which adds to the kernel's body.
  OpBuilder builder(kernel);
  kernel::FuncOp scratch = kernel.clone();
  builder.insert(scratch);
  LogicalResult result = failure();
  bool known = false;
  for (const KernelEmitterRow &row : kernelEmitters()) {
    if (row.kind != kernel.getKind())
      continue;
    known = true;
    result = row.emit(scratch, level, module);
    if (succeeded(result)) {
      if (row.generic) {
        ++numGeneric;
        kernel->setAttr(kernel::kGenericAttr, builder.getUnitAttr());
        if (auto made = module.lookupSymbol<func::FuncOp>(kernel.getSymName()))
          made->setAttr(kernel::kGenericAttr, builder.getUnitAttr());
      }
      break;
    }
  }
  scratch.erase();
  if (!known)
    return kernel.emitError("no emitter for kernels of kind '")
           << kernel.getKind() << "'";
  return result;
}

void LowerKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<std::string> names(levels.begin(), levels.end());
  if (names.empty())
    names = {"v2", "v3", "v4"};
  SmallVector<kernel::FuncOp> kernels(module.getOps<kernel::FuncOp>());
  for (const std::string &name : names) {
    const IsaLevel *level = findIsaLevel(name);
    if (!level) {
      module.emitError("no code level is named '") << name << "'";
      return signalPassFailure();
    }
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto lowered = ModuleOp::create(builder, module.getLoc(),
                                    ("isa_" + level->symbol).str());
    lowered->setAttr("kernel.isa", builder.getStringAttr(level->symbol));
    for (kernel::FuncOp kernel : kernels)
      if (failed(lower(kernel, *level, lowered)))
        return signalPassFailure();
  }
}
