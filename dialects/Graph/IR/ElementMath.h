//===- ElementMath.h - What bodies of elements are written with --- -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_ELEMENTMATH_H
#define MLC_DIALECTS_GRAPH_IR_ELEMENTMATH_H

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Graph.h"

namespace mlc::graph {

/// Index arithmetic with constants folded.
struct IndexMath {
  ElementContext &context;
  mlir::OpBuilder &builder = context.builder();
  mlir::Location loc = context.loc();

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::AddIOp>(loc, a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::SubIOp>(loc, a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::MulIOp>(loc, a, b);
  }
  mlir::Value div(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::DivUIOp>(loc, a, b);
  }
  mlir::Value rem(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::RemUIOp>(loc, a, b);
  }
  mlir::Value less(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::CmpIOp>(
        loc, mlir::arith::CmpIPredicate::slt, a, b);
  }
  mlir::Value select(mlir::Value p, mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::SelectOp>(loc, p, a, b);
  }
  mlir::Value both(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::AndIOp>(loc, a, b);
  }
  mlir::Value toIndex(mlir::Value integer) {
    return builder.createOrFold<mlir::arith::IndexCastOp>(
        loc, builder.getIndexType(), integer);
  }
};

/// One lane, or no index that differs between lanes.
inline bool uniform(llvm::ArrayRef<LaneIndex> index) {
  return llvm::all_of(index, [](const LaneIndex &i) { return i.step == 0; });
}

/// The values of `inside` in an `scf.if`, or `otherwise`: what lies outside
/// must never be read. Both must give the same types.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> guardedValues(
    ElementContext &context, mlir::Value condition,
    llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>()>
        inside,
    llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>()>
        otherwise);
/// The same for one value.
mlir::FailureOr<mlir::Value>
guarded(ElementContext &context, mlir::Value condition,
        llvm::function_ref<mlir::FailureOr<mlir::Value>()> inside,
        llvm::function_ref<mlir::FailureOr<mlir::Value>()> otherwise);

} // namespace mlc::graph

#endif // MLC_DIALECTS_GRAPH_IR_ELEMENTMATH_H
