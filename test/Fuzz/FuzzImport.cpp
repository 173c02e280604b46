//===- FuzzImport.cpp - Broken models through the whole importer ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built plainly, without coverage: instrumenting the dialects would take longer
// than the run. The fuzzer mutates small valid models blindly; whatever they
// become, the importer answers with a module that verifies or with diagnostics.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"

#include "mlir/IR/Verifier.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  std::shared_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(reinterpret_cast<const char *>(data), size), "fuzz.onnx");
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
