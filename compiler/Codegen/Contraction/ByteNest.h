//===- ByteNest.h - What products of bytes share ----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the packed panels lie, and the copy of rows of A: where they do not lie
// as the tile wants them (see `direct`), a slice of them is first copied to L1,
// which costs a few percent of the products.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_BYTENEST_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_BYTENEST_H

#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Codegen/Contraction/MatmulNest.h"

namespace mlc {

/// Bytes of a 16-column panel for four elements of the depth.
constexpr int64_t kStepBytes = kBytePanel * kByteGroup;

/// Rows that are a multiple of this apart share one set of the L1 cache.
constexpr int64_t kAliasBytes = 4096;

class ByteNest : public MatmulNest {
protected:
  /// `copyDepth` elements of a row are copied at a time, to rows `rowBytes`
  /// apart.
  ByteNest(KernelBuilder &k, const MatmulParams &params, int64_t copyDepth,
           int64_t rowBytes);

  void allocate() override;
  /// Stores bytes of A, as they were loaded, to the copy.
  virtual void put(mlir::Value bytes, mlir::Value at) = 0;

  /// Rows of a tile, in A or in the copy.
  struct Rows {
    mlir::Value memref, start, stride;
  };
  Rows rowsOfTile(mlir::Value row, int64_t height, mlir::Value firstDepth,
                  mlir::Value depth);

  /// Of windows: elements that lie behind each other, how many such stretches
  /// make up what is there of one place, and how many such places a kernel row
  /// has.
  int64_t stretch = 0, parts = 1, pixels = 1;

  /// Where the slice from `firstDepth` on of panel `number` (of 16) begins.
  mlir::Value panelAt(mlir::Value number, mlir::Value firstDepth);
  /// The panel behind that one at `weights`; where there is none, `weights`
  /// once more (the sums belong to columns that do not exist).
  mlir::Value nextPanel(mlir::Value weights);
  bool hasOddPanel();

  mlir::Value bitcast(mlir::Value vector, mlir::Type element);
  mlir::Value splat(mlir::Type element, int64_t count, int64_t value);
  mlir::Value intrinsic(llvm::StringRef name, mlir::Type result,
                        mlir::ValueRange operands);

  mlir::Value groups, panels; // of four elements, of 16 columns
  bool direct;                // reads A where it lies
  int64_t windowRows = 0;     // of a tile of windows, when these are direct
  bool anyByte = true;        // put works at any address, not just words
  int64_t copyDepth, rowBytes;
  mlir::Value copy;

private:
  void copyRow(mlir::Value from, mlir::Value to, mlir::Value depth);
  /// Image, row and column of an output pixel.
  llvm::SmallVector<mlir::Value> positionOf(mlir::Value pixel);
  void copyWindows(mlir::Value row, int64_t height, mlir::Value firstDepth,
                   mlir::Value depth);
  using Store = llvm::function_ref<void(mlir::Value bytes, mlir::Value at)>;
  /// Hands the elements [0, depth) from `from` on to `store`, piece by piece,
  /// and zeros behind them up to a multiple of four.
  void readStretch(mlir::Value memref, mlir::Value from, mlir::Value stride,
                   mlir::Value depth, Store store);

  mlir::Value window; // one row of windows, before it is put
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_BYTENEST_H
