//===- FewBitsReader.h - Packed weights of few bits to f32 ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_FEWBITSREADER_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_FEWBITSREADER_H

#include "compiler/Codegen/Contraction/Matmul.h"

namespace mlc {

/// Reads a vector of columns at a time; a column number counts within a panel.
class FewBitsReader {
public:
  FewBitsReader(KernelBuilder &k, const MatmulParams &params);

  /// Rows of a column that one element of the packed weights holds.
  const int64_t rowsPerElement;
  /// How many scales a column has.
  const int64_t blocks;

  /// Element number `element` of each column from `column` of a panel on.
  mlir::Value elements(mlir::Value panel, mlir::Value element,
                       mlir::Value column);
  /// Row `i` of these elements, as integers in f32.
  mlir::Value row(mlir::Value elements, int64_t i);
  /// Scales of block number `number`.
  mlir::Value scale(mlir::Value panel, mlir::Value number, mlir::Value column);
  /// Zero points likewise; null where there are none.
  mlir::Value zero(mlir::Value panel, mlir::Value number, mlir::Value column);
  /// x - zero, or x where that is null.
  mlir::Value less(mlir::Value x, mlir::Value zero);

private:
  mlir::Value parameterAt(mlir::Value panel, mlir::Value number,
                          mlir::Value column);

  KernelBuilder &k;
  const MatmulParams &p;
  int64_t bits, lanes, elementsPerColumn;
  mlir::Value table; // of all numbers there are, where lanes suffice for it
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_FEWBITSREADER_H
