//===- Scatter.cpp - Scatters, copies, non-zeros ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Generic/GenericKernel.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

namespace {
class ScatterEmitter {
public:
  ScatterEmitter(GenericEmitter &e, Operation *op, ScatterKind kind)
      : e(e), op(op), kind(kind), input(op->getOperand(0)),
        indices(op->getOperand(1)), updates(op->getOperand(2)),
        element(tensorType(input).getElementType()),
        result(e.slots.resultBuffer(0)) {}

  LogicalResult copyInput();
  LogicalResult elements(int64_t dim);
  LogicalResult slices();

private:
  /// The index element as a position in [0, extent); `inside` says whether it
  /// is one, else the failure is recorded.
  Value position(Value index, Value extent, Value &inside);
  /// result[to] = result[to] (kind) update.
  void combine(Value to, Value update);
  Value linearIn(Value tensor, ArrayRef<Value> index);

  GenericEmitter &e;
  Operation *op;
  ScatterKind kind;
  Value input, indices, updates;
  Type element;
  Value result;
};
} // namespace

Value ScatterEmitter::linearIn(Value tensor, ArrayRef<Value> index) {
  SmallVector<Value> extents;
  for (unsigned d = 0; d < index.size(); ++d)
    extents.push_back(e.slots.extent(tensor, d));
  return e.elements.linearize(index, extents);
}

/// Nested loops over all indices of the leading `rank` dimensions of `tensor`.
static LogicalResult overIndices(GenericEmitter &e, Value tensor, unsigned rank,
                                 SmallVector<Value> &index,
                                 function_ref<LogicalResult()> body) {
  if (index.size() == rank)
    return body();
  LogicalResult status = success();
  e.loop(e.constant(0), e.slots.extent(tensor, index.size()), [&](Value i) {
    index.push_back(i);
    status = overIndices(e, tensor, rank, index, body);
    index.pop_back();
  });
  return status;
}

LogicalResult ScatterEmitter::copyInput() {
  SmallVector<Value> index;
  return overIndices(e, input, tensorType(input).getRank(), index, [&] {
    FailureOr<Value> value = e.operand(input, index);
    if (failed(value))
      return failure();
    e.store(*value, element, result, linearIn(input, index));
    return success();
  });
}

Value ScatterEmitter::position(Value index, Value extent, Value &inside) {
  Type type = tensorType(indices).getElementType();
  Value raw = e.toIndex(index, type);
  Value zero = e.constant(0);
  Value wrapped = arith::SelectOp::create(e.b, e.loc, e.less(raw, zero),
                                          e.add(raw, extent), raw);
  Value here = e.both(e.negate(e.less(wrapped, zero)), e.less(wrapped, extent));
  e.elements.failIf(op, e.negate(here), MLC_OUT_OF_BOUNDS, raw, extent);
  inside = inside ? e.both(inside, here) : here;
  return wrapped;
}

void ScatterEmitter::combine(Value to, Value update) {
  if (kind == ScatterKind::Replace)
    return e.store(update, element, result, to);
  Combiner combiner = kind == ScatterKind::Add   ? Combiner::Sum
                      : kind == ScatterKind::Mul ? Combiner::Prod
                      : kind == ScatterKind::Max ? Combiner::Max
                                                 : Combiner::Min;
  auto integer = dyn_cast<IntegerType>(element);
  bool isUnsigned =
      integer && (integer.isUnsigned() || integer.getWidth() == 1);
  Value old = e.load(result, element, to);
  e.store(ScalarMath{e.b, e.loc}.combine(combiner, old, update, isUnsigned),
          element, result, to);
}

LogicalResult ScatterEmitter::elements(int64_t dim) {
  SmallVector<Value> index;
  return overIndices(e, indices, tensorType(indices).getRank(), index, [&] {
    FailureOr<Value> at = e.operand(indices, index);
    FailureOr<Value> update = e.operand(updates, index);
    if (failed(at) || failed(update))
      return failure();
    Value inside;
    SmallVector<Value> to(index);
    to[dim] = position(*at, e.slots.extent(input, dim), inside);
    // The other dimensions of the indices must not leave the input either.
    for (auto [d, i] : llvm::enumerate(index))
      if (static_cast<int64_t>(d) != dim)
        inside = e.both(inside, e.less(i, e.slots.extent(input, d)));
    e.ifThen(inside, [&] { combine(linearIn(input, to), *update); });
    return success();
  });
}

LogicalResult ScatterEmitter::slices() {
  RankedTensorType type = tensorType(indices), inputType = tensorType(input);
  int64_t depth = type.getShape().back();
  if (ShapedType::isDynamic(depth))
    return failure();
  unsigned tupleRank = type.getRank() - 1;
  SmallVector<Value> index;
  return overIndices(e, indices, tupleRank, index, [&] {
    SmallVector<Value> to;
    Value inside;
    for (int64_t d = 0; d < depth; ++d) {
      SmallVector<Value> component(index);
      component.push_back(e.constant(d));
      FailureOr<Value> at = e.operand(indices, component);
      if (failed(at))
        return failure();
      to.push_back(position(*at, e.slots.extent(input, d), inside));
    }
    LogicalResult status = success();
    auto write = [&] {
      SmallVector<Value> full(to);
      status = overIndices(e, input, inputType.getRank(), full, [&] {
        SmallVector<Value> from(index);
        from.append(full.begin() + depth, full.end());
        FailureOr<Value> update = e.operand(updates, from);
        if (failed(update))
          return failure();
        combine(linearIn(input, full), *update);
        return success();
      });
    };
    if (inside)
      e.ifThen(inside, write);
    else
      write(); // tuples of no numbers: the whole input
    return status;
  });
}

LogicalResult mlc::emitScatter(GenericEmitter &e, Operation *op) {
  LogicalResult status = success();
  e.loop(e.slots.begin(), e.slots.end(), [&](Value) {
    if (auto elements = dyn_cast<ScatterElementsOp>(op)) {
      ScatterEmitter scatter(e, op, elements.getKind());
      status = scatter.copyInput();
      if (succeeded(status))
        status = scatter.elements(elements.getDim());
      return;
    }
    ScatterEmitter scatter(e, op, cast<ScatterNdOp>(op).getKind());
    status = scatter.copyInput();
    if (succeeded(status))
      status = scatter.slices();
  });
  return status;
}

/// A barrier is a kernel of its own: no optimiser looks through its call.
LogicalResult mlc::emitBarrier(GenericEmitter &e, Operation *op) {
  Value input = op->getOperand(0);
  LogicalResult status = success();
  e.loop(e.slots.begin(), e.slots.end(), [&](Value) {
    SmallVector<Value> index;
    status = overIndices(e, input, tensorType(input).getRank(), index, [&] {
      FailureOr<Value> value = e.operand(input, index);
      if (failed(value))
        return failure();
      SmallVector<Value> extents;
      for (unsigned d = 0; d < index.size(); ++d)
        extents.push_back(e.slots.extent(input, d));
      e.store(*value, tensorType(input).getElementType(),
              e.slots.resultBuffer(0), e.elements.linearize(index, extents));
      return success();
    });
  });
  return status;
}

//===----------------------------------------------------------------------===//
// Positions of non-zeros
//===----------------------------------------------------------------------===//

LogicalResult mlc::emitNonZero(GenericEmitter &e, Operation *op) {
  Value input = op->getOperand(0);
  RankedTensorType type = tensorType(input);
  Type element = type.getElementType();
  Type indexType = tensorType(op->getResult(0)).getElementType();
  Value count = e.slots.resultExtent(0, 1), result = e.slots.resultBuffer(0);
  LogicalResult status = success();
  e.loop(e.slots.begin(), e.slots.end(), [&](Value) {
    // One counter in a cell of its own: the loops carry nothing then.
    Value cell = memref::AllocaOp::create(
        e.b, e.loc, MemRefType::get({1}, e.b.getIndexType()));
    Value zero = e.constant(0);
    memref::StoreOp::create(e.b, e.loc, zero, cell, zero);
    SmallVector<Value> index;
    status = overIndices(e, input, type.getRank(), index, [&] {
      FailureOr<Value> value = e.operand(input, index);
      if (failed(value))
        return failure();
      ScalarMath m{e.b, e.loc};
      Value is = *value;
      if (isa<FloatType>(element))
        is = m.compare(arith::CmpFPredicate::UNE, is,
                       m.constant(is.getType(), 0));
      else if (!element.isInteger(1))
        is =
            m.compare(arith::CmpIPredicate::ne, is, m.integer(is.getType(), 0));
      Value at = memref::LoadOp::create(e.b, e.loc, cell, zero);
      // The count comes from the same elements; the guard is for safety.
      e.ifThen(e.both(is, e.less(at, count)), [&] {
        for (auto [d, i] : llvm::enumerate(index))
          e.store(e.fromIndex(i, indexType), indexType, result,
                  e.add(e.mul(e.constant(static_cast<int64_t>(d)), count), at));
        memref::StoreOp::create(e.b, e.loc, e.add(at, e.constant(1)), cell,
                                zero);
      });
      return success();
    });
  });
  return status;
}
