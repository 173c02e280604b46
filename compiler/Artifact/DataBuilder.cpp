//===- DataBuilder.cpp - C structs as LLVM constants ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A packed struct of byte arrays and pointers reproduces any C layout.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/DataBuilder.h"

using namespace llvm;
using mlc::DataBuilder;

GlobalVariable *DataBuilder::finish(const Blob &blob, StringRef name,
                                    StringRef section, uint64_t alignment) {
  if (blob.bytes.empty())
    return nullptr;
  LLVMContext &context = module.getContext();
  SmallVector<Constant *> parts;
  uint64_t at = 0;
  auto bytesUpTo = [&](uint64_t end) {
    if (end > at)
      parts.push_back(ConstantDataArray::get(
          context, ArrayRef<uint8_t>(blob.bytes).slice(at, end - at)));
    at = end;
  };
  for (auto &[offset, target] : blob.pointers) {
    assert(offset >= at && "pointers must be noted in ascending order");
    bytesUpTo(offset);
    parts.push_back(target);
    at = offset + sizeof(void *);
  }
  bytesUpTo(blob.bytes.size());
  Constant *value = ConstantStruct::getAnon(context, parts, /*Packed=*/true);
  auto *global =
      new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                         GlobalValue::InternalLinkage, value, name);
  global->setAlignment(Align(alignment));
  if (!section.empty())
    global->setSection(section);
  return global;
}

Constant *DataBuilder::string(StringRef text) {
  Constant *&known = strings[text];
  if (known)
    return known;
  Constant *value =
      ConstantDataArray::getString(module.getContext(), text, /*AddNull=*/true);
  auto *global =
      new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, value, "text");
  global->setAlignment(Align(1));
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return known = global;
}

Constant *DataBuilder::external(StringRef name) {
  if (GlobalValue *known = module.getNamedValue(name))
    return known;
  return new GlobalVariable(module, Type::getInt8Ty(module.getContext()),
                            /*isConstant=*/true, GlobalValue::ExternalLinkage,
                            nullptr, name);
}
