//===- PackIntegerFilters.cpp - Filters of byte convolutions --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   convolution(x, w) -> transpose(packed_integer_convolution(transpose(x),
//   w'))
//
// and the second transpose sinks through what follows.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "dialects/Check/IR/Check.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-pack-integer-filters"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_PACKINTEGERFILTERSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

namespace {
struct PackIntegerFiltersPass
    : mlc::impl::PackIntegerFiltersPassBase<PackIntegerFiltersPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether `second` puts back what `first` moved.
static bool isPermutationIdentity(ArrayRef<int64_t> first,
                                  ArrayRef<int64_t> second) {
  for (auto [i, d] : llvm::enumerate(second))
    if (first[d] != int64_t(i))
      return false;
  return true;
}

static Value transposeTo(ImplicitLocOpBuilder &b, Value x,
                         ArrayRef<int64_t> permutation) {
  // Behind another convolution of bytes the two cancel.
  if (auto other = x.getDefiningOp<TransposeOp>();
      other && isPermutationIdentity(other.getPermutation(), permutation))
    return other.getInput();
  RankedTensorType type = tensorType(x);
  SmallVector<int64_t> shape;
  for (int64_t d : permutation)
    shape.push_back(type.getDimSize(d));
  return TransposeOp::create(b, type.clone(shape), x, permutation);
}

/// The filter as [O, taps, C] matrix in panels and the sums of its rows.
static llvm::Expected<SmallVector<Value>>
packFilter(ImplicitLocOpBuilder &b, Hash128 filter, RankedTensorType type) {
  auto *dialect = b.getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  auto movement = [&](StringRef name, ArrayRef<int64_t> ints, Hash128 input,
                      ArrayRef<int64_t> shape) {
    Recipe recipe;
    recipe.name = name.str();
    recipe.ints.assign(ints.begin(), ints.end());
    recipe.inputs = {input};
    recipe.result = {MLC_I8, SmallVector<int64_t>(shape)};
    return pool.addRecipe(std::move(recipe));
  };
  SmallVector<int64_t> permutation{0}, shape{type.getDimSize(0)};
  int64_t depth = 1;
  for (int64_t d = 2; d < type.getRank(); ++d) {
    permutation.push_back(d);
    shape.push_back(type.getDimSize(d));
  }
  permutation.push_back(1);
  shape.push_back(type.getDimSize(1));
  for (int64_t extent : ArrayRef(shape).drop_front())
    depth *= extent;
  llvm::Expected<Hash128> moved =
      movement("transpose", permutation, filter, shape);
  if (!moved)
    return moved.takeError();
  llvm::Expected<Hash128> matrix =
      movement("reshape", {}, *moved, {type.getDimSize(0), depth});
  if (!matrix)
    return matrix.takeError();
  SmallVector<Value> made;
  for (StringRef recipe : {"pack_vnni4", "sum_vnni4"}) {
    llvm::Expected<Hash128> packed = addPackedBytes(pool, recipe, *matrix, {1});
    if (!packed)
      return packed.takeError();
    made.push_back(constantOf(b, b.getLoc(), pool, *packed));
  }
  return made;
}

/// The input, channels last, with the convolution's border of zeros.
static Value withBorder(ImplicitLocOpBuilder &b, ConvolutionOp op, Value x) {
  auto isZero = [](int64_t pad) { return pad == 0; };
  if (llvm::all_of(op.getLow(), isZero) && llvm::all_of(op.getHigh(), isZero))
    return x;
  RankedTensorType type = tensorType(x);
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), x);
  SmallVector<int64_t> low(type.getRank(), 0);
  for (unsigned i = 0; i + 2 < type.getRank(); ++i) {
    low[i + 1] = op.getLow()[i];
    AffineExpr n = b.getAffineDimExpr(0);
    extents[i + 1] = affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), n + (op.getLow()[i] + op.getHigh()[i]),
        {extents[i + 1]});
  }
  auto [shape, sizes] = splitExtents(extents);
  return PadOp::create(b, type.clone(shape), PadMode::Constant, x,
                       scalarConstant(b, type.getElementType(), 0),
                       ValueRange{}, sizes, low);
}

/// The packed form, still with the transpose behind it, or null with the
/// reason.
static TransposeOp pack(ConvolutionOp op, StringRef &why) {
  RankedTensorType input = tensorType(op.getInput());
  RankedTensorType filter = tensorType(op.getFilter());
  int64_t spatial = input.getRank() - 2;
  if (!input.getElementType().isInteger(8) ||
      !filter.getElementType().isSignlessInteger(8) ||
      !tensorType(op.getResult()).getElementType().isSignlessInteger(32)) {
    why = "does not multiply i8 or ui8 with i8 and sum in i32";
    return {};
  }
  auto all = [](ArrayRef<int64_t> list, int64_t value) {
    return llvm::all_of(list, [&](int64_t x) { return x == value; });
  };
  auto isCut = [](int64_t pad) { return pad < 0; };
  if (spatial > 2 || op.getGroups() != 1 || !filter.hasStaticShape() ||
      input.isDynamicDim(1) || llvm::any_of(op.getLow(), isCut) ||
      llvm::any_of(op.getHigh(), isCut) || !all(op.getLhsDilation(), 1)) {
    why = "has groups, cut or spread inputs or three spatial dimensions";
    return {};
  }
  if (!canCopyWindows(filter.getDimSize(1))) {
    why = "has too many input channels for a window";
    return {};
  }
  std::optional<Hash128> hash = pooledConstant(op.getFilter());
  if (!hash) {
    why = "has a filter that is no constant";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  check::OriginScope origin(b, op);
  llvm::Expected<SmallVector<Value>> packed = packFilter(b, *hash, filter);
  if (!packed) {
    llvm::consumeError(packed.takeError());
    why = "has a filter that cannot be packed";
    return {};
  }
  // Channels last, and back.
  SmallVector<int64_t> last{0}, back{0, spatial + 1};
  for (int64_t d = 0; d < spatial; ++d) {
    last.push_back(d + 2);
    back.push_back(d + 1);
  }
  last.push_back(1);
  RankedTensorType result = tensorType(op.getResult());
  SmallVector<int64_t> shape;
  for (int64_t d : last)
    shape.push_back(result.getDimSize(d));
  Value x = withBorder(b, op, transposeTo(b, op.getInput(), last)), sums;
  ArrayRef<int64_t> kernel = filter.getShape().drop_front(2);
  if (all(kernel, 1) && all(op.getStrides(), 1))
    sums =
        PackedIntegerMatmulOp::create(b, result.clone(shape), x, (*packed)[0],
                                      (*packed)[1], filter.getDimSize(0));
  else
    sums = PackedIntegerConvolutionOp::create(
        b, result.clone(shape), x, (*packed)[0], (*packed)[1],
        filter.getDimSize(0), kernel, op.getStrides(), op.getRhsDilation());
  return TransposeOp::create(b, result, sums, back);
}

/// `value` as it would be before the transpose, where that costs nothing: a
/// vector or number that is spread.
static Value beforeTranspose(ImplicitLocOpBuilder &b, Value value,
                             TransposeOp transpose) {
  if (auto other = value.getDefiningOp<TransposeOp>())
    return other.getPermutation() == transpose.getPermutation()
               ? other.getInput()
               : Value();
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  Spread spread = lookThroughSpread(value);
  SmallVector<OpFoldResult> extents =
      extentsOf(b, b.getLoc(), transpose.getInput());
  if (std::optional<double> number = splatOf(value))
    return broadcastTo(
        b, scalarConstant(b, tensorType(value).getElementType(), *number), {},
        extents);
  RankedTensorType type = tensorType(spread.source);
  // Result dimension i of the transpose is dimension permutation[i] of its
  // input.
  SmallVector<int64_t> dims;
  SmallVector<OpFoldResult> kept;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (type.getDimSize(d) == 1)
      continue;
    kept.push_back(extentOf(b, b.getLoc(), spread.source, d));
    dims.push_back(permutation[spread.dims[d]]);
  }
  if (kept.size() > 1)
    return {};
  return broadcastTo(b, reshapeTo(b, spread.source, kept), dims, extents);
}

/// The border that follows a transpose, before it; null where its pads are
/// computed.
static Operation *padBefore(ImplicitLocOpBuilder &b, PadOp pad,
                            TransposeOp transpose) {
  if (pad.getInput() != transpose.getResult() || !pad.getLow().empty())
    return nullptr;
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  SmallVector<OpFoldResult> after = extentsOf(b, b.getLoc(), pad.getResult());
  SmallVector<OpFoldResult> extents(after.size());
  SmallVector<int64_t> low(after.size());
  for (auto [i, d] : llvm::enumerate(permutation)) {
    extents[d] = after[i];
    low[d] = pad.getStaticLow()[i];
  }
  auto [shape, sizes] = splitExtents(extents);
  RankedTensorType type = tensorType(pad.getResult());
  return PadOp::create(b, type.clone(shape), pad.getMode(),
                       transpose.getInput(), pad.getValue(), ValueRange{},
                       sizes, low);
}

/// Puts the transpose behind `inner`, which does for its input what `user` did
/// for its result.
static TransposeOp replaceBy(ImplicitLocOpBuilder &b, Operation *inner,
                             Operation *user, TransposeOp transpose) {
  auto next =
      TransposeOp::create(b, user->getResult(0).getType(), inner->getResult(0),
                          transpose.getPermutation());
  user->getResult(0).replaceAllUsesWith(next.getResult());
  user->erase();
  transpose.erase();
  return next;
}

/// f(transpose(x), ...) = transpose(f(x, ...)) while the transpose has one user
/// and that is pointwise.
static void sink(TransposeOp transpose) {
  while (transpose->hasOneUse()) {
    Operation *user = *transpose->user_begin();
    if (auto pad = dyn_cast<PadOp>(user)) {
      ImplicitLocOpBuilder b(user->getLoc(), user);
      Operation *inner = padBefore(b, pad, transpose);
      if (!inner)
        return;
      transpose = replaceBy(b, inner, user, transpose);
      continue;
    }
    auto element = dyn_cast<ElementOpInterface>(user);
    bool elementwise = user->hasTrait<OpTrait::Elementwise>();
    if (!element || user->getNumResults() != 1 ||
        !(elementwise || (element.keepsIndex() &&
                          user->getOperand(0) == transpose.getResult())))
      return;
    ImplicitLocOpBuilder b(user->getLoc(), user);
    SmallVector<Value> operands;
    for (OpOperand &operand : user->getOpOperands()) {
      if (operand.get() == transpose.getResult()) {
        operands.push_back(transpose.getInput());
        continue;
      }
      // Parameters of an op that is no elementwise one must not have an axis.
      Value before = elementwise ? beforeTranspose(b, operand.get(), transpose)
                     : tensorType(operand.get()).getRank() == 0 ? operand.get()
                                                                : Value();
      if (!before)
        return;
      operands.push_back(before);
    }
    RankedTensorType type = tensorType(user->getResult(0));
    RankedTensorType moved =
        tensorType(transpose.getInput()).clone(type.getElementType());
    OperationState state(user->getLoc(), user->getName(), operands, {moved},
                         user->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = user->getPropertiesAsAttribute();
    Operation *inner = b.create(state);
    transpose = replaceBy(b, inner, user, transpose);
  }
}

void PackIntegerFiltersPass::runOnOperation() {
  SmallVector<ConvolutionOp> work;
  getOperation().walk([&](ConvolutionOp op) { work.push_back(op); });
  for (ConvolutionOp op : work) {
    StringRef why;
    TransposeOp packed = pack(op, why);
    if (!packed) {
      LDBG() << "not packed: " << op << ": it " << why;
      continue;
    }
    op.getResult().replaceAllUsesWith(packed.getResult());
    op.erase();
    sink(packed);
    ++numPacked;
  }
}
