//===- CheckTest.cpp - A failed check is an internal error ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLC_CHECK in a child process that handles crashes as compile-model does.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Check.h"
#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/Reproducer.h"
#include "test/unit/Catch.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace mlc;

static std::string textOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "no file " + path;
}

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a failed check ends as an internal error with a reproducer") {
  llvm::SmallString<64> folder;
  REQUIRE(!llvm::sys::fs::createUniqueDirectory("mlc-check", folder));
  std::string output = (folder + "/m.so").str(),
              said = (folder + "/said").str();
  int evaluated = 0;
  MLC_CHECK(++evaluated == 1, "holds");
  CHECK(evaluated == 1);

  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!freopen(said.c_str(), "w", stderr))
      _exit(1);
    exitOnCrash();
    CompileOptions options;
    Reproducer reproducer(options, "m.onnx", output);
    reproducer.enter("guess");
    MLC_CHECK(output.empty(), "there is no output");
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == kInternalError);
  std::string text = textOf(said);
  INFO(text);
  CHECK(contains(text, "CheckTest.cpp:"));
  CHECK(contains(text, "check failed: there is no output (output.empty())"));
  CHECK(contains(text, "internal error"));
  std::string file = textOf(output + ".reproducer.mlir");
  INFO(file);
  CHECK(contains(file, "step 'guess'"));
  CHECK(contains(file, "compile-model m.onnx"));
  llvm::sys::fs::remove_directories(folder);
}
