//===- SingleLaneStores.cpp - Masked stores of one lane -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A masked store whose mask is a constant with one lane becomes a scalar store
// of that lane. LLVM's x86 back end does so itself, but LLVM 22 does it wrongly
// for a store that it has merged with a truncation (`vpmovdb`): the scalar then
// has the wide type, and bytes of the neighbours, or behind the array's end,
// are overwritten.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/X86/SingleLaneStores.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

/// The lane, if the constant `mask` has one. An undefined lane may be taken for
/// off.
static std::optional<unsigned> onlyLane(const Constant &mask) {
  auto *type = dyn_cast<FixedVectorType>(mask.getType());
  if (!type)
    return std::nullopt;
  std::optional<unsigned> lane;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const Constant *element = mask.getAggregateElement(i);
    if (!element)
      return std::nullopt;
    if (isa<UndefValue>(element) || element->isNullValue())
      continue;
    if (!element->isOneValue() || lane)
      return std::nullopt;
    lane = i;
  }
  return lane;
}

static bool makeScalar(IntrinsicInst &store) {
  Value *values = store.getArgOperand(0), *pointer = store.getArgOperand(1);
  auto *mask = dyn_cast<Constant>(store.getArgOperand(2));
  std::optional<unsigned> lane = mask ? onlyLane(*mask) : std::nullopt;
  if (!lane)
    return false;
  IRBuilder<> builder(&store);
  Type *element = cast<VectorType>(values->getType())->getElementType();
  uint64_t bytes = store.getModule()->getDataLayout().getTypeStoreSize(element);
  // Elements that are no whole bytes lie packed in a vector, not in an array.
  if (element->getPrimitiveSizeInBits() != bytes * 8)
    return false;
  Align align =
      commonAlignment(store.getParamAlign(1).valueOrOne(), bytes * *lane);
  builder.CreateAlignedStore(
      builder.CreateExtractElement(values, *lane),
      builder.CreateConstGEP1_32(element, pointer, *lane), align);
  return true;
}

PreservedAnalyses mlc::x86::SingleLaneStores::run(Function &function,
                                                  FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::masked_store ||
          !makeScalar(*call))
        continue;
      call->eraseFromParent();
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
