//===- ExtentChecks.cpp - What an op needs of extents ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "dialects/Rt/IR/Rt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlc;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;

static void emitCheck(GraphBuilder &g, arith::CmpIPredicate predicate,
                      OpFoldResult found, OpFoldResult bound) {
  Value x = g.indexValue(found), y = g.indexValue(bound);
  Value holds = arith::CmpIOp::create(g.b, g.loc, predicate, x, y);
  auto wide = [&](Value value) -> Value {
    return arith::IndexCastOp::create(g.b, g.loc, g.b.getI64Type(), value);
  };
  rt::CheckOp::create(g.b, g.loc, holds, int32_t(MLC_SHAPE_MISMATCH), wide(x),
                      wide(y));
}

bool mlc::requireEqual(GraphBuilder &g, OpFoldResult x, OpFoldResult y) {
  auto p = GraphBuilder::fixed(x), q = GraphBuilder::fixed(y);
  if (x == y || (p && q && *p == *q))
    return true;
  if (p && q) {
    g.fail("extents " + llvm::Twine(*p) + " and " + llvm::Twine(*q) +
           " must be equal");
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::eq, x, y);
  return true;
}

bool mlc::requireAtMost(GraphBuilder &g, OpFoldResult x, OpFoldResult limit) {
  auto p = GraphBuilder::fixed(x), q = GraphBuilder::fixed(limit);
  if (x == limit || (p && q && *p <= *q))
    return true;
  if (p && q) {
    g.fail("an extent of " + llvm::Twine(*p) + " is beyond that of " +
           llvm::Twine(*q));
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::sle, x, limit);
  return true;
}

bool mlc::requireAtLeast(GraphBuilder &g, OpFoldResult x, OpFoldResult limit) {
  auto p = GraphBuilder::fixed(x), q = GraphBuilder::fixed(limit);
  if (x == limit || (p && q && *p >= *q))
    return true;
  if (p && q) {
    g.fail(llvm::Twine(*p) + " is below " + llvm::Twine(*q));
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::sge, x, limit);
  return true;
}

bool mlc::requireOther(GraphBuilder &g, OpFoldResult x, int64_t value) {
  if (auto known = GraphBuilder::fixed(x)) {
    if (*known != value)
      return true;
    g.fail("an extent must not be " + llvm::Twine(value));
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::ne, x, g.index(value));
  return true;
}
