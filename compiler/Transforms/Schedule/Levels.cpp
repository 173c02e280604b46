//===- Levels.cpp - Code levels named by a pass option --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Schedule/Levels.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlc;

FailureOr<SmallVector<TargetLevel>> mlc::levelsOf(ArrayRef<std::string> names,
                                                  ModuleOp module) {
  for (const std::string &name : names)
    if (!findTargetLevel(name).backend)
      return module.emitError("no code level is named '") << name << "'";
  SmallVector<TargetLevel> levels;
  for (const TargetBackend *backend : targetBackends())
    for (const IsaLevel &level : backend->getLevels())
      if (names.empty() ? backend->isHost()
                        : llvm::any_of(names, [&](StringRef name) {
                            return backend->findLevel(name) == &level;
                          }))
        levels.push_back({backend, &level});
  return levels;
}

SmallVector<const IsaLevel *> mlc::levelsOf(const TargetBackend &backend,
                                            ArrayRef<TargetLevel> levels) {
  SmallVector<const IsaLevel *> own;
  for (const TargetLevel &at : levels)
    if (at.backend == &backend)
      own.push_back(at.level);
  return own;
}
