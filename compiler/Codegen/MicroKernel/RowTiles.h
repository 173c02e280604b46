//===- RowTiles.h - Tiles of output pixels and their taps -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of output pixels is cut into tiles. A window over the tile's pixels may
// reach outside of the input at the row's ends: a tile there has its own code,
// in which each tap knows the pixels it does not meet. There is no border in
// memory, and the taps outside cost nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_ROWTILES_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_ROWTILES_H

#include "compiler/Codegen/MicroKernel/RegisterTile.h"

namespace mlc {

/// One dimension of a window: where its taps lie in the input.
struct WindowAxis {
  int64_t kernel = 1, stride = 1, dilation = 1;
  /// Padding that is not there in memory.
  int64_t low = 0, high = 0;
  mlir::Value extent; // of the input

  bool clipped() const { return low > 0 || high > 0; }
  /// Of tap 0 at output position `at`; negative in the low pad.
  mlir::Value origin(KernelBuilder &k, mlir::Value at) const {
    return k.sub(k.mul(at, stride), k.index(low));
  }
  /// The taps [first, end) that lie inside at output position `at`.
  std::pair<mlir::Value, mlir::Value> taps(KernelBuilder &k,
                                           mlir::Value at) const;
};

/// Some output pixels next to each other in a row.
struct RowTile {
  mlir::Value column; // of the first pixel
  int64_t width = 1;
  enum Kind {
    Inside,  // every tap of every pixel lies inside
    Known,   // which do not follows from `start`
    Checked, // decided at run time
  } kind = Inside;
  int64_t start = 0; // the column, when Known

  /// Whether tap `tap` of pixel `pixel` may lie inside, as far as it is known.
  bool meets(const WindowAxis &axis, int64_t pixel, int64_t tap) const;
  /// Checked: whether it does, a condition.
  mlir::Value inside(KernelBuilder &k, const WindowAxis &axis, int64_t pixel,
                     int64_t tap) const;
};

/// Calls body for the tiles [first, end) of a row of static width that is cut
/// as `tiles` says.
void forTiles(KernelBuilder &k, const BalancedTiles &tiles,
              const WindowAxis &axis, mlir::Value first, mlir::Value end,
              llvm::function_ref<void(const RowTile &)> body);

/// Calls body for tiles that cover the columns [first, end): of falling width,
/// from `widest` on, and of one pixel at the ends of the row.
void forColumns(KernelBuilder &k, int64_t widest, const WindowAxis &axis,
                mlir::Value first, mlir::Value end,
                llvm::function_ref<void(const RowTile &)> body);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_ROWTILES_H
