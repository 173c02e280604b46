//===- Lists.cpp - Types of sequences and optionals -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Lists.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::Type;
using mlir::Value;

bool onnx::isList(Type type) {
  return llvm::isa<graph::SeqType, graph::OptType>(type);
}

bool onnx::isList(Value value) { return value && isList(value.getType()); }

Type onnx::itemOf(Type list) {
  if (auto optional = llvm::dyn_cast<graph::OptType>(list))
    return optional.getElementType();
  return llvm::cast<graph::SeqType>(list).getElementType();
}

Type onnx::listOf(Type like, Type item) {
  if (llvm::isa<graph::OptType>(like))
    return graph::OptType::get(like.getContext(), item);
  return graph::SeqType::get(like.getContext(), item);
}

bool onnx::isNewAndEmpty(Value value) {
  auto made = value.getDefiningOp<graph::SeqNewOp>();
  return made && made.getValues().empty();
}

bool onnx::isCarried(Value value) {
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  return argument && llvm::isa_and_present<mlir::LoopLikeOpInterface>(
                         argument.getOwner()->getParentOp());
}

Type onnx::joinItems(Type a, Type b) {
  if (a == b)
    return a;
  if (isList(a) && isList(b)) {
    if (a.getTypeID() != b.getTypeID())
      return {};
    Type item = joinItems(itemOf(a), itemOf(b));
    return item ? listOf(a, item) : Type();
  }
  auto p = llvm::dyn_cast<mlir::TensorType>(a),
       q = llvm::dyn_cast<mlir::TensorType>(b);
  if (!p || !q || p.getElementType() != q.getElementType())
    return {};
  if (!p.hasRank() || !q.hasRank() || p.getRank() != q.getRank())
    return mlir::UnrankedTensorType::get(p.getElementType());
  llvm::SmallVector<int64_t> dims;
  for (auto [x, y] : llvm::zip(p.getShape(), q.getShape()))
    dims.push_back(x == y ? x : mlir::ShapedType::kDynamic);
  return mlir::RankedTensorType::get(dims, p.getElementType());
}

// There is no op for it: an optional takes whatever fits its items' type, and
// gives it back under that type. In memory nothing happens.
Value onnx::relabel(GraphBuilder &g, Value list, Type type) {
  if (!list || list.getType() == type)
    return list;
  if (joinItems(list.getType(), type) != type)
    return g.fail("a list of another kind is needed here");
  auto holder = graph::OptNewOp::create(
      g.b, g.loc, graph::OptType::get(g.b.getContext(), type), list);
  return graph::OptGetOp::create(g.b, g.loc, type, holder);
}
