//===- OpLibrary.cpp - The names of custom operators ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is loaded for as long as it takes to read its table.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/OpLibrary.h"
#include "compiler/Constants/Literal.h"
#include "runtime/include/mlc/artifact_abi.h"
#include <dlfcn.h>

using namespace mlc;

llvm::Expected<std::vector<std::string>>
mlc::opLibraryNames(llvm::StringRef path) {
  // A bare file name would be looked for in the system's folders.
  std::string full = path.contains('/') ? path.str() : "./" + path.str();
  void *library = dlopen(full.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return makeError("op library '", path, "': ", dlerror());
  auto query = reinterpret_cast<mlc_op_library_fn>(
      dlsym(library, MLC_OP_LIBRARY_SYMBOL));
  const mlc_op_library *table = query ? query(MLC_ABI_VERSION) : nullptr;
  std::vector<std::string> names;
  bool good = table && table->magic == MLC_ABI_MAGIC &&
              (table->abi >> 16) == MLC_ABI_MAJOR;
  if (good)
    for (uint64_t i = 0; i < table->n_ops; ++i)
      names.push_back(table->ops[i].name);
  dlclose(library);
  if (!good)
    return makeError("op library '", path, "': it does not offer ",
                     MLC_OP_LIBRARY_SYMBOL, " for ABI ", MLC_ABI_MAJOR);
  return names;
}
