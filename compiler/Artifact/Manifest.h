//===- Manifest.h - What an artifact says of itself -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts about a compiled model as plain structs: filled by the phases
// before, written as C tables (Tables.h), as JSON (ManifestJson.h) and as a C
// header (Header.h). Nothing here knows MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_MANIFEST_H
#define MLC_COMPILER_ARTIFACT_MANIFEST_H

#include "compiler/Constants/Hash.h"
#include "compiler/Support/DType.h"
#include <string>
#include <vector>

namespace mlc {

/// An extent, or a row of the symbol table, or neither (both -1): then only a
/// run can tell.
struct ManifestDim {
  int64_t extent = -1;
  int64_t symbol = -1;
};

struct ManifestValue {
  std::string name;
  mlc_kind kind = MLC_TENSOR;
  /// Of a list: what its items are, outermost first; empty: tensors.
  std::vector<mlc_kind> items;
  DType dtype = MLC_F32;
  std::vector<ManifestDim> dims;
  /// Outputs: the input whose buffer it may use, or -1.
  int32_t alias = -1;
};

struct ManifestEntry {
  std::string name;
  std::vector<ManifestValue> inputs, outputs;
  std::vector<uint32_t> states; // rows of the state table
  /// Bytes of workspace where no symbol changes it; 0 otherwise.
  uint64_t workspaceBytes = 0;
};

struct ManifestSymbol {
  std::string name;
  int64_t min = 0, max = INT64_MAX, divisor = 1;
};

struct ManifestKernel {
  std::string name;
  std::vector<std::string> nodes;
  std::string kind;
  uint64_t flops = 0, bytes = 0;
  /// For reports: what every launch of it has checked ("" when nothing), and
  /// the variants of its schedule, first choice first.
  std::string given;
  std::vector<std::string> variants;
};

struct ManifestState {
  std::string name;
  uint64_t bytes = 0, alignment = 64;
  /// Row of `weights` with the initial bytes, -1: zeros.
  int64_t weight = -1;
  DType dtype = MLC_F32;
  std::vector<ManifestDim> dims;
};

struct ManifestImage {
  std::string target, format; // "nvptx:sm_80", "ptx"
  std::string data;
};

struct ManifestWeight {
  Hash128 constant; // its name in the constant pool
  uint64_t offset = 0, bytes = 0;
};

struct ManifestCustomOp {
  std::string name;
  uint64_t signature = 0;
};

struct Manifest {
  /// Product version; and the canonical options.
  std::string compiler, options;
  std::vector<ManifestEntry> entries;
  std::vector<ManifestSymbol> symbols;
  std::vector<ManifestKernel> kernels; // row = index that launches use
  std::vector<std::string> nodes;      // row = node number of error records
  std::vector<ManifestState> states;
  std::vector<ManifestImage> images;
  std::vector<ManifestWeight> weights; // ascending offsets
  std::vector<ManifestCustomOp> customOps;
  uint64_t weightBytes = 0; // of the whole weight block
  std::string weightFile;   // basename of the side file; "": embedded
  uint32_t isaMask = 0;     // bit i: level i is present
  bool flushDenormals = false;
};

/// Lays the constants out one after another, each on a multiple of
/// kWeightAlignment, and sets `weights` and `weightBytes`. The rule is part of
/// the contract with generated code, which addresses weights by offset.
constexpr uint64_t kWeightAlignment = 64;
struct WeightSize {
  Hash128 constant;
  uint64_t bytes;
};
void layoutWeights(Manifest &manifest, const std::vector<WeightSize> &sizes);

/// A manifest as canonical JSON (keys in fixed order, two-space indent).
std::string manifestJson(const Manifest &manifest);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_MANIFEST_H
