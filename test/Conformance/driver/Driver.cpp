//===- Driver.cpp - Run ONNX backend tests, one per line ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads test directories from stdin, one a line (flags of compile-model for
// this one test may follow, after tabs), and answers each with one line of JSON
// on stdout: {"test", "status", "detail", "max_ulp", "seconds"}, where status
// is pass, wrong, refused (the importer or a later phase names what is not
// supported), or error (anything else). It runs many tests in one process; who
// calls it starts a new one when it dies and books that test as a crash.
//
//   --mode=interpreter   import, run the reference interpreter
//   --mode=decomposed    the same with every composite op decomposed
//   --mode=fused         the same after the phases from infer to fuse
//   --mode=compiled      compile, run the library
//   --ops=FILE           run a table of op rows (OpRows.h) instead of stdin
//   --isa=LEVEL          code level to run
//   --rtol=X, --atol=X   how far values may be apart
//   --compile=FLAG=VALUE a flag of compile-model (repeatable)
//   --outputs            add the outputs to each answer; nothing is compared,
//                        and the data sets need none
//   --dump=DIR           write the imported IR of failing tests
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "test/Conformance/driver/OpRows.h"
#include "test/Conformance/driver/Runner.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <iostream>

using namespace mlc;
using namespace mlc::conformance;

/// {"dtype": 16, "shape": [2], "hex": "..."}; {"items": [...]} for a list.
static llvm::json::Value toJson(const reference::Value &value) {
  if (value.kind != reference::Value::Kind::Tensor) {
    llvm::json::Array items;
    for (const reference::Value &item : value.items)
      items.push_back(toJson(item));
    return llvm::json::Object{{"items", std::move(items)}};
  }
  Literal tensor = value.tensor.expanded();
  return llvm::json::Object{
      {"dtype", static_cast<int64_t>(tensor.dtype())},
      {"shape", llvm::json::Array(tensor.shape())},
      {"hex", llvm::toHex(tensor.bytes(), /*LowerCase=*/true)}};
}

static void answer(const std::string &test, const Outcome &outcome,
                   double seconds) {
  llvm::json::Object record{{"test", test},
                            {"status", outcome.status},
                            {"detail", llvm::json::fixUTF8(outcome.detail)},
                            {"max_ulp", outcome.maxUlps},
                            {"kernels", outcome.kernels},
                            {"host_steps", outcome.hostSteps},
                            {"other_shape", outcome.otherShape},
                            {"folded_differs", outcome.foldedDiffers},
                            {"seconds", seconds}};
  if (!outcome.outputs.empty()) {
    llvm::json::Array outputs;
    for (const reference::Value &value : outcome.outputs)
      outputs.push_back(toJson(value));
    record["outputs"] = std::move(outputs);
  }
  llvm::outs() << llvm::json::Value(std::move(record)) << "\n";
  llvm::outs().flush();
}

static int badNumber(llvm::StringRef text) {
  llvm::errs() << "no number: '" << text << "'\n";
  return 1;
}

int main(int argc, char **argv) {
  RunOptions options;
  std::vector<std::string> tables;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("--mode=")) {
      std::optional<Mode> mode = parseMode(argument);
      if (!mode) {
        llvm::errs() << "unknown mode '" << argument << "'\n";
        return 1;
      }
      options.mode = *mode;
    } else if (argument.consume_front("--ops=")) {
      tables.push_back(argument.str());
    } else if (argument.consume_front("--isa=")) {
      options.isa = argument.str();
    } else if (argument.consume_front("--rtol=")) {
      if (argument.getAsDouble(options.tolerance.relative))
        return badNumber(argument);
    } else if (argument.consume_front("--atol=")) {
      if (argument.getAsDouble(options.tolerance.absolute))
        return badNumber(argument);
    } else if (argument.consume_front("--compile=")) {
      options.compileFlags.push_back(argument.str());
    } else if (argument == "--outputs") {
      options.keepOutputs = true;
    } else if (argument.consume_front("--dump=")) {
      options.dumpDirectory = argument.str();
    } else {
      llvm::errs() << "unknown flag '" << argument << "'\n";
      return 1;
    }
  }
  if (!tables.empty()) {
    for (const std::string &table : tables)
      runOpRows(table, options,
                [](const std::string &name, const Outcome &outcome) {
                  answer(name, outcome, 0);
                });
    return 0;
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    auto start = std::chrono::steady_clock::now();
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(line).split(words, '\t');
    RunOptions own = options;
    for (llvm::StringRef flag : llvm::drop_begin(words))
      own.compileFlags.push_back(flag.str());
    Outcome outcome = runTest(words.front(), own);
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    answer(line, outcome, seconds.count());
  }
  return 0;
}
