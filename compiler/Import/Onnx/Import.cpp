//===- Import.cpp - ONNX models into the graph dialect -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Proto/ProtoSchema.h"
#include "compiler/Import/Onnx/ReadModel.h"

#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <map>
#include <tuple>

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;

bool mlc::onnx::isOnnxModel(StringRef bytes) { return looksLikeOnnx(bytes); }

mlir::OwningOpRef<mlir::ModuleOp>
mlc::onnx::importOnnx(mlir::MLIRContext &context,
                      std::shared_ptr<llvm::MemoryBuffer> buffer,
                      StringRef directory, const ImportOptions &options,
                      std::vector<ImportDiagnostic> &diagnostics) {
  context.loadDialect<graph::GraphDialect, rt::RtDialect,
                      mlir::arith::ArithDialect, mlir::func::FuncDialect,
                      mlir::scf::SCFDialect, mlir::tensor::TensorDialect>();
  auto model = std::make_shared<Model>();
  std::string error;
  if (!readModel(std::move(buffer), directory, *model, error) ||
      !checkModel(*model, error)) {
    ImportDiagnostic diagnostic;
    diagnostic.message = error;
    diagnostics.push_back(std::move(diagnostic));
    return nullptr;
  }
  return Importer(context, model, options, diagnostics).run();
}

mlir::OwningOpRef<mlir::ModuleOp>
mlc::onnx::importOnnxFile(mlir::MLIRContext &context, StringRef path,
                          const ImportOptions &options,
                          std::vector<ImportDiagnostic> &diagnostics) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    ImportDiagnostic diagnostic;
    diagnostic.message = "cannot be read: " + buffer.getError().message();
    diagnostics.push_back(std::move(diagnostic));
    return nullptr;
  }
  llvm::SmallString<256> directory(llvm::sys::path::parent_path(path));
  if (directory.empty())
    directory = ".";
  return importOnnx(context, std::move(*buffer), directory, options,
                    diagnostics);
}

std::vector<ListedOp> mlc::onnx::listOnnxOps() {
  std::vector<ListedOp> ops = onnxTable().list();
  std::map<std::string, ListedOp> bodies;
  for (const auto &[name, version] : functionOps()) {
    if (onnxTable().find("", name, version))
      continue;
    ListedOp &op = bodies.try_emplace(name, ListedOp{"", name, {}, true})
                       .first->second;
    op.versions.push_back(version);
  }
  for (auto &entry : bodies) {
    llvm::sort(entry.second.versions);
    ops.push_back(std::move(entry.second));
  }
  llvm::sort(ops, [](const ListedOp &a, const ListedOp &b) {
    return std::tie(a.domain, a.name, a.viaFunction) <
           std::tie(b.domain, b.name, b.viaFunction);
  });
  return ops;
}
