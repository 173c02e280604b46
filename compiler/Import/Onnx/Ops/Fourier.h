//===- Fourier.h - Complex tensors and their fast transform -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_FOURIER_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_FOURIER_H

#include "compiler/Import/Common/GraphBuilder.h"

namespace mlc::onnx {

/// A tensor of complex numbers in two parts; imaginary may be null (zero).
struct Complex {
  mlir::Value real, imaginary;
};

/// Whether a length falls apart into factors with a short transform each.
bool hasFastTransform(int64_t length);

/// The transform of `length` numbers along the last dimension of `x`, which has
/// both parts; `inverse` conjugates and divides by the length. Null parts with
/// a reason on failure.
Complex fastTransform(GraphBuilder &g, Complex x, int64_t length, bool inverse);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_FOURIER_H
