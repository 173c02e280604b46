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

static void emitCheck(GraphBuilder &g, Value holds, mlc_code code,
                      OpFoldResult found, OpFoldResult bound) {
  auto wide = [&](OpFoldResult value) -> Value {
    return arith::IndexCastOp::create(g.b, g.loc, g.b.getI64Type(),
                                      g.indexValue(value));
  };
  rt::CheckOp::create(g.b, g.loc, holds, int32_t(code), wide(found),
                      wide(bound));
}

static Value compare(GraphBuilder &g, arith::CmpIPredicate predicate,
                     OpFoldResult x, OpFoldResult y) {
  return arith::CmpIOp::create(g.b, g.loc, predicate, g.indexValue(x),
                               g.indexValue(y));
}

static void emitCheck(GraphBuilder &g, arith::CmpIPredicate predicate,
                      OpFoldResult found, OpFoldResult bound,
                      mlc_code code = MLC_SHAPE_MISMATCH) {
  emitCheck(g, compare(g, predicate, found, bound), code, found, bound);
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

bool mlc::requireWindow(GraphBuilder &g, OpFoldResult reach,
                        OpFoldResult room) {
  auto p = GraphBuilder::fixed(reach), q = GraphBuilder::fixed(room);
  if (reach == room || (p && q && *p <= *q))
    return true;
  if (p && q) {
    g.fail("a window of " + llvm::Twine(*p) + " is larger than its input of " +
           llvm::Twine(*q) + " elements with pads");
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::sle, reach, room, MLC_INVALID_ARGUMENT);
  return true;
}

bool mlc::requireArgumentOther(GraphBuilder &g, OpFoldResult x, int64_t value,
                               llvm::StringRef what) {
  if (auto known = GraphBuilder::fixed(x)) {
    if (*known != value)
      return true;
    g.fail(what + " is " + llvm::Twine(value));
    return false;
  }
  emitCheck(g, arith::CmpIPredicate::ne, x, g.index(value),
            MLC_INVALID_ARGUMENT);
  return true;
}

bool mlc::requireIndex(GraphBuilder &g, OpFoldResult x, OpFoldResult extent,
                       llvm::StringRef what) {
  auto p = GraphBuilder::fixed(x), q = GraphBuilder::fixed(extent);
  if (p && q) {
    if (-*q <= *p && *p < *q)
      return true;
    g.fail(what + " " + llvm::Twine(*p) + " is outside of " + llvm::Twine(*q));
    return false;
  }
  Value below = compare(g, arith::CmpIPredicate::slt, x, extent),
        above =
            compare(g, arith::CmpIPredicate::sge, x, g.sub(g.index(0), extent));
  emitCheck(g, arith::AndIOp::create(g.b, g.loc, below, above),
            MLC_OUT_OF_BOUNDS, x, extent);
  return true;
}

void mlc::requireEqualOrOne(GraphBuilder &g, OpFoldResult x, OpFoldResult y,
                            OpFoldResult found) {
  Value equal = compare(g, arith::CmpIPredicate::eq, x, y),
        one = compare(g, arith::CmpIPredicate::eq, x, g.index(1));
  emitCheck(g, arith::OrIOp::create(g.b, g.loc, equal, one), MLC_SHAPE_MISMATCH,
            found, x);
}
