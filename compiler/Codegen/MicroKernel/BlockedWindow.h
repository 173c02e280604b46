//===- BlockedWindow.h - Windows that keep channels apart -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest of depthwise convolution and pooling. A tile is a run of output
// pixels of one machine vector of channels; every input vector is loaded once
// per tile and row of the window and goes to all pixels that want it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDWINDOW_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDWINDOW_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Codegen/MicroKernel/Epilogue.h"
#include "compiler/Codegen/MicroKernel/RowTiles.h"

namespace mlc {

struct WindowParams {
  mlir::Value n;
  ActivationTensor input; // blocked, with a halo or without
  int64_t kernelH = 1, kernelW = 1;
  int64_t strideH = 1, strideW = 1;
  int64_t dilationH = 1, dilationW = 1;
  int64_t padTop = 0, padLeft = 0, padBottom = 0, padRight = 0;
  mlir::Type accumulator;
  llvm::SmallVector<ActivationTensor> outputs; // see ConvParams
  bool writeHalo = true;
  Epilogue epilogue = plainEpilogue;
};

class BlockedWindow {
public:
  mlir::Value itemCount();
  void items(mlir::Value begin, mlir::Value end);

protected:
  /// An item is to read about `itemWork` elements.
  BlockedWindow(KernelBuilder &k, const WindowParams &params,
                const WindowAxis &rows, const WindowAxis &columns,
                int64_t itemWork);
  virtual ~BlockedWindow() = default;

  using Values = llvm::SmallVector<mlir::Value>;
  /// Computes pixels of output row `y`. `inputAt` is what lies under the first
  /// tap of the first of them, in lane `lane`.
  virtual Values tile(mlir::Value y, const RowTile &pixels, mlir::Value inputAt,
                      mlir::Value lane) = 0;

  /// Carries one value per pixel over the rows of the window that lie inside.
  /// `body` gets the number of the row and where the input lies under it.
  Values overRows(
      mlir::Value y, mlir::Value inputAt, const Values &init,
      llvm::function_ref<void(mlir::Value kh, mlir::Value at, Values &)> body);

  /// Calls `body` for every tap of a window's row that a pixel meets, with the
  /// input there, column by column. What may lie outside at run time is
  /// `outside` there.
  void overColumns(
      mlir::Value at, const RowTile &pixels, mlir::Value outside,
      llvm::function_ref<void(int64_t pixel, int64_t tap, mlir::Value x)> body);

  KernelBuilder &k;
  const WindowParams &window;
  const ActivationTensor &out;
  int64_t lanes;
  WindowAxis rows, columns;
  mlir::Value block; // of channels, in the current item

private:
  void item(mlir::Value number);
  void row(mlir::Value y, mlir::Value start, mlir::Value lane);
  void finish(mlir::Value y, const RowTile &pixels, mlir::Value inputAt,
              mlir::Value lane);

  int64_t tileWidth;
  int64_t rowsPerItem = 1;
  mlir::Value rowBlocks;
  mlir::Value image;
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDWINDOW_H
