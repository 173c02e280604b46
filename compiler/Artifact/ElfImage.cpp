//===- ElfImage.cpp - Editing a linked ELF file ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields used are those of every ELF64 file; nothing is trusted.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/ElfImage.h"
#include "compiler/Constants/Literal.h"

using namespace mlc;
using namespace llvm::ELF;
using llvm::Expected;
using llvm::MutableArrayRef;
using llvm::StringRef;

/// An array of T at `offset`; empty optional when it leaves the file or is not
/// aligned.
template <typename T>
static std::optional<MutableArrayRef<T>>
arrayAt(MutableArrayRef<char> bytes, uint64_t offset, uint64_t count) {
  if (offset > bytes.size() || count > (bytes.size() - offset) / sizeof(T) ||
      (reinterpret_cast<uintptr_t>(bytes.data()) + offset) % alignof(T))
    return std::nullopt;
  return MutableArrayRef<T>(reinterpret_cast<T *>(bytes.data() + offset),
                            count);
}

Expected<ElfImage> ElfImage::parse(MutableArrayRef<char> bytes) {
  ElfImage image;
  image.bytes = bytes;
  auto header = arrayAt<Elf64_Ehdr>(bytes, 0, 1);
  if (!header)
    return makeError("too short for an ELF file");
  Elf64_Ehdr &ehdr = header->front();
  if (!ehdr.checkMagic() || ehdr.getFileClass() != ELFCLASS64 ||
      ehdr.getDataEncoding() != ELFDATA2LSB || ehdr.e_machine != EM_X86_64)
    return makeError("not an ELF file for x86-64");
  image.fileHeader = &ehdr;
  auto programs = arrayAt<Elf64_Phdr>(bytes, ehdr.e_phoff, ehdr.e_phnum);
  auto sections = arrayAt<Elf64_Shdr>(bytes, ehdr.e_shoff, ehdr.e_shnum);
  if (!programs || !sections)
    return makeError("its headers lie outside the file");
  image.programs = *programs;
  image.sections = *sections;
  if (ehdr.e_shstrndx >= sections->size())
    return makeError("it has no section names");
  auto names = image.contents((*sections)[ehdr.e_shstrndx]);
  if (!names)
    return names.takeError();
  image.names = StringRef(names->data(), names->size());
  return image;
}

StringRef ElfImage::sectionName(const Elf64_Shdr &section) const {
  if (section.sh_name >= names.size())
    return "";
  return names.drop_front(section.sh_name).split('\0').first;
}

Elf64_Shdr *ElfImage::section(StringRef name) const {
  for (Elf64_Shdr &section : sections)
    if (sectionName(section) == name)
      return &section;
  return nullptr;
}

Expected<MutableArrayRef<char>>
ElfImage::contents(const Elf64_Shdr &section) const {
  if (section.sh_type == SHT_NOBITS)
    return makeError("section '", sectionName(section), "' has no bytes");
  auto range = arrayAt<char>(bytes, section.sh_offset, section.sh_size);
  if (!range)
    return makeError("section '", sectionName(section),
                     "' lies outside the file");
  return *range;
}
