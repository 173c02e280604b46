//===- GraphBuilder.cpp - Constants, types and elementwise ops -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/GraphBuilder.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Support/DTypeMLIR.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MathExtras.h"

using namespace mlc;
using mlir::OpFoldResult;
using mlir::RankedTensorType;
using mlir::Value;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

bool GraphBuilder::verify(mlir::Operation *op) {
  std::string text;
  mlir::ScopedDiagnosticHandler handler(
      b.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
            text.empty())
          text = diagnostic.str();
        return mlir::success();
      });
  if (mlir::succeeded(mlir::verify(op, /*verifyRecursively=*/false)))
    return true;
  // "'graph.add' op requires ..." without the op, which the user never wrote.
  llvm::StringRef words = text;
  auto cut = words.find(" op ");
  if (words.starts_with("'") && cut != llvm::StringRef::npos)
    words = words.drop_front(cut + 4);
  fail(words);
  op->erase();
  return false;
}

bool GraphBuilder::sameElementType(Value x, Value y) {
  if (!x || !y)
    return false;
  if (!isTensor(x) || !isTensor(y)) {
    fail("its operands must be tensors");
    return false;
  }
  if (element(x) == element(y))
    return true;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "its operands have different element types, " << element(x) << " and "
     << element(y);
  fail(text);
  return false;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

RankedTensorType GraphBuilder::tensorType(llvm::ArrayRef<OpFoldResult> shape,
                                          mlir::Type elementType) {
  if (shape.size() > MLC_MAX_RANK) {
    fail("its result has rank " + Twine(shape.size()) + "; the limit is " +
         Twine(MLC_MAX_RANK));
    return {};
  }
  llvm::SmallVector<int64_t> dims;
  int64_t count = 1;
  for (OpFoldResult extent : shape) {
    auto known = fixed(extent);
    if (!known) {
      dims.push_back(mlir::ShapedType::kDynamic);
      continue;
    }
    if (*known < 0) {
      fail("its result has a negative extent, " + Twine(*known));
      return {};
    }
    // A zero extent must not hide that the others overflow.
    if (llvm::MulOverflow(count, std::max<int64_t>(*known, 1), count) ||
        count > (int64_t(1) << 44)) {
      fail("its result is beyond any memory");
      return {};
    }
    dims.push_back(*known);
  }
  return RankedTensorType::get(dims, elementType);
}

llvm::SmallVector<Value>
GraphBuilder::dynamicExtents(llvm::ArrayRef<OpFoldResult> shape) {
  llvm::SmallVector<Value> result;
  for (OpFoldResult extent : shape)
    if (!fixed(extent))
      result.push_back(indexValue(extent));
  return result;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Dense attribute of a small or splat literal.
static mlir::DenseElementsAttr denseAttr(RankedTensorType type,
                                         const Literal &literal) {
  mlir::Type element = type.getElementType();
  bool splat = literal.isSplat();
  int64_t count = splat ? 1 : literal.count();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (element.isInteger(1)) {
    llvm::SmallVector<bool> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(literal.getBool(i));
    return mlir::DenseElementsAttr::get(type, values);
  }
  if (bits != 0 && bits < 8) { // packed with us, a byte each in MLIR
    llvm::SmallVector<char> bytes;
    for (int64_t i = 0; i < count; ++i)
      bytes.push_back(static_cast<char>(literal.getBits(i)));
    return mlir::DenseElementsAttr::getFromRawBuffer(type, bytes);
  }
  auto storage = literal.storage();
  return mlir::DenseElementsAttr::getFromRawBuffer(
      type, llvm::ArrayRef<char>(
                reinterpret_cast<const char *>(storage.data()),
                storage.size()));
}

Value GraphBuilder::constant(const Literal &value) {
  constexpr uint64_t inlineBytes = 1024;
  mlir::Type element = mlirTypeOf(b.getContext(), value.dtype());
  if (!element)
    return fail("constants of this element type are not supported");
  // One of no elements has none to be a splat of.
  Literal literal = value.count() == 0 ? value.expanded() : value.compressed();
  auto type = RankedTensorType::get(literal.shape(), element);
  mlir::TypedAttr attribute;
  if (literal.isSplat() || literal.spec().bytes() <= inlineBytes) {
    attribute = denseAttr(type, literal);
  } else {
    auto *dialect = b.getContext()->getLoadedDialect<graph::GraphDialect>();
    Hash128 hash = dialect->getConstantPool().add(literal);
    attribute = graph::ConstAttr::get(b.getContext(), hash.high, hash.low,
                                      type);
  }
  Value result = graph::ConstantOp::create(b, loc, type, attribute);
  memos.back().literals[result] = literal;
  return result;
}

Value GraphBuilder::splat(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                          double value) {
  TensorSpec spec;
  spec.dtype = dtypeOf(elementType);
  spec.shape.assign(shape.begin(), shape.end());
  if (!spec.isValid() || spec.dtype == MLC_DTYPE_INVALID)
    return fail("constants of this element type are not supported");
  return constant(Literal::splatDouble(spec, value));
}

Value GraphBuilder::fill(mlir::Type elementType,
                         llvm::ArrayRef<OpFoldResult> shape, double value) {
  auto type = tensorType(shape, elementType);
  if (!type)
    return nullptr;
  if (type.hasStaticShape())
    return splat(elementType, type.getShape(), value);
  return broadcastTo(scalar(elementType, value), shape);
}

Value GraphBuilder::integerVector(mlir::Type elementType,
                                  llvm::ArrayRef<int64_t> values) {
  return constant(Literal::vectorInt(dtypeOf(elementType), values));
}

Value GraphBuilder::fromElements(llvm::ArrayRef<OpFoldResult> elements,
                                 mlir::Type elementType, bool isScalar) {
  llvm::SmallVector<int64_t> shape;
  if (!isScalar)
    shape.push_back(elements.size());
  auto type = RankedTensorType::get(shape, elementType);
  bool constant = llvm::all_of(elements, [](OpFoldResult entry) {
    return llvm::isa<mlir::Attribute>(entry);
  });
  if (constant) {
    TensorSpec spec;
    spec.dtype = dtypeOf(elementType);
    spec.shape.assign(shape.begin(), shape.end());
    Literal literal = Literal::zeros(spec);
    for (auto [i, entry] : llvm::enumerate(elements)) {
      auto attribute = llvm::cast<mlir::Attribute>(entry);
      if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(attribute))
        literal.setInt(i, elementType.isInteger(1)
                              ? integer.getValue().getBoolValue()
                              : integer.getValue().getSExtValue());
      else
        literal.setDouble(
            i, llvm::cast<mlir::FloatAttr>(attribute).getValueAsDouble());
    }
    return this->constant(literal);
  }
  llvm::SmallVector<Value> values;
  for (OpFoldResult entry : elements)
    values.push_back(elementValue(entry, elementType));
  Value result = mlir::tensor::FromElementsOp::create(b, loc, type, values);
  setElements(result, elements);
  return result;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

bool GraphBuilder::broadcastShape(Extents &shape,
                                  llvm::ArrayRef<OpFoldResult> other) {
  if (other.size() > shape.size())
    shape.insert(shape.begin(), other.size() - shape.size(), index(1));
  size_t offset = shape.size() - other.size();
  for (size_t i = 0; i < other.size(); ++i) {
    OpFoldResult y = other[i];
    OpFoldResult &x = shape[offset + i];
    auto p = fixed(x), q = fixed(y);
    if (x == y || q == 1)
      continue;
    if (p == 1) {
      x = y;
    } else if (p && q) {
      fail("extents " + Twine(*p) + " and " + Twine(*q) +
           " of dimension " + Twine(offset + i) + " do not broadcast");
      return false;
    } else if (q) {
      x = y; // x is q or 1, decided at run time
    } else if (!p) {
      // Neither is known: the one that is not 1, or the first.
      x = memoised(10, x, y, [&]() -> Value {
        Value isOne = mlir::arith::CmpIOp::create(
            b, loc, mlir::arith::CmpIPredicate::eq, indexValue(x),
            indexValue(index(1)));
        return mlir::arith::SelectOp::create(b, loc, isOne, indexValue(y),
                                             indexValue(x));
      });
    }
  }
  return true;
}

Value GraphBuilder::broadcastTo(Value value,
                                llvm::ArrayRef<OpFoldResult> shape) {
  if (!value)
    return nullptr;
  int64_t offset = static_cast<int64_t>(shape.size()) - rank(value);
  if (offset < 0)
    return fail("a tensor of rank " + Twine(rank(value)) +
                " does not broadcast to rank " + Twine(shape.size()));
  llvm::SmallVector<int64_t> dims;
  for (int64_t i = 0, e = rank(value); i < e; ++i)
    dims.push_back(offset + i);
  return broadcastTo(value, shape, dims);
}

Value GraphBuilder::broadcastTo(Value value, llvm::ArrayRef<OpFoldResult> shape,
                                llvm::ArrayRef<int64_t> dims) {
  if (!value)
    return nullptr;
  Extents from = extents(value);
  auto fits = [&](int64_t dim) {
    return dim >= 0 && dim < static_cast<int64_t>(shape.size());
  };
  if (from.size() != dims.size() || !llvm::all_of(dims, fits))
    return fail("a tensor of rank " + Twine(from.size()) +
                " does not broadcast to rank " + Twine(shape.size()) +
                " along " + Twine(dims.size()) + " dimensions");
  bool same = from.size() == shape.size();
  for (auto [i, dim] : llvm::enumerate(dims)) {
    OpFoldResult to = shape[dim];
    auto p = fixed(from[i]), q = fixed(to);
    if (p && q && *p != 1 && *p != *q)
      return fail("extent " + Twine(*p) + " does not broadcast to " +
                  Twine(*q));
    same &= from[i] == to && dim == static_cast<int64_t>(i);
  }
  if (same)
    return value;
  auto type = tensorType(shape, element(value));
  if (!type)
    return nullptr;
  if (const Literal *known = literal(value))
    if (known->count() == 1 && type.hasStaticShape()) {
      TensorSpec spec = known->spec();
      spec.shape.assign(type.getShape().begin(), type.getShape().end());
      // A complex element has no integer bits to splat by.
      if (!llvm::isa<mlir::ComplexType>(element(value)) && bitWidth(spec.dtype) >= 8)
        return constant(Literal::splat(spec, known->storage()));
    }
  return keep(graph::BroadcastOp::create(b, loc, type, value, dims,
                                         dynamicExtents(shape)),
              shape);
}

bool GraphBuilder::broadcastTogether(llvm::MutableArrayRef<Value> values) {
  Extents shape;
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!value)
      return false;
    if (!isTensor(value)) {
      fail("its operands must be tensors");
      return false;
    }
    if (i == 0)
      shape = extents(value);
    else if (!broadcastShape(shape, extents(value)))
      return false;
  }
  for (Value &value : values)
    if (!(value = broadcastTo(value, shape)))
      return false;
  return true;
}

Value GraphBuilder::compare(graph::Predicate predicate, Value x, Value y) {
  Value operands[] = {x, y};
  if (!sameElementType(x, y) || !broadcastTogether(operands))
    return nullptr;
  auto type = typeOf(operands[0]).clone(b.getI1Type());
  return keep(graph::CompareOp::create(b, loc, type, predicate, operands[0],
                                       operands[1]),
              operands[0]);
}

Value GraphBuilder::select(Value pred, Value onTrue, Value onFalse) {
  Value operands[] = {pred, onTrue, onFalse};
  if (!pred || !sameElementType(onTrue, onFalse) ||
      !broadcastTogether(operands))
    return nullptr;
  return keep(graph::SelectOp::create(b, loc, operands[1].getType(),
                                      operands[0], operands[1], operands[2]),
              operands[1]);
}

Value GraphBuilder::cast(Value x, mlir::Type elementType, bool saturate) {
  if (!x || !isTensor(x) || element(x) == elementType)
    return x;
  return keep(graph::CastOp::create(b, loc, typeOf(x).clone(elementType), x,
                                    saturate),
              x);
}

Value GraphBuilder::widened(Value x) {
  auto type =
      x ? llvm::dyn_cast<mlir::FloatType>(element(x)) : mlir::FloatType();
  return type && type.getWidth() < 32 ? cast(x, b.getF32Type()) : x;
}
