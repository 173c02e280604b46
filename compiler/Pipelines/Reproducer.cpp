//===- Reproducer.cpp - What an internal error leaves behind --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a crash nothing is certain, least of all the allocator: the handler says
// with plain writes what happened, then tries to print the IR under an alarm
// that ends the process should that hang.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Reproducer.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/TextIR.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace mlc;
using llvm::StringRef;

/// The compilation that a crash is blamed on: the one that began last.
static std::atomic<Reproducer *> running{nullptr};

Reproducer::Reproducer(const CompileOptions &options, std::string model,
                       std::string output)
    : model(std::move(model)), output(std::move(output)), current("load") {
  if (std::string words = options.canonical(); !words.empty())
    flags = " " + words;
  if (options.tool.compileFrom)
    from = (" --compile-from=" + phaseName(*options.tool.compileFrom)).str();
  running = this;
}

Reproducer::~Reproducer() {
  Reproducer *self = this;
  running.compare_exchange_strong(self, nullptr);
}

void Reproducer::enter(StringRef step) {
  current = step.str();
  before = nullptr;
}

void Reproducer::enter(Phase next, mlir::ModuleOp module) {
  current = phaseName(next).str();
  phase = next;
  before = llvm::cast<mlir::ModuleOp>(module->clone());
}

std::string Reproducer::text() {
  std::string text;
  llvm::raw_string_ostream os(text);
  // The phase before; "import" itself comes from the model file.
  os << textHeader(before && phase != Phase::Import
                       ? phaseName(Phase(unsigned(phase) - 1))
                       : "nothing")
     << "// An internal error of the compiler in step '" << current << "'.\n"
     << "// It is repeated by: compile-model " << model << from << flags
     << "\n";
  if (!before)
    return text;
  if (phase > Phase::Import && phase < Phase::Object)
    os << "// or, weights apart, by: compile-model THIS_FILE --compile-from="
       << current << " --compile-to=" << current << flags << "\n";
  before->print(os, mlir::OpPrintingFlags().enableDebugInfo(true, false));
  return text;
}

std::string Reproducer::write() {
  std::string bytes = text();
  std::string path = output + ".reproducer.mlir";
  if (!llvm::errorToBool(writeFileAtomically(path, bytes)))
    return path;
  llvm::SmallString<128> other;
  int file = -1;
  if (llvm::sys::fs::createTemporaryFile("mlc-reproducer", "mlir", file, other))
    return "";
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << bytes;
  os.close();
  if (!os.has_error())
    return std::string(other);
  os.clear_error();
  return "";
}

static void say(const char *text) {
  [[maybe_unused]] ssize_t written = ::write(2, text, strlen(text));
}

static void onCrash(void *) {
  // A second crash, in here, ends the process at once.
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM})
    signal(number, [](int) { _exit(kInternalError); });
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  alarm(20);
  say("compile-model: internal error: the compiler crashed\n");
  Reproducer *blamed = running.exchange(nullptr);
  if (!blamed)
    _exit(kInternalError);
  std::string path = blamed->write();
  if (!path.empty()) {
    say("compile-model: reproducer: ");
    say(path.c_str());
    say("\n");
  }
  _exit(kInternalError);
}

void mlc::exitOnCrash() {
  llvm::setBugReportMsg(
      "This is an error of the compiler. Please report it with "
      "this text and the reproducer.\n");
  llvm::sys::AddSignalHandler(onCrash, nullptr);
}
