//===- CompileObjects.cpp - All objects of an artifact --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two rounds over the units. The first makes each unit's LLVM module under
// neutral names, as bitcode; units with equal bitcode whose levels share a code
// generator target are one. The second compiles what is left. Bitcode crosses
// threads, LLVM contexts do not.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/CompileObjects.h"
#include "compiler/Target/Common/ObjectFile.h"
#include "compiler/Target/Common/Parallel.h"
#include "compiler/Target/X86/Emit.h"
#include "compiler/Target/X86/Optimize.h"
#include "compiler/Target/X86/Translate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <numeric>
#include <optional>
#include <time.h>

using namespace mlc;
using namespace mlc::x86;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

// Names of a kernel's two functions while units are compared.
static constexpr StringRef kRun = "mlc.kernel";
static constexpr StringRef kItems = "mlc.kernel.items";

namespace {
/// CPU time of the calling thread.
struct ThreadClock {
  static double now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
  }
  double start = now();
  double seconds() const { return now() - start; }
};

struct Prepared {
  llvm::SmallVector<char, 0> bitcode;
  bool hasItems = false;
  double seconds = 0;
  std::optional<std::string> error;
};
} // namespace

static std::string describe(const CodeUnit &unit) {
  return unit.isKernel
             ? ("kernel '" + unit.name + "' (" + unit.level->name + ")").str()
             : unit.name;
}

static Error fail(const CodeUnit &unit, const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s",
                                 describe(unit).c_str(), why.str().c_str());
}

static Expected<std::unique_ptr<llvm::Module>>
loadUnit(const CodeUnit &unit, llvm::LLVMContext &context) {
  if (unit.module)
    return translate(unit.module, context, "mlc");
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(llvm::MemoryBufferRef(unit.ir, "mlc"), diagnostic, context);
  if (!module)
    return fail(unit, "line " + llvm::Twine(diagnostic.getLineNo()) + ": " +
                          diagnostic.getMessage());
  return std::move(module);
}

/// Round one: the unit as bitcode under neutral names.
static Error prepareUnit(const CodeUnit &unit, const CompileSettings &settings,
                         Prepared &out) {
  llvm::LLVMContext context;
  auto module = loadUnit(unit, context);
  if (!module)
    return module.takeError();
  (*module)->setModuleIdentifier("mlc");
  (*module)->setSourceFileName("mlc");
  if (unit.isKernel) {
    llvm::Function *run = (*module)->getFunction(unit.name);
    if (!run || run->isDeclaration())
      return fail(unit, "its module does not define the kernel's function");
    run->setName(kRun);
    llvm::Function *items = (*module)->getFunction(unit.name + ".items");
    if (items && !items->isDeclaration()) {
      items->setName(kItems);
      out.hasItems = true;
    }
    // Whatever else is defined belongs to this kernel alone.
    for (llvm::GlobalValue &value : (*module)->global_values())
      if (!value.isDeclaration() && value.getName() != kRun &&
          value.getName() != kItems)
        value.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  std::string why;
  llvm::raw_string_ostream os(why);
  if (llvm::verifyModule(**module, &os))
    return fail(unit, "invalid LLVM IR: " + why);
  llvm::raw_svector_ostream stream(out.bitcode);
  llvm::WriteBitcodeToFile(**module, stream);
  return Error::success();
}

/// Round two: bitcode to code under final names.
static Error compileUnit(const CodeUnit &unit, const Prepared &prepared,
                         const CompileSettings &settings, CompiledUnit &out) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef({prepared.bitcode.data(), prepared.bitcode.size()},
                            "mlc"),
      context);
  if (!module)
    return module.takeError();
  if (unit.isKernel) {
    (*module)->getFunction(kRun)->setName(out.runSymbol);
    if (prepared.hasItems)
      (*module)->getFunction(kItems)->setName(out.itemsSymbol);
  }
  prepareModule(**module, {unit.level, settings.flushDenormals});
  auto machine = createMachine(*unit.level);
  optimize(**module, *machine, unit.generic);
  if (settings.format == CodeFormat::LLVM) {
    llvm::raw_svector_ostream stream(out.bytes);
    (*module)->print(stream, nullptr);
    return Error::success();
  }
  auto bytes =
      emit(**module, *machine,
           settings.format == CodeFormat::Object ? OutputKind::Object
                                                 : OutputKind::Assembly);
  if (!bytes)
    return fail(unit, llvm::toString(bytes.takeError()));
  out.bytes = std::move(*bytes);
  if (settings.format != CodeFormat::Object)
    return Error::success();

  StringRef object(out.bytes.data(), out.bytes.size());
  auto code = codeBytes(object);
  if (!code)
    return code.takeError();
  out.codeBytes = *code;
  if (settings.provided.empty())
    return Error::success();
  auto undefined = undefinedSymbols(object);
  if (!undefined)
    return undefined.takeError();
  for (const std::string &symbol : *undefined)
    if (!std::binary_search(settings.provided.begin(), settings.provided.end(),
                            symbol))
      return fail(unit, "calls '" + symbol +
                            "', which no part of an artifact defines");
  return Error::success();
}

Expected<std::vector<CompiledUnit>>
x86::compileUnits(llvm::ArrayRef<CodeUnit> units,
                  const CompileSettings &settings) {
  initialize();
  std::vector<Prepared> prepared(units.size());
  std::vector<CompiledUnit> results(units.size());
  auto record = [](Prepared &slot, Error error) {
    if (error)
      slot.error = llvm::toString(std::move(error));
  };
  auto firstError = [&]() -> Error {
    for (const Prepared &slot : prepared)
      if (slot.error)
        return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                       slot.error->c_str());
    return Error::success();
  };

  // Modules of one single-threaded MLIR context are translated one by one.
  bool parallelTranslation = true;
  for (CodeUnit unit : units)
    if (unit.module && !unit.module.getContext()->isMultithreadingEnabled())
      parallelTranslation = false;
  parallelFor(
      units.size(), parallelTranslation ? settings.threads : 1, [&](size_t i) {
        ThreadClock clock;
        record(prepared[i], prepareUnit(units[i], settings, prepared[i]));
        prepared[i].seconds = clock.seconds();
      });
  if (Error error = firstError())
    return std::move(error);

  // Equal bitcode is equal code for levels of one vector width (a body that
  // uses no VNNI instruction is the same at v4 and v4+vnni). Lower levels come
  // first, so shared code never needs more than its user has.
  std::vector<size_t> order(units.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return units[a].level->id < units[b].level->id;
  });
  llvm::StringMap<size_t> seen;
  std::vector<size_t> work;
  for (size_t i : order) {
    const CodeUnit &unit = units[i];
    CompiledUnit &result = results[i];
    std::string key(prepared[i].bitcode.data(), prepared[i].bitcode.size());
    key += std::to_string(unit.level->vectorBits) + (unit.generic ? "g" : "") +
           "#" + unit.mark;
    if (!unit.isKernel)
      key += "#" + std::to_string(i);
    auto [entry, isNew] = seen.try_emplace(key, i);
    result.sameAs = entry->second;
    result.seconds = prepared[i].seconds;
    if (!isNew) {
      result.runSymbol = results[result.sameAs].runSymbol;
      result.itemsSymbol = results[result.sameAs].itemsSymbol;
      prepared[i].bitcode.clear();
      continue;
    }
    if (unit.isKernel) {
      result.runSymbol = (unit.name + "." + unit.level->symbol).str();
      result.itemsSymbol =
          prepared[i].hasItems ? result.runSymbol + ".items" : "";
    }
    work.push_back(i);
  }

  std::mutex progressLock;
  size_t done = 0;
  parallelFor(work.size(), settings.threads, [&](size_t w) {
    size_t i = work[w];
    ThreadClock clock;
    record(prepared[i],
           compileUnit(units[i], prepared[i], settings, results[i]));
    results[i].seconds += clock.seconds();
    prepared[i].bitcode = {};
    if (settings.progress) {
      std::lock_guard<std::mutex> guard(progressLock);
      settings.progress(++done, work.size());
    }
  });
  if (Error error = firstError())
    return std::move(error);
  return results;
}
