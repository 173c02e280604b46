//===- CentredBytes.cpp - Bytes less a zero point -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Quant/CentredBytes.h"
#include "compiler/Codegen/Contraction/ByteMatmul.h"
#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/PooledConstant.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

static bool isByte(Value tensor) {
  return tensorType(tensor).getElementType().isInteger(8);
}

/// The bytes behind a widening cast.
static Value widened(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && isByte(cast.getInput()) ? cast.getInput() : Value();
}

/// The number behind a constant that may have been widened.
static std::optional<double> numberOf(Value value) {
  if (std::optional<double> number = splatOf(value))
    return number;
  if (auto cast = value.getDefiningOp<CastOp>())
    return splatOf(cast.getInput());
  return std::nullopt;
}

std::optional<CentredBytes> mlc::matchCentredBytes(ImplicitLocOpBuilder &b,
                                                   Value value) {
  CentredBytes result;
  if ((result.bytes = widened(value)))
    return result;
  auto sub = value.getDefiningOp<SubOp>();
  if (!sub || !(result.bytes = widened(sub.getLhs())))
    return std::nullopt;
  Spread spread = lookThroughSpread(sub.getRhs());
  if (std::optional<double> number = numberOf(spread.source)) {
    if (*number != 0)
      result.zero = scalarConstant(b, b.getI32Type(), *number);
    return result;
  }
  RankedTensorType type = tensorType(spread.source);
  SmallVector<OpFoldResult> kept;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (type.getDimSize(d) == 1)
      continue;
    kept.push_back(extentOf(b, b.getLoc(), spread.source, d));
    result.dims.push_back(spread.dims[d]);
  }
  result.zero = reshapeTo(b, spread.source, kept);
  return result;
}

void mlc::makeSigned(ImplicitLocOpBuilder &b, CentredBytes &x) {
  if (!tensorType(x.bytes).getElementType().isUnsignedInteger())
    return;
  std::optional<Hash128> hash = pooledConstant(x.bytes);
  if (!hash)
    return;
  auto *dialect = b.getContext()->getLoadedDialect<GraphDialect>();
  ConstantPool &pool = dialect->getConstantPool();
  llvm::Expected<Hash128> flipped =
      addPackedBytes(pool, "flip_sign", *hash, {});
  if (!flipped) {
    llvm::consumeError(flipped.takeError());
    return;
  }
  x.bytes = constantOf(b, b.getLoc(), pool, *flipped);
  std::optional<double> number = x.zero ? numberOf(x.zero) : std::optional(0.0);
  if (number && (!x.zero || tensorType(x.zero).getRank() == 0)) {
    x.zero = *number == 128 ? Value()
                            : scalarConstant(b, b.getI32Type(), *number - 128);
    return;
  }
  x.zero = SubOp::create(b, x.zero, constantLike(b, x.zero, 128));
}

bool mlc::convolvesAsBytes(ConvolutionOp op, Value filter, StringRef &why) {
  RankedTensorType type = tensorType(filter);
  auto isCut = [](int64_t pad) { return pad < 0; };
  if (op.getGroups() != 1 || type.getRank() > 4 || !type.hasStaticShape() ||
      tensorType(op.getInput()).isDynamicDim(1) ||
      llvm::any_of(op.getLhsDilation(), [](int64_t d) { return d != 1; }) ||
      llvm::any_of(op.getLow(), isCut) || llvm::any_of(op.getHigh(), isCut))
    why = "has groups, spread or cut inputs or three spatial dimensions";
  else if (!canCopyWindows(type.getDimSize(1)))
    why = "has too many input channels for a window";
  else if (!pooledConstant(filter))
    why = "has a filter that is no constant";
  else
    return true;
  return false;
}
