//===- CentredBytes.h - Bytes less a zero point -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_QUANT_CENTREDBYTES_H
#define MLC_COMPILER_TRANSFORMS_QUANT_CENTREDBYTES_H

#include "dialects/Graph/IR/OpBuilding.h"

namespace mlc {

/// cast(bytes) - spread(zero), all i32.
struct CentredBytes {
  mlir::Value bytes; // i8 or ui8
  /// i32 with extents other than 1 only; null: nothing was taken off. Its
  /// dimension i is `dims[i]` of the bytes.
  mlir::Value zero;
  llvm::SmallVector<int64_t> dims;
};

/// Reads `value` as centred bytes; nothing where it is something else. `b`
/// makes what is needed to state the zero point.
std::optional<CentredBytes> matchCentredBytes(mlir::ImplicitLocOpBuilder &b,
                                              mlir::Value value);

/// Turns constant ui8 into i8 less 128, the zero point with it.
void makeSigned(mlir::ImplicitLocOpBuilder &b, CentredBytes &x);

/// Whether the layout phase packs a convolution of bytes with this filter; else
/// says why not.
bool convolvesAsBytes(graph::ConvolutionOp op, mlir::Value filter,
                      llvm::StringRef &why);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_QUANT_CENTREDBYTES_H
