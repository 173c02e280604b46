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
#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/Loop/MaybeOne.h"
#include "compiler/Codegen/MicroKernel/ColumnGroups.h"
#include "compiler/Codegen/MicroKernel/FusedEpilogue.h"
#include "compiler/Codegen/MicroKernel/KernelFunctions.h"
#include "compiler/Codegen/MicroKernel/ScheduledTiling.h"
#include "dialects/Sched/IR/Sched.h"
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
  /// Of a packed rhs: the sums of its columns when both are bytes, scales and
  /// zero points when it is dequantised.
  SmallVector<Value> parameters;
  std::optional<ColumnGroups> groups; // of its columns, if read in such
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
    if (!isa<DotGeneralOp, PackedMatmulOp, PackedDequantizedMatmulOp,
             PackedIntegerMatmulOp, PackedIntegerConvolutionOp>(op))
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
    p.columns = packed.getColumns();
    p.groups = columnGroups(p.op);
  } else if (auto few = dyn_cast_or_null<PackedDequantizedMatmulOp>(p.op)) {
    p.lhs = few.getLhs();
    p.rhs = few.getRhs();
    p.parameters = {few.getScale()};
    if (few.getZeroPoint())
      p.parameters.push_back(few.getZeroPoint());
    p.columns = few.getColumns();
    p.groups = columnGroups(p.op);
  } else if (auto bytes = dyn_cast_or_null<PackedIntegerMatmulOp>(p.op)) {
    p.lhs = bytes.getLhs();
    p.rhs = bytes.getRhs();
    p.parameters = {bytes.getSums()};
    p.columns = bytes.getColumns();
  } else if (auto windows =
                 dyn_cast_or_null<PackedIntegerConvolutionOp>(p.op)) {
    p.lhs = windows.getInput();
    p.rhs = windows.getFilter();
    p.parameters = {windows.getSums()};
    p.columns = windows.getChannels();
  } else {
    return std::nullopt;
  }
  p.packed = true;
  int64_t rank = tensorType(p.lhs).getRank();
  for (int64_t d = 0; d + 1 < rank; ++d)
    p.lhsFree.push_back(d);
  p.lhsContract.push_back(rank - 1);
  return p;
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
  if (isa<PackedDequantizedMatmulOp>(p.op))
    return Float32Type::get(context);
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

/// Whether ByteMatmul computes `p`.
static bool isByteProduct(const Product &p) {
  auto isByte = [](Value tensor) {
    return tensorType(tensor).getElementType().isInteger(8);
  };
  return isByte(p.lhs) && isByte(p.rhs) && accumulatorOf(p).isInteger(32);
}

/// Whether pairs of bf16 are multiplied: what is summed stays f32.
static bool isPairProduct(const Product &p) {
  bool pairs = tensorType(p.lhs).getElementType().isBF16() &&
               tensorType(p.rhs).getElementType().isBF16() &&
               tensorType(p.op->getResult(0)).getElementType().isF32();
  return pairs && (!p.packed || tensorType(p.rhs).getRank() == 4);
}

/// Whether a returned value is no part of a reduction, or one that the emitter
/// can take along.
static bool canReduce(const Product &p, Value returned) {
  auto parts = returned.getDefiningOp<ReduceBlocksOp>();
  if (!parts)
    return true;
  RankedTensorType type = tensorType(parts.getInput());
  if (type.getElementType() != accumulatorOf(p) ||
      !isa<FloatType>(type.getElementType()) ||
      type.getShape() != tensorType(p.op->getResult(0)).getShape() ||
      (!p.packed && p.rhsFree.size() != 1))
    return false;
  int64_t rank = type.getRank(), dim = parts.getDim(), block = parts.getBlock();
  if (dim == rank - 1)
    return block == kRowPart;
  // The rows are one dimension, whatever stands before it is 1 or the batch.
  return dim == rank - 2 && block == kColumnPart && !p.lhsFree.empty() &&
         llvm::all_of(ArrayRef(p.lhsFree).drop_back(), [&](int64_t d) {
           return tensorType(p.lhs).getDimSize(d) == 1;
         });
}

/// Whether the micro-kernel can do `p` and what hangs on it.
static bool isMatrixProduct(kernel::FuncOp kernel, const Product &p) {
  if (!isa<BlockArgument>(p.lhs) || !isa<BlockArgument>(p.rhs) ||
      !accumulatorOf(p) || !llvm::all_of(p.parameters, [](Value parameter) {
        return isa<BlockArgument>(parameter);
      }))
    return false;
  if (isa<PackedIntegerConvolutionOp>(p.op) &&
      !canCopyWindows(tensorType(p.lhs).getShape().back()))
    return false;
  for (ArrayRef<int64_t> group :
       {ArrayRef(p.lhsFree), ArrayRef(p.rhsFree), ArrayRef(p.lhsContract),
        ArrayRef(p.rhsContract)})
    if (!isStretch(group))
      return false;
  if (p.lhsContract.empty() && !p.packed)
    return false; // an outer product is a plain loop
  if (!epilogueCanStore(kernel))
    return false;
  if (!llvm::all_of(kernel.getReturned(),
                    [&](Value returned) { return canReduce(p, returned); }))
    return false;
  // Epilogue operands of several column dimensions would need their split.
  bool hasEpilogue = kernel.getReturned()[0] != p.op->getResult(0);
  if (p.groups) {
    // What a group's columns meet is as wide as they are.
    SliceOp first = p.groups->slices.front();
    Type group = first.getResult().getType();
    if (!llvm::all_of(kernel.getResultTypes(), [&](Type type) {
          return succeeded(verifyCompatibleShape(type, group));
        }))
      return false;
  }
  return !hasEpilogue || p.rhsFree.size() <= 1;
}

std::optional<ContractionFacts> mlc::contractionFacts(kernel::FuncOp kernel) {
  std::optional<Product> p;
  if (kernel.getKind() != "contraction" || !(p = findProduct(kernel)) ||
      !isMatrixProduct(kernel, *p))
    return std::nullopt;
  ContractionFacts facts;
  facts.lhs = tensorType(p->lhs).getElementType();
  facts.rhs = tensorType(p->rhs).getElementType();
  facts.accumulator = accumulatorOf(*p);
  facts.packed = p->packed;
  facts.bytes = isByteProduct(*p);
  facts.fewBits = isa<PackedDequantizedMatmulOp>(p->op);
  facts.pairs = isPairProduct(*p);
  RankedTensorType lhs = tensorType(p->lhs);
  for (int64_t d : p->lhsFree) {
    if (!lhs.isDynamicDim(d))
      facts.fixedRows *= lhs.getDimSize(d);
    else if (auto slot = guardSlotOf(kernel, p->lhs, d))
      facts.rowSlots.push_back(*slot);
  }
  auto known = [](RankedTensorType type, ArrayRef<int64_t> dims) {
    std::optional<int64_t> total = 1;
    for (int64_t d : dims)
      total = total && !type.isDynamicDim(d)
                  ? std::optional<int64_t>(*total * type.getDimSize(d))
                  : std::nullopt;
    return total;
  };
  facts.depth = known(lhs, p->lhsContract);
  facts.columns = p->groups   ? p->groups->width
                  : p->packed ? p->columns
                              : known(tensorType(p->rhs), p->rhsFree);
  facts.groups = p->groups ? p->groups->count : 1;
  for (Value returned : kernel.getReturned())
    if (auto parts = returned.getDefiningOp<ReduceBlocksOp>())
      facts.fixedBlocks |=
          int64_t(parts.getDim()) != tensorType(parts.getInput()).getRank() - 1;
  return facts;
}

namespace {
class ContractionEmitter {
public:
  ContractionEmitter(kernel::FuncOp kernel, Product product,
                     const ScheduledTiling &tiling)
      : kernel(kernel), p(std::move(product)), tiling(tiling) {}

  mlir::Value stepOf(KernelSlots &slots);
  MatmulParams makeParams(KernelBuilder &k, KernelSlots &slots);
  /// Index of a piece's elements in the product.
  SmallVector<LaneIndex> indexOf(KernelBuilder &k, KernelSlots &slots,
                                 const Piece &piece);

private:
  Value extentProduct(KernelBuilder &k, KernelSlots &slots, Value tensor,
                      ArrayRef<int64_t> dims) {
    Value total = k.index(1);
    for (int64_t d : dims)
      total = k.mul(total, slots.extent(tensor, d));
    return total;
  }

  kernel::FuncOp kernel;
  Product p;
  ScheduledTiling tiling;
};
} // namespace

/// Rows are the pixels of the result, the depth is a window.
static void addPatches(KernelBuilder &k, KernelSlots &slots,
                       PackedIntegerConvolutionOp op, MatmulParams &params) {
  RankedTensorType input = tensorType(op.getInput());
  int64_t spatial = input.getRank() - 2;
  Patches w;
  w.channels = input.getShape().back();
  w.height = w.outHeight = k.index(1);
  w.kernel[0] = w.strides[0] = w.dilations[0] = 1;
  int64_t depth = w.channels;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = 2 - spatial + i;
    w.kernel[d] = op.getKernel()[i];
    w.strides[d] = op.getStrides()[i];
    w.dilations[d] = op.getDilations()[i];
    depth *= w.kernel[d];
    (d == 0 ? w.height : w.width) = slots.extent(op.getInput(), i + 1);
    (d == 0 ? w.outHeight : w.outWidth) = slots.extent(op.getResult(), i + 1);
  }
  params.patches = w;
  params.k = k.index(depth);
  params.m =
      k.mul(k.mul(slots.extent(op.getInput(), 0), w.outHeight), w.outWidth);
}

/// What a row of an operand is picked by: in the body of a recurrence, the
/// number of its step. Whatever it is, any order of the items is right.
Value ContractionEmitter::stepOf(KernelSlots &slots) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (argument.getType().isIndex() &&
        llvm::any_of(argument.getUsers(), llvm::IsaPred<SliceOp>))
      return slots.scalar(argument);
  return {};
}

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
    auto parameter = [&](size_t i) {
      return i < p.parameters.size()
                 ? slots.buffer(cast<BlockArgument>(p.parameters[i]))
                 : Value();
    };
    if (auto few = dyn_cast<PackedDequantizedMatmulOp>(p.op)) {
      params.k = k.index(few.getDepth());
      params.fewBits = {int64_t(few.getBits()), int64_t(few.getBlock()),
                        parameter(0), parameter(1)};
    } else {
      params.columnSums = parameter(0);
    }
    if (auto windows = dyn_cast<PackedIntegerConvolutionOp>(p.op))
      addPatches(k, slots, windows, params);
  } else {
    params.b = operand(p.rhs, p.rhsBatch, p.rhsContract, p.rhsFree);
    if (p.rhsFree.empty())
      params.b.columnStride = k.index(1);
  }
  if (p.groups) {
    params.groups = p.groups->count;
    params.groupColumns = p.groups->width;
  }
  if (p.packed && constantOf(params.m) == 1)
    params.step = stepOf(slots);
  params.accumulator = accumulatorOf(p);
  params.bytes = isByteProduct(p);
  params.pairs = isPairProduct(p);
  params.tile = tiling.tile;
  params.sums = tiling.sums;
  params.terms = tiling.terms;
  params.blockRows = tiling.blockRows;
  params.itemPanels = tiling.itemPanels;
  auto given = kernel->getAttrOfType<IntegerSetAttr>(sched::kGivenAttr);
  std::optional<ContractionFacts> facts = contractionFacts(kernel);
  if (given && facts && facts->rowSlots.size() == 1)
    params.mostRows =
        facts->fixedRows *
        sched::largestSlot(given.getValue(), facts->rowSlots[0]).value_or(0);
  // Results but parts of reductions have the product's shape: batch, rows,
  // columns; or that of a group of its columns.
  Value columns = p.groups ? k.index(p.groups->width) : params.n;
  Value plane = k.mul(params.m, columns);
  SmallVector<Value> batchStrides(params.batch.size());
  Value stride = plane;
  for (size_t i = params.batch.size(); i-- > 0;) {
    batchStrides[i] = stride;
    stride = k.mul(stride, params.batch[i]);
  }
  for (auto [i, returned] : llvm::enumerate(kernel.getReturned())) {
    if (auto parts = returned.getDefiningOp<ReduceBlocksOp>()) {
      RankedTensorType type = tensorType(parts.getInput());
      params.reductions.push_back(
          {/*alongRow=*/int64_t(parts.getDim()) == type.getRank() - 1,
           parts.getCombiner(), type.getElementType(), slots.resultBuffer(i)});
      continue;
    }
    MatrixOperand out;
    out.memref = slots.resultBuffer(i);
    out.batchStrides = batchStrides;
    out.rowStride = columns;
    out.columnStride = k.index(1);
    params.outputs.push_back(out);
  }
  return params;
}

SmallVector<LaneIndex> ContractionEmitter::indexOf(KernelBuilder &k,
                                                   KernelSlots &slots,
                                                   const Piece &piece) {
  SmallVector<LaneIndex> index;
  size_t batch = p.lhsBatch.size();
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
    // Of the result: windows overlap, so the input has others.
    Value extent = slots.extent(p.op->getResult(0), batch + i);
    rows[i] = k.rem(rest, extent);
    rest = k.div(rest, extent);
  }
  for (Value row : rows)
    index.push_back({row, 0});
  // Several column dimensions are known by their joint number only; then there
  // is nothing behind the product that would ask (see below).
  size_t rank = tensorType(p.op->getResult(0)).getRank();
  bool columns = index.size() < rank;
  while (index.size() < rank)
    index.push_back({k.index(0), 0});
  if (columns)
    index.back() = {piece.column, piece.lanes > 1 ? 1 : 0};
  return index;
}

LogicalResult mlc::emitContractionKernel(kernel::FuncOp kernel, const IsaLevel &level,
                                         ModuleOp module) {
  std::optional<Product> product = findProduct(kernel);
  if (!product || !isMatrixProduct(kernel, *product))
    return failure();
  const Product &p = *product;
  FailureOr<ScheduledTiling> tiling =
      scheduledTiling(kernel, level, accumulatorOf(p),
                      kPanel * (p.groups ? p.groups->count : 1));
  if (failed(tiling))
    return failure();

  ContractionEmitter contraction(kernel, p, *tiling);
  auto run = [&](KernelBuilder &k, KernelSlots &slots) {
    bool bad = false;
    ElementEmitter emitter(slots, level.vectorBits);
    MatmulParams params = contraction.makeParams(k, slots);
    params.epilogue = fusedEpilogue(
        emitter, kernel, p.op->getResult(0),
        [&](KernelBuilder &at, const Piece &piece) {
          return contraction.indexOf(at, slots, piece);
        },
        bad, p.groups);
    if (int64_t elements = rowCopyElements(k, params))
      params.rowCopies = slots.scratch(params.accumulator, elements);
    emitMatmul(k, params, slots.begin(), slots.end());
    return !bad;
  };
  auto items = [&](KernelBuilder &k, KernelSlots &slots) {
    return matmulItems(k, contraction.makeParams(k, slots));
  };
  return emitKernelFunctions(kernel, level, module, run, items);
}
