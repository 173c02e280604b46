//===- LowerTensors.cpp - Host operations on tensors ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernel calls become launches, constants weights, reshapes views; elements are
// loaded and stored one by one.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

static RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult HostLowering::lowerCall(kernel::CallOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> buffers, operandExtents, resultExtents, plain;
  for (Value input : op.getInputs()) {
    if (!isa<RankedTensorType>(input.getType())) {
      plain.push_back(scalar(input));
      continue;
    }
    const Place &place = placeOf(input);
    buffers.push_back(place.buffer);
    llvm::append_range(operandExtents, place.extents);
  }
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    SmallVector<Value> sizes;
    for (Value size : op.getResultDims(index))
      sizes.push_back(scalar(size));
    llvm::append_range(resultExtents, sizes);
    Value buffer = bufferFor(result, sizes);
    buffers.push_back(buffer);
    places[result] = {buffer, sizes};
  }
  SmallVector<Value> slots = buffers;
  llvm::append_range(slots, operandExtents);
  llvm::append_range(slots, resultExtents);
  llvm::append_range(slots, plain);
  auto launch = rt::LaunchOp::create(builder, loc, op.getCalleeAttr(), slots);
  launch->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  ++counts.launches;
  return success();
}

// A custom op runs where it stands; if its results' extents are not static, it
// is asked for them first.
LogicalResult HostLowering::lowerCustom(graph::CustomOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> inputs, outputs, known;
  for (Value input : op.getInputs()) {
    inputs.push_back(placeOf(input).buffer);
    llvm::append_range(known, placeOf(input).extents);
  }
  auto signature =
      builder.getFunctionType(op.getInputs().getTypes(), op.getResultTypes());
  unsigned dynamic = kernel::countDynamicExtents(op.getResultTypes());
  SmallVector<Value> found;
  if (dynamic) {
    SmallVector<Type> types(dynamic, builder.getIndexType());
    auto shape =
        rt::CustomShapeOp::create(builder, loc, types, op.getCalleeAttr(),
                                  inputs, known, TypeAttr::get(signature));
    llvm::append_range(found, shape.getResults());
  }
  ArrayRef<Value> rest = found;
  for (Value result : op.getResults()) {
    size_t count = tensorType(result).getNumDynamicDims();
    places[result].extents = llvm::to_vector(rest.take_front(count));
    places[result].buffer = bufferFor(result, rest.take_front(count));
    outputs.push_back(places[result].buffer);
    rest = rest.drop_front(count);
  }
  llvm::append_range(known, found);
  auto custom = rt::CustomOp::create(builder, loc, op.getCalleeAttr(), inputs,
                                     outputs, known, TypeAttr::get(signature));
  custom->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return success();
}

//===----------------------------------------------------------------------===//
// Constants and elements
//===----------------------------------------------------------------------===//

LogicalResult HostLowering::lowerConstant(Operation *op, TypedAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    // Small constants travel as attributes until here; as bytes they lie beside
    // all others.
    Literal literal = literalOf(dense);
    if (literal.isNull())
      return op->emitError()
             << "no storage form for a constant of type " << dense.getType();
    auto *dialect = op->getContext()->getOrLoadDialect<graph::GraphDialect>();
    Hash128 hash = dialect->getConstantPool().add(std::move(literal));
    value = graph::ConstAttr::get(op->getContext(), hash.high, hash.low,
                                  dense.getType());
  }
  if (!isa<graph::ConstAttr>(value))
    return op->emitError() << "cannot place the constant " << value;
  places[op->getResult(0)] = {
      rt::WeightOp::create(builder, op->getLoc(), value), {}};
  return success();
}

LogicalResult HostLowering::lowerFromElements(tensor::FromElementsOp op) {
  Location loc = op.getLoc();
  Value buffer = bufferFor(op.getResult(), {});
  for (auto [index, element] : llvm::enumerate(op.getElements()))
    rt::StoreOp::create(builder, loc, scalar(element), buffer,
                        constantIndex(loc, index));
  places[op.getResult()] = {buffer, {}};
  return success();
}

LogicalResult HostLowering::lowerExtract(tensor::ExtractOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = tensorType(op.getTensor());
  const Place &place = placeOf(op.getTensor());
  Value linear = constantIndex(loc, 0);
  unsigned dynamic = 0;
  for (auto [dim, old] : llvm::enumerate(op.getIndices())) {
    Value index = scalar(old);
    Value extent = type.isDynamicDim(dim)
                       ? place.extents[dynamic++]
                       : constantIndex(loc, type.getDimSize(dim));
    // One unsigned comparison also catches negative positions.
    Value inside = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, index, extent);
    check(loc, inside, MLC_OUT_OF_BOUNDS, index, extent);
    linear = builder.createOrFold<arith::AddIOp>(
        loc, builder.createOrFold<arith::MulIOp>(loc, linear, extent), index);
  }
  scalars[op.getResult()] =
      rt::LoadOp::create(builder, loc, op.getType(), place.buffer, linear);
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value HostLowering::elementCount(Location loc, RankedTensorType type,
                                 ValueRange sizes) {
  int64_t constant = 1;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      constant *= extent;
  Value count = constantIndex(loc, constant);
  for (Value size : sizes)
    count = builder.createOrFold<arith::MulIOp>(loc, count, size);
  return count;
}

// Checks that a shape wanted at run time has as many elements as there are.
// Numbers of elements wrap around, which must not let huge extents pass: their
// product as a float tells.
void HostLowering::checkCount(Location loc, RankedTensorType from,
                              ValueRange given, RankedTensorType to,
                              ValueRange wanted) {
  Value want = elementCount(loc, to, wanted);
  Value have = elementCount(loc, from, given);
  Value fits = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::eq, want, have);
  if (wanted.size() > 1 && !matchPattern(fits, m_One())) {
    auto real = [&](double value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getF64FloatAttr(value));
    };
    Value product =
        real(static_cast<double>(ShapedType::getNumElements(llvm::to_vector(
            llvm::make_filter_range(to.getShape(), [](int64_t extent) {
              return !ShapedType::isDynamic(extent);
            })))));
    for (Value size : wanted) {
      Value wide =
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
      product = arith::MulFOp::create(
          builder, loc, product,
          arith::UIToFPOp::create(builder, loc, builder.getF64Type(), wide));
    }
    Value small = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                        product, real(0x1p63));
    fits = arith::AndIOp::create(builder, loc, fits, small);
  }
  check(loc, fits, MLC_INVALID_RESHAPE, want, have);
}

LogicalResult HostLowering::lowerReshape(graph::ReshapeOp op) {
  Location loc = op.getLoc();
  RankedTensorType from = tensorType(op.getInput()),
                   to = tensorType(op.getResult());
  const Place &source = placeOf(op.getInput());
  Place view{source.buffer, {}};
  for (Value size : op.getSizes())
    view.extents.push_back(scalar(size));
  if (!from.hasStaticShape() || !to.hasStaticShape()) {
    Value zero = constantIndex(loc, 0);
    for (Value size : view.extents) {
      if (isSymbolic(size) && size.getDefiningOp<rt::SymbolOp>())
        continue; // the entry contract says so
      Value valid = builder.createOrFold<arith::CmpIOp>(
          loc, arith::CmpIPredicate::sge, size, zero);
      check(loc, valid, MLC_INVALID_RESHAPE, size, zero);
    }
    checkCount(loc, from, source.extents, to, view.extents);
  }
  places[op.getResult()] = std::move(view);
  return success();
}

LogicalResult HostLowering::lowerCast(tensor::CastOp op) {
  Location loc = op.getLoc();
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to)
    return op.emitError("a cast in the host program needs ranked tensors");
  const Place &source = placeOf(op.getSource());
  Place view{source.buffer, {}};
  unsigned dynamic = 0;
  for (int64_t dim = 0; dim < to.getRank(); ++dim) {
    Value extent;
    if (from.isDynamicDim(dim))
      extent = source.extents[dynamic++];
    if (to.isDynamicDim(dim)) {
      view.extents.push_back(extent ? extent
                                    : constantIndex(loc, from.getDimSize(dim)));
      continue;
    }
    if (!extent)
      continue;
    Value wanted = constantIndex(loc, to.getDimSize(dim));
    Value equal = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, extent, wanted);
    check(loc, equal, MLC_SHAPE_MISMATCH, extent, wanted);
  }
  places[op.getResult()] = std::move(view);
  return success();
}

// A choice between two tensors is a choice between two buffers.
LogicalResult HostLowering::lowerSelect(Operation *op) {
  auto select = cast<arith::SelectOp>(op);
  Location loc = op->getLoc();
  if (!select.getCondition().getType().isInteger(1))
    return op->emitError("a choice of elements is left in the host program; "
                         "fusion must put it into a kernel");
  Value condition = scalar(select.getCondition());
  const Place yes = placeOf(select.getTrueValue());
  const Place no = placeOf(select.getFalseValue());
  auto choose = [&](Value a, Value b) -> Value {
    return a == b ? a : arith::SelectOp::create(builder, loc, condition, a, b);
  };
  Place place{choose(yes.buffer, no.buffer), {}};
  for (auto [a, b] : llvm::zip_equal(yes.extents, no.extents))
    place.extents.push_back(choose(a, b));
  places[select.getResult()] = std::move(place);
  return success();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

// Whether every use of `value`, through views too, is over before anything can
// write `state`.
static bool isReadBeforeWrites(Value value, StringRef state,
                               func::FuncOp function) {
  SmallVector<Value> names = {value};
  SmallVector<Operation *> users;
  while (!names.empty())
    for (Operation *user : names.pop_back_val().getUsers()) {
      users.push_back(user);
      if (user->getNumResults() == 1 &&
          getViewSource(user->getResult(0)) != Value())
        names.push_back(user->getResult(0));
    }
  Block *block = value.getParentBlock();
  bool early = true;
  function.walk([&](graph::StateWriteOp write) {
    if (write.getState() != state)
      return;
    Operation *writer = block->findAncestorOpInBlock(*write);
    for (Operation *user : users) {
      Operation *reader = block->findAncestorOpInBlock(*user);
      // A write that reads the value itself copies a block onto itself.
      early &= writer && reader && !isa<scf::YieldOp>(reader) &&
               (reader == write || reader->isBeforeInBlock(writer));
    }
  });
  return early;
}

LogicalResult HostLowering::lowerState(Operation *op) {
  Location loc = op->getLoc();
  if (auto read = dyn_cast<graph::StateReadOp>(op)) {
    Value block = rt::StateOp::create(builder, loc, read.getStateAttr());
    RankedTensorType type = tensorType(read.getResult());
    if (!type.hasStaticShape())
      return op->emitError("a state block has a static shape");
    Place place{block, {}};
    if (!isReadBeforeWrites(read.getResult(), read.getState(), function)) {
      // The value outlives a write to the block: it needs a place of its own.
      place.buffer = allocate(loc, type, {});
      copy(loc, {block, {}}, place.buffer, type);
    }
    places[read.getResult()] = std::move(place);
    return success();
  }
  auto write = cast<graph::StateWriteOp>(op);
  Value block = rt::StateOp::create(builder, loc, write.getStateAttr());
  copy(loc, placeOf(write.getValue()), block, tensorType(write.getValue()));
  return success();
}
