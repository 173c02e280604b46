//===- Sort.cpp - Sorting and the largest elements of a lane --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both ops are one algorithm: the best k of n elements in order (k = n sorts).
// A heap of positions, the worst on top, lives in the result of indices; after
// all elements were offered, the heap is sorted in place. Equal elements are
// told apart by position, so the order is total and the result stable. One lane
// is one item; O(n log k), no scratch.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Generic/GenericKernel.h"
#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
class SortEmitter {
public:
  SortEmitter(GenericEmitter &e, Operation *op)
      : e(e), op(op), input(op->getOperand(0)),
        element(tensorType(input).getElementType()),
        indexType(tensorType(op->getResult(1)).getElementType()),
        rank(tensorType(input).getRank()) {
    if (auto sort = dyn_cast<SortOp>(op)) {
      dim = sort.getDim();
      descending = sort.getDescending();
    } else {
      dim = cast<TopKOp>(op).getDim();
      descending = cast<TopKOp>(op).getLargest();
    }
    inner = e.extents(input, dim + 1, rank);
    extent = e.slots.extent(input, dim);
    wanted = e.slots.resultExtent(1, dim);
  }

  LogicalResult lane(Value number);

private:
  /// The input element at position `i` of the lane.
  Value valueAt(Value i);
  /// Position kept in cell `at` of the heap.
  Value heapAt(Value at);
  void setHeap(Value at, Value position);
  Value cell(Value at) { return e.add(base, e.mul(at, inner)); }
  /// Whether position i comes before position j in the result.
  Value before(Value i, Value j);
  Value strictlyBefore(Value x, Value y);
  /// Lets the entry on top of heap[0, size) sink to its place.
  void sink(Value start, Value size);

  GenericEmitter &e;
  Operation *op;
  Value input;
  Type element, indexType;
  unsigned rank;
  int64_t dim;
  bool descending;
  Value inner, extent, wanted;
  // Of the current lane.
  SmallVector<Value> index;
  Value base, size;
  LogicalResult status = success();
};
} // namespace

Value SortEmitter::valueAt(Value i) {
  SmallVector<Value> at(index);
  at[dim] = i;
  FailureOr<Value> value = e.operand(input, at);
  if (failed(value)) {
    status = failure();
    return i;
  }
  return *value;
}

Value SortEmitter::heapAt(Value at) {
  return e.toIndex(e.load(e.slots.resultBuffer(1), indexType, cell(at)),
                   indexType);
}

void SortEmitter::setHeap(Value at, Value position) {
  e.store(e.fromIndex(position, indexType), indexType, e.slots.resultBuffer(1),
          cell(at));
}

/// Ascending: x < y, NaN after everything else.
Value SortEmitter::strictlyBefore(Value x, Value y) {
  ScalarMath m{e.b, e.loc};
  if (descending)
    std::swap(x, y);
  if (isa<FloatType>(element)) {
    Value smaller = m.compare(arith::CmpFPredicate::OLT, x, y);
    Value last = m.compare(arith::CmpFPredicate::UNO, y, y);
    Value first = m.compare(arith::CmpFPredicate::ORD, x, x);
    return e.either(smaller, e.both(last, first));
  }
  auto integer = cast<IntegerType>(element);
  bool isUnsigned = integer.isUnsigned() || integer.getWidth() == 1;
  return m.compare(
      isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt, x, y);
}

Value SortEmitter::before(Value i, Value j) {
  Value x = valueAt(i), y = valueAt(j);
  Value tie = e.both(e.negate(strictlyBefore(y, x)), e.less(i, j));
  return e.either(strictlyBefore(x, y), tie);
}

void SortEmitter::sink(Value start, Value heapSize) {
  Value one = e.constant(1);
  auto loop = scf::WhileOp::create(
      e.b, e.loc, TypeRange(e.b.getIndexType()), ValueRange(start),
      [&](OpBuilder &, Location, ValueRange state) {
        Value child = e.add(e.mul(state[0], e.constant(2)), one);
        scf::ConditionOp::create(e.b, e.loc, e.less(child, heapSize), state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        Value at = state[0];
        Value left = e.add(e.mul(at, e.constant(2)), one);
        Value right = e.add(left, one);
        Value hasRight = e.less(right, heapSize);
        Value safe = arith::SelectOp::create(e.b, e.loc, hasRight, right, left);
        Value leftEntry = heapAt(left), rightEntry = heapAt(safe);
        // The worse child moves up.
        Value takeRight = e.both(hasRight, before(leftEntry, rightEntry));
        Value child =
            arith::SelectOp::create(e.b, e.loc, takeRight, safe, left);
        Value childEntry = arith::SelectOp::create(e.b, e.loc, takeRight,
                                                   rightEntry, leftEntry);
        Value entry = heapAt(at);
        Value moves = before(entry, childEntry);
        e.ifThen(moves, [&] {
          setHeap(at, childEntry);
          setHeap(child, entry);
        });
        Value next =
            arith::SelectOp::create(e.b, e.loc, moves, child, heapSize);
        scf::YieldOp::create(e.b, e.loc, next);
      });
  (void)loop;
}

LogicalResult SortEmitter::lane(Value number) {
  OpBuilder &b = e.b;
  Location loc = e.loc;
  Value zero = e.constant(0), one = e.constant(1);
  // The lane's place: outer = number / inner, then the position inside.
  Value within = b.createOrFold<arith::RemUIOp>(loc, number, inner);
  Value outer = b.createOrFold<arith::DivUIOp>(loc, number, inner);
  base = e.add(e.mul(outer, e.mul(wanted, inner)), within);
  index.assign(rank, zero);
  Value rest = within;
  for (unsigned d = rank; d-- > dim + 1;) {
    Value have = e.slots.extent(input, d);
    index[d] = b.createOrFold<arith::RemUIOp>(loc, rest, have);
    rest = b.createOrFold<arith::DivUIOp>(loc, rest, have);
  }
  rest = outer;
  for (unsigned d = dim; d-- > 0;) {
    Value have = e.slots.extent(input, d);
    index[d] = b.createOrFold<arith::RemUIOp>(loc, rest, have);
    rest = b.createOrFold<arith::DivUIOp>(loc, rest, have);
  }
  e.elements.failIf(op, e.less(extent, wanted), MLC_OUT_OF_BOUNDS, wanted,
                    extent);
  size = b.createOrFold<arith::MinSIOp>(loc, wanted, extent);
  e.ifThen(e.less(zero, size), [&] {
    e.loop(zero, size, [&](Value i) { setHeap(i, i); });
    Value half = b.createOrFold<arith::DivUIOp>(loc, size, e.constant(2));
    e.loop(zero, half,
           [&](Value i) { sink(e.sub(e.sub(half, one), i), size); });
    e.loop(size, extent, [&](Value i) {
      e.ifThen(before(i, heapAt(zero)), [&] {
        setHeap(zero, i);
        sink(zero, size);
      });
    });
    // The worst goes to the end, again and again.
    e.loop(one, size, [&](Value i) {
      Value last = e.sub(size, i);
      Value worst = heapAt(zero), other = heapAt(last);
      setHeap(zero, other);
      setHeap(last, worst);
      sink(zero, last);
    });
    e.loop(zero, size, [&](Value i) {
      e.store(valueAt(heapAt(i)), element, e.slots.resultBuffer(0), cell(i));
    });
  });
  return status;
}

LogicalResult mlc::emitSort(GenericEmitter &e, Operation *op) {
  LogicalResult status = success();
  SortEmitter sort(e, op);
  e.loop(e.slots.begin(), e.slots.end(), [&](Value number) {
    e.elements.setItem(number);
    status = sort.lane(number);
  });
  return status;
}

Value mlc::sortItems(GenericEmitter &e, Operation *op) {
  Value input = op->getOperand(0);
  int64_t dim =
      isa<SortOp>(op) ? cast<SortOp>(op).getDim() : cast<TopKOp>(op).getDim();
  unsigned rank = tensorType(input).getRank();
  return e.mul(e.extents(input, 0, dim), e.extents(input, dim + 1, rank));
}
