//===- Seal.cpp - Fills in the manifest note of a hand-written artifact --===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/runtime/Seal.h"

#include "runtime/src/loader/ArtifactHash.h"

#include <elf.h>
#include <string.h>

using namespace mlc::test;

size_t mlc::test::noteOffset(const std::vector<uint8_t> &bytes) {
  static const uint8_t head[] = {
      4, 0, 0, 0, sizeof(mlc_note), 0, 0, 0, 1, 0, 0, 0, 'M', 'L', 'C', 0};
  for (size_t i = 0; i + sizeof(head) + sizeof(mlc_note) <= bytes.size();
       i += 4)
    if (memcmp(bytes.data() + i, head, sizeof(head)) == 0)
      return i + sizeof(head);
  return 0;
}

/// File range of a section, from the section headers.
static bool findSection(const std::vector<uint8_t> &bytes, const char *name,
                        uint64_t &offset, uint64_t &size) {
  Elf64_Ehdr header;
  memcpy(&header, bytes.data(), sizeof(header));
  auto section = [&](unsigned i) {
    Elf64_Shdr s;
    memcpy(&s, bytes.data() + header.e_shoff + i * sizeof(s), sizeof(s));
    return s;
  };
  Elf64_Shdr names = section(header.e_shstrndx);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr s = section(i);
    const char *text = reinterpret_cast<const char *>(bytes.data()) +
                       names.sh_offset + s.sh_name;
    if (strcmp(text, name) != 0)
      continue;
    offset = s.sh_offset;
    size = s.sh_size;
    return true;
  }
  return false;
}

void mlc::test::seal(std::vector<uint8_t> &bytes) {
  mlc::rt::NoteLocation found = {};
  found.fileOffset = noteOffset(bytes);
  mlc_note &note = found.note;
  note.magic = MLC_ABI_MAGIC;
  note.abi = MLC_ABI_VERSION;
  note.isa_mask = 1u << MLC_ISA_V2 | 1u << MLC_ISA_V3;
  note.file_bytes = bytes.size();
  findSection(bytes, ".mlc.weights", note.weights_offset, note.weights_bytes);
  mlc::rt::hashBytes(bytes.data() + note.weights_offset, note.weights_bytes,
                     note.weights_hash);
  memcpy(bytes.data() + found.fileOffset, &note, sizeof(note));
  mlc::rt::hashCode(bytes.data(), bytes.size(), found, note.code_hash);
  memcpy(bytes.data() + found.fileOffset, &note, sizeof(note));
}
