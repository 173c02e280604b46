//===- ContractionKernel.cpp - Kernels around a matrix product -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the matrix product in the dimension numbers: free dimensions of lhs are
// rows, those of rhs columns, contracting ones the depth. A group of several
// dimensions must be one stretch of memory (equal to a single dimension with
// the innermost one's stride).
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ContractionKernel.h"
#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/Loop/ElementEmitter.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
/// Dimension numbers of either op, in one form.
struct Product {
  Operation *op = nullptr;
  Value lhs, rhs;
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsFree, rhsFree, lhsContract, rhsContract;
  bool packed = false;
  int64_t columns = -1; // of a packed rhs
};

/// Row-major strides of a tensor as index values.
SmallVector<Value> stridesOf(KernelBuilder &k, KernelSlots &slots, Value tensor) {
  int64_t rank = tensorType(tensor).getRank();
  SmallVector<Value> strides(rank);
  Value stride = k.index(1);
  for (int64_t d = rank; d-- > 0;) {
    strides[d] = stride;
    stride = k.mul(stride, slots.extent(tensor, d));
  }
  return strides;
}
} // namespace

static std::optional<Product> findProduct(kernel::FuncOp kernel) {
  Product p;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isa<DotGeneralOp, PackedMatmulOp>(op))
      continue;
    if (p.op)
      return std::nullopt;
    p.op = &op;
  }
  if (auto dot = dyn_cast_or_null<DotGeneralOp>(p.op)) {
    p.lhs = dot.getLhs();
    p.rhs = dot.getRhs();
    p.lhsBatch.assign(dot.getLhsBatch().begin(), dot.getLhsBatch().end());
    p.rhsBatch.assign(dot.getRhsBatch().begin(), dot.getRhsBatch().end());
    p.lhsContract.assign(dot.getLhsContract().begin(), dot.getLhsContract().end());
    p.rhsContract.assign(dot.getRhsContract().begin(), dot.getRhsContract().end());
    auto fill = [](SmallVector<int64_t> &list, int64_t rank, ArrayRef<int64_t> batch,
                   ArrayRef<int64_t> contract) {
      for (int64_t d = 0; d < rank; ++d)
        if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
          list.push_back(d);
    };
    fill(p.lhsFree, tensorType(p.lhs).getRank(), p.lhsBatch, p.lhsContract);
    fill(p.rhsFree, tensorType(p.rhs).getRank(), p.rhsBatch, p.rhsContract);
    return p;
  }
  if (auto packed = dyn_cast_or_null<PackedMatmulOp>(p.op)) {
    p.lhs = packed.getLhs();
    p.rhs = packed.getRhs();
    p.packed = true;
    p.columns = packed.getColumns();
    int64_t rank = tensorType(p.lhs).getRank();
    for (int64_t d = 0; d + 1 < rank; ++d)
      p.lhsFree.push_back(d);
    p.lhsContract.push_back(rank - 1);
    return p;
  }
  return std::nullopt;
}

/// Whether dimensions `group` of `type` are one stretch: neighbours, ascending.
static bool isStretch(ArrayRef<int64_t> group) {
  for (size_t i = 1; i < group.size(); ++i)
    if (group[i] != group[i - 1] + 1)
      return false;
  return true;
}

/// The accumulator that the micro-kernel keeps for this pair of types; null
/// where it has none.
static Type accumulatorOf(const Product &p) {
  Type left = tensorType(p.lhs).getElementType();
  Type right = tensorType(p.rhs).getElementType();
  Type result = tensorType(p.op->getResult(0)).getElementType();
  MLIRContext *context = p.op->getContext();
  if (left != right && !(left.isInteger(8) && right.isInteger(8)))
    return {};
  if (left.isF32() || left.isF16() || left.isBF16())
    return Float32Type::get(context);
  if (left.isF64())
    return left;
  auto integer = dyn_cast<IntegerType>(result);
  if (integer && integer.getWidth() >= 8 && isa<IntegerType>(left))
    return IntegerType::get(context, integer.getWidth());
  return {};
}

namespace {
class ContractionEmitter {
public:
  ContractionEmitter(kernel::FuncOp kernel, const IsaLevel &level, Product product)
      : kernel(kernel), level(level), p(std::move(product)) {}

  MatmulParams makeParams(KernelBuilder &k, KernelSlots &slots);
  Epilogue makeEpilogue(KernelSlots &slots, ElementEmitter &emitter, bool &bad);

private:
  Value extentProduct(KernelBuilder &k, KernelSlots &slots, Value tensor,
                      ArrayRef<int64_t> dims) {
    Value total = k.index(1);
    for (int64_t d : dims)
      total = k.mul(total, slots.extent(tensor, d));
    return total;
  }

  kernel::FuncOp kernel;
  const IsaLevel &level;
  Product p;
};
} // namespace

MatmulParams ContractionEmitter::makeParams(KernelBuilder &k, KernelSlots &slots) {
  MatmulParams params;
  auto isUnsigned = [](Value tensor) {
    auto integer = dyn_cast<IntegerType>(tensorType(tensor).getElementType());
    return integer && (integer.isUnsigned() || integer.getWidth() == 1);
  };
  auto operand = [&](Value tensor, ArrayRef<int64_t> batch, ArrayRef<int64_t> rows,
                     ArrayRef<int64_t> columns) {
    MatrixOperand m;
    m.memref = slots.buffer(cast<BlockArgument>(tensor));
    SmallVector<Value> strides = stridesOf(k, slots, tensor);
    for (int64_t d : batch)
      m.batchStrides.push_back(strides[d]);
    m.rowStride = rows.empty() ? k.index(0) : strides[rows.back()];
    m.columnStride = columns.empty() ? k.index(0) : strides[columns.back()];
    m.isUnsigned = isUnsigned(tensor);
    return m;
  };
  for (int64_t d : p.lhsBatch)
    params.batch.push_back(slots.extent(p.lhs, d));
  params.m = extentProduct(k, slots, p.lhs, p.lhsFree);
  params.k = extentProduct(k, slots, p.lhs, p.lhsContract);
  params.n = p.packed ? k.index(p.columns) : extentProduct(k, slots, p.rhs, p.rhsFree);
  params.a = operand(p.lhs, p.lhsBatch, p.lhsFree, p.lhsContract);
  if (p.packed) {
    params.b.memref = slots.buffer(cast<BlockArgument>(p.rhs));
    params.b.rowStride = params.b.columnStride = k.index(1);
    params.packedB = true;
  } else {
    params.b = operand(p.rhs, p.rhsBatch, p.rhsContract, p.rhsFree);
    if (p.rhsFree.empty())
      params.b.columnStride = k.index(1);
  }
  params.accumulator = accumulatorOf(p);
  // All results have the product's shape: batch, rows, columns.
  Value plane = k.mul(params.m, params.n);
  SmallVector<Value> batchStrides(params.batch.size());
  Value stride = plane;
  for (size_t i = params.batch.size(); i-- > 0;) {
    batchStrides[i] = stride;
    stride = k.mul(stride, params.batch[i]);
  }
  for (unsigned i = 0; i < kernel.getNumResults(); ++i) {
    MatrixOperand out;
    out.memref = slots.resultBuffer(i);
    out.batchStrides = batchStrides;
    out.rowStride = params.n;
    out.columnStride = k.index(1);
    params.outputs.push_back(out);
  }
  return params;
}

Epilogue ContractionEmitter::makeEpilogue(KernelSlots &slots, ElementEmitter &emitter,
                                          bool &bad) {
  return [this, &slots, &emitter, &bad](KernelBuilder &k,
                                        const Piece &piece) -> SmallVector<Value> {
    RankedTensorType type = tensorType(p.op->getResult(0));
    size_t batch = p.lhsBatch.size();
    SmallVector<LaneIndex> index;
    for (size_t i = 0; i < batch; ++i)
      index.push_back({piece.coordinates[i], 0});
    // Row number to the free dimensions of lhs.
    SmallVector<Value> rows(p.lhsFree.size());
    Value rest = piece.coordinates[batch];
    for (size_t i = rows.size(); i-- > 0;) {
      if (i == 0) {
        rows[i] = rest;
        break;
      }
      Value extent = slots.extent(p.lhs, p.lhsFree[i]);
      rows[i] = k.rem(rest, extent);
      rest = k.div(rest, extent);
    }
    for (Value row : rows)
      index.push_back({row, 0});
    size_t columns = type.getRank() - index.size();
    for (size_t i = 0; i < columns; ++i)
      index.push_back({k.index(0), 0});
    int64_t step = piece.lanes > 1 ? 1 : 0;
    if (columns)
      index.back() = {piece.column, step};
    // Several column dimensions are only indexed by their joint number, which
    // identity epilogues and same-shape operands do not mind.
    emitter.setLanes(piece.lanes);
    emitter.setValid(piece.valid);
    Value value = piece.value;
    Type element = type.getElementType();
    if (auto real = dyn_cast<FloatType>(element))
      if (real.getWidth() < getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth())
        value = arith::TruncFOp::create(
            k.b, k.loc, VectorType::get({piece.lanes}, element), value);
    if (!step && isa<VectorType>(value.getType()))
      value = vector::ExtractOp::create(k.b, k.loc, value, int64_t(0));
    emitter.define(p.op->getResult(0), index, value);
    SmallVector<Value> results;
    for (Value returned : kernel.getReturned()) {
      FailureOr<Value> result = emitter.element(returned, index);
      Type out = tensorType(returned).getElementType();
      if (failed(result)) {
        bad = true;
        auto vector = VectorType::get({piece.lanes}, storageType(out));
        results.push_back(arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(vector)));
        continue;
      }
      Value made = *result;
      if (!isa<VectorType>(made.getType()))
        made = vector::BroadcastOp::create(
            k.b, k.loc, VectorType::get({piece.lanes}, made.getType()), made);
      if (out.isInteger(1))
        made = arith::ExtUIOp::create(
            k.b, k.loc, VectorType::get({piece.lanes}, storageType(out)), made);
      results.push_back(made);
    }
    emitter.setValid({});
    return results;
  };
}

LogicalResult mlc::emitContractionKernel(kernel::FuncOp kernel, const IsaLevel &level,
                                         ModuleOp module) {
  std::optional<Product> product = findProduct(kernel);
  if (!product)
    return failure();
  const Product &p = *product;
  if (!isa<BlockArgument>(p.lhs) || !isa<BlockArgument>(p.rhs) || !accumulatorOf(p))
    return failure();
  for (ArrayRef<int64_t> group :
       {ArrayRef(p.lhsFree), ArrayRef(p.rhsFree), ArrayRef(p.lhsContract),
        ArrayRef(p.rhsContract)})
    if (!isStretch(group))
      return failure();
  if (p.lhsContract.empty() && !p.packed)
    return failure(); // an outer product is a plain loop
  for (Type type : kernel.getResultTypes()) {
    Type element = cast<RankedTensorType>(type).getElementType();
    if (storageBits(element) < 8 ||
        (isa<FloatType>(element) && storageType(element) != element))
      return failure();
  }
  // Epilogue operands of several column dimensions would need their split.
  bool hasEpilogue = kernel.getReturned()[0] != p.op->getResult(0);
  if (hasEpilogue && p.rhsFree.size() > 1)
    return failure();

  ContractionEmitter contraction(kernel, level, p);
  bool bad = false;
  func::FuncOp made;
  {
    KernelSlots slots(kernel, module, /*items=*/false);
    made = slots.function();
    ElementEmitter emitter(slots, level.vectorBits);
    KernelBuilder k(slots.builder(), slots.loc(), level);
    MatmulParams params = contraction.makeParams(k, slots);
    params.epilogue = contraction.makeEpilogue(slots, emitter, bad);
    emitMatmul(k, params, slots.begin(), slots.end());
    func::ReturnOp::create(slots.builder(), slots.loc());
  }
  if (bad) {
    made.erase();
    return failure();
  }
  KernelSlots slots(kernel, module, /*items=*/true);
  KernelBuilder k(slots.builder(), slots.loc(), level);
  MatmulParams params = contraction.makeParams(k, slots);
  func::ReturnOp::create(slots.builder(), slots.loc(), matmulItems(k, params));
  return success();
}
