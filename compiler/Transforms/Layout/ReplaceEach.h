//===- ReplaceEach.h - One rewrite of every op of a kind --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the passes that ask each op once and say why it stays.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_REPLACEEACH_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_REPLACEEACH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlc {

/// Replaces the result of every op that there is now below `root` by what
/// `rewrite` makes of it. Where that is null, `stays` hears why. Returns how
/// many were replaced.
template <typename Op>
unsigned
replaceEach(mlir::Operation *root,
            llvm::function_ref<mlir::Value(Op, llvm::StringRef &why)> rewrite,
            llvm::function_ref<void(Op, llvm::StringRef why)> stays) {
  llvm::SmallVector<Op> work;
  root->walk([&](Op op) { work.push_back(op); });
  unsigned count = 0;
  for (Op op : work) {
    llvm::StringRef why;
    mlir::Value made = rewrite(op, why);
    if (!made) {
      stays(op, why);
      continue;
    }
    op.getResult().replaceAllUsesWith(made);
    op.erase();
    ++count;
  }
  return count;
}

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_REPLACEEACH_H
