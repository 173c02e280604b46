//===- Runner.cpp - One conformance test ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Runner.h"
#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/Phases.h"
#include "compiler/Pipelines/Registration.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "test/Conformance/driver/Compare.h"
#include "test/Conformance/driver/Compiled.h"
#include "test/Conformance/driver/Ranks.h"
#include "test/Conformance/driver/TestData.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlc;
using namespace mlc::conformance;

std::optional<Mode> mlc::conformance::parseMode(llvm::StringRef name) {
  if (name == "interpreter")
    return Mode::Interpreter;
  if (name == "decomposed")
    return Mode::Decomposed;
  if (name == "fused")
    return Mode::Fused;
  if (name == "compiled")
    return Mode::Compiled;
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

/// Rewrites composites until none is left; the text of the error, if any.
static std::string decomposeAll(mlir::ModuleOp module) {
  // Every round takes one level off; a decomposition that never ends is a bug.
  for (int round = 0; round < 8; ++round) {
    llvm::SmallVector<graph::DecomposableOpInterface> composites;
    module.walk(
        [&](graph::DecomposableOpInterface op) { composites.push_back(op); });
    if (composites.empty())
      return "";
    for (graph::DecomposableOpInterface op : composites) {
      mlir::OpBuilder builder(op);
      auto values = op.decompose(builder);
      if (mlir::failed(values))
        return op->getName().getStringRef().str() + " does not decompose";
      for (auto [result, value] : llvm::zip(op->getResults(), *values))
        if (!result.use_empty()) {
          if (value.getType() != result.getType())
            return op->getName().getStringRef().str() +
                   " decomposes into another type";
          result.replaceAllUsesWith(value);
        }
      op->erase();
    }
  }
  return "decomposition does not end";
}

/// Host steps that move or compute data at run time: what a library without
/// kernels consists of (copies of inputs to outputs, scalar stores, lists).
static int64_t countHostSteps(mlir::ModuleOp module) {
  if (mlir::failed(
          runPhases(module, CompileOptions(), Phase::Infer, Phase::Buffers)))
    return 0;
  int64_t steps = 0;
  module.walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().getStringRef();
    steps += name == "rt.copy" || name == "rt.store" || name == "rt.custom" ||
             (name.starts_with("rt.list_") && name != "rt.list_size");
  });
  return steps;
}

static Outcome interpretModule(mlir::func::FuncOp entry,
                               llvm::ArrayRef<DataSet> sets,
                               const RunOptions &options) {
  Outcome outcome;
  for (const DataSet &data : sets) {
    reference::Interpreter interpreter;
    llvm::Expected<reference::Values> results =
        interpreter.run(entry, data.inputs);
    if (!results)
      return {"error", llvm::toString(results.takeError()), 0, 0};
    if (options.keepOutputs) {
      outcome.outputs = std::move(*results);
      continue;
    }
    Difference difference = compareValues(*results, data.outputs,
                                          options.tolerance, options.random);
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
                                  const RunOptions &given) {
  RunOptions options = given;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects(); // as the compiler's driver does
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        said += (said.empty() ? "" : "; ") + diagnostic.str();
        return mlir::success();
      });
  std::vector<ImportDiagnostic> diagnostics;
  onnx::ImportOptions importOptions;
  importOptions.shapes = undeclaredRanks(directory);
  for (const onnx::ImportOptions::Shape &shape : importOptions.shapes) {
    std::string text = "shape=" + shape.input + "=";
    for (size_t i = 0; i < shape.dims.size(); ++i)
      text += i == 0 ? "?" : "x?";
    options.compileFlags.push_back(std::move(text));
  }
  mlir::OwningOpRef<mlir::ModuleOp> module = onnx::importOnnxFile(
      context, (directory + "/model.onnx").str(), importOptions, diagnostics);
  if (!module)
    return refuse(diagnostics);
  module->walk([&](graph::RandomOp) { options.random = true; });
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
    if (!options.keepOutputs)
      for (mlir::Type type : entry.getResultTypes())
        outputKinds.push_back(kindOf(type));
    llvm::Expected<std::vector<DataSet>> sets =
        readDataSets(directory, inputKinds, outputKinds);
    if (!sets)
      outcome = {"error", llvm::toString(sets.takeError()), 0, 0};
    else if (sets->empty())
      outcome = {"error", "no test data", 0, 0};
    else if (options.mode == Mode::Compiled) {
      const std::string path = (directory + "/model.onnx").str();
      const std::string folded = (directory + "/folded.onnx").str();
      llvm::Expected<std::vector<DataSet>> others =
          readDataSets(directory, inputKinds, outputKinds, "other_shape_");
      if (!others)
        return {"error", llvm::toString(others.takeError()), 0, 0};
      std::vector<reference::Value> results;
      outcome = runCompiled(path, *sets, *others, options, results);
      if (outcome.status == "pass" && llvm::sys::fs::exists(folded))
        compareFolded(folded, sets->front(), results, options, outcome);
      // Something must have run: without kernels, the host's steps.
      if (outcome.status == "pass" && outcome.kernels == 0)
        outcome.hostSteps = countHostSteps(*module);
    } else {
      std::string problem;
      if (options.mode == Mode::Decomposed)
        problem = decomposeAll(*module);
      if (options.mode == Mode::Fused &&
          mlir::failed(
              runPhases(*module, CompileOptions(), Phase::Infer, Phase::Fuse)))
        problem = "the phases infer to fuse fail: " + said;
      if (problem.empty() && mlir::failed(mlir::verify(*module)))
        problem = "does not verify: " + said;
      if (!problem.empty())
        outcome = {"error", problem, 0, 0};
      else
        outcome = interpretModule(findEntry(*module), *sets, options);
    }
  }
  if (outcome.status != "pass")
    dump(*module, directory, options);
  return outcome;
}
