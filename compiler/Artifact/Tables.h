//===- Tables.h - The constant tables of an artifact ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the LLVM module that ties an artifact together: the tables of
// artifact_abi.h, the ELF note, mlc_query and the functions that run an entry
// with no runtime.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_TABLES_H
#define MLC_COMPILER_ARTIFACT_TABLES_H

#include "compiler/Artifact/Manifest.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace mlc {

/// Symbols of one kernel's code at one level; "" where there is none.
struct KernelSymbols {
  std::string run, items;
};

struct TableInputs {
  const Manifest *manifest;
  /// [level][kernel]; an empty vector for a level that the artifact lacks.
  std::vector<KernelSymbols> code[MLC_ISA_COUNT];
  /// Symbols that the host object defines, sorted: tells which of
  /// mlc_workspace_<entry> and mlc_shapes_<entry> exist.
  std::vector<std::string> hostSymbols;
  /// C identifier that names the standalone functions.
  std::string name;
  /// Exported as <prefix>_query too; "" for none.
  std::string prefix;
  /// Whether mlc_query itself is exported (not from a static library with a
  /// prefix: two of them must link into one program).
  bool exportQuery = true;
};

/// Names of sections and symbols that the steps after the link look for.
constexpr const char *kManifestSection = ".mlc.manifest";
constexpr const char *kWeightTableSection = ".mlc.weights.table";
constexpr const char *kNoteSection = ".note.mlc";
constexpr const char *kWeightsSymbol = "mlc_weights";

struct TableModule {
  std::unique_ptr<llvm::Module> module;
  /// What the library exports, sorted.
  std::vector<std::string> exports;
};
TableModule buildTables(const TableInputs &inputs, llvm::LLVMContext &context);

/// "NAME" or "NAME_entry": the stem of an entry's standalone functions.
std::string standaloneStem(llvm::StringRef name, const Manifest &manifest,
                           size_t entry);

/// Adds NAME_run, NAME_workspace_size and NAME_output_shapes of every entry
/// and returns their names. `artifact` is the address of the artifact table.
std::vector<std::string> addStandaloneFunctions(const TableInputs &inputs,
                                                llvm::Module &module,
                                                llvm::Constant *artifact);

/// Marks a function as one of the library's exports.
void markExported(llvm::Function *function);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_TABLES_H
