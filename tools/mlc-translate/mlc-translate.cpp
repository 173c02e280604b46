//===- mlc-translate.cpp - Models to text IR -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The importer alone: a model becomes the text IR that the first phase of
// compile-model produces. Weights above 1 KiB stay out of the text; with -o
// they go to a side file, which mlc-opt and compile-model --compile-from read.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/Registration.h"
#include "compiler/Pipelines/TextIR.h"
#include "compiler/Pipelines/Version.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace mlc;

namespace {
cl::OptionCategory category("Options");
cl::list<std::string> inputs(cl::Positional, cl::desc("<model>..."),
                             cl::cat(category));
cl::opt<std::string> output("o", cl::desc("write the IR here, and its weights "
                                          "to <file>.weights"),
                            cl::value_desc("file"), cl::cat(category));
cl::list<std::string> shapes("shape", cl::desc("fix an input's shape"),
                             cl::value_desc("input=2x3"), cl::cat(category));
cl::list<std::string> dims("dim", cl::desc("fix or bound a symbol"),
                           cl::value_desc("symbol=1..32"), cl::cat(category));
cl::opt<bool> check("check",
                    cl::desc("write nothing; say for each model whether it "
                             "imports, and why not"),
                    cl::cat(category));
cl::opt<bool> locations("locations", cl::desc("print the node of each op"),
                        cl::cat(category));
cl::opt<bool> verbose("v", cl::desc("say what is being done"),
                      cl::cat(category));
cl::opt<std::string> listOps("list-ops", cl::ValueOptional,
                             cl::desc("list the supported operators"),
                             cl::value_desc("json"), cl::cat(category));
} // namespace

/// Reads a model or text IR; null with `code` set, and all said, on failure.
static mlir::OwningOpRef<mlir::ModuleOp>
readModule(mlir::MLIRContext &context, const std::string &path,
           const onnx::ImportOptions &options, int &code) {
  if (isTextIR(path)) {
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlc::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    auto module = readTextIR(context, path);
    code = 1;
    if (module)
      return std::move(*module);
    llvm::errs() << path << ": " << llvm::toString(module.takeError()) << "\n";
    return {};
  }
  std::vector<ImportDiagnostic> diagnostics;
  auto module = onnx::importOnnxFile(context, path, options, diagnostics);
  for (const ImportDiagnostic &diagnostic : diagnostics)
    llvm::errs() << path << ": " << diagnostic.str() << "\n";
  code = exitCode(diagnostics);
  return module;
}

static int translate(const std::string &path,
                     const onnx::ImportOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  int code = 0;
  auto module = readModule(context, path, options, code);
  if (!module)
    return code;
  if (verbose)
    llvm::errs() << path << ": read "
                 << std::distance(module->getOps().begin(),
                                  module->getOps().end())
                 << " declarations\n";
  if (check) {
    llvm::outs() << path << ": ok\n";
    return 0;
  }
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo(locations, /*prettyForm=*/false);
  if (output.empty()) {
    module->print(llvm::outs(), flags);
    return 0;
  }
  std::string text = textHeader("import");
  llvm::raw_string_ostream os(text);
  module->print(os, flags);
  if (llvm::Error problem = writeTextIR(*module, text, output)) {
    llvm::errs() << path << ": " << llvm::toString(std::move(problem)) << "\n";
    return 1;
  }
  if (verbose)
    llvm::errs() << path << ": wrote " << output << "\n";
  return 0;
}

static int usage(llvm::StringRef problem) {
  llvm::errs() << "mlc-translate: " << problem
               << "\nmlc-translate: see --help\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(
      argc, argv,
      "mlc-translate: models to text IR, and text IR to its canonical form\n\n"
      "Example: mlc-translate model.onnx --dim batch=1 -o model.mlir\n");
  if (listOps.getNumOccurrences()) {
    listOperators(listOps == "json" ? ListFormat::Json : ListFormat::Text,
                  llvm::outs());
    return 0;
  }
  if (inputs.empty())
    return usage("no model is given");
  CompileOptions options;
  std::string problem;
  for (const std::string &shape : shapes)
    if (!options.set("shape", shape, problem))
      return usage(problem);
  for (const std::string &dim : dims)
    if (!options.set("dim", dim, problem))
      return usage(problem);
  int code = 0;
  for (const std::string &input : inputs)
    code = std::max(code, translate(input, importOptions(options)));
  return code;
}
