//===- RowPixels.h - Vectors of pixels of a row -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where activations keep the model's layout, the lanes of a vector are pixels
// of a row at the columns `first`, `first + stride`, and so on. Some may lie
// outside.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_ROWPIXELS_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_ROWPIXELS_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Which of `lanes` columns lie in [low, end).
mlir::Value pixelsInside(KernelBuilder &k, mlir::Value first, int64_t stride,
                         mlir::Value low, mlir::Value end, int64_t lanes);

/// The pixels of the row of `extent` elements at `rowAt`; where they lie
/// outside, the vector `outside`. A stride of 2 takes every other element of
/// two loads, a larger one gathers.
mlir::Value loadPixels(KernelBuilder &k, mlir::Value memref, mlir::Value rowAt,
                       mlir::Value first, int64_t stride, mlir::Value extent,
                       mlir::Value outside);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_ROWPIXELS_H
