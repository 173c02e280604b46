//===- ObjectFile.cpp - Facts about an ELF object -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read with LLVM's Object library, which bounds every access.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/ObjectFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;

static Expected<std::vector<std::string>> symbols(StringRef object,
                                                  bool undefined) {
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(object, "object"));
  if (!file)
    return file.takeError();
  std::vector<std::string> names;
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (bool(*flags & object::SymbolRef::SF_Undefined) != undefined ||
        (*flags & object::SymbolRef::SF_FormatSpecific) ||
        (!undefined && !(*flags & object::SymbolRef::SF_Global)))
      continue;
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!name->empty())
      names.push_back(name->str());
  }
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}

Expected<std::vector<std::string>> mlc::undefinedSymbols(StringRef object) {
  return symbols(object, /*undefined=*/true);
}

Expected<std::vector<std::string>> mlc::definedSymbols(StringRef object) {
  return symbols(object, /*undefined=*/false);
}

Expected<uint64_t> mlc::codeBytes(StringRef object) {
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(object, "object"));
  if (!file)
    return file.takeError();
  uint64_t bytes = 0;
  for (const object::SectionRef &section : (*file)->sections())
    if (section.isText())
      bytes += section.getSize();
  return bytes;
}
