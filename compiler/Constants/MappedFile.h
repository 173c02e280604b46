//===- MappedFile.h - A file mapped read-only -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps a file mapped for as long as someone holds it. Weights are read through
// such maps, so that they cost page cache and no anonymous memory.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_MAPPEDFILE_H
#define MLC_COMPILER_CONSTANTS_MAPPEDFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlc {

class MappedFile {
public:
  /// Maps a regular file. The error text names the path and the reason.
  static llvm::Expected<std::shared_ptr<const MappedFile>>
  open(llvm::StringRef path);
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  llvm::ArrayRef<uint8_t> bytes() const { return {data, size}; }
  llvm::StringRef path() const { return filePath; }
  /// Bytes [offset, offset + length), or an error if they leave the file.
  llvm::Expected<llvm::ArrayRef<uint8_t>> slice(uint64_t offset,
                                                uint64_t length) const;

private:
  MappedFile() = default;
  std::string filePath;
  const uint8_t *data = nullptr;
  size_t size = 0;
};

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_MAPPEDFILE_H
