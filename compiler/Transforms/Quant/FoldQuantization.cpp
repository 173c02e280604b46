//===- FoldQuantization.cpp - Bytes that may stay bytes -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Composites/Look.h"
#include "compiler/Transforms/Layout/ReplaceEach.h"
#include "compiler/Transforms/Quant/Passes.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "mlc-fold-quantization"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace mlc {
#define GEN_PASS_DEF_FOLDQUANTIZATIONPASS
#include "compiler/Transforms/Quant/Passes.h.inc"
} // namespace mlc

/// Between these, bytes less a zero point times a scale neither overflow f32
/// nor lose bits, so dividing by the scale gives them back.
static constexpr double kSmallestScale = 0x1p-100, kLargestScale = 0x1p100;

namespace {
struct FoldQuantizationPass
    : mlc::impl::FoldQuantizationPassBase<FoldQuantizationPass> {
  void runOnOperation() override;
};

/// One positive scale and one zero point for all bytes of a tensor.
struct Parameters {
  Type bytes;
  double scale = 0, zero = 0;
  bool operator==(const Parameters &other) const {
    return bytes == other.bytes && scale == other.scale && zero == other.zero;
  }
};
} // namespace

template <typename Op>
static std::optional<Parameters> parametersOf(Op op, Value bytes, Value real) {
  Type element = tensorType(bytes).getElementType();
  if (op.getBlock() != 0 || !element.isInteger(8) ||
      !tensorType(real).getElementType().isF32() ||
      tensorType(op.getScale()).getRank() != 0 ||
      !tensorType(op.getScale()).getElementType().isF32())
    return std::nullopt;
  std::optional<double> scale = splatOf(op.getScale()),
                        zero = splatOf(op.getZeroPoint());
  if (!scale || !zero || !(*scale >= kSmallestScale) ||
      !(*scale <= kLargestScale))
    return std::nullopt;
  return Parameters{element, *scale, *zero};
}

/// The largest byte of each window, dequantised.
static Value moveWindow(WindowOp op, StringRef &why) {
  auto bytes = op.getInput().getDefiningOp<DequantizeOp>();
  if (op.getKind() != WindowKind::Max || !bytes) {
    why = "takes no largest of dequantised values";
    return {};
  }
  if (!parametersOf(bytes, bytes.getInput(), bytes.getResult())) {
    why = "dequantises with several scales or ones that are not known";
    return {};
  }
  // A window that meets nothing gives the least value, which is no byte.
  for (unsigned d = 0; d < op.getKernel().size(); ++d) {
    int64_t in = tensorType(op.getInput()).getDimSize(d + 2);
    int64_t out = tensorType(op.getResult()).getDimSize(d + 2);
    if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out) ||
        op.getDilations()[d] != 1 || op.getLow()[d] < 0 ||
        op.getLow()[d] >= op.getKernel()[d] ||
        (out - 1) * op.getStrides()[d] - op.getLow()[d] >= in) {
      why = "may have windows that lie outside";
      return {};
    }
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto withBytes = [&](Value value) {
    return tensorType(value).clone(
        tensorType(bytes.getInput()).getElementType());
  };
  Value largest = WindowOp::create(
      b, withBytes(op.getResult()), op.getKind(), bytes.getInput(),
      op.getKernel(), op.getStrides(), op.getDilations(), op.getLow(),
      op.getHigh(), op.getPadsHighAttr());
  return DequantizeOp::create(b, op.getResult().getType(), largest,
                              bytes.getScale(), bytes.getZeroPoint(),
                              bytes.getAxis(), bytes.getBlock());
}

static Value fold(QuantizeOp op, StringRef &why) {
  auto bytes = op.getInput().getDefiningOp<DequantizeOp>();
  if (!bytes) {
    why = "quantises no dequantised value";
    return {};
  }
  auto from = parametersOf(bytes, bytes.getInput(), bytes.getResult());
  auto to = parametersOf(op, op.getResult(), op.getInput());
  if (!from || !to || !(*from == *to)) {
    why = "has other parameters, or such that are not known";
    return {};
  }
  return bytes.getInput();
}

void FoldQuantizationPass::runOnOperation() {
  numMoved += replaceEach<WindowOp>(
      getOperation(), moveWindow, [](WindowOp op, StringRef why) {
        LDBG() << "not moved: " << op << ": it " << why;
      });
  numFolded += replaceEach<QuantizeOp>(
      getOperation(), fold, [](QuantizeOp op, StringRef why) {
        LDBG() << "not folded: " << op << ": it " << why;
      });
}
