//===- ElfNote.cpp - Finds the manifest note of an artifact --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/loader/ElfNote.h"

#include "runtime/src/core/Text.h"

#include <elf.h>
#include <string.h>

using namespace mlc::rt;

static bool inside(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

static uint64_t alignUp(uint64_t value, uint64_t to) {
  return (value + to - 1) & ~(to - 1);
}

/// What the file is instead of an artifact, for the message.
static mlc_code foreign(const uint8_t *data, uint64_t size, const char *path,
                        mlc_status *status) {
  Failure failure(status, MLC_VERSION_MISMATCH);
  failure << path << ": not a compiled model: ";
  if (size == 0)
    return failure << "the file is empty";
  if (size >= 4 && memcmp(data, "PK\3\4", 4) == 0)
    return failure << "it is a ZIP archive (a TorchScript model?); compile it "
                      "first with compile-model";
  if (data[0] == 0x08 && size > 2)
    return failure << "it looks like an ONNX model; compile it first with "
                      "compile-model";
  return failure << "it does not begin like an ELF shared library";
}

static mlc_code checkHeader(const uint8_t *data, uint64_t size,
                            const char *path, Elf64_Ehdr &header,
                            mlc_status *status) {
  if (size < SELFMAG || memcmp(data, ELFMAG, SELFMAG) != 0)
    return foreign(data, size, path, status);
  if (size < sizeof(header))
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": truncated: " << size
           << " bytes do not hold an ELF header";
  memcpy(&header, data, sizeof(header));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != EM_X86_64)
    return Failure(status, MLC_UNSUPPORTED)
           << path << ": made for another machine (ELF class "
           << uint32_t(header.e_ident[EI_CLASS]) << ", machine "
           << uint32_t(header.e_machine) << "); this runtime loads x86-64 (62)";
  if (header.e_type != ET_DYN)
    return Failure(status, MLC_VERSION_MISMATCH)
           << path << ": an ELF file, but not a shared library (type "
           << uint32_t(header.e_type) << ")";
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      !inside(header.e_phoff, uint64_t(header.e_phnum) * sizeof(Elf64_Phdr),
              size))
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": truncated or damaged: its program headers lie outside "
           << "the file of " << size << " bytes";
  return MLC_OK;
}

/// Looks through the notes of one segment.
static bool searchSegment(const uint8_t *data, const Elf64_Phdr &segment,
                          NoteLocation &found) {
  uint64_t at = segment.p_offset;
  uint64_t left = segment.p_filesz;
  uint64_t padding = segment.p_align == 8 ? 8 : 4;
  while (left >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr head;
    memcpy(&head, data + at, sizeof(head));
    uint64_t nameAt = sizeof(head);
    uint64_t descAt = alignUp(nameAt + head.n_namesz, padding);
    uint64_t next = alignUp(descAt + head.n_descsz, padding);
    if (descAt > left || head.n_descsz > left - descAt)
      return false;
    bool ours =
        head.n_type == MLC_NOTE_TYPE &&
        head.n_namesz == sizeof(MLC_NOTE_OWNER) &&
        memcmp(data + at + nameAt, MLC_NOTE_OWNER, sizeof(MLC_NOTE_OWNER)) == 0;
    if (ours && head.n_descsz >= sizeof(mlc_note)) {
      memcpy(&found.note, data + at + descAt, sizeof(mlc_note));
      found.fileOffset = at + descAt;
      found.address = segment.p_vaddr + (found.fileOffset - segment.p_offset);
      return true;
    }
    if (next > left)
      return false;
    at += next;
    left -= next;
  }
  return false;
}

static mlc_code checkNote(const NoteLocation &found, uint64_t size,
                          const char *path, mlc_status *status) {
  const mlc_note &note = found.note;
  if (note.magic != MLC_ABI_MAGIC)
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": damaged: the manifest note's magic is not MLC's";
  if (note.abi >> 16 != MLC_ABI_MAJOR)
    return Failure(status, MLC_VERSION_MISMATCH)
           << path << ": made for artifact ABI " << (note.abi >> 16) << "."
           << (note.abi & 0xffff) << ", this runtime (" << mlc_version()
           << ") knows ABI " << MLC_ABI_MAJOR << "." << MLC_ABI_MINOR
           << (note.abi >> 16 > MLC_ABI_MAJOR ? "; use a newer runtime"
                                              : "; compile the model again");
  if (note.file_bytes != size)
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << (note.file_bytes > size ? ": truncated: " : ": damaged: ")
           << "it was written with " << note.file_bytes << " bytes and has "
           << size;
  if (!inside(note.weights_offset, note.weights_bytes, size))
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": damaged: its weights (" << note.weights_bytes
           << " bytes at " << note.weights_offset
           << ") lie outside the file of " << size << " bytes";
  // A note inside its own weights would not be covered by the hash.
  if (note.weights_bytes &&
      found.fileOffset + sizeof(mlc_note) > note.weights_offset &&
      found.fileOffset < note.weights_offset + note.weights_bytes)
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": damaged: the weights' range covers the manifest note";
  return MLC_OK;
}

mlc_code mlc::rt::findNote(const uint8_t *data, uint64_t size, const char *path,
                           NoteLocation &found, mlc_status *status) {
  Elf64_Ehdr header;
  if (mlc_code code = checkHeader(data, size, path, header, status))
    return code;
  for (uint32_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    memcpy(&segment, data + header.e_phoff + i * sizeof(segment),
           sizeof(segment));
    if (segment.p_type != PT_NOTE)
      continue;
    if (!inside(segment.p_offset, segment.p_filesz, size))
      return Failure(status, MLC_DATA_CORRUPTION)
             << path << ": truncated or damaged: a note segment ("
             << uint64_t(segment.p_filesz) << " bytes at "
             << uint64_t(segment.p_offset) << ") lies outside the file of "
             << size << " bytes";
    if (searchSegment(data, segment, found))
      return checkNote(found, size, path, status);
  }
  return Failure(status, MLC_VERSION_MISMATCH)
         << path
         << ": a shared library, but not a compiled model: it has no MLC "
         << "manifest note";
}
