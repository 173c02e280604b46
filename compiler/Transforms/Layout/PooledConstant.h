//===- PooledConstant.h - Constants of the IR in the pool -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_POOLEDCONSTANT_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_POOLEDCONSTANT_H

#include "compiler/Constants/ConstantPool.h"
#include "dialects/Graph/IR/Graph.h"
#include <optional>

namespace mlc {

/// The pool's name of a constant value, which is put into the pool if it is a
/// dense attribute; nothing if the value is no constant.
std::optional<Hash128> pooledConstant(mlir::Value value);

/// A constant op for an entry of the pool.
mlir::Value constantOf(mlir::OpBuilder &builder, mlir::Location loc,
                       ConstantPool &pool, const Hash128 &hash);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_POOLEDCONSTANT_H
