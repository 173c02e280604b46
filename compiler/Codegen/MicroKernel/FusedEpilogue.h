//===- FusedEpilogue.h - Fused graph ops as an epilogue ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_FUSEDEPILOGUE_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_FUSEDEPILOGUE_H

#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "compiler/Codegen/MicroKernel/ColumnGroups.h"
#include "compiler/Codegen/MicroKernel/Epilogue.h"

namespace mlc {

/// From a piece to the index of its elements in the anchor's result.
using PieceIndex = std::function<llvm::SmallVector<graph::LaneIndex>(
    KernelBuilder &, const Piece &)>;

/// An epilogue that computes everything the kernel returns from the anchor's
/// result, element by element on vectors. Sets `bad` where an op cannot run on
/// these lanes; what was emitted is then to be thrown away. With `groups` a
/// piece holds the sums of all of them, and its index is that of a group's
/// element.
Epilogue fusedEpilogue(ElementEmitter &emitter, kernel::FuncOp kernel,
                       mlir::Value anchor, PieceIndex indexOf, bool &bad,
                       std::optional<ColumnGroups> groups = std::nullopt);

/// Whether every result of the kernel has a type that epilogues can store.
bool epilogueCanStore(kernel::FuncOp kernel);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_FUSEDEPILOGUE_H
