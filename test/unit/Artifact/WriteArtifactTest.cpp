//===- WriteArtifactTest.cpp - Artifacts from hand-written code -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the tiny model, loads it as any program would, and runs it alone.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/ElfImage.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/Header.h"
#include "compiler/Artifact/Inspect.h"
#include "compiler/Artifact/Tables.h"
#include "compiler/Target/Common/TargetBackend.h"
#include "test/unit/Catch.h"
#include "test/unit/Artifact/TinyModel.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <dlfcn.h>

using namespace mlc;
using namespace mlc::test;

namespace {
/// A folder of this test run, removed at its end.
struct Folder {
  llvm::SmallString<128> path;
  Folder() { llvm::sys::fs::createUniqueDirectory("artifact-test", path); }
  ~Folder() { llvm::sys::fs::remove_directories(path); }
  std::string file(const char *name) { return (path + "/" + name).str(); }
};
} // namespace

static std::string readAll(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Writes the tiny model and returns the error text, "" for none.
static std::string write(const std::string &output, ArtifactKind kind,
                         unsigned threads = 1, std::string weightPath = "",
                         std::string prefix = "",
                         ArtifactReport *reportOut = nullptr) {
  ConstantPool pool;
  ArtifactInputs inputs = tinyModel(pool);
  ArtifactSettings settings;
  settings.kind = kind;
  settings.output = output;
  settings.name = prefix.empty() ? "tiny" : prefix;
  settings.prefix = prefix;
  settings.threads = threads;
  settings.weightPath = weightPath;
  if (!weightPath.empty())
    inputs.manifest.weightFile = llvm::sys::path::filename(weightPath).str();
  ArtifactReport report;
  auto objects = compileObjects(inputs, settings, report);
  if (!objects)
    return llvm::toString(objects.takeError());
  if (llvm::Error error = writeArtifact(inputs, *objects, settings, report))
    return llvm::toString(std::move(error));
  if (reportOut)
    *reportOut = report;
  return "";
}

struct TinyInputs {
  const float *x;
  int64_t xDims[2];
};
struct TinyOutputs {
  float *y;
  uint64_t yCapacity;
  int64_t yDims[2];
};
using TinyRun = int32_t (*)(const TinyInputs *, TinyOutputs *, void *,
                            const mlc_host *);

TEST_CASE("a shared library loads and runs alone") {
  Folder folder;
  std::string path = folder.file("tiny.so");
  ArtifactReport report;
  CHECK(write(path, ArtifactKind::SharedLibrary, 1, "", "", &report) == "");
  CHECK(report.fileBytes == readAll(path).size());

  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    FAIL(dlerror());
  auto query = mlc_query_fn(dlsym(library, "mlc_query"));
  REQUIRE(query);
  const mlc_artifact *artifact = query(MLC_ABI_VERSION);
  REQUIRE(artifact);
  CHECK(query(0) == nullptr);
  CHECK(artifact->n_entries == 1);
  CHECK(artifact->weight_bytes == 16);
  CHECK(static_cast<const float *>(artifact->weight_data)[3] == 4);
  CHECK(artifact->n_levels == MLC_ISA_COUNT);
  CHECK(artifact->code[MLC_ISA_V3] != nullptr);
  CHECK(artifact->code[MLC_ISA_V4_AMX] == nullptr);
  CHECK(std::string(artifact->entries[0].inputs[0].name) == "x");

  auto run = TinyRun(dlsym(library, "tiny_run"));
  auto size = reinterpret_cast<uint64_t (*)(const int64_t *)>(
      dlsym(library, "tiny_workspace_size"));
  REQUIRE(run);
  REQUIRE(size);
  int64_t symbols[1] = {3};
  CHECK(size(symbols) == 64);
  float x[12], y[12];
  for (int i = 0; i < 12; ++i)
    x[i] = float(i);
  alignas(64) char workspace[64];
  TinyInputs in{x, {3, 4}};
  TinyOutputs out{y, sizeof y, {0, 0}};
  CHECK(run(&in, &out, workspace, nullptr) == 0);
  CHECK(out.yDims[0] == 3);
  CHECK(out.yDims[1] == 4);
  for (int i = 0; i < 12; ++i)
    CHECK(y[i] == x[i] + float(i % 4 + 1));
  TinyInputs wrong{x, {3, 5}};
  CHECK(run(&wrong, &out, workspace, nullptr) == MLC_SHAPE_MISMATCH);
  out.yCapacity = 4;
  CHECK(run(&in, &out, workspace, nullptr) != 0);
  dlclose(library);
}

TEST_CASE("the same bytes for any number of threads") {
  Folder folder;
  CHECK(write(folder.file("a.so"), ArtifactKind::SharedLibrary, 1) == "");
  CHECK(write(folder.file("b.so"), ArtifactKind::SharedLibrary, 5) == "");
  CHECK(readAll(folder.file("a.so")) == readAll(folder.file("b.so")));
  CHECK(write(folder.file("a.a"), ArtifactKind::StaticLibrary, 1) == "");
  CHECK(write(folder.file("b.a"), ArtifactKind::StaticLibrary, 5) == "");
  CHECK(readAll(folder.file("a.a")) == readAll(folder.file("b.a")));
}

TEST_CASE("the note covers the file and the weights") {
  Folder folder;
  std::string path = folder.file("tiny.so");
  REQUIRE(write(path, ArtifactKind::SharedLibrary) == "");
  std::string bytes = readAll(path);
  std::vector<char> copy(bytes.begin(), bytes.end());
  auto elf = ElfImage::parse(copy);
  REQUIRE(bool(elf));
  auto *section = elf->section(kNoteSection);
  REQUIRE(section);
  mlc_note note;
  size_t at = section->sh_offset + 16;
  memcpy(&note, copy.data() + at, sizeof note);
  CHECK(note.magic == MLC_ABI_MAGIC);
  CHECK(note.file_bytes == bytes.size());
  CHECK(note.weights_bytes == 16);
  CHECK(note.isa_mask ==
        (1u << MLC_ISA_V2 | 1u << MLC_ISA_V3 | 1u << MLC_ISA_V4));
  auto raw = [&](size_t begin, size_t end) {
    return llvm::ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(copy.data()) + begin, end - begin);
  };
  Hash128 weights = hashBytes(
      raw(note.weights_offset, note.weights_offset + note.weights_bytes));
  CHECK(weights.low == note.weights_hash[0]);
  CHECK(weights.high == note.weights_hash[1]);
  memset(copy.data() + at + offsetof(mlc_note, code_hash), 0, 16);
  Hash128 code = hashBytes(raw(0, note.weights_offset));
  CHECK(code.low == note.code_hash[0]);
  CHECK(code.high == note.code_hash[1]);
}

TEST_CASE("an artifact needs no library and exports only its own names") {
  Folder folder;
  std::string path = folder.file("tiny.so");
  REQUIRE(write(path, ArtifactKind::SharedLibrary) == "");
  std::string bytes = readAll(path);
  std::vector<char> copy(bytes.begin(), bytes.end());
  auto elf = ElfImage::parse(copy);
  REQUIRE(bool(elf));
  auto *dynamic = elf->section(".dynamic");
  REQUIRE(dynamic);
  auto rows = elf->contents(*dynamic);
  REQUIRE(bool(rows));
  for (size_t at = 0; at < rows->size(); at += 16) {
    int64_t tag;
    memcpy(&tag, rows->data() + at, 8);
    CHECK(tag != llvm::ELF::DT_NEEDED);
    CHECK(tag != llvm::ELF::DT_TEXTREL);
  }
  auto *symbols = elf->section(".dynsym");
  REQUIRE(symbols);
  auto names = elf->contents(*elf->section(".dynstr"));
  auto table = elf->contents(*symbols);
  REQUIRE(bool(table));
  std::vector<std::string> exported;
  for (size_t at = sizeof(llvm::ELF::Elf64_Sym); at < table->size();
       at += sizeof(llvm::ELF::Elf64_Sym)) {
    llvm::ELF::Elf64_Sym symbol;
    memcpy(&symbol, table->data() + at, sizeof symbol);
    CHECK(symbol.st_shndx != 0);
    exported.push_back(names->data() + symbol.st_name);
  }
  llvm::sort(exported);
  CHECK(exported == std::vector<std::string>{"mlc_query", "tiny_output_shapes",
                                             "tiny_run",
                                             "tiny_workspace_size"});
}

TEST_CASE("weights beside the library") {
  Folder folder;
  std::string path = folder.file("tiny.so");
  REQUIRE(write(path, ArtifactKind::SharedLibrary, 1,
                folder.file("tiny.weights")) == "");
  std::string weights = readAll(folder.file("tiny.weights"));
  CHECK(weights.size() == 16);
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library);
  auto artifact = mlc_query_fn(dlsym(library, "mlc_query"))(MLC_ABI_VERSION);
  CHECK(artifact->weight_data == nullptr);
  CHECK(std::string(artifact->weight_file) == "tiny.weights");
  auto run = TinyRun(dlsym(library, "tiny_run"));
  float x[4] = {}, y[4];
  TinyInputs in{x, {1, 4}};
  TinyOutputs out{y, sizeof y, {}};
  alignas(64) char workspace[64];
  CHECK(run(&in, &out, workspace, nullptr) == MLC_INVALID_ARGUMENT);
  mlc_host host = {};
  host.size = sizeof host;
  host.weights = weights.data();
  CHECK(run(&in, &out, workspace, &host) == 0);
  CHECK(y[2] == 3);
  dlclose(library);
}

TEST_CASE("the manifest is read without loading") {
  Folder folder;
  for (auto [name, kind] : {std::pair("tiny.so", ArtifactKind::SharedLibrary),
                            std::pair("tiny.a", ArtifactKind::StaticLibrary),
                            std::pair("tiny.o", ArtifactKind::Object)}) {
    std::string path = folder.file(name);
    REQUIRE(write(path, kind) == "");
    auto text = inspectArtifact(path);
    REQUIRE(bool(text));
    CHECK(llvm::StringRef(*text).contains("\"name\": \"x\""));
  }
  auto text = inspectArtifact("/dev/null");
  REQUIRE(!text);
  llvm::consumeError(text.takeError());
}

TEST_CASE("two static libraries with prefixes link into one C program") {
  Folder folder;
  REQUIRE(write(folder.file("a.a"), ArtifactKind::StaticLibrary, 1, "",
                "first") == "");
  REQUIRE(write(folder.file("b.a"), ArtifactKind::StaticLibrary, 1, "",
                "second") == "");
  ConstantPool pool;
  ArtifactInputs inputs = tinyModel(pool);
  auto put = [&](const char *name, std::string text) {
    if (llvm::Error error = writeFileAtomically(folder.file(name), text))
      FAIL(llvm::toString(std::move(error)));
  };
  put("first.h", headerText(inputs.manifest, "first", "first"));
  put("second.h", headerText(inputs.manifest, "second", "second"));
  put("main.c", R"(
#include "first.h"
#include "second.h"
#include <string.h>
/* The program's own memcpy; a model must not use it, nor replace it. */
static int calls;
void *memcpy(void *to, const void *from, size_t n) {
  ++calls;
  char *t = to; const char *f = from;
  while (n--) *t++ = *f++;
  return to;
}
int main(void) {
  float x[8] = {0}, a[8], b[8];
  static _Alignas(64) char workspace[64];
  first_inputs in1 = {x, {2, 4}};
  first_outputs out1 = {a, sizeof a, {0}};
  second_inputs in2 = {x, {2, 4}};
  second_outputs out2 = {b, sizeof b, {0}};
  if (first_run(&in1, &out1, workspace, 0)) return 1;
  if (second_run(&in2, &out2, workspace, 0)) return 2;
  if (calls) return 3;
  if (!first_query(MLC_ABI_VERSION) || !second_query(MLC_ABI_VERSION)) return 5;
  return a[7] == 4 && b[4] == 1 && out1.y_dims[0] == 2 ? 0 : 4;
}
)");
  auto clang = llvm::sys::findProgramByName("clang-22");
  if (!clang)
    return; // no C compiler where models are compiled
  std::string main = folder.file("main.c"), program = folder.file("main"),
              a = folder.file("a.a"), b = folder.file("b.a");
  llvm::StringRef words[] = {
      *clang, "-O1", "-fno-builtin", "-Wall", "-Werror", main,
      a,      b,     "-o",           program};
  std::string error;
  CHECK(llvm::sys::ExecuteAndWait(*clang, words, std::nullopt, {}, 60, 0,
                                  &error) == 0);
  CHECK(llvm::sys::ExecuteAndWait(program, {program}) == 0);
}

TEST_CASE("code that cannot be right is refused by name") {
  CompileSettings settings;
  settings.provided = {"expf"};
  auto errorOf = [&](const std::string &ir) -> std::string {
    auto result = hostBackend().serialise(unit("k0", "v3", ir, true), settings);
    return result ? "" : llvm::toString(result.takeError());
  };
  CHECK(errorOf(tinyKernel()) == "");
  std::string call =
      errorOf(tinyKernel("  call void @puts()\n") + "declare void @puts()\n");
  CHECK(call == "kernel 'k0' (v3): calls 'puts', which no part of an artifact "
                "defines");
  std::string frame =
      errorOf(tinyKernel("  %big = alloca [65536 x i8], align 64\n"
                         "  %p = ptrtoint ptr %big to i64\n"
                         "  store volatile i64 %p, ptr %args\n"));
  CHECK(llvm::StringRef(frame).starts_with("kernel 'k0' (v3): function "));
  CHECK(llvm::StringRef(frame).contains("has a frame of 65"));
  CHECK(llvm::StringRef(errorOf("nonsense")).contains("kernel 'k0' (v3)"));
}

TEST_CASE("equal bodies are compiled once") {
  std::vector<CodeUnit> units = {unit("k0", "v4", tinyKernel(), true),
                                 unit("k0", "v4+vnni", tinyKernel(), true),
                                 unit("k0", "v3", tinyKernel(), true)};
  auto compiled = hostBackend().serialise(units, {});
  REQUIRE(bool(compiled));
  CHECK((*compiled)[1].sameAs == 0);
  CHECK((*compiled)[1].bytes.empty());
  CHECK((*compiled)[1].runSymbol == "k0.v4");
  CHECK((*compiled)[2].sameAs == 2);
  CHECK((*compiled)[2].runSymbol == "k0.v3");
}
