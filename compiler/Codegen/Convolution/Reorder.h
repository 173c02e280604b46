//===- Reorder.h - Between plain and blocked activations --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels at the borders of a blocked region: NCHW to NC16HW16c with a halo
// and back, and NCHW to NCHW with a border (input of a first layer). Blocks of
// lanes x lanes elements are transposed in registers.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_REORDER_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_REORDER_H

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"

namespace mlc {

/// Copies `from` to `to`: same n, channels, h, w and element type (of 32 bits),
/// any of plain and blocked with any halo. The halo of `to` becomes zero.
struct ReorderParams {
  mlir::Value n;
  ActivationTensor from, to;
};

mlir::Value reorderItems(KernelBuilder &k, const ReorderParams &params);
void emitReorder(KernelBuilder &k, const ReorderParams &params,
                 mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_REORDER_H
