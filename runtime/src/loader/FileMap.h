//===- FileMap.h - Read-only view of a file --------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_LOADER_FILEMAP_H
#define MLC_RUNTIME_LOADER_FILEMAP_H

#include "mlc/runtime.h"

#include <sys/stat.h>

namespace mlc::rt {

/// A mapped regular file. Bytes may still change under us when someone writes
/// the file; nothing here relies on reading one twice.
struct FileMap {
  const uint8_t *data = nullptr;
  uint64_t size = 0;
  struct stat info = {};

  /// Maps `path`; an empty file has null data. `what` names it in messages.
  mlc_code open(const char *path, const char *what, mlc_status *status);
  void close();
};

} // namespace mlc::rt

#endif // MLC_RUNTIME_LOADER_FILEMAP_H
