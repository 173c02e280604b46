//===- main.cpp - Measures schedules of a model's kernels ---------------- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/Reproducer.h"
#include "compiler/Pipelines/Version.h"
#include "tools/mlc-tune/Tuner.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlc;
using llvm::StringRef;

static int usage(const llvm::Twine &problem) {
  llvm::errs() << "mlc-tune: " << problem << "\nmlc-tune: see --help\n";
  return kUserError;
}

static void printHelp() {
  llvm::outs() <<
      R"(usage: mlc-tune MODEL -o FILE.json [options] [options of compile-model]

Measures other schedules of the model's kernels on this machine (register tiles
of products and convolutions, their work items, lengths of passes over a sum) and
writes those that beat the usual one by more than the noise. `compile-model
--tuning-db=FILE.json` then takes them, for this model and any other that has the
same kernels.

  -o FILE.json       the database; an existing one is extended, and what it has
                     for a kernel is not measured again
  --seconds N        time to spend, about (default 60)
  --threads N        threads of the runs (default: as many as mlc-run takes)
  --input NAME=SPEC  an input as mlc-run reads it (default: random numbers)
  --entry NAME       the entry to run (default: the first)
  -v                 a line per step of the compiler
  --help, --version

The target is this machine; --dim and --shape fix what the model leaves open, and
should be those of the later compilation: a kernel's shapes are part of its key.

Examples:
  mlc-tune model.onnx -o tuned.json --seconds 120
  mlc-tune model.onnx -o tuned.json --dim batch=8 --threads 1
  compile-model model.onnx -o model.so --tuning-db=tuned.json
)";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  exitOnCrash();
  tune::TuneOptions options;
  llvm::SmallVector<StringRef> words;
  // Own options first; the value stands behind '=' or is the next word.
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    auto value = [&](StringRef name, StringRef &to) {
      if (!word.starts_with(name))
        return false;
      StringRef rest = word.drop_front(name.size());
      if (rest.consume_front("=")) {
        to = rest;
        return true;
      }
      if (!rest.empty())
        return false;
      to = i + 1 < argc ? argv[++i] : "";
      return true;
    };
    StringRef text;
    if (word == "--help" || word == "-h") {
      printHelp();
      return kDone;
    }
    if (word == "--version") {
      printVersion(llvm::outs());
      return kDone;
    }
    if (value("-o", text) || value("--output", text)) {
      options.database = text.str();
    } else if (value("--seconds", text)) {
      if (text.getAsDouble(options.seconds) || !(options.seconds > 0) ||
          options.seconds > 1e6)
        return usage("option --seconds needs a number up to 1000000, not '" +
                     text + "'");
    } else if (value("--threads", text)) {
      if (text.getAsInteger(10, options.run.threads) || !options.run.threads ||
          options.run.threads > 4096)
        return usage("option --threads needs a whole number from 1 to 4096, "
                     "not '" +
                     text + "'");
    } else if (value("--input", text)) {
      auto [name, spec] = text.split('=');
      if (spec.empty())
        return usage("option --input needs NAME=SPEC, not '" + text + "'");
      options.run.inputs.push_back({name.str(), spec.str()});
    } else if (value("--entry", text) && !text.contains('=')) {
      options.run.entry = text.str();
    } else {
      words.push_back(word);
    }
  }
  std::vector<std::string> files;
  std::string problem;
  if (!parseCompileOptions(words, options.compile, files, problem))
    return usage(problem);
  problem = options.compile.validate();
  if (!problem.empty())
    return usage(problem);
  problem = options.compile.unsupported();
  if (!problem.empty()) {
    llvm::errs() << "mlc-tune: " << problem << "\n";
    return kUnsupported;
  }
  if (files.size() != 1)
    return usage(files.empty() ? "no model is given" : "one model at a time");
  if (options.database.empty())
    return usage("no file is given to write to (-o FILE.json)");
  if (!options.compile.target.targets.empty())
    return usage("the target is this machine; leave out --target");
  if (!options.compile.codegen.tuning.path.empty())
    return usage("the usual schedules are what others are measured against; "
                 "leave out --tuning-db");
  if (!options.compile.set("target", "native", problem))
    return usage(problem);
  options.run.model = files[0];
  return tune::tune(std::move(options));
}
