//===- NodeName.h - Model node names in locations --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op remembers the model's node it came from as a NameLoc. Fusing passes
// join locations; at most eight names are kept.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_SUPPORT_NODENAME_H
#define MLC_COMPILER_SUPPORT_NODENAME_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"

namespace mlc {

/// Location of an op made for the model's node `name`.
mlir::Location nodeLocation(mlir::MLIRContext *context, llvm::StringRef name);
/// The first model node a location names; empty when it names none.
llvm::StringRef nodeName(mlir::Location loc);
/// All of them, each once, in order, at most `limit`.
llvm::SmallVector<llvm::StringRef> nodeNames(mlir::Location loc,
                                             size_t limit = 8);
/// One location for several ops, naming at most eight nodes.
mlir::Location fuseNodeLocations(mlir::MLIRContext *context,
                                 llvm::ArrayRef<mlir::Location> locs);

} // namespace mlc

#endif // MLC_COMPILER_SUPPORT_NODENAME_H
