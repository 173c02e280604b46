//===- BeforeTranspose.cpp - Pointwise ops before a transpose -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Simplify/BeforeTranspose.h"

#include "compiler/Transforms/Composites/Look.h"
#include "dialects/Graph/IR/OpBuilding.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

/// The number in all elements of a constant, as a constant of rank 0.
static DenseElementsAttr splatNumber(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto dense =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!dense || !dense.isSplat())
    return nullptr;
  return dense.resizeSplat(RankedTensorType::get({}, dense.getElementType()));
}

static SmallVector<int64_t> longDims(RankedTensorType type) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.getDimSize(d) != 1)
      dims.push_back(d);
  return dims;
}

static TransposeOp sameTranspose(Value value, TransposeOp transpose) {
  auto other = value.getDefiningOp<TransposeOp>();
  return other && other.getPermutation() == transpose.getPermutation()
             ? other
             : TransposeOp();
}

static bool isFreeBefore(Value value, TransposeOp transpose) {
  if (value.getDefiningOp<TransposeOp>())
    return static_cast<bool>(sameTranspose(value, transpose));
  Value source = lookThroughSpread(value).source;
  return splatNumber(source) || longDims(tensorType(source)).size() <= 1;
}

/// `value` as it would be before the transpose; only where that is free.
static Value beforeTranspose(ImplicitLocOpBuilder &b, Value value,
                             TransposeOp transpose) {
  if (TransposeOp other = sameTranspose(value, transpose))
    return other.getInput();
  SmallVector<OpFoldResult> extents =
      extentsOf(b, b.getLoc(), transpose.getInput());
  auto [source, spreadDims] = lookThroughSpread(value);
  if (DenseElementsAttr number = splatNumber(source))
    return broadcastTo(b, ConstantOp::create(b, number), {}, extents);
  // Result dimension i of the transpose is dimension permutation[i] of its
  // input.
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  SmallVector<int64_t> dims;
  SmallVector<OpFoldResult> kept;
  for (int64_t d : longDims(tensorType(source))) {
    kept.push_back(extentOf(b, b.getLoc(), source, d));
    dims.push_back(permutation[spreadDims[d]]);
  }
  return broadcastTo(b, reshapeTo(b, source, kept), dims, extents);
}

Value mlc::pointwiseBefore(ImplicitLocOpBuilder &b, Operation *op,
                           TransposeOp transpose) {
  auto element = dyn_cast<ElementOpInterface>(op);
  bool elementwise = op->hasTrait<OpTrait::Elementwise>();
  if (!element || op->getNumResults() != 1 ||
      !(elementwise ||
        (element.keepsIndex() && op->getOperand(0) == transpose.getResult())))
    return {};
  // Parameters of an op that is no elementwise one must not have an axis.
  auto isFree = [&](Value operand) {
    return operand == transpose.getResult() ||
           (elementwise ? isFreeBefore(operand, transpose)
                        : tensorType(operand).getRank() == 0);
  };
  if (!llvm::all_of(op->getOperands(), isFree))
    return {};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        elementwise || operand == transpose.getResult()
            ? beforeTranspose(b, operand, transpose)
            : operand);
  RankedTensorType type = tensorType(op->getResult(0));
  RankedTensorType moved =
      tensorType(transpose.getInput()).clone(type.getElementType());
  OperationState state(op->getLoc(), op->getName(), operands, {moved},
                       op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return b.create(state)->getResult(0);
}
