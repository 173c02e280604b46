//===- Driver.cpp - Run ONNX backend tests, one per line ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads test directories from stdin, one a line, and answers each with one line
// of JSON on stdout: {"test", "status", "detail", "max_ulp", "seconds"}, where
// status is pass, wrong, refused (the importer or a later phase names what is
// not supported), or error (anything else). It runs many tests in one process;
// who calls it starts a new one when it dies and books that test as a crash.
//
//   --mode=interpreter   import, run the reference interpreter
//   --mode=static        compile with the data's shapes, run the library
//   --mode=dynamic       compile with every input extent dynamic
//   --mode=constant      inputs are constants of the model
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "test/Conformance/driver/Runner.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <iostream>

using namespace mlc;
using namespace mlc::conformance;

int main(int argc, char **argv) {
  RunOptions options;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("--mode=")) {
      std::optional<Mode> mode = parseMode(argument);
      if (!mode) {
        llvm::errs() << "unknown mode '" << argument << "'\n";
        return 1;
      }
      options.mode = *mode;
    } else if (argument.consume_front("--isa=")) {
      options.isa = argument.str();
    } else if (argument.consume_front("--dump=")) {
      options.dumpDirectory = argument.str();
    } else {
      llvm::errs() << "unknown flag '" << argument << "'\n";
      return 1;
    }
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    auto start = std::chrono::steady_clock::now();
    Outcome outcome = runTest(line, options);
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    llvm::json::Object answer{{"test", line},
                              {"status", outcome.status},
                              {"detail", llvm::json::fixUTF8(outcome.detail)},
                              {"max_ulp", outcome.maxUlps},
                              {"kernels", outcome.kernels},
                              {"seconds", seconds.count()}};
    llvm::outs() << llvm::json::Value(std::move(answer)) << "\n";
    llvm::outs().flush();
  }
  return 0;
}
