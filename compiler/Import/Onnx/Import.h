//===- Import.h - ONNX models into the graph dialect -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_IMPORT_H
#define MLC_COMPILER_IMPORT_ONNX_IMPORT_H

#include "compiler/Import/Common/ImportDiagnostic.h"
#include "compiler/Import/Common/OpTable.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace mlc::onnx {

/// What the user adds to what the model says.
struct ImportOptions {
  /// The function that becomes an entry of the artifact.
  std::string entry = "main";

  /// An input's shape by name or position; -1 keeps an extent dynamic. `dtype`
  /// ("i64") only where the model states none.
  struct Shape {
    std::string input;
    std::vector<int64_t> dims;
    std::string dtype;
  };
  std::vector<Shape> shapes;

  /// A symbol's range; min == max fixes it.
  struct Bound {
    std::string symbol;
    int64_t min = 0, max = 0, tuned = 0;
  };
  std::vector<Bound> bounds;

  /// These operators ("domain.Op") become `graph.custom`, resolved through the
  /// op library at run time. The model must declare the types of their results.
  std::vector<std::string> customOps;
};

/// Whether the bytes are an ONNX model, binary or text.
bool isOnnxModel(llvm::StringRef bytes);

/// Imports the model at `path` (mapped; external data are looked for beside
/// it). Null when `diagnostics` holds something, and then never a half-imported
/// module. Loads the dialects it needs into `context`.
mlir::OwningOpRef<mlir::ModuleOp>
importOnnxFile(mlir::MLIRContext &context, llvm::StringRef path,
               const ImportOptions &options,
               std::vector<ImportDiagnostic> &diagnostics);

/// The same for a model in memory; `directory` may be empty, which refuses
/// external data.
mlir::OwningOpRef<mlir::ModuleOp>
importOnnx(mlir::MLIRContext &context,
           std::shared_ptr<llvm::MemoryBuffer> buffer,
           llvm::StringRef directory, const ImportOptions &options,
           std::vector<ImportDiagnostic> &diagnostics);

/// Every operator with a row, and those that run through function bodies.
std::vector<ListedOp> listOnnxOps();

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_IMPORT_H
