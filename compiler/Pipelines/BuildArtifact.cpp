//===- BuildArtifact.cpp - From lowered IR to the files asked for ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of a driver: code for every kernel, then tables and weights.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/Header.h"
#include "compiler/Pipelines/DriverState.h"
#include "compiler/Pipelines/ObjectPhase.h"
#include "llvm/Support/Path.h"

using namespace mlc;
using llvm::StringRef;

int Driver::buildArtifact() {
  double start = wallSeconds();
  state->reproducer->enter(Phase::Object, *state->module);
  showProgress("[object] lowering");
  auto lowered = lowerToLLVM(*state->module, options);
  if (mlir::failed(lowered))
    return state->unsupported
               ? kUnsupported
               : internalError(
                     "the lowering to LLVM failed; see the message above");
  ArtifactInputs &inputs = lowered->inputs;
  Emit emit = options.artifact.emit;
  ArtifactSettings settings;
  settings.kind = emit == Emit::StaticLib ? ArtifactKind::StaticLibrary
                  : emit == Emit::Obj     ? ArtifactKind::Object
                                          : ArtifactKind::SharedLibrary;
  settings.output = defaultOutput();
  settings.name = modelName();
  settings.prefix = options.artifact.prefix;
  settings.threads = options.tool.threads;
  settings.saveTemps = options.tool.saveTemps;
  settings.progress = [&](size_t done, size_t total) {
    showProgress("[object] kernel " + llvm::Twine(done) + " of " +
                 llvm::Twine(total));
  };

  // Weights beside the library: asked for, or too large to embed.
  const WeightPlace &place = options.artifact.weights;
  constexpr uint64_t kMostEmbedded = uint64_t(1) << 30;
  if (place.kind == WeightPlace::File)
    settings.weightPath = place.path;
  else if (place.kind == WeightPlace::Auto &&
           inputs.manifest.weightBytes > kMostEmbedded)
    settings.weightPath = settings.output + ".weights";
  if (inputs.manifest.weightBytes && !settings.weightPath.empty())
    inputs.manifest.weightFile =
        llvm::sys::path::filename(settings.weightPath).str();

  if (emit == Emit::Header) {
    if (llvm::Error problem = writeFileAtomically(
            settings.output,
            headerText(inputs.manifest, settings.name, settings.prefix)))
      return failure(std::move(problem));
    return kDone;
  }
  if (emit == Emit::PTX) {
    std::string text;
    for (const ManifestImage &image : inputs.manifest.images)
      text += image.data;
    if (text.empty())
      return error(kUserError,
                   "no GPU is named; add --target=nvptx:sm_80 for example");
    if (llvm::Error problem = writeFileAtomically(settings.output, text))
      return failure(std::move(problem));
    return kDone;
  }
  if (emit == Emit::Asm || emit == Emit::LLVM) {
    if (llvm::Error problem = writeCodeText(
            inputs, settings,
            emit == Emit::Asm ? CodeFormat::Assembly : CodeFormat::LLVM))
      return failure(std::move(problem));
    return kDone;
  }
  auto objects = compileObjects(inputs, settings, compileReport.artifact);
  if (!objects)
    return failure(objects.takeError());
  finishStep("object", start);
  double compiled = wallSeconds();
  state->reproducer->enter("artifact");
  showProgress("[artifact]");
  if (llvm::Error problem =
          writeArtifact(inputs, *objects, settings, compileReport.artifact))
    return failure(std::move(problem));
  if (options.tool.header) {
    StringRef stem = settings.output;
    stem = stem.drop_back(llvm::sys::path::extension(stem).size());
    if (llvm::Error problem = writeFileAtomically(
            (stem + ".h").str(),
            headerText(inputs.manifest, settings.name, settings.prefix)))
      return failure(std::move(problem));
  }
  finishStep("artifact", compiled);
  compileReport.manifest = std::move(inputs.manifest);
  return kDone;
}
