//===- FileMap.cpp - Read-only view of a file ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/loader/FileMap.h"

#include "runtime/src/core/Text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlc::rt;

/// The words of an errno. strerror_r comes in two shapes; this is the GNU one.
static const char *reason(int error, char (&buffer)[128]) {
  return strerror_r(error, buffer, sizeof(buffer));
}

mlc_code FileMap::open(const char *path, const char *what, mlc_status *status) {
  char words[128];
  // Not blocking: a pipe in the place of a file must not hang us.
  int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return Failure(status, MLC_IO_ERROR) << path << ": cannot open the " << what
                                         << ": " << reason(errno, words);
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return Failure(status, MLC_IO_ERROR)
           << path << ": the " << what << " is not a regular file";
  }
  size = uint64_t(info.st_size);
  void *view = nullptr;
  if (size)
    view = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  int error = errno;
  ::close(file);
  if (view == MAP_FAILED) {
    size = 0;
    return Failure(status, MLC_IO_ERROR) << path << ": cannot map the " << what
                                         << ": " << reason(error, words);
  }
  data = static_cast<const uint8_t *>(view);
  return MLC_OK;
}

void FileMap::close() {
  if (data)
    munmap(const_cast<uint8_t *>(data), size);
  data = nullptr;
  size = 0;
}
