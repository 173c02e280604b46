//===- Finish.cpp - From a linked image to a finished file ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker sees the weights as a range of addresses without bytes (a large
// .lbss), which it puts behind everything else. Flags that nothing else has
// (writable and executable) make it a segment of its own. Here that segment
// becomes a read-only mapping of the file's tail, so weights of any size cost
// the link nothing and are mapped by the system's loader like any other data.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/ElfImage.h"
#include "compiler/Artifact/Tables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using namespace llvm::ELF;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr uint64_t kPage = 4096;
static constexpr const char *kSharedSection = ".lbss";
static constexpr const char *kObjectSection = ".lrodata.mlc_weights";

static bool embedsWeights(const Manifest &manifest) {
  return manifest.weightFile.empty() && manifest.weightBytes;
}

std::string mlc::weightPlaceholder(const Manifest &manifest, bool relocatable) {
  if (!embedsWeights(manifest))
    return "";
  std::string symbol = kWeightsSymbol;
  std::string size = std::to_string(manifest.weightBytes);
  return std::string(".section ") +
         (relocatable ? std::string(kObjectSection) + ",\"al\",@nobits\n"
                      : std::string(kSharedSection) +
                            ".mlc_weights,\"awlx\",@nobits\n") +
         ".p2align 12\n.globl " + symbol + "\n.hidden " + symbol + "\n.type " +
         symbol + ",@object\n" + symbol + ":\n.zero " + size + "\n.size " +
         symbol + "," + size + "\n.text\n";
}

/// Lets the weights' section, and in a library their segment, cover the file's
/// bytes from `offset` on.
static Error placeWeights(ElfImage &elf, const Manifest &manifest,
                          uint64_t offset) {
  bool shared = elf.header().e_type == ET_DYN;
  Elf64_Shdr *section = elf.section(shared ? kSharedSection : kObjectSection);
  if (!section || section->sh_type != SHT_NOBITS ||
      section->sh_size != manifest.weightBytes)
    return makeError("the linked file has no place for the weights");
  if (shared) {
    auto segment = llvm::find_if(elf.programHeaders(), [&](Elf64_Phdr &phdr) {
      return phdr.p_type == PT_LOAD && phdr.p_vaddr == section->sh_addr;
    });
    if (segment == elf.programHeaders().end() || segment->p_filesz != 0)
      return makeError("the weights did not get a segment of their own");
    segment->p_offset = offset;
    segment->p_filesz = segment->p_memsz = manifest.weightBytes;
    segment->p_flags = PF_R;
  }
  section->sh_type = SHT_PROGBITS;
  section->sh_flags &= ~uint64_t(SHF_WRITE | SHF_EXECINSTR);
  section->sh_offset = offset;
  return Error::success();
}

/// Fills in the hash of each weight.
static Error patchWeightTable(ElfImage &elf, const WrittenWeights &weights) {
  if (weights.each.empty())
    return Error::success();
  Elf64_Shdr *section = elf.section(kWeightTableSection);
  if (!section)
    return makeError("the linked file has no weight table");
  auto bytes = elf.contents(*section);
  if (!bytes)
    return bytes.takeError();
  if (bytes->size() != weights.each.size() * sizeof(mlc_weight_desc))
    return makeError("the weight table has ", bytes->size(), " bytes, not ",
                     weights.each.size(), " rows");
  for (auto [i, hash] : llvm::enumerate(weights.each)) {
    char *row = bytes->data() + i * sizeof(mlc_weight_desc);
    uint64_t halves[2] = {hash.low, hash.high};
    memcpy(row + offsetof(mlc_weight_desc, hash), halves, sizeof halves);
  }
  return Error::success();
}

/// The note's descriptor in the image; null in an object that dropped it.
static char *findNote(ElfImage &elf) {
  Elf64_Shdr *section = elf.section(kNoteSection);
  if (!section)
    return nullptr;
  auto bytes = elf.contents(*section);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return nullptr;
  }
  constexpr size_t header = 16; // sizes, type and the 4-byte owner
  if (bytes->size() < header + sizeof(mlc_note))
    return nullptr;
  return bytes->data() + header;
}

/// Completes the note; the code hash, which covers the note itself, last.
static Error patchNote(ElfImage &elf, llvm::ArrayRef<char> image,
                       const WrittenWeights &weights, uint64_t offset,
                       uint64_t embeddedBytes) {
  char *place = findNote(elf);
  if (!place)
    return makeError("the linked file has no note");
  mlc_note note;
  memcpy(&note, place, sizeof note);
  note.weights_hash[0] = weights.total.low;
  note.weights_hash[1] = weights.total.high;
  note.weights_offset = embeddedBytes ? offset : 0;
  note.weights_bytes = embeddedBytes;
  note.file_bytes = image.size() + embeddedBytes;
  note.code_hash[0] = note.code_hash[1] = 0;
  memcpy(place, &note, sizeof note);
  Hash128 code = hashBytes(
      {reinterpret_cast<const uint8_t *>(image.data()), image.size()});
  uint64_t halves[2] = {code.low, code.high};
  memcpy(place + offsetof(mlc_note, code_hash), halves, sizeof halves);
  return Error::success();
}

/// `ar`'s global header, symbol index and the member's header.
static std::string archivePrefix(const FinishSettings &settings,
                                 uint64_t memberBytes) {
  auto header = [](StringRef name, uint64_t bytes) {
    char text[61];
    snprintf(text, sizeof text, "%-16s%-12d%-6d%-6d%-8s%-10llu`\n",
             name.str().c_str(), 0, 0, 0, "644", (unsigned long long)bytes);
    return std::string(text);
  };
  auto bigEndian = [](uint32_t value) {
    std::string bytes(4, 0);
    for (int i = 0; i < 4; ++i)
      bytes[i] = char(value >> (24 - 8 * i));
    return bytes;
  };
  std::string names;
  for (const std::string &name : settings.exports)
    names += name + '\0';
  size_t count = settings.exports.size();
  uint64_t indexBytes = 4 + 4 * count + names.size();
  names.append(indexBytes % 2, '\0');
  indexBytes += indexBytes % 2;
  uint32_t member = 8 + 60 + indexBytes;
  std::string text = "!<arch>\n" + header("/", indexBytes) + bigEndian(count);
  for (size_t i = 0; i < count; ++i)
    text += bigEndian(member);
  // A short name; the library's own name says more.
  return text + names + header(settings.archiveMember + "/", memberBytes);
}

static Error writeError(StringRef path, std::error_code code) {
  return llvm::createStringError(code, "cannot write '%s': %s",
                                 path.str().c_str(), code.message().c_str());
}

/// Fills a device or a pipe, which stays what it is.
static Error
fillInPlace(StringRef path,
            llvm::function_ref<Error(llvm::raw_fd_ostream &)> body) {
  int descriptor = -1;
  if (std::error_code code = llvm::sys::fs::openFileForWrite(
          path, descriptor, llvm::sys::fs::CD_OpenExisting))
    return writeError(path, code);
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  Error error = body(os);
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  if (!error && code)
    return writeError(path, code);
  return error;
}

/// Opens a temporary file beside `path`, lets `body` fill it, renames it: who
/// looks at `path` sees the old file or the whole new one.
static Error
replaceFile(StringRef path,
            llvm::function_ref<Error(llvm::raw_fd_ostream &)> body) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status)) {
    if (status.type() == llvm::sys::fs::file_type::directory_file)
      return writeError(path, std::make_error_code(std::errc::is_a_directory));
    if (status.type() != llvm::sys::fs::file_type::regular_file)
      return fillInPlace(path, body);
  }
  auto file = llvm::sys::fs::TempFile::create(path + ".tmp-%%%%%%%%");
  if (!file)
    return writeError(path, llvm::errorToErrorCode(file.takeError()));
  Error error = Error::success();
  std::error_code code;
  {
    llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    error = body(os);
    os.flush();
    code = os.error();
    os.clear_error();
  }
  if (error || code) {
    llvm::consumeError(file->discard());
    if (!error)
      return writeError(path, code);
    return error;
  }
  if (Error rename = file->keep(path))
    return writeError(path, llvm::errorToErrorCode(std::move(rename)));
  return Error::success();
}

Expected<uint64_t> mlc::finishFile(llvm::SmallVectorImpl<char> &image,
                                   const FinishSettings &settings,
                                   StringRef path) {
  const Manifest &manifest = *settings.manifest;
  bool embeds = embedsWeights(manifest);
  bool isArchive = !settings.archiveMember.empty();
  uint64_t embeddedBytes = embeds ? manifest.weightBytes : 0;
  if (embeds || isArchive)
    image.resize(llvm::alignTo(image.size(), embeds ? kPage : 2), 0);
  uint64_t offset = image.size();
  uint64_t tail = isArchive ? embeddedBytes % 2 : 0;
  std::string prefix =
      isArchive ? archivePrefix(settings, offset + embeddedBytes) : "";
  auto elf = ElfImage::parse(image);
  if (!elf)
    return elf.takeError();

  Error error = replaceFile(path, [&](llvm::raw_fd_ostream &os) -> Error {
    WrittenWeights weights;
    if (settings.sideWeights)
      weights = *settings.sideWeights;
    if (embeds) {
      if (Error error = placeWeights(*elf, manifest, offset))
        return error;
      os.seek(prefix.size() + offset);
      auto written = writeWeights(manifest, *settings.pool, os);
      if (!written)
        return written.takeError();
      weights = std::move(*written);
      if (tail)
        os << '\n';
    }
    if (Error error = patchWeightTable(*elf, weights))
      return error;
    if (elf->header().e_type == ET_DYN)
      if (Error error = patchNote(*elf, image, weights, offset, embeddedBytes))
        return error;
    os.seek(0);
    os << prefix;
    os.write(image.data(), image.size());
    return Error::success();
  });
  if (error)
    return std::move(error);
  return prefix.size() + offset + embeddedBytes + tail;
}

Expected<WrittenWeights> mlc::writeWeightSideFile(const Manifest &manifest,
                                                  const ConstantPool &pool,
                                                  StringRef path) {
  WrittenWeights weights;
  Error error = replaceFile(path, [&](llvm::raw_fd_ostream &os) -> Error {
    auto written = writeWeights(manifest, pool, os);
    if (!written)
      return written.takeError();
    weights = std::move(*written);
    return Error::success();
  });
  if (error)
    return std::move(error);
  return weights;
}

Error mlc::writeFileAtomically(StringRef path, StringRef bytes) {
  return replaceFile(path, [&](llvm::raw_fd_ostream &os) {
    os << bytes;
    return Error::success();
  });
}
