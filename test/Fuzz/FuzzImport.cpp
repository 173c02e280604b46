//===- FuzzImport.cpp - Broken models through the whole importer ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built plainly, without coverage: instrumenting the dialects would take longer
// than the run. Without coverage libFuzzer keeps no corpus, so that the mutator
// starts from a file of MLC_FUZZ_SEEDS each time (MutateModel.cpp). Whatever a
// model becomes, the importer answers with a module that verifies or with
// diagnostics.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"

#include "mlir/IR/Verifier.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

/// A context costs more than most imports: one serves many, and is replaced
/// because it keeps every type and attribute it has seen.
static mlir::MLIRContext &sharedContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 1024 == 0) {
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  }
  return *context;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::MLIRContext &context = sharedContext();
  std::shared_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(
          llvm::StringRef(reinterpret_cast<const char *>(data), size),
          "fuzz.onnx");
  std::vector<mlc::ImportDiagnostic> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlc::onnx::importOnnx(context, buffer, "", {}, diagnostics);
  if (!module && diagnostics.empty()) {
    fprintf(stderr, "the importer refused a model and did not say why\n");
    abort();
  }
  if (module && mlir::failed(mlir::verify(*module))) {
    fprintf(stderr, "the importer made a module that does not verify\n");
    abort();
  }
  return 0;
}
