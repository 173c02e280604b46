//===- HostTables.cpp - Rows of an artifact's tables ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the tables from the module.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/HostTables.h"

#include "compiler/Constants/DenseAttr.h"
#include "dialects/Kernel/IR/Scratch.h"
#include "dialects/Rt/IR/Rt.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

/// Part of the contract with the artifact writer: see Manifest.h.
static constexpr uint64_t kWeightAlignment = 64;

std::optional<uint64_t> mlc::tensorBytes(Type type) {
  std::optional<TensorSpec> spec = specOf(type);
  if (!spec)
    return std::nullopt;
  std::optional<int64_t> count = elementCount(spec->shape);
  if (!count)
    return std::nullopt;
  return storageBytes(spec->dtype, *count);
}

FailureOr<HostTables> HostTables::read(ModuleOp module) {
  HostTables tables(module);
  tables.scratchBytes = kernel::scratchBytes(module);
  for (auto symbol : module.getOps<graph::SymbolOp>()) {
    tables.symbolRows[symbol.getSymName()] = tables.symbols.size();
    tables.symbols.push_back(symbol);
  }
  for (auto state : module.getOps<graph::StateOp>()) {
    tables.stateRows[state.getSymName()] = tables.states.size();
    tables.states.push_back(state);
  }
  if (auto names = module->getAttrOfType<ArrayAttr>(rt::kCustomOpsAttr))
    for (auto [row, name] : llvm::enumerate(names.getAsRange<StringAttr>()))
      tables.customOpRows[name.getValue()] = row;
  auto weights = module->getAttrOfType<ArrayAttr>(rt::kWeightsAttr);
  if (!weights)
    return tables;
  uint64_t offset = 0;
  for (Attribute attr : weights) {
    auto constant = dyn_cast<graph::ConstAttr>(attr);
    std::optional<uint64_t> bytes;
    if (constant)
      bytes = tensorBytes(constant.getType());
    if (!bytes)
      return module.emitError() << "'" << rt::kWeightsAttr << "' holds " << attr
                                << ", which is no constant of the pool";
    tables.weightRows[{constant.getHigh(), constant.getLow()}] =
        tables.weights.size();
    tables.weights.push_back({constant, offset, *bytes});
    offset = llvm::alignTo(offset + *bytes, kWeightAlignment);
  }
  return tables;
}

int64_t HostTables::weightRow(Attribute attr) const {
  auto constant = dyn_cast<graph::ConstAttr>(attr);
  if (!constant)
    return -1;
  auto row = weightRows.find({constant.getHigh(), constant.getLow()});
  return row == weightRows.end() ? -1 : row->second;
}
