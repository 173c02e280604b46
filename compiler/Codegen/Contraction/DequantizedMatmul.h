//===- DequantizedMatmul.h - Products with weights of few bits --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_DEQUANTIZEDMATMUL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_DEQUANTIZEDMATMUL_H

#include "compiler/Codegen/Contraction/Matmul.h"

namespace mlc {

/// Computes the items [begin, end) of a product whose `fewBits` are set.
void emitDequantizedMatmul(KernelBuilder &k, const MatmulParams &params,
                           mlir::Value begin, mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_DEQUANTIZEDMATMUL_H
