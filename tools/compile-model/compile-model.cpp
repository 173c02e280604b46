//===- compile-model.cpp - The compiler on the command line ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags to options, options to a driver; nothing else.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Inspect.h"
#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/Reproducer.h"
#include "compiler/Pipelines/Version.h"
#include "tools/compile-model/Help.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"
#include <csignal>

using namespace mlc;
using llvm::StringRef;

static int usage(const llvm::Twine &problem) {
  llvm::errs() << "compile-model: " << problem
               << "\ncompile-model: see --help\n";
  return kUserError;
}

static int inspect(StringRef path) {
  auto text = inspectArtifact(path);
  if (!text) {
    llvm::errs() << llvm::toString(text.takeError()) << "\n";
    return kUserError;
  }
  llvm::outs() << *text;
  return kDone;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  exitOnCrash();
  // A file beyond the size limit is an error of the write, with a message.
  signal(SIGXFSZ, SIG_IGN);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> arguments(argv + 1, argv + argc);
  llvm::cl::ExpansionContext responseFiles(allocator,
                                           llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = responseFiles.expandResponseFiles(arguments))
    return usage(llvm::toString(std::move(error)));

  llvm::SmallVector<StringRef> words;
  for (const char *argument : arguments) {
    StringRef word = argument;
    if (word == "--help" || word == "-h" || word == "-help") {
      printHelp(llvm::outs());
      return kDone;
    }
    if (word == "--help=markdown") {
      printOptionsPage(llvm::outs());
      return kDone;
    }
    if (word == "--version") {
      printVersion(llvm::outs());
      return kDone;
    }
    words.push_back(word);
  }
  CompileOptions options;
  std::vector<std::string> files;
  std::string problem;
  if (!parseCompileOptions(words, options, files, problem))
    return usage(problem);
  problem = options.validate();
  if (!problem.empty())
    return usage(problem);
  problem = options.unsupported();
  if (!problem.empty()) {
    llvm::errs() << "compile-model: " << problem << "\n";
    return kUnsupported;
  }
  if (options.tool.listOps != ListFormat::None) {
    listOperators(options.tool.listOps, llvm::outs());
    return kDone;
  }
  if (options.tool.printPipeline) {
    printPipeline(options, llvm::outs());
    return kDone;
  }
  if (files.empty())
    return usage("no model is given");
  if (files.size() > 1)
    return usage("one model at a time; '" + files[1] +
                 "' is too much (more entries: --entry NAME=FILE)");
  if (options.tool.inspect)
    return inspect(files[0]);
  Driver driver(options, files[0], llvm::outs(), llvm::errs());
  return options.tool.check ? driver.check() : driver.compile();
}
