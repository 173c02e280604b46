//===- Driver.cpp - One compilation from file to file ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, runs the phases one by one (so that each can be timed and dumped), and
// hands the result to the artifact library.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/Header.h"
#include "compiler/Pipelines/DriverState.h"
#include "compiler/Pipelines/PeakMemory.h"
#include "compiler/Pipelines/Phases.h"
#include "compiler/Pipelines/Registration.h"
#include "compiler/Pipelines/Targets.h"
#include "compiler/Pipelines/TextIR.h"
#include "compiler/Support/NodeName.h"
#include "compiler/Target/Common/Parallel.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <map>

using namespace mlc;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

int Driver::error(int code, const Twine &text) {
  clearProgress();
  err << model << ": " << text << "\n";
  return code;
}

int Driver::internalError(const Twine &text) {
  error(kInternalError,
        "internal error in step '" + state->reproducer->step() + "': " + text);
  std::string path = state->reproducer->write();
  err << model << ":   note: "
      << (path.empty() ? "no reproducer could be written"
                       : "reproducer: " + path)
      << "\n";
  return kInternalError;
}

int Driver::failure(llvm::Error problem) {
  std::string text;
  std::error_code code;
  llvm::handleAllErrors(std::move(problem),
                        [&](const llvm::ErrorInfoBase &info) {
                          text = info.message();
                          code = info.convertToErrorCode();
                        });
  // What the system refuses is the user's to mend: a folder that is not there,
  // a full disk.
  bool system = code.category() == std::generic_category() ||
                code.category() == std::system_category();
  return system ? error(kUserError, text) : internalError(text);
}

void Driver::showProgress(const Twine &text) {
  if (!state->terminal || wallSeconds() - state->start < 1)
    return;
  err << "\r\033[K" << text;
  err.flush();
  state->progressShown = true;
}

void Driver::clearProgress() {
  if (state->progressShown)
    err << "\r\033[K";
  state->progressShown = false;
}

void Driver::finishStep(StringRef name, double start) {
  double seconds = wallSeconds() - start;
  compileReport.phases.push_back({name.str(), seconds});
  if (!options.tool.verbose)
    return;
  clearProgress();
  err << model << ": " << name << ": " << llvm::format("%.3f s\n", seconds);
}

/// "model.onnx: node 'conv_12': what is wrong".
static void printDiagnostic(mlir::Diagnostic &diagnostic, StringRef model,
                            llvm::raw_ostream &err) {
  err << model << ": ";
  StringRef node = nodeName(diagnostic.getLocation());
  if (!node.empty())
    err << "node '" << node << "': ";
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning)
    err << "warning: ";
  err << diagnostic.str() << "\n";
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    err << model << ":   note: " << note.str() << "\n";
}

Driver::Driver(const CompileOptions &options, std::string model,
               llvm::raw_ostream &out, llvm::raw_ostream &err)
    : options(options), model(std::move(model)), out(out), err(err),
      state(std::make_unique<State>()) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlc::registerAllDialects(registry);
  auto threading = mlir::MLIRContext::Threading::DISABLED;
  state->context = std::make_unique<mlir::MLIRContext>(registry, threading);
  state->context->printOpOnDiagnostic(options.tool.verbose);
  unsigned threads =
      options.tool.threads ? options.tool.threads : availableThreads();
  if (threads > 1) {
    state->threads = std::make_unique<llvm::DefaultThreadPool>(
        llvm::hardware_concurrency(threads));
    state->context->setThreadPool(*state->threads);
  }
  State *s = state.get();
  state->reproducer.emplace(options, this->model, defaultOutput());
  state->terminal =
      &err == &llvm::errs() && llvm::sys::Process::StandardErrIsDisplayed();
  if (options.tool.timePasses) {
    state->passTimes.setEnabled(true);
    state->passTimes.setOutput(mlir::createOutputStrategy(
        mlir::DefaultTimingManager::OutputFormat::Text, err));
    state->passScope = state->passTimes.getRootScope();
  }
  std::string shown = this->model;
  llvm::raw_ostream *stream = &err;
  state->handler = std::make_unique<mlir::ScopedDiagnosticHandler>(
      state->context.get(), [s, shown, stream](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark ||
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Note)
          return mlir::success();
        std::lock_guard<std::mutex> guard(s->lock);
        if (StringRef(diagnostic.str()).starts_with("unsupported"))
          s->unsupported = true;
        if (StringRef(diagnostic.str()).starts_with("cannot write"))
          s->unwritable = true;
        if (s->progressShown)
          *stream << "\r\033[K";
        s->progressShown = false;
        printDiagnostic(diagnostic, shown, *stream);
        return mlir::success();
      });
}

Driver::~Driver() {
  // IR goes before its context, the context before its threads.
  state->reproducer.reset();
  state->module = nullptr;
  state->handler.reset();
  state->context.reset();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Driver::modelName() const {
  if (!options.artifact.prefix.empty())
    return options.artifact.prefix;
  return cIdentifier(llvm::sys::path::stem(model));
}

std::string Driver::defaultOutput() const {
  if (!options.tool.output.empty())
    return options.tool.output;
  StringRef extension = ".so";
  switch (options.artifact.emit) {
  case Emit::StaticLib:
    extension = ".a";
    break;
  case Emit::Obj:
    extension = ".o";
    break;
  case Emit::Asm:
    extension = ".s";
    break;
  case Emit::LLVM:
    extension = ".ll";
    break;
  case Emit::PTX:
    extension = ".ptx";
    break;
  case Emit::Graph:
    extension = ".mlir";
    break;
  case Emit::Header:
    extension = ".h";
    break;
  case Emit::Lib:
    break;
  }
  return (llvm::sys::path::stem(model) + extension).str();
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

int Driver::dumpPhase(Phase phase) {
  StringRef folder = options.tool.dumpIR;
  if (folder.empty())
    return kDone;
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return error(kUserError,
                 "cannot make folder '" + folder + "': " + code.message());
  std::string text;
  llvm::raw_string_ostream os(text);
  state->module->print(os, mlir::OpPrintingFlags().useLocalScope());
  char number[4];
  snprintf(number, sizeof number, "%02u", unsigned(phase));
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path,
                          Twine(number) + "-" + phaseName(phase) + ".mlir");
  if (llvm::Error problem = writeFileAtomically(path, text))
    return failure(std::move(problem));
  return kDone;
}

int Driver::runPhasesTo(Phase last) {
  Phase first = options.tool.compileFrom.value_or(
      state->readText ? Phase::Infer : Phase::Import);
  if (first == Phase::Import) {
    std::map<std::string, int64_t> counts;
    state->module->walk([&](mlir::Operation *op) {
      if (op != state->module->getOperation())
        ++counts[op->getName().getStringRef().str()];
    });
    compileReport.importedOps.assign(counts.begin(), counts.end());
  }
  // Text that is to stand in for a phase's result must keep its contract.
  if (state->readText && options.tool.compileFrom && first > Phase::Infer &&
      mlir::failed(verifyPhase(*state->module, Phase(unsigned(first) - 1))))
    return kUserError;
  for (unsigned p = unsigned(first); p <= unsigned(last); ++p) {
    Phase phase = Phase(p);
    if (phase >= Phase::Object)
      break;
    showProgress("[" + phaseName(phase) + "]");
    double start = wallSeconds();
    state->reproducer->enter(phase, *state->module);
    if (mlir::failed(runPhases(*state->module, options, phase, phase,
                               &state->passScope))) {
      if (state->unsupported)
        return kUnsupported;
      // What the model itself may be blamed for ends with inference.
      if (phase <= Phase::Infer || state->unwritable)
        return kUserError;
      return internalError("the phase failed; see the message above");
    }
    finishStep(phaseName(phase), start);
    if (int code = dumpPhase(phase))
      return code;
  }
  return kDone;
}

int Driver::writeText(Phase last) {
  std::string text = textHeader(phaseName(last));
  llvm::raw_string_ostream os(text);
  state->module->print(
      os, mlir::OpPrintingFlags().enableDebugInfo(/*enable=*/true, false));
  if (options.tool.output.empty() || options.tool.output == "-") {
    out << text;
    out.flush();
    return kDone;
  }
  if (llvm::Error problem =
          writeTextIR(*state->module, text, options.tool.output))
    return failure(std::move(problem));
  return kDone;
}

int Driver::compile() {
  std::vector<TargetLevel> targets;
  std::string targetError;
  if (!selectTargets(options, targets, targetError)) {
    err << "compile-model: option --target: " << targetError << "\n";
    return kUserError;
  }
  std::optional<PeakMemory> peak;
  if (!options.tool.report.empty())
    peak.emplace();
  double start = wallSeconds();
  if (int code = loadModel())
    return code;
  finishStep("load", start);
  bool textOnly = options.artifact.emit == Emit::Graph;
  Phase last = options.tool.compileTo.value_or(textOnly ? Phase::Transform
                                                        : Phase::Artifact);
  if (int code = runPhasesTo(last))
    return code;
  int code = last < Phase::Object ? writeText(last) : buildArtifact();
  clearProgress();
  if (code)
    return code;
  compileReport.totalSeconds = wallSeconds() - start;
  if (peak) {
    compileReport.peakAnonymousBytes = peak->stop();
    if (llvm::Error problem =
            writeFileAtomically(options.tool.report, reportJson(compileReport)))
      return failure(std::move(problem));
  }
  if (options.tool.timePasses) {
    printTimes(compileReport, err);
    state->passScope.stop();
    state->passTimes.print();
  }
  return kDone;
}

int Driver::check() {
  if (int code = loadModel())
    return code;
  if (int code = runPhasesTo(Phase::Infer))
    return code;
  out << model << ": every node is supported\n";
  return kDone;
}

void mlc::printPipeline(const CompileOptions &options, llvm::raw_ostream &os) {
  Phase first = options.tool.compileFrom.value_or(Phase::Infer);
  Phase last =
      std::min(options.tool.compileTo.value_or(Phase::Buffers), Phase::Buffers);
  mlir::OpPassManager pm(mlir::ModuleOp::getOperationName());
  for (unsigned p = unsigned(first); p <= unsigned(last); ++p)
    buildPhase(pm, Phase(p), options);
  pm.printAsTextualPipeline(os);
  os << "\n";
}
