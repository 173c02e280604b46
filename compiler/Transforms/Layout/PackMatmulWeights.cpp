//===- PackMatmulWeights.cpp - Constant right-hand sides into panels -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "dialects/Check/IR/Check.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-pack-matmul-weights"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_PACKMATMULWEIGHTSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// Fewer columns than this waste most of a 32-wide panel.
static constexpr int64_t kFewestColumns = 12;
/// The same for panels of bytes, 16 wide.
static constexpr int64_t kFewestByteColumns = 4;

namespace {
class PackMatmulWeightsPass
    : public mlc::impl::PackMatmulWeightsPassBase<PackMatmulWeightsPass> {
  void runOnOperation() override;
};
} // namespace

/// Signs of the right-hand side are settled before (see NarrowIntegerProducts).
static bool isProductOfBytes(DotGeneralOp op) {
  return isa<IntegerType>(tensorType(op.getLhs()).getElementType()) &&
         tensorType(op.getRhs()).getElementType().isSignlessInteger(8) &&
         tensorType(op.getResult()).getElementType().isSignlessInteger(32);
}

static Value pack(DotGeneralOp op, StringRef &why) {
  RankedTensorType lhs = tensorType(op.getLhs()), rhs = tensorType(op.getRhs());
  if (!op.getLhsBatch().empty() || rhs.getRank() != 2 ||
      op.getLhsContract().size() != 1) {
    why = "is no plain matrix product";
    return {};
  }
  if (op.getLhsContract()[0] != lhs.getRank() - 1) {
    why = "does not contract the last dimension of lhs";
    return {};
  }
  bool bytes =
      lhs.getElementTypeBitWidth() == 8 && rhs.getElementTypeBitWidth() == 8;
  if (bytes && !isProductOfBytes(op)) {
    why = "is no product of i8 or ui8 with i8 summed in i32";
    return {};
  }
  auto real = dyn_cast<FloatType>(rhs.getElementType());
  if (!bytes &&
      (!real || real.getWidth() < 16 || lhs.getElementType() != real)) {
    why = "has no floating-point panels";
    return {};
  }
  bool transposed = op.getRhsContract()[0] == 1;
  int64_t columns = rhs.getDimSize(transposed ? 0 : 1);
  if (columns < (bytes ? kFewestByteColumns : kFewestColumns)) {
    why = "has too few columns";
    return {};
  }
  OpBuilder builder(op);
  check::OriginScope origin(builder, op);
  auto packed = [&](ArrayRef<StringRef> recipes, AddRecipe add) {
    return packedConstants(builder, op.getRhs(), recipes, {transposed}, add,
                           why);
  };
  if (bytes) {
    SmallVector<Value> made =
        packed({"pack_vnni4", "sum_vnni4"}, addPackedBytes);
    if (made.empty())
      return {};
    return PackedIntegerMatmulOp::create(builder, op.getLoc(),
                                         op.getResult().getType(), op.getLhs(),
                                         made[0], made[1], columns);
  }
  // Pairs of bf16 are only multiplied where their sums stay f32.
  bool pairs =
      real.isBF16() && tensorType(op.getResult()).getElementType().isF32();
  SmallVector<Value> made =
      packed({pairs ? "pack_b_pairs" : "pack_b"}, addPacked);
  if (made.empty())
    return {};
  return PackedMatmulOp::create(builder, op.getLoc(), op.getResult().getType(),
                                op.getLhs(), made[0], columns);
}

void PackMatmulWeightsPass::runOnOperation() {
  numPacked += replaceEach<DotGeneralOp>(
      getOperation(), pack, [](DotGeneralOp op, StringRef why) {
        LDBG() << "not packed: " << op << ": it " << why;
      });
}
