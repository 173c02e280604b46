//===- PackDequantizedWeights.cpp - Quantised weights as they are ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   dot_general(x, dequantize(q, s, z)) -> packed_dequantized_matmul(x, q', s',
//   z')
//
// Zero points that are the middle of their type's range, all of them, vanish:
// packed weights are signed.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackFewBits.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/Passes.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "dialects/Check/IR/Check.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-pack-dequantized-weights"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_PACKDEQUANTIZEDWEIGHTSPASS
#include "compiler/Transforms/Layout/Passes.h.inc"
} // namespace mlc

/// Fewer columns than this waste most of a 32-wide panel.
static constexpr int64_t kFewestColumns = 12;

namespace {
struct PackDequantizedWeightsPass
    : mlc::impl::PackDequantizedWeightsPassBase<PackDequantizedWeightsPass> {
  void runOnOperation() override;
};

/// A right-hand side that was dequantised.
struct Weights {
  DequantizeOp op;
  bool transposed = false; // columns x rows
  int64_t depth = 0;       // rows that count, the first ones
};
} // namespace

/// Looks through what only turns the matrix or cuts rows off its end.
static Weights weightsOf(Value rhs, int64_t contract) {
  Weights w;
  w.depth = tensorType(rhs).getDimSize(contract);
  for (;;) {
    if ((w.op = rhs.getDefiningOp<DequantizeOp>())) {
      w.transposed = contract == 1;
      return w;
    }
    if (auto turned = rhs.getDefiningOp<TransposeOp>()) {
      contract = turned.getPermutation()[contract];
      rhs = turned.getInput();
    } else if (auto cut = rhs.getDefiningOp<SliceOp>()) {
      RankedTensorType from = tensorType(cut.getInput());
      if (!cut.getStarts().empty() || from.getRank() != 2 ||
          cut.getStaticStarts() != ArrayRef<int64_t>{0, 0} ||
          cut.getSteps() != ArrayRef<int64_t>{1, 1} ||
          from.getDimSize(1 - contract) !=
              tensorType(rhs).getDimSize(1 - contract))
        return {};
      rhs = cut.getInput();
    } else {
      return {};
    }
  }
}

/// A scale or zero point as a matrix in the orientation of the weights, one
/// element per column and block.
static std::optional<Hash128> asMatrix(ConstantPool &pool, Value parameter,
                                       RankedTensorType weights,
                                       bool transposed) {
  RankedTensorType type = tensorType(parameter);
  std::optional<TensorSpec> spec = specOf(type);
  if (!spec)
    return std::nullopt;
  int64_t columns = weights.getDimSize(transposed ? 0 : 1);
  TensorSpec matrix{spec->dtype, spec->shape};
  if (type.getRank() < 2)
    matrix.shape = {transposed ? columns : 1, transposed ? 1 : columns};
  // One number, however it is written: as large as the weights at most.
  std::optional<double> number = splatOf(parameter);
  if (number && isInteger(spec->dtype))
    return pool.add(Literal::splatInt(matrix, static_cast<int64_t>(*number)));
  std::optional<Hash128> hash = pooledConstant(parameter);
  if (!hash || type.getRank() == 2)
    return hash;
  llvm::Expected<Literal> value = pool.evaluate(*hash);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  if (type.getRank() == 1)
    return pool.add(value->reshaped(matrix.shape));
  return pool.addSplat(matrix, value->storage());
}

/// Whether every zero point is where packed elements have their zero.
static std::optional<bool> isMiddle(ConstantPool &pool, const Hash128 &zero) {
  llvm::Expected<Literal> value = pool.evaluate(zero);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  int64_t middle = middleOf(value->dtype());
  for (int64_t i = 0, end = value->isSplat() ? 1 : value->count(); i < end; ++i)
    if (value->getInt(i) != middle)
      return false;
  return true;
}

static Value pack(DotGeneralOp op, StringRef &why) {
  RankedTensorType lhs = tensorType(op.getLhs()), rhs = tensorType(op.getRhs());
  RankedTensorType result = tensorType(op.getResult());
  auto isSummed = [](RankedTensorType type) {
    auto real = dyn_cast<FloatType>(type.getElementType());
    return real && (real.isF32() || real.isF16() || real.isBF16());
  };
  if (!op.getLhsBatch().empty() || rhs.getRank() != 2 ||
      op.getLhsContract().size() != 1 ||
      op.getLhsContract()[0] != lhs.getRank() - 1 || !rhs.hasStaticShape()) {
    why = "is no plain matrix product";
    return {};
  }
  if (!isSummed(lhs) || !isSummed(result)) {
    why = "is no product of floats that f32 sums";
    return {};
  }
  int64_t contract = op.getRhsContract()[0];
  Weights w = weightsOf(op.getRhs(), contract);
  if (!w.op) {
    why = "has a right-hand side that is not dequantised";
    return {};
  }
  RankedTensorType weights = tensorType(w.op.getInput());
  auto element = dyn_cast<IntegerType>(weights.getElementType());
  int64_t bits = element ? element.getWidth() : 0;
  if (bits != 8 && bits != 4 && bits != 2) {
    why = "has weights of other than 8, 4 or 2 bits";
    return {};
  }
  int64_t columns = rhs.getDimSize(1 - contract);
  if (columns < kFewestColumns || w.depth < 1) {
    why = "has too few columns";
    return {};
  }
  RankedTensorType scales = tensorType(w.op.getScale());
  int64_t along = w.transposed ? 1 : 0; // the sum
  int64_t block = w.op.getBlock() ? w.op.getBlock() : w.depth;
  if (scales.getRank() > 0 &&
      (int64_t(w.op.getAxis()) == along) != (w.op.getBlock() != 0)) {
    why = "has scales that change along the sum, or in blocks across it";
    return {};
  }
  if (!isSummed(scales) ||
      (block < w.depth && block % rowsPerElement(bits) != 0)) {
    why = "has scales of f64 or blocks that cut a word";
    return {};
  }
  auto *dialect = op->getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  std::optional<Hash128> q = pooledConstant(w.op.getInput());
  std::optional<Hash128> scale =
      asMatrix(pool, w.op.getScale(), weights, w.transposed);
  std::optional<Hash128> zero =
      asMatrix(pool, w.op.getZeroPoint(), weights, w.transposed);
  if (!q || !scale || !zero) {
    why = "has weights, scales or zero points that are no constants";
    return {};
  }
  // Blocks behind the last row that counts are cut off.
  int64_t blocks = llvm::divideCeil(w.depth, block);
  if (pool.spec(*scale)->shape[along] != blocks) {
    auto cut = [&](Hash128 &hash) -> bool {
      Recipe recipe;
      recipe.name = "slice";
      recipe.ints = {0, 0, 1, 1};
      recipe.inputs = {hash};
      recipe.result = *pool.spec(hash);
      recipe.result.shape[along] = blocks;
      llvm::Expected<Hash128> made = pool.addRecipe(std::move(recipe));
      if (!made) {
        llvm::consumeError(made.takeError());
        return false;
      }
      hash = *made;
      return true;
    };
    if (!cut(*scale) || !cut(*zero)) {
      why = "has parameters that cannot be cut";
      return {};
    }
  }
  std::optional<bool> middle = isMiddle(pool, *zero);
  if (!middle) {
    why = "has zero points that cannot be computed";
    return {};
  }
  OpBuilder b(op);
  check::OriginScope origin(b, op);
  auto packed = [&](const Hash128 &value, StringRef recipe,
                    ArrayRef<int64_t> ints, AddRecipe add) -> Value {
    SmallVector<Value> made =
        packedConstants(b, op.getLoc(), value, recipe, ints, add, why);
    return made.empty() ? Value() : made[0];
  };
  Value rows = packed(*q, "pack_bits", {w.transposed, w.depth}, addFewBits);
  Value factors = packed(*scale, "pack_b", {w.transposed}, addPacked);
  Value zeros;
  if (!*middle)
    zeros = packed(*zero, "pack_zeros", {w.transposed}, addFewBits);
  if (!rows || !factors || (!*middle && !zeros))
    return {};
  return PackedDequantizedMatmulOp::create(b, op.getLoc(), result, op.getLhs(),
                                           rows, factors, zeros, columns,
                                           w.depth, block, bits);
}

void PackDequantizedWeightsPass::runOnOperation() {
  numPacked += replaceEach<DotGeneralOp>(
      getOperation(), pack, [](DotGeneralOp op, StringRef why) {
        LDBG() << "not packed: " << op << ": it " << why;
      });
}
