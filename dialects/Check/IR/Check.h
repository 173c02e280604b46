//===- Check.h - The check dialect ------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_CHECK_IR_CHECK_H
#define MLC_DIALECTS_CHECK_IR_CHECK_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include "dialects/Check/IR/CheckAttrsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Check/IR/CheckAttrsAttributes.h.inc"

namespace mlc::check {

/// Where the attribute stands; CheckAttrs.td says what it means.
inline constexpr llvm::StringLiteral kOriginAttr = "check.origin";

/// The origin of an op; null for one that checks nothing.
OriginAttr originOf(mlir::Operation *op);

/// While it lives, every op that `builder` makes has the origin of `from`,
/// whose place they take.
class OriginScope : public mlir::OpBuilder::Listener {
public:
  OriginScope(mlir::OpBuilder &builder, mlir::Operation *from);
  ~OriginScope() override;
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;

private:
  mlir::OpBuilder &builder;
  mlir::OpBuilder::Listener *outer;
  OriginAttr origin;
};

} // namespace mlc::check

#endif // MLC_DIALECTS_CHECK_IR_CHECK_H
