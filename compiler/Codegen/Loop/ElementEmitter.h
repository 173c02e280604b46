//===- ElementEmitter.h - Elements of fused graph ops -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the elements of any tensor inside a kernel at a given index by
// asking each op for its element and loading from the kernel's buffers at the
// leaves. With more than one lane, all ops work on 1-D vectors whose lanes run
// along one dimension.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_LOOP_ELEMENTEMITTER_H
#define MLC_COMPILER_CODEGEN_LOOP_ELEMENTEMITTER_H

#include "compiler/Analysis/NodeTable.h"
#include "compiler/Codegen/Loop/FastMath.h"
#include "compiler/Codegen/Loop/KernelSlots.h"
#include "dialects/Graph/IR/Graph.h"
#include <map>

namespace mlc {

class ElementEmitter : public graph::ElementContext {
public:
  /// `vectorBits` is the machine's vector width; lanes follow per use.
  ElementEmitter(KernelSlots &slots, unsigned vectorBits)
      : slots(slots), vectorBits(vectorBits) {
    if (slots.kernel()->hasAttr(kFastMathAttr))
      marker.emplace(slots.builder());
  }
  ElementEmitter(const ElementEmitter &) = delete;

  mlir::OpBuilder &builder() override { return slots.builder(); }
  mlir::Location loc() override { return slots.loc(); }
  unsigned lanes() const override { return laneCount; }
  void setLanes(unsigned count) { laneCount = count; }
  /// Only this many leading lanes may touch memory; null: all.
  void setValid(mlir::Value count) { valid = count; }

  mlir::FailureOr<mlir::Value>
  element(mlir::Value tensor, llvm::ArrayRef<graph::LaneIndex> index) override;
  mlir::Value extent(mlir::Value tensor, unsigned dim) override {
    return slots.extent(tensor, dim);
  }
  mlir::Value scalar(mlir::Value value) override { return slots.scalar(value); }
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  carryLoop(llvm::ArrayRef<mlir::Value> extents, mlir::ValueRange initial,
            llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
                llvm::ArrayRef<mlir::Value> ivs, mlir::ValueRange carried)>
                body) override;
  void failIf(mlir::Operation *op, mlir::Value bad, int32_t code,
              mlir::Value value, mlir::Value bound) override;

  /// Gives `tensor` a value at `index` that was computed elsewhere: the
  /// accumulators of a contraction, the statistics of a row.
  void define(mlir::Value tensor, llvm::ArrayRef<graph::LaneIndex> index,
              mlir::Value value);

  /// Elements of `tensor` go to `buffer`, which has its shape, where they are
  /// computed; after readKept they come from there.
  void keep(mlir::Value tensor, mlir::Value buffer) { kept[tensor] = buffer; }
  void readKept() { readsKept = true; }

  /// Emits the store of `value` (scalar or vector) to element number `linear`.
  void store(mlir::Value value, mlir::Type element, mlir::Value buffer,
             mlir::Value linear);
  /// Row-major element number of `index` in a tensor with these extents.
  mlir::Value linearize(llvm::ArrayRef<mlir::Value> index,
                        llvm::ArrayRef<mlir::Value> extents);

  /// Item that failures are recorded for; the begin of the run by default.
  void setItem(mlir::Value value) { item = value; }
  mlir::Value getItem() const { return item; }

private:
  using Key = llvm::SmallVector<const void *, 8>;
  static Key keyOf(mlir::Value tensor, llvm::ArrayRef<graph::LaneIndex> index,
                   unsigned lanes);
  /// Whether `value` can be used at the insertion point.
  bool visible(mlir::Value value);
  /// From `buffer`, which has the shape and elements of `tensor`.
  mlir::FailureOr<mlir::Value> load(mlir::Value tensor, mlir::Value buffer,
                                    llvm::ArrayRef<graph::LaneIndex> index);
  mlir::LogicalResult storeKept(mlir::Value tensor, mlir::Value buffer,
                                llvm::ArrayRef<graph::LaneIndex> index,
                                mlir::Value value);
  mlir::FailureOr<mlir::Value> loadPacked(mlir::Value buffer, mlir::Type element,
                                          mlir::Value linear);
  // ReduceElement.cpp
  /// Combines over the reduction loops of a structured op.
  mlir::FailureOr<mlir::Value>
  contract(mlir::Operation *op, llvm::ArrayRef<graph::LaneIndex> index);
  /// The same for a reduction whose innermost loop runs along memory: lanes
  /// along the reduction, then across the vector.
  mlir::FailureOr<mlir::Value>
  contractAcross(mlir::Operation *op, llvm::ArrayRef<graph::LaneIndex> index);
  /// `total` plus the terms of a loop of `extent`, a slice at a time: each begins
  /// with `neutral`, and `addTerm` adds the term of an index to a slice's sum.
  mlir::FailureOr<mlir::Value>
  addSlices(mlir::Value extent, mlir::Value total, mlir::Value neutral,
            llvm::function_ref<mlir::FailureOr<mlir::Value>(mlir::Value, mlir::Value)>
                addTerm);

  KernelSlots &slots;
  unsigned vectorBits;
  unsigned laneCount = 1;
  mlir::Value item, valid;
  std::optional<NodeTable> nodes;
  std::map<Key, mlir::Value> known;
  llvm::SmallDenseMap<mlir::Value, mlir::Value, 2> kept;
  bool readsKept = false;
  std::optional<FastMathMarker> marker;
};

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_LOOP_ELEMENTEMITTER_H
