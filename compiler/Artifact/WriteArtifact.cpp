//===- WriteArtifact.cpp - From code and manifest to files ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order decides bytes, so every list here keeps the order of its input: kernels
// by row, levels from the lowest up.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/WriteArtifact.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/Link.h"
#include "compiler/Artifact/Tables.h"
#include "compiler/Target/Common/ObjectFile.h"
#include "compiler/Target/Common/Parallel.h"
#include "compiler/Target/Common/TargetBackend.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace mlc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static double wallSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static StringRef text(const llvm::SmallVector<char, 0> &bytes) {
  return {bytes.data(), bytes.size()};
}

static Expected<std::vector<CompiledUnit>>
compileAll(const ArtifactInputs &inputs, const ArtifactSettings &settings,
           CodeFormat format) {
  std::vector<CodeUnit> units = {inputs.host};
  for (const KernelUnit &kernel : inputs.kernels)
    units.push_back(kernel.code);
  CompileSettings compile;
  compile.format = format;
  compile.threads = settings.threads;
  compile.flushDenormals = inputs.manifest.flushDenormals;
  compile.progress = settings.progress;
  // Kernels see the builtins only; the host program does not call kernels
  // directly either, it launches them by row.
  auto provided = definedSymbols(builtinsObject());
  if (!provided)
    return provided.takeError();
  compile.provided = std::move(*provided);
  return hostBackend().serialise(units, compile);
}

Expected<ObjectSet> mlc::compileObjects(const ArtifactInputs &inputs,
                                        const ArtifactSettings &settings,
                                        ArtifactReport &report) {
  double start = wallSeconds();
  auto units = compileAll(inputs, settings, CodeFormat::Object);
  if (!units)
    return units.takeError();
  ObjectSet objects;
  objects.host = std::move(units->front());
  report.hostSeconds = objects.host.seconds;
  report.codeBytes = objects.host.codeBytes;
  for (auto [i, kernel] : llvm::enumerate(inputs.kernels)) {
    CompiledUnit &unit = (*units)[i + 1];
    report.kernels.push_back({kernel.kernel, kernel.code.level->id,
                              unit.seconds, unit.codeBytes,
                              unit.bytes.empty()});
    report.codeBytes += unit.codeBytes;
    objects.kernels.push_back(std::move(unit));
  }
  report.objectSeconds = wallSeconds() - start;
  return std::move(objects);
}

/// Which code serves each kernel at each level: its own, else what the nearest
/// lower level has.
static Error fillCodeTables(ArtifactInputs &inputs, const ObjectSet &objects,
                            TableInputs &tables) {
  Manifest &manifest = inputs.manifest;
  size_t rows = manifest.kernels.size();
  manifest.isaMask = rows ? 0 : 1u << MLC_ISA_V2;
  for (auto [i, kernel] : llvm::enumerate(inputs.kernels)) {
    if (kernel.kernel >= rows)
      return makeError("kernel '", kernel.code.name,
                       "' is no row of the kernel table");
    mlc_isa level = kernel.code.level->id;
    manifest.isaMask |= 1u << level;
    auto &table = tables.code[level];
    table.resize(rows);
    table[kernel.kernel] = {objects.kernels[i].runSymbol,
                            objects.kernels[i].itemsSymbol};
  }
  for (const IsaLevel &level : isaLevels()) {
    auto &table = tables.code[level.id];
    if (table.empty())
      continue;
    for (size_t row = 0; row < rows; ++row) {
      const IsaLevel *from = findIsaLevel(level.parent);
      while (table[row].run.empty() && from) {
        if (!tables.code[from->id].empty())
          table[row] = tables.code[from->id][row];
        from = findIsaLevel(from->parent);
      }
      if (table[row].run.empty())
        return makeError("kernel '", manifest.kernels[row].name,
                         "' has no code for level ", level.name);
    }
  }
  return Error::success();
}

/// Compiles the table module; nothing in it is worth optimising, but it goes
/// the same way as all code.
static Expected<CompiledUnit> compileTables(llvm::Module &module) {
  CodeUnit unit;
  unit.name = "tables";
  unit.level = &isaLevel(MLC_ISA_V2);
  unit.isKernel = false;
  llvm::raw_string_ostream os(unit.ir);
  module.print(os, nullptr);
  auto compiled = hostBackend().serialise(unit, {});
  if (!compiled)
    return compiled.takeError();
  return std::move(compiled->front());
}

static Error saveObjects(StringRef folder, llvm::ArrayRef<LinkInput> inputs) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(code, "cannot make folder '%s': %s",
                                   folder.str().c_str(),
                                   code.message().c_str());
  for (const LinkInput &input : inputs) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, input.name);
    if (Error error = writeFileAtomically(path, input.bytes))
      return error;
  }
  return Error::success();
}

Error mlc::writeArtifact(ArtifactInputs &inputs, const ObjectSet &objects,
                         const ArtifactSettings &settings,
                         ArtifactReport &report) {
  double start = wallSeconds();
  Manifest &manifest = inputs.manifest;
  bool shared = settings.kind == ArtifactKind::SharedLibrary;
  TableInputs tables;
  tables.manifest = &manifest;
  tables.name = settings.name;
  tables.prefix = settings.prefix;
  tables.exportQuery = shared || settings.prefix.empty();
  if (Error error = fillCodeTables(inputs, objects, tables))
    return error;
  auto hostSymbols = definedSymbols(text(objects.host.bytes));
  if (!hostSymbols)
    return hostSymbols.takeError();
  tables.hostSymbols = std::move(*hostSymbols);
  for (const ManifestEntry &entry : manifest.entries)
    if (!llvm::binary_search(tables.hostSymbols, "mlc_entry_" + entry.name))
      return makeError("the host program does not define entry '", entry.name,
                       "'");

  // A side file is written first: the note needs its hash.
  WrittenWeights side;
  FinishSettings finish;
  finish.manifest = &manifest;
  finish.pool = inputs.pool;
  if (!manifest.weightFile.empty() && manifest.weightBytes) {
    auto written =
        writeWeightSideFile(manifest, *inputs.pool, settings.weightPath);
    if (!written)
      return written.takeError();
    side = std::move(*written);
    finish.sideWeights = &side;
  }

  llvm::LLVMContext context;
  TableModule tableModule = buildTables(tables, context);
  tableModule.module->appendModuleInlineAsm(
      weightPlaceholder(manifest, /*relocatable=*/!shared));
  auto tableUnit = compileTables(*tableModule.module);
  if (!tableUnit)
    return tableUnit.takeError();

  std::vector<LinkInput> links = {{"host.o", text(objects.host.bytes)},
                                  {"tables.o", text(tableUnit->bytes)}};
  for (const CompiledUnit &unit : objects.kernels)
    if (!unit.bytes.empty())
      links.push_back({unit.runSymbol + ".o", text(unit.bytes)});
  if (!settings.saveTemps.empty())
    if (Error error = saveObjects(settings.saveTemps, links))
      return error;

  unsigned threads = settings.threads ? settings.threads : availableThreads();
  auto image = shared ? linkShared(links, tableModule.exports, threads)
                      : linkRelocatable(links, tableModule.exports, threads);
  if (!image)
    return image.takeError();
  if (settings.kind == ArtifactKind::StaticLibrary)
    finish.archiveMember = "model.o";
  finish.exports = tableModule.exports;
  auto bytes = finishFile(*image, finish, settings.output);
  if (!bytes)
    return bytes.takeError();
  report.fileBytes = *bytes;
  report.weightBytes = manifest.weightBytes;
  report.linkSeconds = wallSeconds() - start;
  return Error::success();
}

Error mlc::writeCodeText(const ArtifactInputs &inputs,
                         const ArtifactSettings &settings, CodeFormat format) {
  auto units = compileAll(inputs, settings, format);
  if (!units)
    return units.takeError();
  StringRef extension = llvm::sys::path::extension(settings.output);
  std::string stem =
      StringRef(settings.output).drop_back(extension.size()).str();
  auto write = [&](StringRef part, StringRef code) {
    return writeFileAtomically((stem + "." + part + extension).str(), code);
  };
  if (Error error = write("host", text(units->front().bytes)))
    return error;
  for (const IsaLevel &level : isaLevels()) {
    std::string code;
    for (auto [i, kernel] : llvm::enumerate(inputs.kernels))
      if (kernel.code.level == &level)
        code += text((*units)[i + 1].bytes);
    if (code.empty())
      continue;
    if (Error error = write(level.symbol, code))
      return error;
  }
  return Error::success();
}
