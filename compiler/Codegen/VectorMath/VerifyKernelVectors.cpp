//===- VerifyKernelVectors.cpp - Nothing that LLVM would scalarise --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Passes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_VERIFYKERNELVECTORSPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

namespace {

/// Longer than four machine vectors of bytes: nobody means that.
constexpr int64_t kMaxLanes = 256;

class VerifyKernelVectors
    : public mlc::impl::VerifyKernelVectorsPassBase<VerifyKernelVectors> {
public:
  void runOnOperation() override {
    bool failed = false;
    getOperation()->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        failed |= mlir::failed(verifyType(op, type));
      failed |= mlir::failed(verifyMath(op));
    });
    if (failed)
      signalPassFailure();
  }

private:
  LogicalResult verifyType(Operation *op, Type type) {
    auto vector = dyn_cast<VectorType>(type);
    if (!vector)
      return success();
    if (vector.getRank() > 1)
      return op->emitOpError("has a vector of rank ")
             << vector.getRank() << "; kernels use 1-D vectors";
    int64_t lanes = vector.getNumElements();
    if (!llvm::isPowerOf2_64(lanes) || lanes > kMaxLanes)
      return op->emitOpError("has a vector of ")
             << lanes << " lanes; only powers of two up to " << kMaxLanes
             << " stay in registers";
    return success();
  }

  LogicalResult verifyMath(Operation *op) {
    if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
      return success();
    if (isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::FloorOp,
            math::RoundOp, math::RoundEvenOp, math::TruncOp, math::SqrtOp,
            math::FmaOp, math::CopySignOp, math::CountLeadingZerosOp,
            math::CountTrailingZerosOp, math::CtPopOp, math::IsNaNOp,
            math::IsInfOp, math::IsFiniteOp, math::IsNormalOp>(op))
      return success();
    return op->emitOpError("has no machine lowering and was not expanded");
  }
};

} // namespace
