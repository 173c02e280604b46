//===- Levels.cpp - Architectures of NVIDIA GPUs --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per compute capability whose PTX differs; those with a letter have
// instructions that no later one keeps, so none inherits from them. Vector bits
// are those of one thread.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/PTX/Backend.h"

using namespace mlc;
using llvm::StringRef;

static constexpr IsaLevel row(StringRef name, StringRef features,
                              StringRef parent) {
  return {MLC_ISA_ANY,
          name,
          name,
          name,
          features,
          /*vectorBits=*/32,
          /*vectorRegisters=*/255,
          /*hasFma=*/true,
          /*hasF16C=*/true,
          parent,
          /*inherits=*/false};
}

// PTX 8.0 is the oldest that knows sm_90a; newer ones need a newer driver.
static const IsaLevel kLevels[] = {
    row("sm_70", "+ptx80", ""),         row("sm_75", "+ptx80", "sm_70"),
    row("sm_80", "+ptx80", "sm_75"),    row("sm_86", "+ptx80", "sm_80"),
    row("sm_89", "+ptx80", "sm_86"),    row("sm_90", "+ptx80", "sm_89"),
    row("sm_90a", "+ptx80", "sm_90"),   row("sm_100", "+ptx86", "sm_90"),
    row("sm_100a", "+ptx86", "sm_100"), row("sm_120", "+ptx87", "sm_100"),
    row("sm_120a", "+ptx87", "sm_120"),
};

llvm::ArrayRef<IsaLevel> ptx::Backend::getLevels() const { return kLevels; }

const IsaLevel *ptx::Backend::parseLevel(StringRef text,
                                         std::string &error) const {
  if (const IsaLevel *level = findLevel(text))
    return level;
  error = ("'" + text +
           "' is no GPU architecture that this compiler knows; "
           "write nvptx:sm_80 for example; known are")
              .str();
  for (const IsaLevel &level : kLevels)
    error += (" " + level.name).str();
  return nullptr;
}
