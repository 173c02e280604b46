//===- LoaderTest.cpp - Damaged, truncated, newer and foreign files ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/Catch.h"
#include "test/unit/runtime/Fixture.h"

#include <cstring>
#include <random>
#include <unistd.h>

using namespace mlc::test;

using Bytes = std::vector<uint8_t>;

static mlc_code tryOpen(const Bytes &bytes, uint64_t flags,
                        std::string *message = nullptr) {
  mlc_open_options options = {};
  options.flags = flags;
  options.custom_ops = &twiceOp;
  options.n_custom_ops = 1;
  mlc_model *model = nullptr;
  mlc_status status;
  mlc_code code = mlc_model_open_memory(bytes.data(), bytes.size(), &options,
                                        &model, &status);
  CHECK((model != nullptr) == (code == MLC_OK));
  if (message)
    *message = status.message;
  mlc_model_close(model);
  return code;
}

static mlc_note noteOf(const Bytes &bytes) {
  mlc_note note;
  memcpy(&note, bytes.data() + noteOffset(bytes), sizeof(note));
  return note;
}

TEST_CASE("any flipped bit is noticed: outside the weights always, inside by "
          "verify") {
  const Bytes &whole = sealedBytes();
  mlc_note note = noteOf(whole);
  std::mt19937 random(7);
  int outside = 0;
  for (int i = 0; i < 500; ++i) {
    Bytes bytes = whole;
    // Half of them near the front, where the headers and the note are.
    size_t limit = i % 2 ? bytes.size() : 4096;
    size_t at = random() % limit;
    bytes[at] ^= uint8_t(1u << (random() % 8));
    bool weight = at >= note.weights_offset &&
                  at < note.weights_offset + note.weights_bytes;
    if (weight) {
      CHECK(tryOpen(bytes, MLC_OPEN_VERIFY) == MLC_DATA_CORRUPTION);
      CHECK(tryOpen(bytes, 0) == MLC_OK);
    } else {
      ++outside;
      CHECK(tryOpen(bytes, 0) != MLC_OK);
    }
  }
  CHECK(outside > 200);
  // The weights are a small part of this file: hit them on purpose as well.
  for (size_t at : {size_t(0), size_t(17), size_t(note.weights_bytes - 1)}) {
    Bytes bytes = whole;
    bytes[note.weights_offset + at] ^= 16;
    std::string message;
    CHECK(tryOpen(bytes, MLC_OPEN_VERIFY, &message) == MLC_DATA_CORRUPTION);
    CHECK(message.find("the weights are damaged") != std::string::npos);
    CHECK(tryOpen(bytes, 0) == MLC_OK);
  }
  CHECK(tryOpen(whole, MLC_OPEN_VERIFY) == MLC_OK);
}

TEST_CASE("a flip in any byte of the headers and the note is refused") {
  const Bytes &whole = sealedBytes();
  size_t note = noteOffset(whole);
  for (size_t at = 0; at < note + sizeof(mlc_note); ++at) {
    Bytes bytes = whole;
    bytes[at] ^= 0xff;
    if (tryOpen(bytes, 0) == MLC_OK)
      FAIL_CHECK("accepted a change of byte " << at);
  }
}

TEST_CASE("every truncation is refused") {
  const Bytes &whole = sealedBytes();
  for (size_t n = 0; n < whole.size(); n += n < 4096 ? 7 : 1021) {
    Bytes bytes(whole.begin(), whole.begin() + std::ptrdiff_t(n));
    if (tryOpen(bytes, 0) == MLC_OK)
      FAIL_CHECK("accepted the first " << n << " bytes");
  }
  std::string message;
  Bytes cut(whole.begin(), whole.end() - 100);
  CHECK(tryOpen(cut, 0, &message) == MLC_DATA_CORRUPTION);
  CHECK(message == "a model in memory: truncated: it was written with " +
                       std::to_string(whole.size()) + " bytes and has " +
                       std::to_string(whole.size() - 100));
  Bytes longer = whole;
  longer.push_back(0);
  CHECK(tryOpen(longer, 0) == MLC_DATA_CORRUPTION);
}

TEST_CASE("a newer major is refused with both versions") {
  Bytes bytes = sealedBytes();
  mlc_note note = noteOf(bytes);
  note.abi = 2u << 16 | 3;
  memcpy(bytes.data() + noteOffset(bytes), &note, sizeof(note));
  std::string message;
  CHECK(tryOpen(bytes, 0, &message) == MLC_VERSION_MISMATCH);
  CHECK(message ==
        std::string(
            "a model in memory: made for artifact ABI 2.3, this runtime (") +
            mlc_version() + ") knows ABI 1.2; use a newer runtime");
}

static std::string foreign(const char *text, size_t n) {
  std::string message;
  CHECK(tryOpen(Bytes(text, text + n), 0, &message) == MLC_VERSION_MISMATCH);
  return message;
}

TEST_CASE("foreign files are named for what they are") {
  CHECK(foreign("", 0) ==
        "a model in memory: not a compiled model: the file is empty");
  CHECK(foreign("PK\3\4....", 8).find("ZIP archive") != std::string::npos);
  CHECK(foreign("\x08\x07\x12\x04onnx", 8)
            .find("looks like an ONNX model; compile it first") !=
        std::string::npos);
  CHECK(foreign("hello", 5).find("does not begin like an ELF") !=
        std::string::npos);

  // An ordinary shared library.
  mlc_model *model = nullptr;
  mlc_status status;
  CHECK(mlc_model_open("/lib/x86_64-linux-gnu/libc.so.6", nullptr, &model,
                       &status) == MLC_VERSION_MISMATCH);
  CHECK(std::string(status.message).find("no MLC manifest note") !=
        std::string::npos);
  CHECK(mlc_model_open("/nonexistent/m.so", nullptr, &model, &status) ==
        MLC_IO_ERROR);
  CHECK(std::string(status.message) ==
        "/nonexistent/m.so: cannot open the model: No such file or directory");
  CHECK(mlc_model_open("/tmp", nullptr, &model, &status) == MLC_IO_ERROR);
  CHECK(std::string(status.message) == "/tmp: the model is not a regular file");

  Bytes arm = sealedBytes();
  arm[18] = 183; // e_machine
  std::string message;
  CHECK(tryOpen(arm, 0, &message) == MLC_UNSUPPORTED);
  CHECK(message.find("made for another machine (ELF class 2, machine 183)") !=
        std::string::npos);
}

TEST_CASE("hostile header values stay inside the file") {
  std::mt19937 random(11);
  const Bytes &whole = sealedBytes();
  for (int i = 0; i < 2000; ++i) {
    Bytes bytes = whole;
    // Overwrite fields of the ELF and program headers with wild numbers.
    for (int k = 0; k < 3; ++k) {
      size_t at = 16 + random() % (64 + 56 * 10 - 24);
      uint64_t wild = random() % 4 ? ~uint64_t(0) >> (random() % 64) : random();
      memcpy(bytes.data() + at, &wild, random() % 8 + 1);
    }
    tryOpen(bytes,
            0); // refused or, when nothing changed, accepted; never a crash
  }
}

TEST_CASE(
    "a replaced file gives the new model while the old one is still open") {
  TempFile file(sealedBytes());
  mlc_open_options options = {};
  options.custom_ops = &twiceOp;
  options.n_custom_ops = 1;
  mlc_model *first = nullptr, *second = nullptr;
  mlc_status status;
  CHECK(mlc_model_open(file.path(), &options, &first, &status) == MLC_OK);

  // The same path, other weights: written anew and renamed over.
  Bytes changed = sealedBytes();
  mlc_note note = noteOf(changed);
  float nine = 9;
  memcpy(changed.data() + note.weights_offset, &nine, sizeof(nine));
  seal(changed);
  TempFile next(changed);
  CHECK(rename(next.path(), file.path()) == 0);
  CHECK(mlc_model_open(file.path(), &options, &second, &status) == MLC_OK);
  CHECK(mlc_model_artifact(first) != mlc_model_artifact(second));
  auto weight = [](mlc_model *m) {
    return *static_cast<const float *>(mlc_model_artifact(m)->weight_data);
  };
  CHECK(weight(first) == 1);
  CHECK(weight(second) == 9);
  mlc_model_close(first);
  mlc_model_close(second);
}

TEST_CASE("weights beside the library: found, checked, refused") {
  const mlc_note note = noteOf(sealedBytes());
  Bytes side(sealedBytes().begin() + std::ptrdiff_t(note.weights_offset),
             sealedBytes().begin() +
                 std::ptrdiff_t(note.weights_offset + note.weights_bytes));
  TempFile library(sealedBytes()), weights(side, "m.weights");
  mlc_open_options options = {};
  options.custom_ops = &twiceOp;
  options.n_custom_ops = 1;
  options.flags = MLC_OPEN_VERIFY;
  options.weights_path = weights.path();
  mlc_model *model = nullptr;
  mlc_status status;
  // The rows of the hand-written weight table carry no hashes, so the quick
  // check must complain; only then the size.
  CHECK(mlc_model_open(library.path(), &options, &model, &status) ==
        MLC_DATA_CORRUPTION);
  CHECK(std::string(status.message).find("does not match the model") !=
        std::string::npos);
  side.resize(100);
  TempFile cut(side, "m.weights");
  options.weights_path = cut.path();
  CHECK(mlc_model_open(library.path(), &options, &model, &status) ==
        MLC_DATA_CORRUPTION);
  CHECK(std::string(status.message).find("truncated: the model ") !=
        std::string::npos);
  options.weights_path = "/nonexistent";
  CHECK(mlc_model_open(library.path(), &options, &model, &status) ==
        MLC_IO_ERROR);
}

TEST_CASE("introspection") {
  Loaded m;
  CHECK(mlc_model_entry_count(m.model) == 8);
  CHECK(std::string(mlc_entry_name(mlc_model_entry(m.model, nullptr))) ==
        "add");
  uint32_t n = 0;
  const mlc_value_info *inputs =
      mlc_entry_inputs(mlc_model_entry(m.model, "add"), &n);
  REQUIRE(n == 2);
  CHECK(std::string(inputs[1].name) == "y");
  CHECK(inputs[1].dtype == MLC_F32);
  CHECK(inputs[1].rank == 2);
  CHECK(inputs[1].extents[0] == -1);
  CHECK(std::string(inputs[1].symbols[0]) == "batch");
  CHECK(inputs[1].extents[1] == 3);
  CHECK(inputs[1].symbols[1] == nullptr);
  CHECK(mlc_entry_outputs(mlc_model_entry(m.model, "add"), &n)->alias == 0);
  CHECK(mlc_model_isa_mask(m.model) ==
        (1u << MLC_ISA_V2 | 1u << MLC_ISA_V3) >> 0);
}

TEST_CASE("code levels: forced, capped, missing") {
  Loaded m;
  mlc_context_options options = {};
  mlc_context *context = nullptr;
  mlc_context_stats stats = {};
  options.isa = MLC_ISA_V2;
  CHECK(mlc_context_create(m.model, &options, &context, &m.status) == MLC_OK);
  mlc_context_get_stats(context, &stats);
  CHECK(stats.isa == MLC_ISA_V2);
  mlc_context_destroy(context);

  options.isa = MLC_ISA_V4_AMX;
  mlc_code code = mlc_context_create(m.model, &options, &context, &m.status);
  CHECK(code == MLC_UNSUPPORTED);
  std::string message = m.status.message;
  CHECK((message.find("this processor offers") != std::string::npos ||
         message.find("the model has code for v2") != std::string::npos));

  options.isa = MLC_ISA_ANY;
  setenv("MLC_MAX_ISA", "v2", 1);
  CHECK(mlc_context_create(m.model, &options, &context, &m.status) == MLC_OK);
  mlc_context_get_stats(context, &stats);
  CHECK(stats.isa == MLC_ISA_V2);
  mlc_context_destroy(context);
  setenv("MLC_MAX_ISA", "v9", 1);
  CHECK(mlc_context_create(m.model, &options, &context, &m.status) ==
        MLC_INVALID_ARGUMENT);
  CHECK(std::string(m.status.message) ==
        "MLC_MAX_ISA is 'v9'; it must be one of v2, v3, v4, v4+vnni, "
        "v4+bf16, v4+amx");
  unsetenv("MLC_MAX_ISA");

  options.device = "cuda";
  CHECK(mlc_context_create(m.model, &options, &context, &m.status) ==
        MLC_UNSUPPORTED);
  CHECK(std::string(m.status.message) ==
        "a model in memory: device 'cuda' is not supported; only 'cpu' is");
}

TEST_CASE("a linked artifact of an older library has fewer code levels") {
  Loaded m;
  mlc_artifact old = *mlc_model_artifact(m.model);
  // What follows the rows in memory is anything; here it would be called.
  const mlc_kernel_code *v2 = old.code[MLC_ISA_V2];
  const mlc_kernel_code *code[MLC_ISA_COUNT + 2] = {nullptr, v2};
  for (uint32_t i = 2; i < MLC_ISA_COUNT + 2; ++i)
    code[i] = reinterpret_cast<const mlc_kernel_code *>(uintptr_t(8));
  old.code = code;
  auto masks = [&](uint64_t levels) {
    old.n_levels = levels;
    mlc_open_options options = {};
    options.custom_ops = &twiceOp;
    options.n_custom_ops = 1;
    mlc_model *model = nullptr;
    mlc_status status;
    CHECK(mlc_model_open_linked(&old, &options, &model, &status) == MLC_OK);
    REQUIRE(model);
    uint32_t mask = mlc_model_isa_mask(model);
    if (levels == 2) {
      mlc_context *context = nullptr;
      CHECK(mlc_context_create(model, nullptr, &context, &status) == MLC_OK);
      mlc_context_stats stats = {};
      mlc_context_get_stats(context, &stats);
      CHECK(stats.isa == MLC_ISA_V2);
      mlc_context_destroy(context);
    }
    mlc_model_close(model);
    return mask;
  };
  CHECK(masks(2) == 1u << MLC_ISA_V2);
  CHECK(masks(3) == (1u << MLC_ISA_V2 | 1u << MLC_ISA_V3));
  // From before the number was written: the levels of then.
  CHECK(masks(0) == (1u << 6) - 2);
  // Of a newer library: the levels that are known here.
  CHECK(masks(MLC_ISA_COUNT + 2) == (1u << MLC_ISA_COUNT) - 2);
}
