//===- MlEncoder.cpp - Keys to values -------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Literal.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Ml/Ml.h"
#include "compiler/Support/DTypeMLIR.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using llvm::StringRef;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// What keeps a comparison with every key from becoming unreasonable.
constexpr int64_t maxKeys = 4096;
/// Keys that lie closer together than this are looked up in a table.
constexpr int64_t maxTable = int64_t(1) << 20;

/// One of NAME_int64s, NAME_floats and NAME_tensor as a vector. Nothing with a
/// reason when it is none of them.
const Literal *listOf(NodeContext &n, StringRef name, Value &value) {
  GraphBuilder &g = n.g;
  if (!n.strings((name + "_strings").str()).empty()) {
    (void)n.unsupported("strings are not supported");
    return nullptr;
  }
  if (auto ints = n.ints((name + "_int64s").str()); ints && !ints->empty())
    value = constantOf(g, llvm::ArrayRef<int64_t>(*ints),
                       {static_cast<int64_t>(ints->size())}, g.b.getI64Type());
  else if (auto reals = n.floats((name + "_floats").str());
           reals && !reals->empty())
    value = constantOf(g, llvm::ArrayRef<double>(*reals),
                       {static_cast<int64_t>(reals->size())}, g.b.getF32Type());
  else if (const Tensor *tensor = n.tensor((name + "_tensor").str()))
    value = n.importer.constant(*tensor);
  else
    g.fail("its " + name + " are missing");
  const Literal *literal = value ? g.literal(value) : nullptr;
  if (literal && literal->rank() != 1) {
    g.fail("its " + name + " must be a vector");
    return nullptr;
  }
  return literal;
}

/// The default of a value type: an attribute, or the text's own.
Value defaultOf(NodeContext &n, mlir::Type element) {
  GraphBuilder &g = n.g;
  if (const Tensor *tensor = n.tensor("default_tensor")) {
    Value value = n.importer.constant(*tensor);
    if (!value)
      return nullptr;
    Extents shape = g.extents(value);
    if (GraphBuilder::fixed(g.product(shape)) != 1 ||
        GraphBuilder::element(value) != element)
      return g.fail("default_tensor must be one number of its values' type");
    return g.reshape(value, {});
  }
  if (llvm::isa<mlir::FloatType>(element))
    return g.scalar(element, n.f64("default_float", -0.0));
  return constantOf(g, llvm::ArrayRef<int64_t>{n.i64("default_int64", -1)}, {},
                    element);
}

/// Keys in a small range of integers: a table by key.
Value lookUp(NodeContext &n, Value x, const Literal &keys,
             const Literal &values, Value otherwise, int64_t low,
             int64_t high) {
  GraphBuilder &g = n.g;
  mlir::Type i64 = g.b.getI64Type();
  int64_t size = high - low + 1;
  TensorSpec spec = values.spec();
  spec.shape = {size};
  Literal table = Literal::zeros(spec);
  llvm::SmallVector<int64_t> present(size, 0);
  for (int64_t i = 0; i < keys.count(); ++i) {
    table.setFrom(keys.getInt(i) - low, values, i); // the last one counts
    present[keys.getInt(i) - low] = 1;
  }
  auto number = [&](int64_t value) {
    return constantOf(g, llvm::ArrayRef<int64_t>(value), {}, i64);
  };
  Value wide = g.cast(x, i64), first = number(low), last = number(high);
  Value inside = g.binary<graph::AndOp>(g.compare(Predicate::GE, wide, first),
                                        g.compare(Predicate::LE, wide, last));
  Value at = g.select(inside, g.subT(wide, first), g.scalar(i64, 0));
  Value found = g.gather(g.constant(table), at, 0);
  Value known = g.gather(
      constantOf(g, llvm::ArrayRef<int64_t>(present), {size}, g.b.getI1Type()),
      at, 0);
  return g.select(g.binary<graph::AndOp>(inside, known), found, otherwise);
}

/// Any keys: compared one by one, the last that is equal counts.
Value search(NodeContext &n, Value x, Value keys, const Literal &keyLiteral,
             Value values, Value otherwise) {
  GraphBuilder &g = n.g;
  Extents shape = g.extents(x), wide(shape);
  wide.push_back(g.index(keyLiteral.count()));
  Value spread = g.broadcastTo(g.unsqueeze(x, {GraphBuilder::rank(x)}), wide);
  Value equal = g.compare(Predicate::EQ, spread, keys);
  bool hasNan = false;
  if (llvm::isa<mlir::FloatType>(GraphBuilder::element(keys)))
    for (int64_t i = 0; i < keyLiteral.count(); ++i)
      hasNan |= std::isnan(keyLiteral.getDouble(i));
  if (hasNan) {
    auto isNan = [&](Value v) -> Value {
      return v ? g.keep(graph::IsNanOp::create(
                            g.b, g.loc,
                            GraphBuilder::typeOf(v).clone(g.b.getI1Type()), v),
                        v)
               : Value();
    };
    equal = g.binary<graph::OrOp>(
        equal, g.binary<graph::AndOp>(isNan(spread), isNan(keys)));
  }
  Value hits = g.cast(equal, g.b.getI32Type());
  auto type = g.tensorType(shape, g.b.getI64Type());
  if (!hits || !type)
    return nullptr;
  int64_t last = GraphBuilder::rank(hits) - 1;
  Value best =
      g.keep(graph::ArgReduceOp::create(g.b, g.loc, type, graph::Combiner::Max,
                                        hits, last, /*last=*/true),
             shape);
  Value any = g.reduce(graph::Combiner::Max, hits, {last}, false);
  Value found = g.gather(values, best, 0);
  return g.select(g.compare(Predicate::GT, any, g.scalarLike(any, 0)), found,
                  otherwise);
}

LogicalResult labelEncoderRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value keys, values;
  const Literal *keyLiteral = listOf(n, "keys", keys);
  if (!keyLiteral)
    return mlir::failure();
  Literal keyCopy = *keyLiteral; // the next constant may move the first
  const Literal *valueLiteral = listOf(n, "values", values);
  if (!valueLiteral)
    return mlir::failure();
  if (keyCopy.count() != valueLiteral->count() || keyCopy.count() == 0)
    return n.invalid("keys and values must be as many");
  if (!g.sameElementType(n.in(0), keys))
    return mlir::failure();
  Literal valueCopy = *valueLiteral;
  Value otherwise = defaultOf(n, GraphBuilder::element(values));
  if (!otherwise)
    return mlir::failure();
  if (!llvm::isa<mlir::FloatType>(GraphBuilder::element(keys))) {
    int64_t low = keyCopy.getInt(0), high = low;
    for (int64_t i = 1; i < keyCopy.count(); ++i) {
      low = std::min(low, keyCopy.getInt(i));
      high = std::max(high, keyCopy.getInt(i));
    }
    constexpr int64_t far = int64_t(1) << 62;
    if (low > -far && high < far && high - low < maxTable &&
        (high - low) / 16 <= keyCopy.count())
      return n.set(
          lookUp(n, n.in(0), keyCopy, valueCopy, otherwise, low, high));
  }
  if (keyCopy.count() > maxKeys)
    return n.unsupported("more than " + llvm::Twine(maxKeys) +
                         " keys are not supported");
  return n.set(search(n, n.in(0), keys, keyCopy, values, otherwise));
}

LogicalResult oneHotRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  if (!n.strings("cats_strings").empty())
    return n.unsupported("categories that are strings are not supported");
  auto categories = n.ints("cats_int64s");
  if (!categories || categories->empty())
    return n.invalid("cats_int64s is missing");
  if (!n.flag("zeros", true))
    return n.unsupported("zeros = 0, which fails for other categories, is not "
                         "supported");
  // Floats count as the integers they are truncated to.
  mlir::Type i64 = g.b.getI64Type();
  Value x = g.cast(n.in(0), i64);
  if (!x)
    return mlir::failure();
  Extents wide = g.extents(x);
  int64_t count = categories->size();
  wide.push_back(g.index(count));
  Value spread = g.broadcastTo(g.unsqueeze(x, {n.rank(0)}), wide);
  Value keys =
      constantOf(g, llvm::ArrayRef<int64_t>(*categories), {count}, i64);
  return n.set(
      g.cast(g.compare(Predicate::EQ, spread, keys), g.b.getF32Type()));
}

} // namespace

void mlc::onnx::addMlEncoderRows(OnnxTable &t) {
  addMl(t, "LabelEncoder", {2, 4}, labelEncoderRow);
  addMl(t, "OneHotEncoder", {1}, oneHotRow);
  t.refuse(
      "ZipMap", {1},
      [](NodeContext &n) {
        return n.unsupported(
            "maps are not supported; skl2onnx leaves it out with "
            "options={'zipmap': False}");
      },
      mlDomain);
}
