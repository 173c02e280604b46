//===- HostExtents.cpp - Where extents of host tensors come from ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tracing of extents. Loops are handled optimistically: a carried value is
// assumed to keep its extent, and believed to when what is carried to the next
// iteration then has the extent it began with.
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/HostExtents.h"

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlc;

Value mlc::getViewSource(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return nullptr;
  if (isa<graph::ReshapeOp, graph::BarrierOp, tensor::CastOp>(op))
    return op->getOperand(0);
  return nullptr;
}

Value mlc::getViewRoot(Value tensor) {
  while (Value source = getViewSource(tensor))
    tensor = source;
  return tensor;
}

bool mlc::isContiguousConcat(graph::ConcatOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Type element = type.getElementType();
  auto isStatic = [](Value input) {
    return cast<RankedTensorType>(input.getType()).hasStaticShape();
  };
  if (!type.hasStaticShape() || !llvm::all_of(op.getInputs(), isStatic) ||
      !element.isIntOrFloat() ||
      (element.getIntOrFloatBitWidth() % 8 != 0 && !element.isInteger(1)))
    return false;
  return llvm::all_of(type.getShape().take_front(op.getDim()),
                      [](int64_t extent) { return extent == 1; });
}

HostExtent HostExtents::resolve(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return HostExtent::ofConstant(constant.getSExtValue());
  if (auto dim = index.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> position = dim.getConstantIndex())
      return resolve(dim.getSource(), *position);
  return HostExtent::ofIndex(index);
}

HostExtent HostExtents::resolveCarried(Value self, int64_t dim, Value init,
                                       Value next) {
  HostExtent itself = HostExtent::ofTensor(self, dim);
  if (!active.insert({self, dim}).second)
    return itself;
  HostExtent first = resolve(init, dim);
  HostExtent later = resolve(next, dim);
  active.erase({self, dim});
  return equal(later, itself) || equal(later, first) ? first : itself;
}

/// Whether the extent is named by a value of a region of `loop`.
static bool isInside(HostExtent extent, Operation *loop) {
  return !extent.isConstant() &&
         loop->isAncestor(extent.value.getParentRegion()->getParentOp());
}

HostExtent HostExtents::resolve(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  HostExtent itself = HostExtent::ofTensor(tensor, dim);
  if (dim < 0 || dim >= type.getRank())
    return itself;
  if (!type.isDynamicDim(dim))
    return HostExtent::ofConstant(type.getDimSize(dim));
  unsigned dynamic = type.getDynamicDimIndex(dim);

  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      unsigned carried = number - loop.getNumInductionVars();
      return resolveCarried(tensor, dim, loop.getInitArgs()[carried],
                            loop.getYieldedValues()[carried]);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (argument.getOwner() == loop.getBeforeBody())
        return resolveCarried(tensor, dim, loop.getInits()[number],
                              loop.getYieldedValues()[number]);
      // While a carried tensor is followed around the loop, what `before` hands
      // on is what came in; else only what lies outside can be named here.
      HostExtent handed = resolve(loop.getConditionOp().getArgs()[number], dim);
      return active.empty() && isInside(handed, loop) ? itself : handed;
    }
    return itself;
  }

  Operation *op = tensor.getDefiningOp();
  if (auto call = dyn_cast<kernel::CallOp>(op)) {
    unsigned result = cast<OpResult>(tensor).getResultNumber();
    return resolve(call.getResultDims(result)[dynamic]);
  }
  if (auto insert = dyn_cast<graph::InsertSliceOp>(op))
    return resolve(insert.getInput(), dim);
  if (auto barrier = dyn_cast<graph::BarrierOp>(op))
    return resolve(barrier.getInput(), dim);
  if (auto reshape = dyn_cast<graph::ReshapeOp>(op))
    return resolve(reshape.getSizes()[dynamic]);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return resolve(cast.getSource(), dim);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned result = cast<OpResult>(tensor).getResultNumber();
    HostExtent yes = resolve(branch.thenYield().getOperand(result), dim);
    HostExtent no = resolve(branch.elseYield().getOperand(result), dim);
    return equal(yes, no) ? yes : itself;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned result = cast<OpResult>(tensor).getResultNumber();
    HostExtent inside = resolve(loop.getRegionIterArg(result), dim);
    bool kept =
        inside.isConstant() || inside.value != loop.getRegionIterArg(result);
    return kept ? inside : itself;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned result = cast<OpResult>(tensor).getResultNumber();
    HostExtent handed = resolve(loop.getConditionOp().getArgs()[result], dim);
    return isInside(handed, loop) ? itself : handed;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    HostExtent yes = resolve(select.getTrueValue(), dim);
    HostExtent no = resolve(select.getFalseValue(), dim);
    return equal(yes, no) ? yes : itself;
  }
  return itself;
}

bool HostExtents::equalScalars(Value a, Value b, unsigned depth) {
  if (a == b)
    return true;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || depth == 0 || a.getType() != b.getType())
    return false;
  if (isa<tensor::DimOp>(x) || isa<tensor::DimOp>(y)) {
    HostExtent first = resolve(a), second = resolve(b);
    bool same = first.isIndex() && first.value == a && second.isIndex() &&
                second.value == b;
    return !same && equal(first, second);
  }
  if (x->getName() != y->getName() || x->getNumRegions() ||
      !isMemoryEffectFree(x) ||
      x->getAttrDictionary() != y->getAttrDictionary() ||
      x->getNumOperands() != y->getNumOperands() || x->getNumResults() != 1)
    return false;
  for (auto [p, q] : llvm::zip_equal(x->getOperands(), y->getOperands())) {
    if (isa<ShapedType>(p.getType()) ? p != q : !equalScalars(p, q, depth - 1))
      return false;
  }
  return true;
}

bool HostExtents::equal(const HostExtent &a, const HostExtent &b) {
  if (a.isConstant() || b.isConstant())
    return a.isConstant() && b.isConstant() && a.constant == b.constant;
  if (a.dim != b.dim)
    return false;
  if (a.dim >= 0)
    return a.value == b.value;
  return equalScalars(a.value, b.value, /*depth=*/16);
}
