//===- Registry.cpp - The backends there are ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of targets.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/TargetBackend.h"

#include "compiler/Codegen/KernelEmitters.h"
#include "compiler/Target/PTX/Backend.h"
#include "compiler/Target/X86/Backend.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlc;
using llvm::StringRef;

llvm::ArrayRef<const TargetBackend *> mlc::targetBackends() {
  static const x86::Backend host;
  static const ptx::Backend nvptx;
  static const TargetBackend *const all[] = {&host, &nvptx};
  return all;
}

const TargetBackend &mlc::hostBackend() { return *targetBackends().front(); }

TargetLevel mlc::findTargetLevel(StringRef name) {
  for (const TargetBackend *backend : targetBackends())
    if (const IsaLevel *level = backend->findLevel(name))
      return {backend, level};
  return {};
}

TargetBackend::~TargetBackend() = default;

llvm::LogicalResult TargetBackend::emit(kernel::FuncOp kernel,
                                        const IsaLevel &level,
                                        mlir::ModuleOp module) const {
  return emitKernel(kernel, level, module);
}

const IsaLevel *TargetBackend::findLevel(StringRef name) const {
  if (!name.empty())
    for (const IsaLevel &level : getLevels())
      if (level.name == name || level.symbol == name)
        return &level;
  return nullptr;
}

const IsaLevel *
TargetBackend::inheritedFrom(const IsaLevel &level,
                             llvm::ArrayRef<const IsaLevel *> levels) const {
  // Down to the first level that recompiles everything: what is below it has
  // other vectors.
  for (const IsaLevel *at = &level; at && at->inherits;) {
    at = findLevel(at->parent);
    if (llvm::is_contained(levels, at))
      return at;
  }
  return nullptr;
}

bool TargetBackend::includes(const IsaLevel &level, StringRef name) const {
  for (const IsaLevel *at = &level; at; at = findLevel(at->parent))
    if (at->symbol == name)
      return true;
  return false;
}
