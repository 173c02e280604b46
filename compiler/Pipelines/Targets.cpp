//===- Targets.cpp - Which code a compilation makes -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPU targets come beside the CPU, which always runs the host program; naming
// only a GPU keeps the default levels.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlc;
using llvm::StringRef;

bool TargetSelection::has(mlc_isa id) const {
  return llvm::any_of(levels,
                      [&](const IsaLevel *level) { return level->id == id; });
}

/// "sm_80", "sm_90a": compute capability, perhaps with a letter.
static bool isGpuArchitecture(StringRef name) {
  if (!name.consume_front("sm_"))
    return false;
  if (!name.empty() && llvm::isAlpha(name.back()))
    name = name.drop_back();
  unsigned number;
  return !name.getAsInteger(10, number) && number >= 70 && number <= 130;
}

bool mlc::selectTargets(const CompileOptions &options,
                        TargetSelection &selection, std::string &error) {
  for (const std::string &text : options.target.targets) {
    StringRef target = text;
    if (target.consume_front("nvptx:")) {
      llvm::SmallVector<StringRef> names;
      target.split(names, ',');
      for (StringRef name : names) {
        if (!isGpuArchitecture(name)) {
          error = ("'" + name + "' in '" + text +
                   "' is no GPU architecture; write nvptx:sm_80 or later")
                      .str();
          return false;
        }
        selection.nvptx.push_back(name.str());
      }
      continue;
    }
    llvm::SmallVector<StringRef> names;
    target.split(names, ',');
    for (StringRef name : names) {
      name.consume_front("x86-64-");
      const IsaLevel *level = isaLevelOfCpu(name, error);
      if (!level)
        return false;
      if (!llvm::is_contained(selection.levels, level))
        selection.levels.push_back(level);
    }
  }
  if (selection.levels.empty())
    for (const IsaLevel &level : isaLevels())
      selection.levels.push_back(&level);
  llvm::sort(selection.levels, [](const IsaLevel *a, const IsaLevel *b) {
    return a->id < b->id;
  });
  return true;
}
