//===- PackMatmulWeights.cpp - Constant right-hand sides into panels -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
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

/// The packed form of a product of bytes; signs of the right-hand side are
/// settled before (see NarrowIntegerProducts).
static Value packBytes(DotGeneralOp op, StringRef &why) {
  RankedTensorType rhs = tensorType(op.getRhs());
  auto isByte = [](Value tensor) {
    return isa<IntegerType>(tensorType(tensor).getElementType());
  };
  if (!isByte(op.getLhs()) || !isByte(op.getRhs()) ||
      !rhs.getElementType().isSignlessInteger(8) ||
      !tensorType(op.getResult()).getElementType().isSignlessInteger(32)) {
    why = "is no product of i8 or ui8 with i8 summed in i32";
    return {};
  }
  bool transposed = op.getRhsContract()[0] == 1;
  int64_t columns = rhs.getDimSize(transposed ? 0 : 1);
  if (columns < kFewestByteColumns) {
    why = "has too few columns";
    return {};
  }
  std::optional<Hash128> hash = pooledConstant(op.getRhs());
  if (!hash) {
    why = "has a right-hand side that is no constant";
    return {};
  }
  auto *dialect = op->getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  OpBuilder builder(op);
  check::OriginScope origin(builder, op);
  SmallVector<Value> made;
  for (StringRef recipe : {"pack_vnni4", "sum_vnni4"}) {
    llvm::Expected<Hash128> packed =
        addPackedBytes(pool, recipe, *hash, {transposed});
    if (!packed) {
      llvm::consumeError(packed.takeError());
      why = "has a right-hand side that cannot be packed";
      return {};
    }
    made.push_back(constantOf(builder, op.getRhs().getLoc(), pool, *packed));
  }
  return PackedIntegerMatmulOp::create(builder, op.getLoc(),
                                       op.getResult().getType(), op.getLhs(),
                                       made[0], made[1], columns);
}

/// The packed form, or null with the reason.
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
  if (lhs.getElementTypeBitWidth() == 8 && rhs.getElementTypeBitWidth() == 8)
    return packBytes(op, why);
  auto real = dyn_cast<FloatType>(rhs.getElementType());
  if (!real || real.getWidth() < 16 || lhs.getElementType() != real) {
    why = "has no floating-point panels";
    return {};
  }
  bool transposed = op.getRhsContract()[0] == 1;
  int64_t columns = rhs.getDimSize(transposed ? 0 : 1);
  if (columns < kFewestColumns) {
    why = "has too few columns";
    return {};
  }
  std::optional<Hash128> hash = pooledConstant(op.getRhs());
  if (!hash) {
    why = "has a right-hand side that is no constant";
    return {};
  }
  auto *dialect = op->getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  registerPackingRecipes(pool);
  llvm::Expected<Hash128> packed = addPacked(pool, "pack_b", *hash, {transposed});
  if (!packed) {
    llvm::consumeError(packed.takeError());
    why = "has a right-hand side that cannot be packed";
    return {};
  }
  OpBuilder builder(op);
  check::OriginScope origin(builder, op);
  Value weights = constantOf(builder, op.getRhs().getLoc(), pool, *packed);
  return PackedMatmulOp::create(builder, op.getLoc(), op.getResult().getType(),
                                op.getLhs(), weights, columns);
}

void PackMatmulWeightsPass::runOnOperation() {
  SmallVector<DotGeneralOp> work;
  getOperation().walk([&](DotGeneralOp op) { work.push_back(op); });
  for (DotGeneralOp op : work) {
    StringRef why;
    Value packed = pack(op, why);
    if (!packed) {
      LDBG() << "not packed: " << op << ": it " << why;
      continue;
    }
    op.getResult().replaceAllUsesWith(packed);
    op.erase();
    ++numPacked;
  }
}
