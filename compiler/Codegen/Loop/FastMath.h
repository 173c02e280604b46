//===- FastMath.h - What --fast-math allows in kernels ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of a model's elementwise ops may be contracted (a product and
// a sum become one FMA), its functions may be approximated; MLIR's flags say so
// on each op. What emitters write of their own (sums of products, rounding,
// indices) is left as it is.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_FASTMATH_H
#define MLC_COMPILER_CODEGEN_LOOP_FASTMATH_H

#include "mlir/IR/Builders.h"

namespace mlc {

/// Unit attribute of a kernel that is being emitted: its ops get the flags.
inline constexpr llvm::StringLiteral kFastMathAttr = "kernel.fast_math";

/// While it lives, flags the ops that `builder` inserts as long as it is on.
class FastMathMarker : public mlir::OpBuilder::Listener {
public:
  explicit FastMathMarker(mlir::OpBuilder &builder);
  ~FastMathMarker() override;

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;

  /// Turns a marker (may be null) on or off until the end of a block.
  class Scope {
  public:
    Scope(FastMathMarker *marker, bool on) : marker(marker) {
      if (marker)
        before = std::exchange(marker->on, on);
    }
    ~Scope() {
      if (marker)
        marker->on = before;
    }
    Scope(const Scope &) = delete;

  private:
    FastMathMarker *marker;
    bool before = false;
  };

private:
  mlir::OpBuilder &builder;
  mlir::OpBuilder::Listener *outer;
  bool on = false;
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_FASTMATH_H
