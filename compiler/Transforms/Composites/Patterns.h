//===- Patterns.h - One function per composite ---------------- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_COMPOSITES_PATTERNS_H
#define MLC_COMPILER_TRANSFORMS_COMPOSITES_PATTERNS_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlc {

void populateSoftmaxPatterns(mlir::RewritePatternSet &patterns,
                             mlir::Pass::Statistic &count);
void populateLayerNormPatterns(mlir::RewritePatternSet &patterns,
                               mlir::Pass::Statistic &count);
void populateGeluPatterns(mlir::RewritePatternSet &patterns,
                          mlir::Pass::Statistic &count);
void populateAttentionPatterns(mlir::RewritePatternSet &patterns,
                               mlir::Pass::Statistic &count);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_COMPOSITES_PATTERNS_H
