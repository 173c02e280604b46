//===- HostTables.h - Rows of an artifact's tables --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of symbols, states and weights is that of the module; generated
// code and the manifest both take it from here.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONVERSION_RTTOLLVM_HOSTTABLES_H
#define MLC_COMPILER_CONVERSION_RTTOLLVM_HOSTTABLES_H

#include "compiler/Analysis/NodeTable.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlc {

struct HostTables {
  /// Fails with a diagnostic on malformed tables.
  static mlir::FailureOr<HostTables> read(mlir::ModuleOp module);

  /// The constants in their order, each with its offset.
  struct Weight {
    graph::ConstAttr constant;
    uint64_t offset, bytes;
  };

  llvm::SmallVector<graph::SymbolOp> symbols;
  llvm::SmallVector<graph::StateOp> states;
  llvm::SmallVector<Weight> weights;
  llvm::StringMap<int64_t> symbolRows, stateRows, customOpRows;
  /// By content: two types of the same bytes are one weight.
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, int64_t> weightRows;
  NodeTable nodes;
  /// What each worker needs, for any kernel of the module.
  uint64_t scratchBytes = 0;

  /// Row of a constant, -1 when it has none.
  int64_t weightRow(mlir::Attribute constant) const;

private:
  explicit HostTables(mlir::ModuleOp module) : nodes(module) {}
};

/// Bytes of a static tensor in storage, none when that passes the limits.
std::optional<uint64_t> tensorBytes(mlir::Type type);

} // namespace mlc

#endif // MLC_COMPILER_CONVERSION_RTTOLLVM_HOSTTABLES_H
