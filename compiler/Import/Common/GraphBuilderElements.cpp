//===- GraphBuilderElements.cpp - Shape arithmetic on scalars ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models compute shapes with tensor ops on a handful of integers. These
// functions compute them element by element on scalars instead, folding what is
// constant, so that `Reshape(x, Concat(Shape(x)[0:1], [12, 64]))` imports with
// the static extents it has.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/GraphBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlc;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;

Value GraphBuilder::elementValue(OpFoldResult element, mlir::Type type) {
  if (auto value = llvm::dyn_cast_if_present<Value>(element)) {
    if (value.getType() == type)
      return value;
    return llvm::cast<Value>(
        memoised(12, element, OpFoldResult(mlir::TypeAttr::get(type)),
                 [&]() -> Value {
                   return arith::IndexCastOp::create(b, loc, type, value);
                 }));
  }
  return llvm::cast<Value>(memoised(13, element, element, [&]() -> Value {
    return arith::ConstantOp::create(
        b, loc,
        llvm::cast<mlir::TypedAttr>(llvm::cast<mlir::Attribute>(element)));
  }));
}

bool GraphBuilder::isNonNegative(OpFoldResult entry, unsigned depth) {
  if (auto known = mlir::getConstantIntValue(entry))
    return *known >= 0;
  mlir::Operation *op = llvm::cast<Value>(entry).getDefiningOp();
  if (!op || depth > 8)
    return false;
  if (llvm::isa<mlir::tensor::DimOp>(op))
    return true;
  if (llvm::isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::DivSIOp,
                arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return isNonNegative(op->getOperand(0), depth + 1) &&
           isNonNegative(op->getOperand(1), depth + 1);
  if (llvm::isa<arith::MaxSIOp>(op))
    return isNonNegative(op->getOperand(0), depth + 1) ||
           isNonNegative(op->getOperand(1), depth + 1);
  if (llvm::isa<arith::SelectOp>(op))
    return isNonNegative(op->getOperand(1), depth + 1) &&
           isNonNegative(op->getOperand(2), depth + 1);
  return false;
}

static std::optional<bool> compareKnown(GraphBuilder::Scalar op, int64_t x,
                                        int64_t y) {
  using Scalar = GraphBuilder::Scalar;
  switch (op) {
  case Scalar::EQ: return x == y;
  case Scalar::NE: return x != y;
  case Scalar::LT: return x < y;
  case Scalar::LE: return x <= y;
  case Scalar::GT: return x > y;
  case Scalar::GE: return x >= y;
  default: return std::nullopt;
  }
}

/// Integers (i64 as index) only; floats go through `scalarFloat`.
std::optional<OpFoldResult>
GraphBuilder::scalarBinary(Scalar op, OpFoldResult x, OpFoldResult y,
                           mlir::Type elementType) {
  auto p = fixed(x), q = fixed(y);
  bool isBool = elementType.isInteger(1);
  auto result = [&](int64_t value) -> OpFoldResult {
    return b.getIntegerAttr(elementType, value);
  };
  if (isBool) {
    if (op != Scalar::And && op != Scalar::Or)
      return std::nullopt;
    bool isAnd = op == Scalar::And;
    if (p)
      return ((*p != 0) == isAnd) ? y : x;
    if (q)
      return ((*q != 0) == isAnd) ? x : y;
    return std::nullopt;
  }
  if (std::optional<bool> known; compareKnown(op, 0, 0)) {
    if (p && q)
      known = compareKnown(op, *p, *q);
    else if (x == y)
      known = compareKnown(op, 0, 0);
    else if (q && *q < 0 && isNonNegative(x)) // any non-negative behaves as 0
      known = compareKnown(op, 0, *q);
    else if (p && *p < 0 && isNonNegative(y))
      known = compareKnown(op, *p, 0);
    if (known)
      return OpFoldResult(b.getBoolAttr(*known));
    if (!elementType.isInteger(64))
      return std::nullopt;
    arith::CmpIPredicate predicate = arith::CmpIPredicate::eq;
    switch (op) {
    case Scalar::EQ: predicate = arith::CmpIPredicate::eq; break;
    case Scalar::NE: predicate = arith::CmpIPredicate::ne; break;
    case Scalar::LT: predicate = arith::CmpIPredicate::slt; break;
    case Scalar::LE: predicate = arith::CmpIPredicate::sle; break;
    case Scalar::GT: predicate = arith::CmpIPredicate::sgt; break;
    default: predicate = arith::CmpIPredicate::sge; break;
    }
    return memoised(200 + static_cast<int>(predicate), x, y, [&]() -> Value {
      return arith::CmpIOp::create(b, loc, predicate, indexValue(toIndex(x)),
                                   indexValue(toIndex(y)));
    });
  }
  // Wrap-around arithmetic of narrow types is left to the tensor op.
  if (!elementType.isInteger(64))
    return std::nullopt;
  OpFoldResult i = toIndex(x), j = toIndex(y);
  OpFoldResult value;
  switch (op) {
  case Scalar::Add: value = add(i, j); break;
  case Scalar::Sub: value = sub(i, j); break;
  case Scalar::Mul: value = mul(i, j); break;
  case Scalar::Min: value = min(i, j); break;
  case Scalar::Max: value = max(i, j); break;
  case Scalar::Div:
    if (!q || *q <= 0)
      return std::nullopt; // division by zero has a meaning arith does not know
    if (p)
      return result(*p / *q);
    value = *q == 1 ? i : memoised(14, i, j, [&]() -> Value {
      return arith::DivSIOp::create(b, loc, indexValue(i), indexValue(j));
    });
    break;
  case Scalar::Mod:
    if (!q || *q <= 0)
      return std::nullopt;
    value = sub(i, mul(floorDiv(i, j), j));
    break;
  case Scalar::Rem:
    if (!q || *q <= 0)
      return std::nullopt;
    if (p)
      return result(*p % *q);
    value = memoised(15, i, j, [&]() -> Value {
      return arith::RemSIOp::create(b, loc, indexValue(i), indexValue(j));
    });
    break;
  default:
    return std::nullopt;
  }
  return toElement(value, elementType);
}

/// The same for f32 and f64, constants folded as the tensor op would round.
static std::optional<OpFoldResult> scalarFloat(GraphBuilder &g,
                                               GraphBuilder::Scalar op, Value x,
                                               Value y) {
  using Scalar = GraphBuilder::Scalar;
  Value made;
  switch (op) {
  case Scalar::Add:
    made = g.b.createOrFold<arith::AddFOp>(g.loc, x, y);
    break;
  case Scalar::Sub:
    made = g.b.createOrFold<arith::SubFOp>(g.loc, x, y);
    break;
  case Scalar::Mul:
    made = g.b.createOrFold<arith::MulFOp>(g.loc, x, y);
    break;
  case Scalar::Div:
    made = g.b.createOrFold<arith::DivFOp>(g.loc, x, y);
    break;
  default:
    return std::nullopt;
  }
  mlir::Attribute known;
  if (mlir::matchPattern(made, mlir::m_Constant(&known)))
    return OpFoldResult(known);
  return OpFoldResult(made);
}

Value GraphBuilder::trackedBinary(Scalar op, Value x, Value y) {
  if (!isTensor(x) || !isTensor(y) || element(x) != element(y) ||
      rank(x) > 1 || rank(y) > 1)
    return nullptr;
  auto p = elements(x), q = elements(y);
  if (!p || !q)
    return nullptr;
  size_t count = std::max(p->size(), q->size());
  if (p->empty() || q->empty() || (p->size() != count && p->size() != 1) ||
      (q->size() != count && q->size() != 1))
    return nullptr;
  mlir::Type type = element(x);
  bool isFloat = llvm::isa<mlir::FloatType>(type);
  llvm::SmallVector<OpFoldResult> result;
  for (size_t i = 0; i < count; ++i) {
    OpFoldResult a = (*p)[p->size() == 1 ? 0 : i];
    OpFoldResult c = (*q)[q->size() == 1 ? 0 : i];
    auto made = isFloat ? scalarFloat(*this, op, elementValue(a, type),
                                      elementValue(c, type))
                        : scalarBinary(op, a, c, type);
    if (!made)
      return nullptr;
    result.push_back(*made);
  }
  bool compares = op >= Scalar::EQ && op <= Scalar::GE;
  return fromElements(result, compares ? b.getI1Type() : type,
                      rank(x) == 0 && rank(y) == 0);
}

Value GraphBuilder::trackedNot(Value x) {
  if (!isTensor(x) || !element(x).isInteger(1) || rank(x) > 1)
    return nullptr;
  auto list = elements(x);
  if (!list)
    return nullptr;
  llvm::SmallVector<OpFoldResult> result;
  for (OpFoldResult entry : *list) {
    auto known = fixed(entry);
    if (!known)
      return nullptr;
    result.push_back(b.getBoolAttr(*known == 0));
  }
  return fromElements(result, element(x), rank(x) == 0);
}

Value GraphBuilder::trackedSelect(Value pred, Value x, Value y) {
  if (!isTensor(pred) || !isTensor(x) || !isTensor(y) ||
      element(x) != element(y) || rank(pred) > 1 || rank(x) > 1 || rank(y) > 1)
    return nullptr;
  auto p = elements(pred), q = elements(x), r = elements(y);
  if (!p || !q || !r || p->empty() || q->empty() || r->empty())
    return nullptr;
  size_t count = std::max({p->size(), q->size(), r->size()});
  auto at = [&](llvm::ArrayRef<OpFoldResult> list, size_t i) {
    return list[list.size() == 1 ? 0 : i];
  };
  for (size_t size : {p->size(), q->size(), r->size()})
    if (size != count && size != 1)
      return nullptr;
  mlir::Type type = element(x);
  llvm::SmallVector<OpFoldResult> result;
  for (size_t i = 0; i < count; ++i) {
    OpFoldResult a = at(*q, i), c = at(*r, i);
    if (auto known = fixed(at(*p, i)))
      result.push_back(*known ? a : c);
    else if (a == c)
      result.push_back(a);
    else if (type.isInteger(64))
      result.push_back(arith::SelectOp::create(
                           b, loc, llvm::cast<Value>(at(*p, i)),
                           indexValue(toIndex(a)), indexValue(toIndex(c)))
                           .getResult());
    else
      return nullptr;
  }
  return fromElements(result, type,
                      rank(pred) == 0 && rank(x) == 0 && rank(y) == 0);
}

Value GraphBuilder::trackedCast(Value x, mlir::Type to) {
  if (!isTensor(x) || rank(x) > 1)
    return nullptr;
  auto list = elements(x);
  if (!list)
    return nullptr;
  mlir::Type from = element(x);
  if (from == to)
    return x;
  bool fromInt = from.isSignlessInteger(64) || from.isSignlessInteger(32);
  bool toInt = to.isSignlessInteger(64) || to.isSignlessInteger(32);
  bool toFloat = to.isF32() || to.isF64();
  llvm::SmallVector<OpFoldResult> result;
  for (OpFoldResult entry : *list) {
    if (auto known = fixed(entry)) {
      if (from.isInteger(1)) // one bit, which an attribute reads as -1
        *known &= 1;
      if (toInt)
        result.push_back(b.getIntegerAttr(to, *known));
      else if (toFloat)
        result.push_back(b.getFloatAttr(
            to, to.isF32() ? static_cast<float>(*known)
                           : static_cast<double>(*known)));
      else if (to.isInteger(1))
        result.push_back(b.getBoolAttr(*known != 0));
      else
        return nullptr;
    } else if (auto attribute = llvm::dyn_cast_if_present<mlir::Attribute>(
                   entry)) {
      // A float constant. Out of range is the tensor op's business.
      auto number = llvm::dyn_cast<mlir::FloatAttr>(attribute);
      double value = number ? number.getValueAsDouble() : 0;
      if (!number || !toInt || !(std::abs(value) < 1e9))
        return nullptr;
      result.push_back(b.getIntegerAttr(to, static_cast<int64_t>(value)));
    } else if (fromInt && toInt) {
      result.push_back(toElement(toIndex(entry), to));
    } else if (fromInt && toFloat) {
      Value value = elementValue(entry, from);
      result.push_back(arith::SIToFPOp::create(b, loc, to, value).getResult());
    } else if (llvm::isa<mlir::FloatType>(from) && to.isInteger(64)) {
      Value value = elementValue(entry, from);
      Value integer = arith::FPToSIOp::create(b, loc, to, value);
      result.push_back(toIndex(integer));
    } else {
      return nullptr;
    }
  }
  return fromElements(result, to, rank(x) == 0);
}

Value GraphBuilder::trackedPick(Value x, llvm::ArrayRef<int64_t> positions,
                                bool isScalar) {
  auto list = elements(x);
  if (!list)
    return nullptr;
  llvm::SmallVector<OpFoldResult> result;
  for (int64_t position : positions) {
    int64_t at = position < 0 ? position + list->size() : position;
    if (at < 0 || at >= static_cast<int64_t>(list->size()))
      return fail("index " + llvm::Twine(position) + " is outside a list of " +
                  llvm::Twine(list->size()));
    result.push_back((*list)[at]);
  }
  return fromElements(result, element(x), isScalar);
}
