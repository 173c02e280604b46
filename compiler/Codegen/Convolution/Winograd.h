//===- Winograd.h - Convolutions by Winograd's transform --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 3x3 convolutions of stride 1 on channel-blocked maps of static extents, with
// a quarter of the products (tiles of 4 x 4 results) or 4/9 of them (2 x 2):
// see WinogradTransform.h for the arithmetic.
//
//   input    blocked, without a halo; padding is not in memory
//   weights  [OC/32][36 or 16][IC][32], transformed (PackWeights.h)
//   output   blocked
//
// An item is a block of tiles of one image and a group of panels of 32 output
// channels:
//   every tile of the block, every input channel: transformed into the worker's
//     scratch, [position][IC/16][tile][16]
//   panel:
//     position: product [tiles x IC] * [IC x 32] on register tiles, into the
//       scratch
//     tile: transformed back, epilogue, store
// The items of one block follow each other: where one call computes several,
// the inputs are transformed once.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_WINOGRAD_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_WINOGRAD_H

#include "compiler/Codegen/Convolution/Convolution.h"

namespace mlc {

/// Why these parameters cannot be emitted here; empty when they can.
std::string winogradUnsupported(const ConvParams &params);

/// Elements of scratch of each worker.
int64_t winogradScratch(const ConvParams &params, int64_t tile);

mlir::Value winogradItems(KernelBuilder &k, const ConvParams &params,
                          int64_t tile);
/// `scratch` is a flat buffer of winogradScratch elements of the accumulator's
/// type that nobody else touches.
void emitWinograd(KernelBuilder &k, const ConvParams &params, int64_t tile,
                  mlir::Value scratch, mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_WINOGRAD_H
