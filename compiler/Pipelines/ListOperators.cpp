//===- ListOperators.cpp - What the importers support ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printed from their tables, as text or JSON.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/Driver.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlc;

void mlc::listOperators(ListFormat format, llvm::raw_ostream &os) {
  std::vector<ListedOp> ops = onnx::listOnnxOps();
  if (format == ListFormat::Json) {
    os << "{\n  \"onnx\": [";
    for (auto [i, op] : llvm::enumerate(ops)) {
      os << (i ? ",\n    " : "\n    ") << "{\"domain\": \"" << op.domain
         << "\", \"name\": \"" << op.name << "\", \"versions\": [";
      for (auto [v, version] : llvm::enumerate(op.versions))
        os << (v ? ", " : "") << version;
      os << "], \"via\": \"" << (op.viaFunction ? "function" : "table")
         << "\"}";
    }
    os << "\n  ]\n}\n";
    return;
  }
  for (const ListedOp &op : ops) {
    os << (op.domain.empty() ? "" : op.domain + ".") << op.name;
    const char *separator = " ";
    for (int64_t version : op.versions) {
      os << separator << version;
      separator = ", ";
    }
    os << (op.viaFunction ? " (standard function)" : "") << "\n";
  }
}
