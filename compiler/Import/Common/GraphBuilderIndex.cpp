//===- GraphBuilderIndex.cpp - Index arithmetic and extents --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/GraphBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using mlir::OpFoldResult;
using mlir::Value;
namespace arith = mlir::arith;

mlir::Value GraphBuilder::indexValue(OpFoldResult value) {
  if (auto known = llvm::dyn_cast_if_present<Value>(value))
    return known;
  return llvm::cast<Value>(memoised(-1, value, value, [&]() -> Value {
    return arith::ConstantIndexOp::create(b, loc, *fixed(value));
  }));
}

/// Applies `op` to two constants, unless the result overflows.
template <typename Op>
static std::optional<int64_t> both(OpFoldResult x, OpFoldResult y, Op op) {
  auto a = GraphBuilder::fixed(x), c = GraphBuilder::fixed(y);
  int64_t result;
  if (!a || !c || op(*a, *c, result))
    return std::nullopt;
  return result;
}

OpFoldResult GraphBuilder::add(OpFoldResult x, OpFoldResult y) {
  if (fixed(x) == 0)
    return y;
  if (fixed(y) == 0)
    return x;
  if (auto sum = both(x, y, [](int64_t p, int64_t q, int64_t &r) {
        return llvm::AddOverflow(p, q, r);
      }))
    return index(*sum);
  return memoised(0, x, y, [&]() -> Value {
    return arith::AddIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::sub(OpFoldResult x, OpFoldResult y) {
  if (fixed(y) == 0)
    return x;
  if (x == y)
    return index(0);
  if (auto difference = both(x, y, [](int64_t p, int64_t q, int64_t &r) {
        return llvm::SubOverflow(p, q, r);
      }))
    return index(*difference);
  return memoised(1, x, y, [&]() -> Value {
    return arith::SubIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::mul(OpFoldResult x, OpFoldResult y) {
  if (fixed(x) == 1 || fixed(y) == 0)
    return y;
  if (fixed(y) == 1 || fixed(x) == 0)
    return x;
  if (auto product = both(x, y, [](int64_t p, int64_t q, int64_t &r) {
        return llvm::MulOverflow(p, q, r);
      }))
    return index(*product);
  return memoised(2, x, y, [&]() -> Value {
    return arith::MulIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::floorDiv(OpFoldResult x, OpFoldResult y) {
  if (fixed(y) == 1)
    return x;
  auto p = fixed(x), q = fixed(y);
  if (p && q && *q > 0)
    return index(llvm::divideFloorSigned(*p, *q));
  return memoised(3, x, y, [&]() -> Value {
    return arith::FloorDivSIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::ceilDiv(OpFoldResult x, OpFoldResult y) {
  if (fixed(y) == 1)
    return x;
  auto p = fixed(x), q = fixed(y);
  if (p && q && *q > 0)
    return index(llvm::divideCeilSigned(*p, *q));
  return memoised(4, x, y, [&]() -> Value {
    return arith::CeilDivSIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::min(OpFoldResult x, OpFoldResult y) {
  if (x == y)
    return x;
  if (fixed(x) && fixed(y))
    return index(std::min(*fixed(x), *fixed(y)));
  return memoised(5, x, y, [&]() -> Value {
    return arith::MinSIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::max(OpFoldResult x, OpFoldResult y) {
  if (x == y)
    return x;
  if (fixed(x) && fixed(y))
    return index(std::max(*fixed(x), *fixed(y)));
  // An extent clamped at 0 is the extent, and must stay the same value.
  if (fixed(y) == 0 && isNonNegative(x))
    return x;
  if (fixed(x) == 0 && isNonNegative(y))
    return y;
  return memoised(6, x, y, [&]() -> Value {
    return arith::MaxSIOp::create(b, loc, indexValue(x), indexValue(y));
  });
}

OpFoldResult GraphBuilder::wrapNegative(OpFoldResult x, OpFoldResult extent) {
  if (auto known = fixed(x))
    return *known < 0 ? add(x, extent) : x;
  if (isNonNegative(x))
    return x;
  return memoised(7, x, extent, [&]() -> Value {
    Value zero = indexValue(index(0));
    Value negative = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::slt, indexValue(x), zero);
    return arith::SelectOp::create(b, loc, negative, indexValue(add(x, extent)),
                                   indexValue(x));
  });
}

OpFoldResult GraphBuilder::selectIf(OpFoldResult x, int64_t value,
                                    OpFoldResult same, OpFoldResult other) {
  if (auto known = fixed(x))
    return *known == value ? same : other;
  if (same == other)
    return same;
  Value equal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                      indexValue(x), indexValue(index(value)));
  return arith::SelectOp::create(b, loc, equal, indexValue(same),
                                 indexValue(other))
      .getResult();
}

OpFoldResult GraphBuilder::product(llvm::ArrayRef<OpFoldResult> values) {
  OpFoldResult result = index(1);
  // Constants first, so that equal dynamic products are equal values.
  for (OpFoldResult value : values)
    if (fixed(value))
      result = mul(result, value);
  for (OpFoldResult value : values)
    if (!fixed(value))
      result = mul(value, result);
  return result;
}

OpFoldResult GraphBuilder::toElement(OpFoldResult value, mlir::Type type) {
  if (auto known = fixed(value))
    return b.getIntegerAttr(type, *known);
  if (type.isSignlessInteger(64))
    return value;
  return memoised(8, value, OpFoldResult(mlir::TypeAttr::get(type)),
                  [&]() -> Value {
                    return arith::IndexCastOp::create(b, loc, type,
                                                      indexValue(value));
                  });
}

OpFoldResult GraphBuilder::toIndex(OpFoldResult element) {
  if (auto known = fixed(element))
    return index(*known);
  Value value = llvm::cast<Value>(element);
  if (value.getType().isIndex())
    return value;
  return memoised(9, element, element, [&]() -> Value {
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
  });
}

void GraphBuilder::leaveRegion() {
  assert(memos.size() > 1 && "no region to leave");
  memos.pop_back();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// tensor.dim of a value whose extent we know is that extent.
OpFoldResult GraphBuilder::canonicalExtent(OpFoldResult extent) {
  auto value = llvm::dyn_cast_if_present<Value>(extent);
  if (!value)
    return extent;
  if (auto known = mlir::getConstantIntValue(extent))
    return index(*known);
  auto dim = value.getDefiningOp<mlir::tensor::DimOp>();
  if (!dim)
    return extent;
  auto at = dim.getConstantIndex();
  if (!at || !isTensor(dim.getSource()))
    return extent;
  return this->extent(dim.getSource(), *at);
}

OpFoldResult GraphBuilder::extent(Value value, int64_t dim) {
  auto type = typeOf(value);
  if (!areDims({dim}, type.getRank()))
    return index(1);
  if (!type.isDynamicDim(dim))
    return index(type.getDimSize(dim));
  for (Memo &memo : memos) {
    auto it = memo.extents.find(value);
    if (it != memo.extents.end() && it->second[dim])
      return it->second[dim];
  }
  // A plain tensor.dim: the op that made the value said nothing better.
  OpFoldResult made = memoised(
      16 + dim, OpFoldResult(value), OpFoldResult(value), [&]() -> Value {
        return mlir::tensor::DimOp::create(b, loc, value, dim);
      });
  return made;
}

Extents GraphBuilder::extents(Value value) {
  Extents result;
  for (int64_t i = 0, e = rank(value); i < e; ++i)
    result.push_back(extent(value, i));
  return result;
}

void GraphBuilder::setExtents(Value value, llvm::ArrayRef<OpFoldResult> known) {
  if (!isTensor(value) || typeOf(value).hasStaticShape())
    return;
  assert(static_cast<int64_t>(known.size()) == rank(value));
  memos.back().extents[value] = Extents(known);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<llvm::SmallVector<OpFoldResult>>
GraphBuilder::elements(Value value) {
  if (!isTensor(value))
    return std::nullopt;
  for (Memo &memo : memos) {
    auto it = memo.elements.find(value);
    if (it != memo.elements.end())
      return it->second;
  }
  const Literal *known = literal(value);
  mlir::Type type = element(value);
  if (!known || rank(value) > 1 || known->count() > maxElements)
    return std::nullopt;
  llvm::SmallVector<OpFoldResult> result;
  for (int64_t i = 0; i < known->count(); ++i) {
    if (type.isSignlessInteger())
      result.push_back(b.getIntegerAttr(type, known->getInt(i)));
    else if (type.isF32() || type.isF64())
      result.push_back(b.getFloatAttr(type, known->getDouble(i)));
    else
      return std::nullopt;
  }
  return result;
}

void GraphBuilder::setElements(Value value,
                               llvm::ArrayRef<OpFoldResult> elements) {
  memos.back().elements[value] =
      llvm::SmallVector<OpFoldResult>(elements.begin(), elements.end());
}

std::optional<llvm::SmallVector<int64_t>> GraphBuilder::integers(Value value) {
  if (!isTensor(value) || !llvm::isa<mlir::IntegerType>(element(value)))
    return std::nullopt;
  if (const Literal *known = literal(value)) {
    // Lists of axes, pads and the like are short; a weight is not asked for.
    if (known->count() > (int64_t(1) << 16))
      return std::nullopt;
    return known->getInts();
  }
  auto tracked = elements(value);
  if (!tracked)
    return std::nullopt;
  llvm::SmallVector<int64_t> result;
  for (OpFoldResult entry : *tracked) {
    auto number = fixed(entry);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

std::optional<Extents> GraphBuilder::indices(Value value) {
  if (!isTensor(value) || !element(value).isSignlessInteger()) {
    fail("a list of integers is expected");
    return std::nullopt;
  }
  Extents result;
  if (auto tracked = elements(value)) {
    for (OpFoldResult entry : *tracked)
      result.push_back(toIndex(entry));
    return result;
  }
  auto type = typeOf(value);
  if (type.getRank() > 1 || !type.hasStaticShape() ||
      type.getNumElements() > maxElements) {
    fail("the length of a run-time list of integers must be known and at most " +
         llvm::Twine(maxElements));
    return std::nullopt;
  }
  llvm::SmallVector<OpFoldResult> read;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    llvm::SmallVector<Value> at;
    if (type.getRank() == 1)
      at.push_back(indexValue(index(i)));
    Value scalar = mlir::tensor::ExtractOp::create(b, loc, value, at);
    result.push_back(toIndex(scalar));
    read.push_back(toElement(result.back(), type.getElementType()));
  }
  setElements(value, read);
  return result;
}

const Literal *GraphBuilder::literal(Value value) const {
  for (const Memo &memo : memos) {
    auto it = memo.literals.find(value);
    if (it != memo.literals.end())
      return &it->second;
  }
  return nullptr;
}

std::optional<int64_t> GraphBuilder::axis(int64_t value, int64_t rank) {
  if (value < -rank || value >= rank) {
    fail("axis " + llvm::Twine(value) + " is outside rank " +
         llvm::Twine(rank));
    return std::nullopt;
  }
  return value < 0 ? value + rank : value;
}

std::optional<llvm::SmallVector<int64_t>>
GraphBuilder::axes(llvm::ArrayRef<int64_t> values, int64_t rank) {
  llvm::SmallVector<int64_t> result;
  for (int64_t value : values) {
    auto normal = axis(value, rank);
    if (!normal)
      return std::nullopt;
    if (llvm::is_contained(result, *normal)) {
      fail("axis " + llvm::Twine(value) + " is given twice");
      return std::nullopt;
    }
    result.push_back(*normal);
  }
  return result;
}
