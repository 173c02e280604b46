//===- NarrowIntegerProducts.cpp - Bytes multiplied as bytes --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Layout/SpatialBorder.h"
#include "compiler/Transforms/Quant/CentredBytes.h"
#include "compiler/Transforms/Quant/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-narrow-integer-products"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_NARROWINTEGERPRODUCTSPASS
#include "compiler/Transforms/Quant/Passes.h.inc"
} // namespace mlc

namespace {
struct NarrowIntegerProductsPass
    : mlc::impl::NarrowIntegerProductsPassBase<NarrowIntegerProductsPass> {
  void runOnOperation() override;
};

/// One side of a product after its contracted dimensions were summed away:
/// what is left of it, and where that lies in the result.
struct Side {
  CentredBytes x;
  ArrayRef<int64_t> contract;
  SmallVector<int64_t> left;   // dimensions of the bytes
  SmallVector<int64_t> places; // of those in the result
};
} // namespace

/// Fills `left` and `places`; false where the result would permute them or the
/// zero point changes along the contraction.
static bool place(Side &side, ArrayRef<int64_t> batch, int64_t firstFree) {
  int64_t rank = tensorType(side.x.bytes).getRank(), free = firstFree;
  for (int64_t d = 0; d < rank; ++d) {
    if (llvm::is_contained(side.contract, d))
      continue;
    const int64_t *found = llvm::find(batch, d);
    side.left.push_back(d);
    side.places.push_back(found == batch.end() ? free++
                                               : found - batch.begin());
  }
  if (!llvm::is_sorted(side.places))
    return false;
  return llvm::none_of(side.x.dims, [&](int64_t d) {
    return llvm::is_contained(side.contract, d);
  });
}

/// Sum of the bytes along the contraction, shaped as what is left.
static Value sumOf(ImplicitLocOpBuilder &b, const Side &side) {
  RankedTensorType type = tensorType(side.x.bytes);
  // The packed constant's recipe sums without ever widening it.
  if (type.getRank() == 2 && side.contract.size() == 1 &&
      type.getElementType().isSignlessInteger(8))
    if (std::optional<Hash128> hash = pooledConstant(side.x.bytes)) {
      auto *dialect = b.getContext()->getLoadedDialect<GraphDialect>();
      ConstantPool &pool = dialect->getConstantPool();
      llvm::Expected<Hash128> sums =
          addPackedBytes(pool, "sum_columns", *hash, {side.contract[0]});
      if (sums)
        return constantOf(b, b.getLoc(), pool, *sums);
      llvm::consumeError(sums.takeError());
    }
  return reduce(b, Combiner::Sum, castTo(b, side.x.bytes, b.getI32Type()),
                side.contract);
}

/// The zero point in the shape of what is left.
static Value zeroLike(ImplicitLocOpBuilder &b, const Side &side, Value like) {
  SmallVector<int64_t> dims;
  for (int64_t d : side.x.dims)
    dims.push_back(llvm::find(side.left, d) - side.left.begin());
  return broadcastLike(b, side.x.zero, dims, like);
}

/// The product of the bytes with its corrections, or null with the reason.
static Value narrow(DotGeneralOp op, StringRef &why) {
  if (!tensorType(op.getResult()).getElementType().isSignlessInteger(32)) {
    why = "does not sum in i32";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto lhs = matchCentredBytes(b, op.getLhs()),
       rhs = matchCentredBytes(b, op.getRhs());
  if (!lhs || !rhs) {
    why = "does not multiply bytes less a zero point";
    return {};
  }
  makeSigned(b, *rhs);
  Side left{*lhs, op.getLhsContract(), {}, {}};
  Side right{*rhs, op.getRhsContract(), {}, {}};
  int64_t batch = op.getLhsBatch().size();
  bool placed = place(left, op.getLhsBatch(), batch);
  int64_t rows = left.left.size();
  if (!placed || !place(right, op.getRhsBatch(), rows)) {
    why = "has zero points or dimensions that the corrections cannot follow";
    return {};
  }
  // In front of the product: fusion looks backwards and should meet that first.
  Value sumsOfRows = right.x.zero ? sumOf(b, left) : Value();
  Value result =
      DotGeneralOp::create(b, op.getResult().getType(), left.x.bytes,
                           right.x.bytes, op.getLhsBatch(), op.getRhsBatch(),
                           op.getLhsContract(), op.getRhsContract());
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), result);
  auto spread = [&](Value value, ArrayRef<int64_t> places) {
    return retype(b, broadcastTo(b, value, places, extents), result.getType());
  };
  // - za (sum b - K zb): what belongs to columns is put together first.
  if (left.x.zero) {
    Value sums = sumOf(b, right);
    if (right.x.zero) {
      Value depth = countAlong(b, left.x.bytes, left.contract, b.getI32Type());
      Value zero = zeroLike(b, right, sums);
      sums = SubOp::create(
          b, sums, MulOp::create(b, zero, broadcastLike(b, depth, {}, sums)));
    }
    Value term;
    if (left.x.dims.empty()) {
      Value zero = broadcastLike(b, left.x.zero, {}, sums);
      term = spread(MulOp::create(b, sums, zero), right.places);
    } else {
      SmallVector<int64_t> places;
      for (int64_t d : left.x.dims)
        places.push_back(
            left.places[llvm::find(left.left, d) - left.left.begin()]);
      term = MulOp::create(b, spread(sums, right.places),
                           spread(left.x.zero, places));
    }
    result = SubOp::create(b, result, term);
  }
  // - zb sum a.
  if (right.x.zero) {
    Value sums = sumsOfRows, term;
    if (right.x.dims.empty()) {
      Value zero = broadcastLike(b, right.x.zero, {}, sums);
      term = spread(MulOp::create(b, sums, zero), left.places);
    } else {
      SmallVector<int64_t> places;
      for (int64_t d : right.x.dims)
        places.push_back(
            right.places[llvm::find(right.left, d) - right.left.begin()]);
      term = MulOp::create(b, spread(sums, left.places),
                           spread(right.x.zero, places));
    }
    result = SubOp::create(b, result, term);
  }
  return result;
}

/// A convolution of bytes, or null with the reason. A zero point of the filter
/// would need sums over windows.
static Value narrow(ConvolutionOp op, StringRef &why) {
  if (!tensorType(op.getResult()).getElementType().isSignlessInteger(32)) {
    why = "does not sum in i32";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto input = matchCentredBytes(b, op.getInput());
  auto filter = matchCentredBytes(b, op.getFilter());
  if (!input || !filter || !input->dims.empty()) {
    why = "does not multiply bytes less one zero point";
    return {};
  }
  RankedTensorType type = tensorType(filter->bytes);
  if (!convolvesAsBytes(op, filter->bytes, why))
    return {};
  makeSigned(b, *filter);
  if (filter->zero) {
    why = "has a filter with a zero point";
    return {};
  }
  if (!input->zero)
    return ConvolutionOp::create(b, op.getResult().getType(), input->bytes,
                                 filter->bytes, op.getStrides(), op.getLow(),
                                 op.getHigh(), op.getLhsDilation(),
                                 op.getRhsDilation(), op.getGroups());
  // Beyond the border lies the zero point: less it, that is zero.
  Value zero =
      castTo(b, input->zero, tensorType(input->bytes).getElementType());
  SmallVector<int64_t> none(type.getRank() - 2, 0);
  Value result = ConvolutionOp::create(
      b, op.getResult().getType(), withBorder(b, op, input->bytes, 2, zero),
      filter->bytes, op.getStrides(), none, none, op.getLhsDilation(),
      op.getRhsDilation(), op.getGroups());
  SmallVector<int64_t> taps =
      llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()));
  Value sums =
      reduce(b, Combiner::Sum, castTo(b, filter->bytes, b.getI32Type()), taps);
  Value term = MulOp::create(b, sums, broadcastLike(b, input->zero, {}, sums));
  return SubOp::create(
      b, result,
      retype(b, broadcastLike(b, term, {1}, result), result.getType()));
}

template <typename Op>
static unsigned narrowAll(Operation *root) {
  return replaceEach<Op>(
      root, [](Op op, StringRef &why) { return narrow(op, why); },
      [](Op op, StringRef why) {
        LDBG() << "not narrowed: " << op << ": it " << why;
      });
}

void NarrowIntegerProductsPass::runOnOperation() {
  numNarrowed += narrowAll<DotGeneralOp>(getOperation());
  numNarrowed += narrowAll<ConvolutionOp>(getOperation());
}
