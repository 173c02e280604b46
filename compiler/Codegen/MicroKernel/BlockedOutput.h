//===- BlockedOutput.h - Results into blocked activations -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDOUTPUT_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDOUTPUT_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Codegen/MicroKernel/Epilogue.h"
#include "compiler/Codegen/MicroKernel/PrefetchStream.h"

namespace mlc {

/// Where a vector of results goes: output pixel (row, column) of an image, from
/// lane `first` of a channel block on. `flatWidth` is set when row and column
/// number the pixels of a map without a halo in one long row (row 0).
struct BlockedPlace {
  mlir::Value image, block, row, column;
  mlir::Value first;
  mlir::Value flatWidth;
};

/// Runs the epilogue on `value` and stores what it returns; channels that do
/// not exist become zeros.
void emitBlockedPiece(KernelBuilder &k,
                      llvm::ArrayRef<ActivationTensor> outputs,
                      const Epilogue &epilogue, mlir::Value value,
                      const BlockedPlace &place);

/// Streams that ask, over `steps` steps, for the lines of `pixels` neighbouring
/// pixels from `place` on, in `blocks` channel blocks of every output.
llvm::SmallVector<PrefetchStream>
prefetchOutputs(KernelBuilder &k, llvm::ArrayRef<ActivationTensor> outputs,
                const BlockedPlace &place, int64_t pixels, int64_t blocks,
                int64_t steps);

/// Zeroes the halo of one channel block of one image: the rows [firstRow,
/// endRow) of the interior left and right of them and, with the first or last
/// row, what is above or below.
void emitHaloZeros(KernelBuilder &k, const ActivationTensor &tensor,
                   mlir::Value n, mlir::Value block, mlir::Value firstRow,
                   mlir::Value endRow);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDOUTPUT_H
