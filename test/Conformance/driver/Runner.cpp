//===- Runner.cpp - One conformance test ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Runner.h"
#include "compiler/Import/Onnx/Import.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "test/Conformance/driver/Compare.h"
#include "test/Conformance/driver/TestData.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlc;
using namespace mlc::conformance;

/// What the ONNX project's own runner allows.
static const Tolerance onnxTolerance = {1e-3, 1e-7, 0};

std::optional<Mode> mlc::conformance::parseMode(llvm::StringRef name) {
  if (name == "interpreter")
    return Mode::Interpreter;
  if (name == "static")
    return Mode::Static;
  if (name == "dynamic")
    return Mode::Dynamic;
  if (name == "constant")
    return Mode::Constant;
  return std::nullopt;
}

static Outcome refuse(const std::vector<ImportDiagnostic> &diagnostics) {
  Outcome outcome;
  outcome.status = "refused";
  for (const ImportDiagnostic &diagnostic : diagnostics) {
    if (diagnostic.kind == ImportDiagnostic::Kind::Invalid)
      outcome.status = "error";
    if (!outcome.detail.empty())
      outcome.detail += "; ";
    outcome.detail += diagnostic.str();
  }
  return outcome;
}

static mlir::func::FuncOp findEntry(mlir::ModuleOp module) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (function->hasAttr(graph::GraphDialect::kEntryAttr))
      return function;
  return {};
}

static void dump(mlir::ModuleOp module, llvm::StringRef directory,
                 const RunOptions &options) {
  if (options.dumpDirectory.empty())
    return;
  std::string path = options.dumpDirectory + "/" +
                     llvm::sys::path::filename(directory).str() + ".mlir";
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code)
    module.print(os, mlir::OpPrintingFlags().enableDebugInfo());
}

static Outcome interpretModule(mlir::func::FuncOp entry,
                               llvm::ArrayRef<DataSet> sets) {
  Outcome outcome;
  for (const DataSet &data : sets) {
    reference::Interpreter interpreter;
    llvm::Expected<reference::Values> results =
        interpreter.run(entry, data.inputs);
    if (!results)
      return {"error", llvm::toString(results.takeError()), 0, 0};
    Difference difference =
        compareValues(*results, data.outputs, onnxTolerance);
    outcome.maxUlps = std::max(outcome.maxUlps, difference.maxUlps);
    if (!difference.message.empty()) {
      outcome.status = "wrong";
      outcome.detail = difference.message;
      return outcome;
    }
  }
  outcome.status = "pass";
  return outcome;
}

Outcome mlc::conformance::runTest(llvm::StringRef directory,
                                  const RunOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        said += (said.empty() ? "" : "; ") + diagnostic.str();
        return mlir::success();
      });
  std::vector<ImportDiagnostic> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module = onnx::importOnnxFile(
      context, (directory + "/model.onnx").str(), {}, diagnostics);
  if (!module)
    return refuse(diagnostics);
  Outcome outcome;
  mlir::func::FuncOp entry = findEntry(*module);
  if (!entry) {
    outcome = {"error", "no entry", 0, 0};
  } else if (mlir::failed(mlir::verify(*module))) {
    outcome = {"error", "does not verify: " + said, 0, 0};
  } else {
    std::vector<std::string> inputKinds, outputKinds;
    for (mlir::Type type : entry.getArgumentTypes())
      inputKinds.push_back(kindOf(type));
    for (mlir::Type type : entry.getResultTypes())
      outputKinds.push_back(kindOf(type));
    llvm::Expected<std::vector<DataSet>> sets =
        readDataSets(directory, inputKinds, outputKinds);
    if (!sets)
      outcome = {"error", llvm::toString(sets.takeError()), 0, 0};
    else if (sets->empty())
      outcome = {"error", "no test data", 0, 0};
    else
      outcome = interpretModule(entry, *sets);
  }
  if (outcome.status != "pass")
    dump(*module, directory, options);
  return outcome;
}
