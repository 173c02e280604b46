//===- DTypeMLIR.h - Element types between MLC and MLIR ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows how the graph dialect spells element types: signless
// integers are signed, `uiN` is unsigned, `i1` is a boolean.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_SUPPORT_DTYPEMLIR_H
#define MLC_COMPILER_SUPPORT_DTYPEMLIR_H

#include "compiler/Support/DType.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlc {

/// The DType of an element type, MLC_DTYPE_INVALID when there is none. `index`
/// is read as i64.
DType dtypeOf(mlir::Type elementType);
/// The element type of graph-level tensors, or a null type for strings and
/// invalid (those are dialect types).
mlir::Type mlirTypeOf(mlir::MLIRContext *context, DType type);

} // namespace mlc

#endif // MLC_COMPILER_SUPPORT_DTYPEMLIR_H
