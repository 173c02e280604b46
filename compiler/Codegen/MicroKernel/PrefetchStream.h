//===- PrefetchStream.h - Lines that a tile asks for ahead ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register tile computes for thousands of cycles on what lies in L1 and then
// touches lines that do not: those of its results, which a store first has to
// fetch, and the first ones of the next panel of weights. Each step of one of
// the tile's loops asks for a few of them, so that the requests are spread and
// the lines are there when the tile is done.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_PREFETCHSTREAM_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_PREFETCHSTREAM_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

constexpr int64_t kLineBytes = 64;

/// Elements of a line of `memref`.
inline int64_t elementsOfLine(mlir::Value memref) {
  auto type = mlir::cast<mlir::MemRefType>(memref.getType());
  return kLineBytes * 8 / std::max<int64_t>(8, type.getElementTypeBitWidth());
}

/// `lines` neighbouring lines of `memref` at each step, step number s from
/// element at + s * stride on. Addresses may lie outside of the buffer: a
/// prefetch does not fault.
struct PrefetchStream {
  mlir::Value memref, at, stride;
  int64_t lines = 0;
  /// To L1, to be written; else to L2, to be read.
  bool write = false;

  void ask(KernelBuilder &k, mlir::Value step) const {
    mlir::Value first = k.mad(step, stride, at);
    for (int64_t line = 0; line < lines; ++line)
      k.prefetch(memref, k.add(first, line * elementsOfLine(memref)), write,
                 write ? 3 : 2);
  }
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_PREFETCHSTREAM_H
