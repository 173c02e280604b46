//===- BlockedTensor.h - Channel-blocked activations ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of convolution nets: [N][C/16][top + H + bottom][left + W +
// right][16]. The border ("halo") is part of the buffer and holds zeros, so
// kernels need no code for padding; channels past C in the last block are zeros
// as well. Whoever produces the tensor writes both. A plain NCHW tensor with a
// border is the same thing with another order of strides.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDTENSOR_H
#define MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDTENSOR_H

#include "compiler/Codegen/MicroKernel/KernelBuilder.h"

namespace mlc {

/// Channels of one block: one 64-byte line of f32.
constexpr int64_t kChannelBlock = 16;

struct Halo {
  int64_t top = 0, left = 0, bottom = 0, right = 0;
  bool any() const { return top || left || bottom || right; }
};

struct ActivationTensor {
  mlir::Value memref;
  mlir::Value offset;   // of the whole tensor; null: 0
  int64_t channels = 0; // logical
  mlir::Value h, w;     // without the halo; 1-D has h = 1
  Halo halo;
  bool blocked = true; // else plain NCHW

  int64_t block() const { return blocked ? kChannelBlock : channels; }
  int64_t blocks() const {
    return blocked ? (channels + kChannelBlock - 1) / kChannelBlock : 1;
  }
  mlir::Value paddedH(KernelBuilder &k) const {
    return k.add(h, halo.top + halo.bottom);
  }
  mlir::Value paddedW(KernelBuilder &k) const {
    return k.add(w, halo.left + halo.right);
  }
  mlir::Value wStride(KernelBuilder &k) const {
    return k.index(blocked ? kChannelBlock : 1);
  }
  mlir::Value hStride(KernelBuilder &k) const {
    return k.mul(paddedW(k), wStride(k));
  }
  /// Between neighbouring channels of one block.
  mlir::Value channelStride(KernelBuilder &k) const {
    return blocked ? k.index(1) : k.mul(paddedH(k), paddedW(k));
  }
  mlir::Value blockStride(KernelBuilder &k) const {
    mlir::Value plane = k.mul(paddedH(k), hStride(k));
    return blocked ? plane : k.mul(plane, channels);
  }
  mlir::Value nStride(KernelBuilder &k) const {
    return k.mul(blockStride(k), blocks());
  }
  /// Of the element (h, w) = (row, column) of the padded plane.
  mlir::Value at(KernelBuilder &k, mlir::Value n, mlir::Value block,
                 mlir::Value paddedRow, mlir::Value paddedColumn) const {
    mlir::Value start = offset ? offset : k.index(0);
    start = k.mad(n, nStride(k), start);
    start = k.mad(block, blockStride(k), start);
    start = k.mad(paddedRow, hStride(k), start);
    return k.mad(paddedColumn, wStride(k), start);
  }
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_MICROKERNEL_BLOCKEDTENSOR_H
