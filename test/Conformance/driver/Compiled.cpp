//===- Compiled.cpp - Compile a model and run the library -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Compiled.h"
#include "compiler/Pipelines/Driver.h"
#include "test/Conformance/driver/Compare.h"
#include "test/Conformance/driver/Library.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

Outcome mlc::conformance::compileLibrary(llvm::StringRef path,
                                         const RunOptions &options,
                                         Library &library) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("mlc-conformance", "so", file))
    return {"error", "no temporary file", 0, 0};
  llvm::FileRemover remover(file);

  CompileOptions compileOptions;
  std::string problem;
  llvm::SmallVector<std::pair<std::string, std::string>> flags = {
      {"o", file.str().str()}, {"threads", "1"}};
  for (const std::string &flag : options.compileFlags) {
    auto [name, value] = llvm::StringRef(flag).split('=');
    flags.push_back({name.str(), value.str()});
  }
  for (auto &[flag, value] : flags)
    if (!compileOptions.set(flag, value, problem))
      return {"error", problem, 0, 0};

  std::string out, err;
  llvm::raw_string_ostream outStream(out), errStream(err);
  Driver driver(compileOptions, path.str(), outStream, errStream);
  if (int code = driver.compile())
    return {code == 2 ? "refused" : "error", llvm::StringRef(err).trim().str(),
            0, 0};
  if (llvm::Error error = library.open(file.str().str()))
    return {"error", llvm::toString(std::move(error)), 0, 0};
  return {"pass", "", 0, library.kernels()};
}

Outcome mlc::conformance::runCompiled(llvm::StringRef path,
                                      llvm::ArrayRef<DataSet> sets,
                                      llvm::ArrayRef<DataSet> otherShapes,
                                      const RunOptions &options,
                                      std::vector<Value> &firstResults) {
  Library library;
  Outcome outcome = compileLibrary(path, options, library);
  if (outcome.status != "pass")
    return outcome;
  auto fail = [&](const char *status, std::string detail) {
    outcome.status = status;
    outcome.detail = std::move(detail);
  };
  uint32_t isa = 0;
  if (!options.isa.empty() &&
      (isa = mlc_isa_from_name(options.isa.c_str())) == 0) {
    fail("error", "no code level '" + options.isa + "'");
    return outcome;
  }
  // False when the set does not agree; the reason when it does not run.
  auto runSet = [&](const DataSet &data, std::string &refusal) {
    auto first = library.run(nullptr, data.inputs, isa, 0xff);
    if (!first) {
      refusal = llvm::toString(first.takeError());
      return true;
    }
    if (!options.keepOutputs) {
      Difference difference = compareValues(*first, data.outputs,
                                            options.tolerance, options.random);
      outcome.maxUlps = std::max(outcome.maxUlps, difference.maxUlps);
      if (!difference.message.empty()) {
        fail("wrong", difference.message);
        return false;
      }
    }
    auto second = library.run(nullptr, data.inputs, isa, 0xcb);
    if (!second) {
      fail("error", llvm::toString(second.takeError()));
      return false;
    }
    for (size_t i = 0; i < first->size(); ++i)
      if (!sameBits((*first)[i], (*second)[i])) {
        fail("wrong",
             "output " + std::to_string(i) + " depends on what was in memory");
        return false;
      }
    if (options.keepOutputs)
      outcome.outputs.assign(first->begin(), first->end());
    if (firstResults.empty())
      firstResults = std::move(*first);
    return true;
  };
  for (const DataSet &data : sets) {
    std::string refusal;
    if (!runSet(data, refusal))
      return outcome;
    if (!refusal.empty()) {
      fail("error", refusal);
      return outcome;
    }
  }
  for (const DataSet &data : otherShapes) {
    std::string refusal;
    if (!runSet(data, refusal)) {
      outcome.detail = "of another shape: " + outcome.detail;
      return outcome;
    }
    outcome.otherShape = refusal.empty() ? "pass" : refusal;
    if (refusal.empty())
      break;
  }
  return outcome;
}

void mlc::conformance::compareFolded(llvm::StringRef path, const DataSet &data,
                                     llvm::ArrayRef<Value> computed,
                                     const RunOptions &options,
                                     Outcome &outcome) {
  auto fail = [&](const std::string &status, const std::string &detail) {
    outcome.status = status;
    outcome.detail = "folded: " + detail;
  };
  Library library;
  Outcome compiled = compileLibrary(path, options, library);
  if (compiled.status != "pass")
    return fail(compiled.status, compiled.detail);
  auto folded = library.run(nullptr, {}, 0, 0xff);
  if (!folded)
    return fail("error", llvm::toString(folded.takeError()));
  Difference difference =
      compareValues(*folded, data.outputs, options.tolerance, options.random);
  if (!difference.message.empty())
    return fail("wrong", difference.message);
  for (size_t i = 0; i < computed.size(); ++i) {
    if (sameBits(computed[i], (*folded)[i]))
      continue;
    outcome.foldedDiffers += "output " + std::to_string(i) + " of type " +
                             (computed[i].kind == Value::Kind::Tensor
                                  ? dtypeName(computed[i].tensor.dtype()).str()
                                  : "list") +
                             ";";
  }
}
