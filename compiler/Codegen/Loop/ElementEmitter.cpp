//===- ElementEmitter.cpp - Elements of fused graph ops ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

ElementEmitter::Key ElementEmitter::keyOf(Value tensor, ArrayRef<LaneIndex> index,
                                          unsigned lanes) {
  Key key{tensor.getAsOpaquePointer()};
  bool varies = false;
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  for (auto [d, i] : llvm::enumerate(index)) {
    // An extent of one has one index, however it is computed: asked for by a
    // row's number here and by a broadcast's zero there.
    const bool only = type && static_cast<int64_t>(d) < type.getRank() &&
                      type.getDimSize(d) == 1 && i.step == 0;
    // Constants are many values of one meaning.
    if (only) {
      key.push_back(nullptr);
      key.push_back(nullptr);
    } else if (std::optional<int64_t> constant = getConstantIntValue(i.base)) {
      key.push_back(nullptr);
      key.push_back(reinterpret_cast<const void *>(*constant));
    } else {
      key.push_back(i.base.getAsOpaquePointer());
    }
    key.push_back(reinterpret_cast<const void *>(i.step));
    varies |= i.step != 0;
  }
  key.push_back(reinterpret_cast<const void *>(uintptr_t(varies ? lanes : 1)));
  return key;
}

bool ElementEmitter::visible(Value value) {
  Block *block = value.getParentBlock();
  for (Block *at = builder().getInsertionBlock(); at;) {
    if (at == block)
      return true;
    Operation *parent = at->getParentOp();
    at = parent ? parent->getBlock() : nullptr;
  }
  return false;
}

void ElementEmitter::define(Value tensor, ArrayRef<LaneIndex> index, Value value) {
  known[keyOf(tensor, index, laneCount)] = value;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

FailureOr<Value> ElementEmitter::element(Value tensor, ArrayRef<LaneIndex> index) {
  Key key = keyOf(tensor, index, laneCount);
  auto found = known.find(key);
  if (found != known.end() && visible(found->second))
    return found->second;

  FailureOr<Value> value = failure();
  Operation *op = tensor.getDefiningOp();
  FastMathMarker::Scope scope(marker ? &*marker : nullptr,
                              op && isa<StructuredOpInterface>(op) &&
                                  isPointwise(op));
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    value = load(argument, slots.buffer(argument), index);
  } else if (readsKept && kept.contains(tensor)) {
    value = load(tensor, kept[tensor], index);
  } else if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValueAttr());
    if (!dense || !dense.isSplat())
      return op->emitOpError("inside a kernel must be a splat"), failure();
    Type element = signless(dense.getElementType());
    TypedAttr attribute;
    if (auto integer = dyn_cast<IntegerType>(dense.getElementType()))
      attribute = IntegerAttr::get(element, dense.getSplatValue<APInt>());
    else
      attribute = cast<TypedAttr>(dense.getSplatValue<Attribute>());
    value = Value(arith::ConstantOp::create(builder(), loc(), attribute));
  } else if (auto elements = dyn_cast<tensor::FromElementsOp>(op)) {
    if (elements.getElements().size() != 1)
      return op->emitOpError("inside a kernel must have one element"), failure();
    Value scalarValue = scalar(elements.getElements().front());
    if (scalarValue)
      value = scalarValue;
  } else if (auto structured = dyn_cast<StructuredOpInterface>(op);
             structured && structured.getReductionCombiner()) {
    bool varies = llvm::any_of(index, [](const LaneIndex &i) { return i.step; });
    value = varies ? contract(op, index) : contractAcross(op, index);
  } else if (auto inlined = dyn_cast<ElementOpInterface>(op)) {
    value = inlined.buildElement(*this, index);
    if (succeeded(value) && kept.contains(tensor) &&
        failed(storeKept(tensor, kept[tensor], index, *value)))
      return failure();
  } else {
    op->emitOpError("cannot be computed element by element");
  }
  if (succeeded(value))
    known[key] = *value;
  return value;
}

Value ElementEmitter::linearize(ArrayRef<Value> index, ArrayRef<Value> extents) {
  OpBuilder &b = builder();
  Value linear;
  for (auto [i, extent] : llvm::zip(index, extents)) {
    if (!linear) {
      linear = i;
      continue;
    }
    linear = b.createOrFold<arith::AddIOp>(
        loc(), b.createOrFold<arith::MulIOp>(loc(), linear, extent), i);
  }
  return linear ? linear : slots.constant(0);
}

LogicalResult ElementEmitter::storeKept(Value tensor, Value buffer,
                                        ArrayRef<LaneIndex> index,
                                        Value value) {
  SmallVector<Value> bases, extents;
  for (auto [d, i] : llvm::enumerate(index)) {
    const bool last = d + 1 == index.size();
    if (i.step != (last && isa<VectorType>(value.getType()) ? 1 : 0))
      return failure(); // lanes that are no neighbours
    bases.push_back(i.base);
    extents.push_back(slots.extent(tensor, d));
  }
  store(value, tensorType(tensor).getElementType(), buffer,
        linearize(bases, extents));
  return success();
}

FailureOr<Value> ElementEmitter::load(Value tensor, Value buffer,
                                      ArrayRef<LaneIndex> index) {
  OpBuilder &b = builder();
  RankedTensorType type = tensorType(tensor);
  Type element = type.getElementType();
  // Lanes advance by the sum of step times stride.
  int64_t step = 0, stride = 1;
  bool strideKnown = true;
  SmallVector<Value> bases, extents;
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    if (index[d].step) {
      if (!strideKnown)
        return failure(); // lanes along a dimension of dynamic stride
      step += index[d].step * stride;
    }
    if (type.isDynamicDim(d))
      strideKnown = false;
    else
      stride *= type.getDimSize(d);
  }
  for (int64_t d = 0; d < type.getRank(); ++d) {
    bases.push_back(index[d].base);
    extents.push_back(slots.extent(tensor, d));
  }
  Value linear = linearize(bases, extents);
  unsigned bits = storageBits(element);
  if (bits < 8) {
    if (step)
      return failure(); // lanes of packed elements share bytes
    return loadPacked(buffer, element, linear);
  }
  Type storage = storageType(element);
  unsigned lanes = laneCount;
  Value raw;
  if (step == 0) {
    raw = memref::LoadOp::create(b, loc(), buffer, linear);
  } else if (step == 1 && valid) {
    auto type = VectorType::get({int64_t(lanes)}, storage);
    Value mask = vector::CreateMaskOp::create(
        b, loc(), VectorType::get({int64_t(lanes)}, b.getI1Type()), valid);
    Value zero = arith::ConstantOp::create(b, loc(), b.getZeroAttr(type));
    raw = vector::MaskedLoadOp::create(b, loc(), type, buffer, linear, mask, zero);
  } else if (valid) {
    return failure(); // lanes past the end have nowhere to read
  } else if (step == 1) {
    raw = vector::LoadOp::create(b, loc(), VectorType::get({int64_t(lanes)}, storage),
                                 buffer, linear);
  } else {
    SmallVector<Value> parts;
    for (unsigned l = 0; l < lanes; ++l) {
      Value at = b.createOrFold<arith::AddIOp>(loc(), linear,
                                               slots.constant(step * int64_t(l)));
      parts.push_back(memref::LoadOp::create(b, loc(), buffer, at));
    }
    raw = vector::FromElementsOp::create(
        b, loc(), VectorType::get({int64_t(lanes)}, storage), parts);
  }
  if (element.isInteger(1)) {
    Value zero = ScalarMath{b, loc()}.integer(raw.getType(), 0);
    return Value(arith::CmpIOp::create(b, loc(), arith::CmpIPredicate::ne, raw, zero));
  }
  if (isa<FloatType>(element) && storage != element) {
    Type target = element;
    if (step)
      target = VectorType::get({int64_t(lanes)}, element);
    return Value(arith::BitcastOp::create(b, loc(), target, raw));
  }
  return raw;
}

FailureOr<Value> ElementEmitter::loadPacked(Value buffer, Type element,
                                            Value linear) {
  OpBuilder &b = builder();
  unsigned bits = storageBits(element);
  Value perByte = slots.constant(8 / bits);
  Value byteAt = arith::DivUIOp::create(b, loc(), linear, perByte);
  Value slot = arith::RemUIOp::create(b, loc(), linear, perByte);
  Value shift = arith::IndexCastOp::create(
      b, loc(), b.getI8Type(),
      arith::MulIOp::create(b, loc(), slot, slots.constant(bits)));
  Value byte = memref::LoadOp::create(b, loc(), buffer, byteAt);
  Value down = arith::ShRUIOp::create(b, loc(), byte, shift);
  Type narrow = b.getIntegerType(bits);
  Value raw = arith::TruncIOp::create(b, loc(), narrow, down);
  if (isa<FloatType>(element))
    return Value(arith::BitcastOp::create(b, loc(), element, raw));
  return raw;
}

void ElementEmitter::store(Value value, Type element, Value buffer, Value linear) {
  OpBuilder &b = builder();
  Type storage = storageType(element);
  unsigned bits = storageBits(element);
  auto vector = dyn_cast<VectorType>(value.getType());
  Type target = vector ? Type(VectorType::get(vector.getShape(), storage)) : storage;
  if (element.isInteger(1)) {
    value = arith::ExtUIOp::create(b, loc(), target, value);
  } else if (bits < 8) {
    // The first element of a byte sets it, the later ones add their bits:
    // elements of one byte are written in order by one worker.
    Value raw = value;
    if (isa<FloatType>(element))
      raw = arith::BitcastOp::create(b, loc(), b.getIntegerType(bits), raw);
    raw = arith::ExtUIOp::create(b, loc(), b.getI8Type(), raw);
    Value perByte = slots.constant(8 / bits);
    Value byteAt = arith::DivUIOp::create(b, loc(), linear, perByte);
    Value slot = arith::RemUIOp::create(b, loc(), linear, perByte);
    Value shift = arith::IndexCastOp::create(
        b, loc(), b.getI8Type(),
        arith::MulIOp::create(b, loc(), slot, slots.constant(bits)));
    Value up = arith::ShLIOp::create(b, loc(), raw, shift);
    Value old = memref::LoadOp::create(b, loc(), buffer, byteAt);
    Value first = arith::CmpIOp::create(b, loc(), arith::CmpIPredicate::eq, slot,
                                        slots.constant(0));
    Value zero = arith::ConstantIntOp::create(b, loc(), 0, 8);
    Value base = arith::SelectOp::create(b, loc(), first, zero, old);
    Value byte = arith::OrIOp::create(b, loc(), base, up);
    memref::StoreOp::create(b, loc(), byte, buffer, byteAt);
    return;
  } else if (isa<FloatType>(element) && storage != element) {
    value = arith::BitcastOp::create(b, loc(), target, value);
  }
  if (vector)
    vector::StoreOp::create(b, loc(), value, buffer, linear);
  else
    memref::StoreOp::create(b, loc(), value, buffer, linear);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> ElementEmitter::carryLoop(
    ArrayRef<Value> extents, ValueRange initial,
    function_ref<FailureOr<SmallVector<Value>>(ArrayRef<Value>, ValueRange)> body) {
  OpBuilder &b = builder();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> ivs;
  SmallVector<scf::ForOp> loops;
  ValueRange carried = initial;
  for (Value extent : extents) {
    auto loop = scf::ForOp::create(b, loc(), slots.constant(0), extent,
                                   slots.constant(1), carried);
    // Created with an implicit terminator only when nothing is carried.
    if (!loop.getBody()->empty())
      loop.getBody()->back().erase();
    ivs.push_back(loop.getInductionVar());
    carried = loop.getRegionIterArgs();
    loops.push_back(loop);
    b.setInsertionPointToStart(loop.getBody());
  }
  FailureOr<SmallVector<Value>> next = body(ivs, carried);
  if (failed(next))
    return failure();
  if (loops.empty())
    return next;
  ValueRange results = *next;
  for (scf::ForOp loop : llvm::reverse(loops)) {
    b.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(b, loc(), results);
    results = loop.getResults();
  }
  return SmallVector<Value>(results);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void ElementEmitter::failIf(Operation *op, Value bad, int32_t code, Value value,
                            Value bound) {
  OpBuilder &b = builder();
  auto integer = [&](int64_t number, unsigned bits) -> Value {
    return arith::ConstantIntOp::create(b, loc(), number, bits);
  };
  auto wide = [&](Value v) -> Value {
    return v.getType().isIndex()
               ? Value(arith::IndexCastOp::create(b, loc(), b.getI64Type(), v))
               : v;
  };
  ModuleOp module = slots.function()->getParentOfType<ModuleOp>();
  StringRef name = "mlc_rt_fail";
  auto pointer = slots.exec().getType();
  Type i64 = b.getI64Type();
  if (!module.lookupSymbol(name)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    auto declared = func::FuncOp::create(
        top, loc(), name,
        b.getFunctionType({pointer, b.getI32Type(), i64, i64, i64, i64}, {}));
    declared.setPrivate();
  }
  auto branch = scf::IfOp::create(b, loc(), bad, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  if (!nodes)
    nodes.emplace(slots.kernel());
  int64_t node = nodes->rowOf(op->getLoc());
  Value where = item ? wide(item) : wide(slots.begin());
  func::CallOp::create(b, loc(), name, TypeRange{},
                       ValueRange{slots.exec(), integer(code, 32), integer(node, 64),
                                  where, wide(value), wide(bound)});
}
