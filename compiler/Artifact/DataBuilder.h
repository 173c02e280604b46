//===- DataBuilder.h - C structs as LLVM constants --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the constant data of an artifact: real structs of artifact_abi.h are
// filled in memory, pointers are noted beside them by offset, and the whole
// becomes a global of packed bytes and addresses. The layout is the C
// compiler's own, never a second description of it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_DATABUILDER_H
#define MLC_COMPILER_ARTIFACT_DATABUILDER_H

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace mlc {

class DataBuilder {
public:
  explicit DataBuilder(llvm::Module &module) : module(module) {}

  /// One global under construction: bytes and the addresses inside them.
  struct Blob {
    std::vector<uint8_t> bytes;
    std::vector<std::pair<uint64_t, llvm::Constant *>> pointers; // ascending

    /// Appends a struct and returns its offset.
    template <typename T>
    uint64_t append(const T &value) {
      uint64_t offset = bytes.size();
      const auto *from = reinterpret_cast<const uint8_t *>(&value);
      bytes.insert(bytes.end(), from, from + sizeof(T));
      return offset;
    }
    /// The pointer field at `offset`; null leaves it zero. Offsets ascend.
    void point(uint64_t offset, llvm::Constant *target) {
      if (target)
        pointers.push_back({offset, target});
    }
  };

  /// Makes a constant global of a blob; null when it is empty. It lives in
  /// `section` where one is named.
  llvm::GlobalVariable *finish(const Blob &blob, llvm::StringRef name,
                               llvm::StringRef section = "",
                               uint64_t alignment = 8);
  /// A NUL-terminated string, shared with equal ones.
  llvm::Constant *string(llvm::StringRef text);
  /// A declaration of code or data defined elsewhere in the library.
  llvm::Constant *external(llvm::StringRef name);

  llvm::Module &module;

private:
  llvm::StringMap<llvm::Constant *> strings;
};

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_DATABUILDER_H
