//===- FuzzPhases.cpp - Broken models through the phases on graphs --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What FuzzImport.cpp imports goes on through shape inference, folding, layout
// and fusion, which may say no but must end soon and in little memory, whatever
// extents and trip counts a model asks for. Built plainly, from the files of
// MLC_FUZZ_SEEDS.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/Phases.h"
#include "compiler/Pipelines/Registration.h"

#include "mlir/IR/Verifier.h"

#include <cstddef>
#include <cstdint>
#include <memory>

/// A new one now and then: it keeps every type, attribute and pooled constant.
static mlir::MLIRContext &sharedContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 64 == 0) {
    mlir::DialectRegistry registry;
    mlc::registerAllDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    context->getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  }
  return *context;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::shared_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(
          llvm::StringRef(reinterpret_cast<const char *>(data), size),
          "fuzz.onnx");
  std::vector<mlc::ImportDiagnostic> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlc::onnx::importOnnx(sharedContext(), buffer, "", {}, diagnostics);
  if (module && mlir::succeeded(mlir::verify(*module)))
    (void)mlc::runPhases(*module, mlc::CompileOptions(), mlc::Phase::Infer,
                         mlc::Phase::Fuse);
  return 0;
}
