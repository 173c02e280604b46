//===- SimplifyPatterns.h - Rewrites of mlc-simplify-graph ---- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SIMPLIFY_SIMPLIFYPATTERNS_H
#define MLC_COMPILER_TRANSFORMS_SIMPLIFY_SIMPLIFYPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlc {

/// x * 1 = x, --x = x, ...: ops that give an operand back.
void populateIdentityPatterns(mlir::RewritePatternSet &patterns);
/// Channel-wise scales and shifts go into the convolution before them.
void populateBatchNormPatterns(mlir::RewritePatternSet &patterns);
/// Zeros padded around a convolution's input become its pads.
void populatePadPatterns(mlir::RewritePatternSet &patterns);
/// Transposes move down through elementwise ops to where they cancel.
void populateTransposePatterns(mlir::RewritePatternSet &patterns);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_SIMPLIFY_SIMPLIFYPATTERNS_H
