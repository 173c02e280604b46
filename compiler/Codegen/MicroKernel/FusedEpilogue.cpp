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

/// Tells the emitter what the slices of the anchor's columns are at `index`.
static LogicalResult defineGroups(ElementEmitter &emitter, KernelBuilder &k,
                                  const ColumnGroups &groups, Value anchor,
                                  ArrayRef<LaneIndex> index,
                                  const Piece &piece) {
  for (int64_t group = 0; group < groups.count; ++group) {
    SmallVector<LaneIndex> at(index);
    at.back().base = k.add(at.back().base, group * groups.width);
    emitter.define(anchor, at, group ? piece.more[group - 1] : piece.value);
    FailureOr<Value> value = emitter.element(groups.wide, at);
    if (failed(value))
      return failure();
    for (SliceOp slice : groups.slices)
      if (slice.getStaticStarts().back() == group * groups.width)
        emitter.define(slice.getResult(), index, *value);
  }
  return success();
}

Epilogue mlc::fusedEpilogue(ElementEmitter &emitter, kernel::FuncOp kernel,
                            Value anchor, PieceIndex indexOf, bool &bad,
                            std::optional<ColumnGroups> groups) {
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
    if (groups)
      bad |= failed(defineGroups(emitter, k, *groups, anchor, index, piece));
    else
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
