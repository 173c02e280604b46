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

/// More in one library is a table that was read wrongly.
static constexpr uint64_t kMostOps = 65536;

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
  std::string problem;
  if (!table || table->magic != MLC_ABI_MAGIC ||
      (table->abi >> 16) != MLC_ABI_MAJOR)
    problem = "it does not offer " MLC_OP_LIBRARY_SYMBOL " for ABI " +
              std::to_string(MLC_ABI_MAJOR);
  else if (table->n_ops > kMostOps || (table->n_ops && !table->ops))
    problem = "its table of " + std::to_string(table->n_ops) +
              " ops is no table; it holds at most " + std::to_string(kMostOps);
  for (uint64_t i = 0; problem.empty() && i < table->n_ops; ++i) {
    const mlc_custom_op &op = table->ops[i];
    if (!op.name || !*op.name)
      problem = "op " + std::to_string(i) + " has no name";
    else if (!op.fn)
      problem = std::string("op '") + op.name + "' has no function";
    else
      names.push_back(op.name);
  }
  dlclose(library);
  if (!problem.empty())
    return makeError("op library '", path, "': ", problem);
  return names;
}
