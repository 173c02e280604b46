//===- Link.cpp - Linking inside the process ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld keeps global state between construction and destruction of its context,
// so one link runs at a time. Its inputs and output are temporary files;
// nothing of their paths reaches the result.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Link.h"
#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

// Defined in Embedded.S.
extern "C" {
extern const char mlc_embedded_builtins[], mlc_embedded_builtins_end[];
extern const char mlc_embedded_abi[], mlc_embedded_abi_end[];
}

StringRef mlc::builtinsObject() {
  return {mlc_embedded_builtins,
          size_t(mlc_embedded_builtins_end - mlc_embedded_builtins)};
}
StringRef mlc::abiHeaderText() {
  return {mlc_embedded_abi, size_t(mlc_embedded_abi_end - mlc_embedded_abi)};
}

namespace {
/// Temporary files that disappear with this object, also when the process is
/// killed by a signal. (A folder would not: only files are removed then.)
class ScratchFiles {
public:
  ~ScratchFiles() {
    for (const std::string &file : files) {
      sys::fs::remove(file);
      sys::DontRemoveFileOnSignal(file);
    }
  }
  /// The path of a new, empty file.
  Expected<std::string> create(StringRef suffix) {
    SmallString<128> path;
    if (std::error_code code =
            sys::fs::createTemporaryFile("mlc-link", suffix, path))
      return createStringError(code, "cannot make a temporary file: %s",
                               code.message().c_str());
    files.push_back(std::string(path));
    sys::RemoveFileOnSignal(path);
    return files.back();
  }
  Expected<std::string> write(StringRef suffix, StringRef bytes) {
    auto full = create(suffix);
    if (!full)
      return full;
    std::error_code code;
    raw_fd_ostream os(*full, code);
    if (!code)
      os << bytes;
    os.close();
    if (!code)
      code = os.error();
    if (code) {
      os.clear_error();
      return createStringError(code, "cannot write the temporary file '%s': %s",
                               full->c_str(), code.message().c_str());
    }
    return full;
  }

private:
  std::vector<std::string> files;
};
} // namespace

/// Runs lld on files of `folder` and returns what it wrote.
static Expected<SmallVector<char, 0>>
runLinker(ScratchFiles &files, std::vector<std::string> words) {
  static std::mutex oneAtATime;
  auto output = files.create("out");
  if (!output)
    return output.takeError();
  words.insert(words.begin(), "ld.lld");
  words.insert(words.end(), {"-o", *output});
  SmallVector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  std::string messages;
  raw_string_ostream os(messages);
  lld::Result result;
  {
    std::lock_guard<std::mutex> guard(oneAtATime);
    result = lld::lldMain(arguments, os, os, {{lld::Gnu, &lld::elf::link}});
  }
  if (result.retCode != 0)
    return createStringError(inconvertibleErrorCode(), "link failed: %s",
                             messages.c_str());
  auto buffer = MemoryBuffer::getFile(*output, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError(buffer.getError(), "the linker wrote nothing");
  StringRef bytes = (*buffer)->getBuffer();
  return SmallVector<char, 0>(bytes.begin(), bytes.end());
}

/// Writes the inputs: few files as they are, many as one archive.
static Error addInputs(ScratchFiles &files, ArrayRef<mlc::LinkInput> inputs,
                       std::vector<std::string> &words) {
  std::vector<NewArchiveMember> members;
  for (const mlc::LinkInput &input : inputs)
    members.emplace_back(MemoryBufferRef(input.bytes, input.name));
  auto archive = writeArchiveToBuffer(members, SymtabWritingMode::NoSymtab,
                                      object::Archive::K_GNU,
                                      /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return archive.takeError();
  auto path = files.write("a", (*archive)->getBuffer());
  if (!path)
    return path.takeError();
  words.insert(words.end(), {"--whole-archive", *path, "--no-whole-archive"});
  auto builtins = files.write("o", mlc::builtinsObject());
  if (!builtins)
    return builtins.takeError();
  words.push_back(*builtins);
  return Error::success();
}

Expected<SmallVector<char, 0>> mlc::linkShared(ArrayRef<LinkInput> inputs,
                                               ArrayRef<std::string> exports,
                                               unsigned threads) {
  ScratchFiles files;
  std::string script = "{ global: " + join(exports, "; ") + "; local: *; };\n";
  auto scriptPath = files.write("map", script);
  if (!scriptPath)
    return scriptPath.takeError();
  std::vector<std::string> words = {"-shared",
                                    "--gc-sections",
                                    "-z",
                                    "defs",
                                    "-z",
                                    "now",
                                    "-z",
                                    "relro",
                                    "-z",
                                    "noexecstack",
                                    "--build-id=none",
                                    "--hash-style=gnu",
                                    "--version-script=" + *scriptPath,
                                    "--threads=" +
                                        std::to_string(std::max(1u, threads))};
  if (Error error = addInputs(files, inputs, words))
    return std::move(error);
  return runLinker(files, std::move(words));
}

Expected<SmallVector<char, 0>>
mlc::linkRelocatable(ArrayRef<LinkInput> inputs, ArrayRef<std::string> exports,
                     unsigned threads) {
  ScratchFiles files;
  std::vector<std::string> words = {"-r", "--gc-sections",
                                    "--threads=" +
                                        std::to_string(std::max(1u, threads))};
  for (const std::string &name : exports)
    words.push_back("--undefined=" + name);
  if (Error error = addInputs(files, inputs, words))
    return std::move(error);
  auto joined = runLinker(files, std::move(words));
  if (!joined)
    return joined.takeError();

  // A hidden memcpy must not serve the program it is linked into.
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(StringRef(joined->data(), joined->size()), "joined"));
  if (!file)
    return file.takeError();
  objcopy::ConfigManager config;
  config.Common.InputFilename = "joined";
  config.Common.OutputFilename = "-";
  config.Common.OutputArch = std::nullopt;
  auto fail = [](Error error) { return error; };
  for (const std::string &name : exports)
    if (Error error = config.Common.SymbolsToKeepGlobal.addMatcher(
            objcopy::NameOrPattern::create(name, objcopy::MatchStyle::Literal,
                                           fail)))
      return std::move(error);
  SmallVector<char, 0> out;
  raw_svector_ostream os(out);
  if (Error error = objcopy::executeObjcopyOnBinary(config, **file, os))
    return std::move(error);
  return std::move(out);
}
