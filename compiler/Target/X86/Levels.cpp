//===- Levels.cpp - The code levels of x86-64 -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table, and the mapping of CPU models to levels through LLVM's own lists.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/Isa.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlc;
using llvm::StringRef;

// clang-format off
static const IsaLevel kLevels[] = {
    // id, name, symbol, cpu, features, vector bits, registers, FMA, F16C, parent, inherits
    {MLC_ISA_V2, "v2", "v2", "x86-64-v2", "", 128, 16, false, false, "", false},
    {MLC_ISA_V3, "v3", "v3", "x86-64-v3", "", 256, 16, true, true, "v2", false},
    {MLC_ISA_V4, "v4", "v4", "x86-64-v4", "+prfchw", 512, 32, true, true, "v3", false},
    {MLC_ISA_V4_VNNI, "v4+vnni", "v4_vnni", "x86-64-v4", "+prfchw,+avx512vnni",
     512, 32, true, true, "v4", true},
    {MLC_ISA_V4_BF16, "v4+bf16", "v4_bf16", "x86-64-v4",
     "+prfchw,+avx512vnni,+avx512bf16",
     512, 32, true, true, "v4_vnni", true},
    {MLC_ISA_V4_AMX, "v4+amx", "v4_amx", "x86-64-v4",
     "+prfchw,+avx512vnni,+avx512bf16,+amx-tile,+amx-int8,+amx-bf16",
     512, 32, true, true, "v4_bf16", true},
};
// clang-format on

llvm::ArrayRef<IsaLevel> mlc::isaLevels() { return kLevels; }

const IsaLevel &mlc::isaLevel(mlc_isa id) {
  assert(id > MLC_ISA_ANY && id < MLC_ISA_COUNT && "not a level");
  return kLevels[id - 1];
}

const IsaLevel *mlc::findIsaLevel(StringRef name) {
  for (const IsaLevel &level : kLevels)
    if (level.name == name || level.symbol == name)
      return &level;
  return nullptr;
}

/// The features that make up each level beyond the one below, in the order of
/// the table; only those that differ between real CPU models are listed.
static llvm::ArrayRef<StringRef> levelFeatures(size_t row) {
  static const StringRef v2[] = {"sse4.2", "ssse3", "popcnt", "cx16"};
  static const StringRef v3[] = {"avx2", "bmi",   "bmi2", "f16c",
                                 "fma",  "lzcnt", "movbe"};
  static const StringRef v4[] = {"avx512f", "avx512bw", "avx512cd", "avx512dq",
                                 "avx512vl"};
  static const StringRef vnni[] = {"avx512vnni"};
  static const StringRef bf16[] = {"avx512bf16"};
  static const StringRef amx[] = {"amx-tile", "amx-int8", "amx-bf16"};
  static const llvm::ArrayRef<StringRef> all[] = {v2, v3, v4, vnni, bf16, amx};
  static_assert(std::size(all) == std::size(kLevels),
                "every level says what tells it from the one below");
  return all[row];
}

const IsaLevel *mlc::isaLevelOfCpu(StringRef cpu, std::string &error) {
  if (const IsaLevel *level = findIsaLevel(cpu))
    return level;
  llvm::StringMap<bool> features;
  if (cpu == "native") {
    features = llvm::sys::getHostCPUFeatures();
  } else {
    if (llvm::X86::parseArchX86(cpu, /*Only64Bit=*/true) ==
        llvm::X86::CK_None) {
      error = ("'" + cpu +
               "' is no x86-64 CPU that this compiler knows; use x86-64-v2, "
               "x86-64-v3, x86-64-v4, native or a CPU name such as haswell")
                  .str();
      return nullptr;
    }
    llvm::SmallVector<StringRef> names;
    llvm::X86::getFeaturesForCPU(cpu, names);
    for (StringRef name : names)
      features[name] = true;
  }
  const IsaLevel *best = nullptr;
  for (auto [row, level] : llvm::enumerate(kLevels)) {
    for (StringRef feature : levelFeatures(row))
      if (!features.lookup(feature)) {
        if (!best)
          error = ("CPU '" + cpu + "' lacks " + feature +
                   "; generated code needs x86-64-v2")
                      .str();
        return best;
      }
    best = &level;
  }
  return best;
}
