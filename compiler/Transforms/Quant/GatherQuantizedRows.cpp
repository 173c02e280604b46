//===- GatherQuantizedRows.cpp - Rows first, then dequantised -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gather(dequantize(q, s, z), i) -> dequantize(gather(q, i), s', z')
//
// with s' and z' gathered too where they differ between what is chosen. An
// embedding then reads the rows that it is asked for, not all there are.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/PooledConstant.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Quant/Passes.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-gather-quantized-rows"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_GATHERQUANTIZEDROWSPASS
#include "compiler/Transforms/Quant/Passes.h.inc"
} // namespace mlc

namespace {
struct GatherQuantizedRowsPass
    : mlc::impl::GatherQuantizedRowsPassBase<GatherQuantizedRowsPass> {
  void runOnOperation() override;
};
} // namespace

static Value move(GatherOp op, StringRef &why) {
  auto table = op.getInput().getDefiningOp<DequantizeOp>();
  if (!table || !pooledConstant(table.getInput())) {
    why = "reads no dequantised constant";
    return {};
  }
  RankedTensorType type = tensorType(table.getInput()),
                   result = tensorType(op.getResult());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.getWidth() > 8 ||
      tensorType(table.getScale()).getElementTypeBitWidth() > 32 ||
      result.getElementTypeBitWidth() > 32) {
    why = "has a table that is not of 8 bits or fewer";
    return {};
  }
  int64_t dim = op.getDim(), axis = table.getAxis(), block = table.getBlock();
  bool oneScale = tensorType(table.getScale()).getRank() == 0;
  if (!oneScale && block && axis == dim) {
    why = "chooses within blocks";
    return {};
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  RankedTensorType indices = tensorType(op.getIndices());
  auto rows = [&](Value from, int64_t along) -> Value {
    RankedTensorType had = tensorType(from);
    SmallVector<int64_t> shape(had.getShape().take_front(along));
    llvm::append_range(shape, indices.getShape());
    llvm::append_range(shape, had.getShape().drop_front(along + 1));
    return GatherOp::create(b, had.clone(shape), from, op.getIndices(), along);
  };
  Value q = rows(table.getInput(), dim);
  Value scale = table.getScale(), zero = table.getZeroPoint();
  // Where dimensions behind the indices are now.
  int64_t moved = axis < dim ? axis : axis + indices.getRank() - 1;
  auto dequantize = [&](Value s, Value z, int64_t along) -> Value {
    Value made = DequantizeOp::create(
        b, tensorType(q).clone(result.getElementType()), q, s, z, along, block);
    return retype(b, made, result);
  };
  if (oneScale || (!block && axis != dim))
    return dequantize(scale, zero, oneScale ? 0 : moved);
  if (block)
    return dequantize(rows(scale, dim), rows(zero, dim), moved);
  // One scale for each thing chosen: as many as there are indices.
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < indices.getRank(); ++d)
    dims.push_back(dim + d);
  Type f32 = b.getF32Type();
  Value real = castTo(b, q, f32);
  auto spread = [&](Value parameter) {
    return broadcastLike(b, castTo(b, rows(parameter, 0), f32), dims, real);
  };
  Value centred = real;
  if (splatOf(zero) != 0.0)
    centred = SubOp::create(b, real, spread(zero));
  Value product = MulOp::create(b, centred, spread(scale));
  return retype(b, castTo(b, product, result.getElementType()), result);
}

void GatherQuantizedRowsPass::runOnOperation() {
  numMoved += replaceEach<GatherOp>(
      getOperation(), move, [](GatherOp op, StringRef why) {
        LDBG() << "not moved: " << op << ": it " << why;
      });
}
