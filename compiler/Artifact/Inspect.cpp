//===- Inspect.cpp - Reading an artifact without running it ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file may be anyone's: it is only parsed, with LLVM's Object library,
// never loaded.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Inspect.h"
#include "compiler/Artifact/Tables.h"
#include "compiler/Constants/Literal.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlc;
using llvm::Expected;
using llvm::StringRef;
namespace object = llvm::object;

/// The manifest section's text; empty when the object has none.
static Expected<std::string> manifestOf(const object::ObjectFile &file) {
  for (const object::SectionRef &section : file.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != kManifestSection)
      continue;
    Expected<StringRef> bytes = section.getContents();
    if (!bytes)
      return bytes.takeError();
    return bytes->rtrim('\0').str();
  }
  return std::string();
}

static Expected<std::string> search(llvm::MemoryBufferRef buffer) {
  auto binary = object::createBinary(buffer);
  if (!binary)
    return binary.takeError();
  if (auto *file = llvm::dyn_cast<object::ObjectFile>(binary->get()))
    return manifestOf(*file);
  auto *archive = llvm::dyn_cast<object::Archive>(binary->get());
  if (!archive)
    return std::string();
  llvm::Error error = llvm::Error::success();
  std::string found;
  for (const object::Archive::Child &child : archive->children(error)) {
    auto member = child.getMemoryBufferRef();
    if (!member)
      return member.takeError();
    auto text = search(*member);
    if (!text)
      return text.takeError();
    if (!text->empty())
      found = *text;
  }
  if (error)
    return std::move(error);
  return found;
}

Expected<std::string> mlc::inspectArtifact(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path, ": ", buffer.getError().message());
  auto text = search((*buffer)->getMemBufferRef());
  if (!text)
    return makeError(
        path, ": not a compiled model: ", llvm::toString(text.takeError()));
  if (text->empty())
    return makeError(path, ": has no manifest; it is no library that "
                           "compile-model has made");
  return text;
}
