//===- Pooling.h - Windows over blocked activations -------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maximum and average. Windows are clipped at the borders of the interior (the
// halo's zeros are no values of a maximum), so the input needs no halo and may
// have any. A window as large as the map is global pooling.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_POOLING_POOLING_H
#define MLC_COMPILER_CODEGEN_POOLING_POOLING_H

#include "compiler/Codegen/MicroKernel/BlockedWindow.h"

namespace mlc {

enum class PoolKind {
  Max,            // NaN wins, as in the reference
  Average,        // over the elements that exist
  AverageWithPad, // the window's part inside the padded map counts
  Sum,
};

struct PoolParams : WindowParams {
  PoolKind kind = PoolKind::Max;
  /// How far the last window reaches over the padded map (rounding up): those
  /// taps count for no average.
  int64_t overhangH = 0, overhangW = 0;
};

mlir::Value poolItems(KernelBuilder &k, const PoolParams &params);
void emitPool(KernelBuilder &k, const PoolParams &params, mlir::Value begin,
              mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_POOLING_POOLING_H
