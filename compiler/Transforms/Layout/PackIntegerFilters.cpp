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
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Layout/SinkTransposes.h"
#include "compiler/Transforms/Layout/SpatialBorder.h"
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
static llvm::Expected<Hash128>
filterMatrix(ImplicitLocOpBuilder &b, Hash128 filter, RankedTensorType type) {
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
  return movement("reshape", {}, *moved, {type.getDimSize(0), depth});
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
  llvm::Expected<Hash128> matrix = filterMatrix(b, *hash, filter);
  if (!matrix) {
    llvm::consumeError(matrix.takeError());
    why = "has a filter that is no matrix";
    return {};
  }
  SmallVector<Value> packed =
      packedConstants(b, b.getLoc(), *matrix, {"pack_vnni4", "sum_vnni4"}, {1},
                      addPackedBytes, why);
  if (packed.empty())
    return {};
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
  Value zero = scalarConstant(b, input.getElementType(), 0), sums;
  Value x = withBorder(b, op, transposeTo(b, op.getInput(), last), 1, zero);
  ArrayRef<int64_t> kernel = filter.getShape().drop_front(2);
  if (all(kernel, 1) && all(op.getStrides(), 1))
    sums = PackedIntegerMatmulOp::create(b, result.clone(shape), x, packed[0],
                                         packed[1], filter.getDimSize(0));
  else
    sums = PackedIntegerConvolutionOp::create(
        b, result.clone(shape), x, packed[0], packed[1], filter.getDimSize(0),
        kernel, op.getStrides(), op.getRhsDilation());
  return TransposeOp::create(b, result, sums, back);
}

void PackIntegerFiltersPass::runOnOperation() {
  SmallVector<TransposeOp> behind;
  auto packOne = [&](ConvolutionOp op, StringRef &why) -> Value {
    TransposeOp packed = pack(op, why);
    if (!packed)
      return {};
    behind.push_back(packed);
    return packed.getResult();
  };
  numPacked += replaceEach<ConvolutionOp>(
      getOperation(), packOne, [](ConvolutionOp op, StringRef why) {
        LDBG() << "not packed: " << op << ": it " << why;
      });
  sinkTransposes(getOperation(), behind);
}
