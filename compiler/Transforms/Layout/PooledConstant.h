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
/// dense attribute; nothing if the value is no constant, or a great splat.
std::optional<Hash128> pooledConstant(mlir::Value value);

/// A constant op for an entry of the pool.
mlir::Value constantOf(mlir::OpBuilder &builder, mlir::Location loc,
                       ConstantPool &pool, const Hash128 &hash);

/// How a packing recipe gets into a pool: addPacked or addPackedBytes.
using AddRecipe = llvm::Expected<Hash128> (*)(ConstantPool &, llvm::StringRef,
                                              const Hash128 &,
                                              llvm::ArrayRef<int64_t>);

/// Constants that these recipes make of one value, in their order; none, with
/// the reason, where the value cannot be packed.
llvm::SmallVector<mlir::Value>
packedConstants(mlir::OpBuilder &builder, mlir::Location loc,
                const Hash128 &value, llvm::ArrayRef<llvm::StringRef> recipes,
                llvm::ArrayRef<int64_t> ints, AddRecipe add,
                llvm::StringRef &why);

/// The same of the value of a constant.
llvm::SmallVector<mlir::Value>
packedConstants(mlir::OpBuilder &builder, mlir::Value constant,
                llvm::ArrayRef<llvm::StringRef> recipes,
                llvm::ArrayRef<int64_t> ints, AddRecipe add,
                llvm::StringRef &why);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_POOLEDCONSTANT_H
