//===- LoadModel.cpp - Model files and text IR as modules -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The load step of a driver: every entry becomes a function of one module.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/DriverState.h"
#include "compiler/Pipelines/OpLibrary.h"
#include "compiler/Pipelines/TextIR.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/FileSystem.h"

using namespace mlc;
using llvm::StringRef;
using llvm::Twine;

onnx::ImportOptions mlc::importOptions(const CompileOptions &options) {
  onnx::ImportOptions result;
  for (const ShapeOverride &shape : options.import.shapes)
    result.shapes.push_back({shape.input, shape.shape, shape.dtype});
  for (const DimBound &bound : options.import.dims)
    result.bounds.push_back({bound.symbol, bound.min, bound.max, bound.tuned});
  return result;
}

/// Reads one model file, whose bytes say what it is.
mlir::OwningOpRef<mlir::ModuleOp> Driver::importModel(const std::string &path,
                                                      const std::string &entry,
                                                      int &code) {
  auto fail = [&](int failure, const Twine &text) {
    err << path << ": " << text << "\n";
    code = failure;
    return mlir::OwningOpRef<mlir::ModuleOp>();
  };
  llvm::sys::fs::file_status status;
  if (std::error_code problem = llvm::sys::fs::status(path, status))
    return fail(kUserError, "cannot be read: " + problem.message());
  if (status.type() == llvm::sys::fs::file_type::directory_file)
    return fail(kUserError, "is a folder; a model is a file");
  auto head = llvm::MemoryBuffer::getFileSlice(
      path, std::min<uint64_t>(status.getSize(), 7), 0);
  if (!head)
    return fail(kUserError, "cannot be read: " + head.getError().message());
  if (isTextIR(path, (*head)->getBuffer())) {
    state->readText = true;
    code = kUserError;
    auto module = readTextIR(*state->context, path);
    if (!module)
      return fail(kUserError, llvm::toString(module.takeError()));
    if (*module)
      code = kDone;
    return std::move(*module);
  }
  if ((*head)->getBuffer().starts_with("PK\x03\x04"))
    return fail(kUnsupported, "TorchScript and .pt2 files are not supported in "
                              "this version; export the model to ONNX");
  onnx::ImportOptions settings = importOptions(options);
  settings.entry = entry;
  for (const std::string &library : options.import.opLibraries) {
    auto names = opLibraryNames(library);
    if (!names)
      return fail(kUserError, llvm::toString(names.takeError()));
    settings.customOps.insert(settings.customOps.end(), names->begin(),
                              names->end());
  }
  std::vector<ImportDiagnostic> findings;
  auto module = onnx::importOnnxFile(*state->context, path, settings, findings);
  for (const ImportDiagnostic &finding : findings)
    err << path << ": " << finding.str() << "\n";
  if (!module) {
    code = exitCode(findings);
    if (!code)
      code = internalError("the importer failed silently");
  }
  return module;
}

/// Reads the model of --entry NAME=FILE; its entry is called NAME.
mlir::OwningOpRef<mlir::ModuleOp> Driver::loadEntry(const NamedFile &entry,
                                                    int &code) {
  auto module = importModel(entry.path, entry.name, code);
  if (!module)
    return module;
  // Text IR brings a name of its own.
  mlir::Operation *function = nullptr;
  unsigned count = 0;
  for (mlir::Operation &op : *module->getBody())
    if (op.hasAttr(graph::GraphDialect::kEntryAttr)) {
      function = &op;
      ++count;
    }
  mlir::SymbolTable table(*module);
  if (count == 1 && (mlir::SymbolTable::getSymbolName(function) == entry.name ||
                     (!table.lookup(entry.name) &&
                      mlir::succeeded(table.rename(function, entry.name)))))
    return module;
  err << entry.path << ": "
      << (count == 1 ? "another declaration has the name '"
                     : "it has " + std::to_string(count) +
                           " entries where one is wanted for '")
      << entry.name << "'\n";
  code = kUserError;
  return {};
}

/// Moves the declarations and the entry of `other` into the module. A symbol or
/// state of the same name must be declared alike; then the entries share it.
/// Functions that an entry keeps to itself get a name that is free.
int Driver::addEntry(mlir::ModuleOp other, const NamedFile &entry) {
  mlir::SymbolTable table(*state->module), otherTable(other);
  auto isShared = [&](mlir::Operation &op, mlir::Operation *known) {
    return llvm::isa<graph::SymbolOp, graph::StateOp>(op) &&
           known->getName() == op.getName() &&
           known->getAttrDictionary() == op.getAttrDictionary();
  };
  // All names before the first move: users are looked for in `other` only.
  for (mlir::Operation &op : *other.getBody()) {
    auto name = mlir::SymbolTable::getSymbolName(&op);
    mlir::Operation *known = table.lookup(name);
    if (!known || isShared(op, known))
      continue;
    bool own = llvm::isa<mlir::func::FuncOp>(op) &&
               !op.hasAttr(graph::GraphDialect::kEntryAttr);
    if (!own || mlir::failed(otherTable.renameToUnique(&op, {&table}))) {
      err << entry.path << ": '" << name.getValue() << "' of entry '"
          << entry.name
          << "' is already declared by another entry, and differently\n";
      return kUserError;
    }
  }
  for (mlir::Operation &op :
       llvm::make_early_inc_range(other.getBody()->getOperations())) {
    if (table.lookup(mlir::SymbolTable::getSymbolName(&op)))
      continue; // shared
    op.remove();
    table.insert(&op);
  }
  return kDone;
}

int Driver::loadModel() {
  int code = kDone;
  state->module = importModel(model, "main", code);
  if (!state->module)
    return code;
  for (const NamedFile &entry : options.import.entries) {
    auto other = loadEntry(entry, code);
    if (!other)
      return code;
    if (int problem = addEntry(*other, entry))
      return problem;
  }
  return kDone;
}
