//===- compile-threads.cpp - Compilations at the same time ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compile-threads FOLDER THREADS MODEL...
//
// Each thread compiles every model, the first one at another place in the list,
// to FOLDER/<thread>/<stem of the model>.so; every second one with threads of
// its own. Fails when a compilation fails.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <thread>

using namespace mlc;

static int compileOne(const std::string &model, const std::string &output,
                      unsigned threads) {
  CompileOptions options;
  options.tool.output = output;
  options.tool.threads = threads;
  std::string problems;
  llvm::raw_string_ostream os(problems);
  Driver driver(options, model, os, os);
  int code = driver.compile();
  if (code) // one write, so that messages of threads do not mix
    llvm::errs() << problems;
  return code;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  unsigned count = argc > 3 ? std::atoi(argv[2]) : 0;
  if (count == 0) {
    llvm::errs() << "usage: compile-threads FOLDER THREADS MODEL...\n";
    return 1;
  }
  std::vector<std::string> models(argv + 3, argv + argc);
  std::atomic<int> worst = 0;
  auto work = [&](unsigned number) {
    std::string folder = std::string(argv[1]) + "/" + std::to_string(number);
    if (llvm::sys::fs::create_directories(folder))
      worst = 1;
    for (size_t i = 0; i < models.size(); ++i) {
      const std::string &model = models[(i + number) % models.size()];
      std::string output =
          folder + "/" + llvm::sys::path::stem(model).str() + ".so";
      if (int code = compileOne(model, output, number % 2 + 1))
        worst = code;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < count; ++number)
    threads.emplace_back(work, number);
  for (std::thread &thread : threads)
    thread.join();
  return worst;
}
