//===- Targets.cpp - Which code a compilation makes -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices come beside the host, which always runs the entries; naming only a
// device keeps the host's default levels.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlc;
using llvm::StringRef;

bool mlc::selectTargets(const CompileOptions &options,
                        std::vector<TargetLevel> &selection,
                        std::string &error) {
  llvm::SmallPtrSet<const IsaLevel *, 8> wanted;
  for (const std::string &text : options.target.targets) {
    const TargetBackend *backend = &hostBackend();
    StringRef names = text;
    auto [prefix, rest] = names.split(':');
    for (const TargetBackend *one : targetBackends())
      if (prefix == one->getName() && names.contains(':')) {
        backend = one;
        names = rest;
      }
    for (StringRef name : llvm::split(names, ',')) {
      const IsaLevel *level = backend->parseLevel(name, error);
      if (!level)
        return false;
      wanted.insert(level);
    }
  }
  selection.clear();
  for (const TargetBackend *backend : targetBackends()) {
    bool any = llvm::any_of(backend->getLevels(), [&](const IsaLevel &level) {
      return wanted.contains(&level);
    });
    for (const IsaLevel &level : backend->getLevels())
      if (any ? wanted.contains(&level) : backend->isHost())
        selection.push_back({backend, &level});
  }
  return true;
}
