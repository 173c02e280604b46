//===- Fixture.cpp - A sealed artifact and small helpers -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/runtime/Fixture.h"

#include "runtime/src/loader/ArtifactHash.h"
#include "test/unit/Catch.h"

#include <elf.h>
#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace mlc::test;

static int32_t twice(const mlc_tensor *in, uint32_t, mlc_tensor *out, uint32_t,
                     mlc_exec *) {
  auto *x = static_cast<const float *>(in->data);
  auto *y = static_cast<float *>(out->data);
  for (int64_t i = 0; i < in->dims[0]; ++i) {
    if (x[i] < 0)
      return MLC_INVALID_ARGUMENT;
    y[i] = 2 * x[i];
  }
  return MLC_OK;
}

static int32_t twiceShape(const mlc_tensor *in, uint32_t, mlc_tensor *out,
                          uint32_t) {
  out->dtype = in->dtype;
  out->rank = 1;
  out->dims[0] = in->dims[0];
  return MLC_OK;
}

const mlc_custom_op mlc::test::twiceOp = {"test.twice", 42, twice, twiceShape};

size_t mlc::test::noteOffset(const std::vector<uint8_t> &bytes) {
  static const uint8_t head[] = {4, 0, 0, 0, sizeof(mlc_note), 0, 0, 0,
                                 1, 0, 0, 0, 'M', 'L', 'C', 0};
  for (size_t i = 0; i + sizeof(head) + sizeof(mlc_note) <= bytes.size(); i += 4)
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
    const char *text =
        reinterpret_cast<const char *>(bytes.data()) + names.sh_offset + s.sh_name;
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

static std::vector<uint8_t> readFile(const char *path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::vector<uint8_t> &mlc::test::sealedBytes() {
  static const std::vector<uint8_t> bytes = [] {
    std::vector<uint8_t> made = readFile(MLC_TEST_ARTIFACT);
    REQUIRE(made.size() > 4096);
    seal(made);
    return made;
  }();
  return bytes;
}

TempFile::TempFile(const std::vector<uint8_t> &bytes, const char *name) {
  char pattern[] = "/tmp/mlc-test-XXXXXX";
  REQUIRE(mkdtemp(pattern));
  folder = pattern;
  file = folder + "/" + name;
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char *>(bytes.data()),
            std::streamsize(bytes.size()));
}

TempFile::~TempFile() {
  unlink(file.c_str());
  rmdir(folder.c_str());
}

Loaded::Loaded(uint32_t threads, uint64_t flags) {
  mlc_open_options open = {};
  open.size = sizeof(open);
  open.custom_ops = &twiceOp;
  open.n_custom_ops = 1;
  const std::vector<uint8_t> &bytes = sealedBytes();
  mlc_model_open_memory(bytes.data(), bytes.size(), &open, &model, &status);
  INFO(status.message);
  REQUIRE(model);
  mlc_context_options options = {};
  options.size = sizeof(options);
  options.threads = threads;
  options.flags = flags;
  options.fill_byte = 0xCB;
  mlc_context_create(model, &options, &context, &status);
  REQUIRE(context);
}

Loaded::~Loaded() {
  // In the wrong order on purpose: the context holds the model.
  mlc_model_close(model);
  mlc_context_destroy(context);
}

mlc_code Loaded::run(const char *entry, std::vector<mlc_tensor> inputs,
                     mlc_tensor &output) {
  return mlc_run(context, mlc_model_entry(model, entry), inputs.data(),
                 uint32_t(inputs.size()), &output, 1, &status);
}
