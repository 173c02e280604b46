//===- Collection.cpp - Sequences and optionals ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Ops/Lists.h"
#include "compiler/Support/DTypeMLIR.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
namespace scf = mlir::scf;

/// Parts of a split that are written out one by one.
constexpr uint64_t maxParts = 256;

/// The type that all of these values fit: unknown where they differ.
mlir::Type commonType(NodeContext &n, llvm::ArrayRef<mlir::Type> types) {
  mlir::Type common;
  for (mlir::Type type : types) {
    common = common ? joinItems(common, type) : type;
    if (!common) {
      n.g.fail("its values have different element types");
      return {};
    }
  }
  return common;
}

/// The value as an item of this type: under a type that tells less. Where the
/// items have no rank in common, a tensor keeps its own type.
Value widen(NodeContext &n, Value value, mlir::Type type) {
  GraphBuilder &g = n.g;
  if (!value || value.getType() == type)
    return value;
  if (isList(value))
    return relabel(g, value, type);
  if (llvm::isa<mlir::UnrankedTensorType>(type) &&
      GraphBuilder::isTensor(value))
    return value;
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !GraphBuilder::isTensor(value))
    return g.fail("the sequence holds values of another kind");
  llvm::SmallVector<Value> sizes;
  for (int64_t d = 0; d < tensor.getRank(); ++d)
    if (tensor.isDynamicDim(d))
      sizes.push_back(g.indexValue(g.extent(value, d)));
  auto op = graph::ReshapeOp::create(g.b, g.loc, tensor, value, sizes);
  return g.verify(op) ? op->getResult(0) : Value();
}

Value newSequence(NodeContext &n, llvm::ArrayRef<Value> values,
                  mlir::Type element) {
  GraphBuilder &g = n.g;
  llvm::SmallVector<Value> items;
  for (Value value : values) {
    Value item = widen(n, value, element);
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return graph::SeqNewOp::create(
      g.b, g.loc, graph::SeqType::get(g.b.getContext(), element), items);
}

graph::SeqType sequenceType(NodeContext &n, size_t i) {
  auto type = llvm::dyn_cast<graph::SeqType>(n.in(i).getType());
  if (!type)
    n.g.fail("input " + llvm::Twine(i) + " must be a sequence");
  return type;
}

/// A position operand as a rank-0 tensor.
Value position(NodeContext &n, size_t i) {
  return n.has(i) ? n.g.reshape(n.in(i), {}) : Value();
}

LogicalResult constructRow(NodeContext &n) {
  llvm::SmallVector<mlir::Type> types;
  for (Value value : n.ins())
    types.push_back(value.getType());
  mlir::Type element = commonType(n, types);
  return n.set(element ? newSequence(n, n.ins(), element) : Value());
}

LogicalResult lengthRow(NodeContext &n) {
  if (!sequenceType(n, 0))
    return mlir::failure();
  GraphBuilder &g = n.g;
  auto type = mlir::RankedTensorType::get({}, g.b.getI64Type());
  return n.set(graph::SeqLengthOp::create(g.b, g.loc, type, n.in(0)));
}

Value at(NodeContext &n, Value sequence, Value index, mlir::Type type) {
  return graph::SeqAtOp::create(n.g.b, n.g.loc, type, sequence, index);
}

/// The type under which a value comes out of a list: tensors have a rank then,
/// by the list or by what the model declares of the node's result, which the
/// run checks. Null, reported, when nothing tells.
mlir::Type typeFrom(NodeContext &n, mlir::Type item) {
  if (!llvm::isa<mlir::UnrankedTensorType>(item))
    return item;
  std::string why;
  const Type *declared = n.node.outputs.empty()
                             ? nullptr
                             : n.importer.declaredType(n.node.outputs[0]);
  if (declared && declared->kind == Type::Kind::Tensor && declared->shape)
    if (auto tensor = llvm::dyn_cast_if_present<mlir::RankedTensorType>(
            n.importer.convertType(*declared, why)))
      if (joinItems(item, tensor) == item)
        return tensor;
  (void)n.unsupported(
      "the rank of its result is known at run time only, since "
      "the values of its input have different ranks or none "
      "that is declared; state it with --shape or in the model");
  return {};
}

LogicalResult atRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value index = position(n, 1);
  auto type = sequenceType(n, 0);
  if (!type || !index)
    return mlir::failure();
  // Of a sequence that was made right here the value itself.
  auto made = n.in(0).getDefiningOp<graph::SeqNewOp>();
  if (auto known = g.integers(index); known && made) {
    int64_t size = made.getValues().size(), at = (*known)[0];
    if (at < -size || at >= size)
      return n.invalid("position " + llvm::Twine(at) +
                       " is outside a sequence of " + llvm::Twine(size));
    return n.set(made.getValues()[at < 0 ? at + size : at]);
  }
  mlir::Type item = typeFrom(n, type.getElementType());
  if (!item)
    return mlir::failure();
  return n.set(at(n, n.in(0), index, item));
}

LogicalResult insertRow(NodeContext &n) {
  auto type = sequenceType(n, 0);
  if (!type)
    return mlir::failure();
  GraphBuilder &g = n.g;
  Value index = position(n, 2);
  if (n.has(2) && !index)
    return mlir::failure();
  // A sequence that was made right here is made again with the new value, under
  // a type that fits all. An empty one takes its type from the first value.
  if (auto made = n.in(0).getDefiningOp<graph::SeqNewOp>()) {
    llvm::SmallVector<Value> values(made.getValues());
    auto known = index ? g.integers(index) : std::nullopt;
    int64_t size = values.size(), at = known ? (*known)[0] : size;
    if (at < 0)
      at += size;
    if ((!index || known) && at >= 0 && at <= size) {
      values.insert(values.begin() + at, n.in(1));
      llvm::SmallVector<mlir::Type> types;
      for (Value value : values)
        types.push_back(value.getType());
      mlir::Type element = commonType(n, types);
      return n.set(element ? newSequence(n, values, element) : Value());
    }
    if (known)
      return n.invalid("position " + llvm::Twine((*known)[0]) +
                       " is outside a sequence of " + llvm::Twine(size));
  }
  Value item = n.in(1), sequence = n.in(0);
  if (isNewAndEmpty(sequence)) {
    type = graph::SeqType::get(g.b.getContext(), item.getType());
    sequence = newSequence(n, {}, item.getType());
  }
  if (item.getType() != type.getElementType()) {
    // Carried by a loop that began with an empty sequence: the loop is imported
    // again with the type that shows here.
    auto provisional =
        llvm::dyn_cast<mlir::RankedTensorType>(type.getElementType());
    if (provisional && provisional.getRank() == 0 && isCarried(n.in(0)))
      return n.set(graph::SeqInsertOp::create(
          g.b, g.loc, graph::SeqType::get(g.b.getContext(), item.getType()),
          n.in(0), item, index));
    mlir::Type wanted = commonType(n, {type.getElementType(), item.getType()});
    if (!wanted)
      return mlir::failure();
    type = graph::SeqType::get(g.b.getContext(), wanted);
    sequence = relabel(g, sequence, type);
    item = widen(n, item, wanted);
  }
  if (!item || !sequence)
    return mlir::failure();
  return n.set(
      graph::SeqInsertOp::create(g.b, g.loc, type, sequence, item, index));
}

LogicalResult eraseRow(NodeContext &n) {
  auto type = sequenceType(n, 0);
  Value index = position(n, 1);
  if (!type || (n.has(1) && !index))
    return mlir::failure();
  return n.set(graph::SeqEraseOp::create(n.g.b, n.g.loc, type, n.in(0), index));
}

/// Joins a sequence's tensors in a loop; the first one starts it, so an empty
/// sequence is an error of the run.
LogicalResult concatRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  auto type = sequenceType(n, 0);
  if (!type)
    return mlir::failure();
  bool stack = n.flag("new_axis", false);
  if (!n.hasAttr("axis"))
    return n.invalid("it has no axis");
  mlir::Type i64 = g.b.getI64Type();
  auto made = n.in(0).getDefiningOp<graph::SeqNewOp>();
  auto element = llvm::dyn_cast<mlir::TensorType>(
      made && !made.getValues().empty() ? made.getValues()[0].getType()
                                        : type.getElementType());
  if (!element)
    return n.invalid("it joins tensors, not lists");
  // What comes out has the rank of the items, and one more when they are piled.
  int64_t rank = -1;
  if (element.hasRank()) {
    rank = element.getRank();
  } else {
    auto joined =
        llvm::dyn_cast_if_present<mlir::RankedTensorType>(typeFrom(n, element));
    if (!joined)
      return mlir::failure();
    rank = joined.getRank() - (stack ? 1 : 0);
    if (rank < 0)
      return n.invalid("its result is declared as a scalar");
    element = mlir::RankedTensorType::get(
        llvm::SmallVector<int64_t>(rank, mlir::ShapedType::kDynamic),
        element.getElementType());
  }
  auto dim = g.axis(n.i64("axis", 0), rank + (stack ? 1 : 0));
  if (!dim)
    return mlir::failure();
  // A sequence made right here is joined at once.
  if (made) {
    llvm::SmallVector<Value> parts;
    for (Value value : made.getValues())
      parts.push_back(stack ? g.unsqueeze(value, {*dim}) : value);
    if (!parts.empty())
      return n.set(g.concat(parts, *dim));
  }
  Value first = at(n, n.in(0), g.scalar(i64, 0), element);
  if (stack)
    first = g.unsqueeze(first, {*dim});
  if (!first)
    return mlir::failure();
  llvm::SmallVector<int64_t> dims(GraphBuilder::typeOf(first).getShape());
  dims[*dim] = mlir::ShapedType::kDynamic;
  auto grown = mlir::RankedTensorType::get(dims, element.getElementType());
  Value start = widen(n, first, grown);
  Value length = graph::SeqLengthOp::create(
      g.b, g.loc, mlir::RankedTensorType::get({}, i64), n.in(0));
  auto count = g.indices(length);
  if (!start || !count)
    return mlir::failure();
  auto loop = scf::ForOp::create(g.b, g.loc, g.indexValue(g.index(1)),
                                 g.indexValue((*count)[0]),
                                 g.indexValue(g.index(1)),
                                 mlir::ValueRange{start});
  mlir::OpBuilder::InsertionGuard guard(g.b);
  loop.getBody()->clear();
  g.b.setInsertionPointToEnd(loop.getBody());
  g.enterRegion();
  Value index = g.fromElements({OpFoldResult(loop.getInductionVar())}, i64,
                               /*isScalar=*/true);
  Value next = at(n, n.in(0), index, element);
  if (stack)
    next = g.unsqueeze(next, {*dim});
  Value joined = widen(n, g.concat({loop.getRegionIterArgs()[0], next}, *dim),
                       grown);
  g.leaveRegion();
  if (!joined) {
    loop.erase();
    return mlir::failure();
  }
  scf::YieldOp::create(g.b, g.loc, joined);
  return n.set(loop.getResult(0));
}

/// Parts of one size, the last one smaller, by a loop: their number is known at
/// run time only.
LogicalResult splitAtRuntime(NodeContext &n, int64_t dim, OpFoldResult size,
                             bool keep) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  OpFoldResult extent = g.extent(x, dim);
  if (!requireAtLeast(g, size, g.index(1)))
    return n.invalid("its chunk size must be positive");
  auto type = GraphBuilder::typeOf(x);
  llvm::SmallVector<int64_t> dims(type.getShape());
  if (keep)
    dims[dim] = mlir::ShapedType::kDynamic;
  else
    dims.erase(dims.begin() + dim);
  auto element = mlir::RankedTensorType::get(dims, type.getElementType());
  Value start = newSequence(n, {}, element);
  auto loop =
      scf::ForOp::create(g.b, g.loc, g.indexValue(g.index(0)),
                         g.indexValue(g.ceilDiv(extent, size)),
                         g.indexValue(g.index(1)), mlir::ValueRange{start});
  mlir::OpBuilder::InsertionGuard guard(g.b);
  loop.getBody()->clear();
  g.b.setInsertionPointToEnd(loop.getBody());
  g.enterRegion();
  OpFoldResult first = g.mul(OpFoldResult(loop.getInductionVar()), size);
  Value part = g.sliceDim(x, dim, first, g.min(size, g.sub(extent, first)));
  if (part && !keep)
    part = g.squeeze(part, {dim});
  part = widen(n, part, element);
  g.leaveRegion();
  if (!part) {
    loop.erase();
    return mlir::failure();
  }
  Value grown = graph::SeqInsertOp::create(
      g.b, g.loc, start.getType(), loop.getRegionIterArgs()[0], part, Value());
  scf::YieldOp::create(g.b, g.loc, grown);
  return n.set(loop.getResult(0));
}

LogicalResult splitRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto dim = g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  OpFoldResult extent = g.extent(x, *dim);
  bool keep = n.flag("keepdims", true) || n.has(1);
  Extents sizes;
  if (n.has(1) && n.rank(1) == 1) {
    auto given = g.indices(n.in(1));
    if (!given)
      return mlir::failure();
    sizes = *given;
    OpFoldResult total = g.index(0);
    for (OpFoldResult size : sizes)
      total = g.add(total, size);
    if (!requireEqual(g, total, extent))
      return n.invalid("its sizes do not add up to its axis: " +
                       g.takeReason());
  } else {
    // Chunks of one size, the last one smaller.
    OpFoldResult size = g.index(1);
    if (n.has(1)) {
      auto given = g.indices(n.in(1));
      if (!given || given->size() != 1)
        return n.invalid("its chunk size must be one integer");
      size = (*given)[0];
    }
    auto length = GraphBuilder::fixed(extent),
         known = GraphBuilder::fixed(size);
    if (known && *known < 1)
      return n.invalid("its chunk size must be positive");
    // Few parts are written out, so that each keeps its own shape.
    if (!length || !known || *length == 0 ||
        llvm::divideCeil(*length, *known) > maxParts)
      return splitAtRuntime(n, *dim, size, keep);
    for (int64_t start = 0; start < *length; start += *known)
      sizes.push_back(g.index(std::min(*known, *length - start)));
  }
  llvm::SmallVector<Value> parts;
  llvm::SmallVector<mlir::Type> types;
  OpFoldResult start = g.index(0);
  for (OpFoldResult size : sizes) {
    Value part = g.sliceDim(x, *dim, start, size);
    if (part && !keep)
      part = g.squeeze(part, {*dim});
    if (!part)
      return mlir::failure();
    parts.push_back(part);
    types.push_back(part.getType());
    start = g.add(start, size);
  }
  mlir::Type element = commonType(n, types);
  if (!element)
    return n.unsupported("it makes an empty sequence");
  return n.set(newSequence(n, parts, element));
}

/// The rank of what will be inserted is not stated, so the type is provisional:
/// the first insertion, or the loop that carries it, settles it.
LogicalResult emptyRow(NodeContext &n) {
  mlc_dtype dtype = dtypeFromOnnx(n.i64("dtype", 1));
  mlir::Type element = mlirTypeOf(n.g.b.getContext(), dtype);
  if (!element)
    return n.unsupported("sequences of " + dtypeName(dtype) +
                         " are not supported");
  return n.set(newSequence(
      n, {}, mlir::RankedTensorType::get({}, element)));
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

LogicalResult optionalRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  if (n.has(0))
    return n.set(graph::OptNewOp::create(
        g.b, g.loc,
        graph::OptType::get(g.b.getContext(), n.in(0).getType()), n.in(0)));
  const Attribute *type = n.find("type");
  if (!type || type->kind != Attribute::Kind::Type)
    return n.invalid("it has neither an input nor a type");
  std::string why;
  mlir::Type element = n.importer.convertType(type->type, why);
  if (!element)
    return n.unsupported("its type " + why);
  return n.set(graph::OptNewOp::create(
      g.b, g.loc, graph::OptType::get(g.b.getContext(), element), Value()));
}

LogicalResult hasElementRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  mlir::Type i1 = g.b.getI1Type();
  if (!n.has(0))
    return n.set(g.scalar(i1, 0));
  if (!llvm::isa<graph::OptType>(n.in(0).getType()))
    return n.set(g.scalar(i1, 1)); // a plain value is always there
  return n.set(graph::OptHasOp::create(
      g.b, g.loc, mlir::RankedTensorType::get({}, i1), n.in(0)));
}

LogicalResult getElementRow(NodeContext &n) {
  auto type = llvm::dyn_cast<graph::OptType>(n.in(0).getType());
  if (!type)
    return n.set(n.in(0));
  mlir::Type element = typeFrom(n, type.getElementType());
  if (!element)
    return mlir::failure();
  return n.set(graph::OptGetOp::create(n.g.b, n.g.loc, element, n.in(0)));
}
} // namespace

void mlc::onnx::addCollectionRows(OnnxTable &t) {
  t.add("SequenceConstruct", {11}, constructRow);
  t.add("SequenceEmpty", {11}, emptyRow);
  t.add("SequenceLength", {11}, lengthRow);
  t.add("SequenceAt", {11}, atRow);
  t.add("SequenceInsert", {11}, insertRow);
  t.add("SequenceErase", {11}, eraseRow);
  t.add("ConcatFromSequence", {11}, concatRow);
  t.add("SplitToSequence", {11, 24}, splitRow);
  t.add("Optional", {15}, optionalRow);
  t.add("OptionalHasElement", {15, 18}, hasElementRow);
  t.add("OptionalGetElement", {15, 18}, getElementRow);
}
