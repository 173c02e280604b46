//===- NodeTable.cpp - Rows of the artifact's node table ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up node names in the table of the enclosing module.
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/NodeTable.h"

#include "compiler/Support/NodeName.h"
#include "dialects/Rt/IR/Rt.h"

using namespace mlir;
using namespace mlc;

NodeTable::NodeTable(Operation *op) {
  for (; op; op = op->getParentOp()) {
    auto nodes = op->getAttrOfType<ArrayAttr>(rt::kNodesAttr);
    if (!nodes)
      continue;
    for (auto [row, name] : llvm::enumerate(nodes))
      rows.try_emplace(cast<StringAttr>(name).getValue(), row);
    return;
  }
}

int64_t NodeTable::rowOf(Location loc) const {
  for (StringRef name : nodeNames(loc))
    if (auto found = rows.find(name); found != rows.end())
      return found->second;
  return -1;
}
