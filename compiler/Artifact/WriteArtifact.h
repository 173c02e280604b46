//===- WriteArtifact.h - From code and manifest to files --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last two phases: compiles the host program and the kernels (object), then
// joins them with tables and weights (artifact). Knows nothing of dialects: its
// input is LLVM code and a manifest.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_WRITEARTIFACT_H
#define MLC_COMPILER_ARTIFACT_WRITEARTIFACT_H

#include "compiler/Artifact/Manifest.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Target/Common/CodeUnit.h"
#include <functional>

namespace mlc {

/// Code of one kernel at one level.
struct KernelUnit {
  CodeUnit code;
  size_t kernel; // row of manifest.kernels
};

struct ArtifactInputs {
  Manifest manifest;
  /// Defines mlc_entry_<name>, and where sizes or shapes depend on symbols
  /// mlc_workspace_<name> and mlc_shapes_<name>.
  CodeUnit host;
  std::vector<KernelUnit> kernels;
  const ConstantPool *pool = nullptr;
};

enum class ArtifactKind { SharedLibrary, StaticLibrary, Object };

struct ArtifactSettings {
  ArtifactKind kind = ArtifactKind::SharedLibrary;
  std::string output;
  /// C identifier that names the standalone functions.
  std::string name;
  std::string prefix;
  /// Where weights go that are not embedded; its basename is in the manifest.
  std::string weightPath;
  unsigned threads = 0;
  /// Folder that keeps the linked objects; "": none.
  std::string saveTemps;
  std::function<void(size_t done, size_t total)> progress;
};

/// What happened to one kernel at one level, for reports.
struct KernelReport {
  size_t kernel;
  mlc_isa level;
  double seconds; // CPU time from LLVM dialect to object
  uint64_t codeBytes;
  bool shared; // equal to another kernel's code
};

struct ArtifactReport {
  uint64_t fileBytes = 0, codeBytes = 0, weightBytes = 0;
  double hostSeconds = 0, objectSeconds = 0, linkSeconds = 0;
  std::vector<KernelReport> kernels;
};

/// The compiled parts, before tables and weights.
struct ObjectSet {
  CompiledUnit host;
  std::vector<CompiledUnit> kernels; // as in ArtifactInputs::kernels
};

llvm::Expected<ObjectSet> compileObjects(const ArtifactInputs &inputs,
                                         const ArtifactSettings &settings,
                                         ArtifactReport &report);

/// Links and writes the file `settings.output`. Sets the manifest's isaMask.
llvm::Error writeArtifact(ArtifactInputs &inputs, const ObjectSet &objects,
                          const ArtifactSettings &settings,
                          ArtifactReport &report);

/// Writes assembly or LLVM IR: one file for the host program and one per level,
/// named after `settings.output` ("m.s" -> "m.host.s", "m.v3.s").
llvm::Error writeCodeText(const ArtifactInputs &inputs,
                          const ArtifactSettings &settings, CodeFormat format);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_WRITEARTIFACT_H
