//===- ElfNote.h - Finds the manifest note of an artifact ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bounded reader of just enough ELF: the header, the program headers, the
// notes. Every offset and size from the file is checked before use, sums in a
// way that cannot wrap.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_LOADER_ELFNOTE_H
#define MLC_RUNTIME_LOADER_ELFNOTE_H

#include "mlc/runtime.h"

namespace mlc::rt {

struct NoteLocation {
  mlc_note note;
  uint64_t fileOffset; // of the descriptor
  uint64_t address;    // relative to the load address
};

/// Finds and copies the note, checks magic, version and file size. `path` is
/// for messages.
mlc_code findNote(const uint8_t *data, uint64_t size, const char *path,
                  NoteLocation &found, mlc_status *status);

} // namespace mlc::rt

#endif // MLC_RUNTIME_LOADER_ELFNOTE_H
