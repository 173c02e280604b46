//===- FusedEpilogue.cpp - Fused graph ops as an epilogue ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/FusedEpilogue.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

bool mlc::epilogueCanStore(kernel::FuncOp kernel) {
  return llvm::all_of(kernel.getResultTypes(), [](Type type) {
    Type element = cast<RankedTensorType>(type).getElementType();
    return storageBits(element) >= 8 &&
           !(isa<FloatType>(element) && storageType(element) != element);
  });
}

Epilogue mlc::fusedEpilogue(ElementEmitter &emitter, kernel::FuncOp kernel,
                            Value anchor, PieceIndex indexOf, bool &bad) {
  return [=, &emitter, &bad](KernelBuilder &k, const Piece &piece) mutable {
    OpBuilder &b = k.b;
    SmallVector<LaneIndex> index = indexOf(k, piece);
    bool varies = llvm::any_of(index, [](const LaneIndex &i) { return i.step; });
    emitter.setLanes(piece.lanes);
    emitter.setValid(piece.valid);
    Value value = piece.value;
    Type element = tensorType(anchor).getElementType();
    Type have = getElementTypeOrSelf(value.getType());
    auto vectorOf = [&](Type of) { return VectorType::get({piece.lanes}, of); };
    if (isa<FloatType>(element) && have != element)
      value = arith::TruncFOp::create(b, k.loc, vectorOf(element), value);
    if (!varies && isa<VectorType>(value.getType()))
      value = vector::ExtractOp::create(b, k.loc, value, int64_t(0));
    emitter.define(anchor, index, value);
    SmallVector<Value> results;
    for (Value returned : kernel.getReturned()) {
      // The emitter of the product combines what is reduced; it gets the
      // values.
      if (auto parts = returned.getDefiningOp<ReduceBlocksOp>())
        returned = parts.getInput();
      Type out = tensorType(returned).getElementType();
      FailureOr<Value> made = emitter.element(returned, index);
      if (failed(made)) {
        bad = true;
        made = Value(arith::ConstantOp::create(b, k.loc,
                                               b.getZeroAttr(storageType(out))));
      }
      Value result = *made;
      if (!isa<VectorType>(result.getType()))
        result = vector::BroadcastOp::create(b, k.loc, vectorOf(result.getType()), result);
      if (getElementTypeOrSelf(result.getType()).isInteger(1))
        result = arith::ExtUIOp::create(b, k.loc, vectorOf(storageType(out)), result);
      results.push_back(result);
    }
    emitter.setValid({});
    return results;
  };
}
