//===- ExternalData.h - Tensor data beside the model file ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model names files for its weights, and the name is hostile: it may point
// out of the model's folder by "..", by an absolute path or through a symbolic
// link. Only regular files inside the folder are mapped.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_EXTERNALDATA_H
#define MLC_COMPILER_IMPORT_ONNX_EXTERNALDATA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace mlc::onnx {

class ExternalData {
public:
  /// `buffers` receives the mappings.
  ExternalData(llvm::StringRef directory,
               std::vector<std::shared_ptr<llvm::MemoryBuffer>> &buffers)
      : directory(directory), buffers(buffers) {}

  /// Maps `location` (once) and returns its bytes [offset, offset + length).
  /// False with `error` saying why the file is refused.
  bool map(llvm::StringRef location, uint64_t offset, uint64_t length,
           llvm::ArrayRef<char> &bytes, std::string &error);

private:
  bool open(llvm::StringRef location, llvm::MemoryBuffer *&file,
            std::string &error);

  std::string directory;
  std::vector<std::shared_ptr<llvm::MemoryBuffer>> &buffers;
  llvm::StringMap<llvm::MemoryBuffer *> files;
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_EXTERNALDATA_H
