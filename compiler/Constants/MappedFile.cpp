//===- MappedFile.cpp - A file mapped read-only ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/MappedFile.h"
#include "compiler/Constants/Literal.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlc;

llvm::Expected<std::shared_ptr<const MappedFile>>
MappedFile::open(llvm::StringRef path) {
  std::shared_ptr<MappedFile> file(new MappedFile);
  file->filePath = path.str();
  if (path.contains('\0'))
    return makeError("a path may not contain a zero byte");
  int fd = ::open(file->filePath.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return makeError("cannot open '", path, "': ", std::strerror(errno));
  struct stat info;
  if (fstat(fd, &info) != 0) {
    int code = errno;
    close(fd);
    return makeError("cannot read '", path, "': ", std::strerror(code));
  }
  if (!S_ISREG(info.st_mode)) {
    close(fd);
    return makeError("cannot read '", path, "': not a regular file");
  }
  if (info.st_size > 0) {
    // Private: a later writer of the file may still change what we see or
    // truncate it; that is documented as the user's business.
    void *map = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ,
                     MAP_PRIVATE, fd, 0);
    int code = errno;
    if (map == MAP_FAILED) {
      close(fd);
      return makeError("cannot map '", path, "': ", std::strerror(code));
    }
    file->data = static_cast<const uint8_t *>(map);
    file->size = static_cast<size_t>(info.st_size);
  }
  close(fd);
  return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile() {
  if (data)
    munmap(const_cast<uint8_t *>(data), size);
}

llvm::Expected<llvm::ArrayRef<uint8_t>>
MappedFile::slice(uint64_t offset, uint64_t length) const {
  if (offset > size || length > size - offset)
    return makeError("'", filePath, "': bytes [", offset, ", +", length,
                     ") leave the file of ", size, " bytes");
  return llvm::ArrayRef<uint8_t>(data + offset, length);
}
