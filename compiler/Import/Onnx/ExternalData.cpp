//===- ExternalData.cpp - Tensor data beside the model file --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/ExternalData.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlc::onnx;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string quoted(StringRef location) {
  return "external data location '" + location.str() + "'";
}

bool ExternalData::open(StringRef location, llvm::MemoryBuffer *&file,
                        std::string &error) {
  auto known = files.find(location);
  if (known != files.end()) {
    file = known->second;
    return true;
  }
  if (location.empty()) {
    error = "external data location is empty";
    return false;
  }
  if (location.contains('\0')) {
    error = "external data location holds a NUL character";
    return false;
  }
  if (directory.empty()) {
    error = quoted(location) + " cannot be read: the model is not a file";
    return false;
  }
  if (path::is_absolute(location)) {
    error = quoted(location) + " is absolute; it must lie in the model's folder";
    return false;
  }
  // Components, not a search for "..": 'w..bin' is a legal name.
  for (StringRef part : llvm::make_range(path::begin(location),
                                         path::end(location)))
    if (part == "..") {
      error = quoted(location) + " leaves the model's folder";
      return false;
    }

  llvm::SmallString<256> full(directory), real, realDirectory;
  path::append(full, location);
  if (fs::real_path(directory, realDirectory) ||
      fs::real_path(full, real)) {
    error = quoted(location) + " does not exist in the model's folder";
    return false;
  }
  // After links are resolved the file must still be inside.
  StringRef inside = real;
  bool contained = inside.consume_front(realDirectory) &&
                   (realDirectory.str().ends_with("/") ||
                    inside.starts_with("/"));
  if (!contained) {
    error = quoted(location) + " is a link that leaves the model's folder";
    return false;
  }
  fs::file_status status;
  if (fs::status(real, status) ||
      status.type() != fs::file_type::regular_file) {
    error = quoted(location) + " is not a regular file";
    return false;
  }
  auto buffer = llvm::MemoryBuffer::getFile(real, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    error = quoted(location) + " cannot be read: " +
            buffer.getError().message();
    return false;
  }
  file = buffer->get();
  buffers.push_back(std::move(*buffer));
  files[location] = file;
  return true;
}

bool ExternalData::map(StringRef location, uint64_t offset, uint64_t length,
                       llvm::ArrayRef<char> &bytes, std::string &error) {
  llvm::MemoryBuffer *file = nullptr;
  if (!open(location, file, error))
    return false;
  uint64_t size = file->getBufferSize();
  // Written so that no sum can wrap.
  if (offset > size || length > size - offset) {
    error = quoted(location) + " has " + std::to_string(size) +
            " bytes, but " + std::to_string(length) + " from offset " +
            std::to_string(offset) + " are asked for";
    return false;
  }
  bytes = llvm::ArrayRef<char>(file->getBufferStart() + offset, length);
  return true;
}
