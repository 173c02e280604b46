//===- FuzzOnnxReader.cpp - Hostile bytes for the ONNX reader -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wire-format reader and the structural checks, instrumented: everything
// that touches the file's bytes. FuzzImport.cpp goes on from there.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/ReadModel.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::shared_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(reinterpret_cast<const char *>(data), size), "fuzz.onnx");
  mlc::onnx::Model model;
  std::string error;
  if (mlc::onnx::readModel(buffer, "", model, error))
    (void)mlc::onnx::checkModel(model, error);
  return 0;
}
