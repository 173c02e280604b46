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

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/WeightFile.h"
#include "compiler/Import/Onnx/Import.h"
#include "dialects/Graph/IR/Graph.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
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
cl::opt<std::string> listOps("list-ops", cl::ValueOptional,
                             cl::desc("list the supported operators"),
                             cl::value_desc("json"), cl::cat(category));
} // namespace

static int printOps() {
  auto ops = onnx::listOnnxOps();
  if (listOps == "json") {
    llvm::json::OStream json(llvm::outs(), 2);
    json.array([&] {
      for (const ListedOp &op : ops)
        json.object([&] {
          json.attribute("domain", op.domain);
          json.attribute("op", op.name);
          json.attributeArray("versions", [&] {
            for (int64_t version : op.versions)
              json.value(version);
          });
          json.attribute("function", op.viaFunction);
        });
    });
    llvm::outs() << "\n";
    return 0;
  }
  for (const ListedOp &op : ops) {
    llvm::outs() << (op.domain.empty() ? "" : op.domain + ".") << op.name;
    for (int64_t version : op.versions)
      llvm::outs() << " " << version;
    llvm::outs() << (op.viaFunction ? " (function body)\n" : "\n");
  }
  return 0;
}

/// `x=1x?x3` or `s=`.
static bool parseShape(llvm::StringRef text, onnx::ImportOptions &options) {
  auto [name, rest] = text.split('=');
  onnx::ImportOptions::Shape shape{name.str(), {}, ""};
  llvm::SmallVector<llvm::StringRef> parts;
  rest.split(parts, 'x', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    int64_t extent = -1;
    if (part != "?" && part.getAsInteger(10, extent)) {
      if (part != parts.back())
        return false;
      shape.dtype = part.str();
      continue;
    }
    shape.dims.push_back(extent);
  }
  options.shapes.push_back(std::move(shape));
  return true;
}

static bool parseDim(llvm::StringRef text, onnx::ImportOptions &options) {
  auto [name, rest] = text.split('=');
  auto [range, tuned] = rest.split(':');
  auto [low, high] = range.split("..");
  onnx::ImportOptions::Bound bound;
  bound.symbol = name.str();
  if (low.getAsInteger(10, bound.min))
    return false;
  bound.max = bound.min;
  if (range.contains("..") && high.getAsInteger(10, bound.max))
    return false;
  options.bounds.push_back(std::move(bound));
  return true;
}

static int translate(llvm::StringRef path,
                     const onnx::ImportOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::vector<ImportDiagnostic> diagnostics;
  auto module = onnx::importOnnxFile(context, path, options, diagnostics);
  for (const ImportDiagnostic &diagnostic : diagnostics)
    llvm::errs() << path << ": " << diagnostic.str() << "\n";
  if (!module)
    return exitCode(diagnostics);
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
  std::error_code error;
  llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_Text);
  if (error) {
    llvm::errs() << output << ": " << error.message() << "\n";
    return 1;
  }
  module->print(file.os(), flags);
  auto &pool =
      context.getLoadedDialect<graph::GraphDialect>()->getConstantPool();
  if (llvm::Error failed =
          writeWeightFile(pool, pool.allInOrder(), output + ".weights")) {
    llvm::errs() << llvm::toString(std::move(failed)) << "\n";
    return 1;
  }
  file.keep();
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "mlc-translate: models to text IR\n\n"
      "Example: mlc-translate model.onnx --dim batch=1 -o model.mlir\n");
  if (listOps.getNumOccurrences())
    return printOps();
  if (inputs.empty()) {
    llvm::errs() << "mlc-translate: no model given; see --help\n";
    return 1;
  }
  onnx::ImportOptions options;
  for (const std::string &shape : shapes)
    if (!parseShape(shape, options)) {
      llvm::errs() << "--shape " << shape << ": expected INPUT=2x3\n";
      return 1;
    }
  for (const std::string &dim : dims)
    if (!parseDim(dim, options)) {
      llvm::errs() << "--dim " << dim << ": expected SYMBOL=N or N..M\n";
      return 1;
    }
  int code = 0;
  for (const std::string &input : inputs)
    code = std::max(code, translate(input, options));
  return code;
}
