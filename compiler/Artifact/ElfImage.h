//===- ElfImage.h - Editing a linked ELF file -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done to a file after the linker: weights get their bytes, the note
// its hashes. The file is one the linker has just made, yet every offset is
// checked: the same reader serves --inspect, where it may be anyone's.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_ELFIMAGE_H
#define MLC_COMPILER_ARTIFACT_ELFIMAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Error.h"

namespace mlc {

/// An ELF64 little-endian file in memory. `bytes` may be edited through it.
class ElfImage {
public:
  static llvm::Expected<ElfImage> parse(llvm::MutableArrayRef<char> bytes);

  const llvm::ELF::Elf64_Ehdr &header() const { return *fileHeader; }
  llvm::MutableArrayRef<llvm::ELF::Elf64_Phdr> programHeaders() const {
    return programs;
  }
  llvm::MutableArrayRef<llvm::ELF::Elf64_Shdr> sectionHeaders() const {
    return sections;
  }
  /// Null when there is none.
  llvm::ELF::Elf64_Shdr *section(llvm::StringRef name) const;
  llvm::StringRef sectionName(const llvm::ELF::Elf64_Shdr &section) const;
  /// The section's bytes, which are checked to lie in the file.
  llvm::Expected<llvm::MutableArrayRef<char>>
  contents(const llvm::ELF::Elf64_Shdr &section) const;

private:
  llvm::MutableArrayRef<char> bytes;
  llvm::ELF::Elf64_Ehdr *fileHeader = nullptr;
  llvm::MutableArrayRef<llvm::ELF::Elf64_Phdr> programs;
  llvm::MutableArrayRef<llvm::ELF::Elf64_Shdr> sections;
  llvm::StringRef names;
};

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_ELFIMAGE_H
