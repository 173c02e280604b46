//===- If.cpp - Branches as scf.if ----------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both branches are imported before the op that holds them, which needs the
// types they yield.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Control.h"
#include "compiler/Import/Onnx/Ops/Lists.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;
namespace scf = mlir::scf;

/// Joins the types that two branches yield; null with a reason.
static mlir::Type joinTypes(GraphBuilder &g, mlir::Type a, mlir::Type b) {
  if (a == b)
    return a;
  if (isList(a) && isList(b))
    if (mlir::Type joined = joinItems(a, b))
      return joined;
  auto p = llvm::dyn_cast<mlir::RankedTensorType>(a),
       q = llvm::dyn_cast<mlir::RankedTensorType>(b);
  if (p && q && p.getElementType() == q.getElementType() &&
      p.getRank() == q.getRank()) {
    SmallVector<int64_t> dims;
    for (auto [x, y] : llvm::zip(p.getShape(), q.getShape()))
      dims.push_back(x == y ? x : mlir::ShapedType::kDynamic);
    return mlir::RankedTensorType::get(dims, p.getElementType());
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "its branches yield values of different kinds, " << a << " and " << b;
  g.fail(text);
  return {};
}

/// Exporters write `squeeze` as: if the extent is 1, drop the dimension, else
/// leave the value alone. No consumer can take both ranks, so the other branch
/// becomes the same reshape, which fails at run time unless the extent is 1.
static void joinSqueeze(GraphBuilder &g, SmallVector<Value> (&outputs)[2],
                        scf::IfOp draft) {
  for (size_t i = 0; i < outputs[0].size() && i < outputs[1].size(); ++i)
    for (unsigned low : {0u, 1u}) {
      Value &small = outputs[low][i], &large = outputs[1 - low][i];
      if (!GraphBuilder::isTensor(small) || !GraphBuilder::isTensor(large) ||
          GraphBuilder::rank(small) >= GraphBuilder::rank(large))
        continue;
      auto squeeze = small.getDefiningOp<graph::ReshapeOp>();
      if (!squeeze || squeeze.getInput() != large)
        continue;
      bool visible = true;
      for (Value size : squeeze.getSizes())
        visible &= !draft->isAncestor(size.getParentBlock()->getParentOp());
      if (!visible)
        continue;
      mlir::OpBuilder::InsertionGuard guard(g.b);
      g.b.setInsertionPointToEnd(low == 0 ? draft.elseBlock()
                                          : draft.thenBlock());
      large = graph::ReshapeOp::create(g.b, g.loc, small.getType(), large,
                                       squeeze.getSizes());
    }
}

/// An empty sequence takes the type of the other branch's.
static void joinEmpty(GraphBuilder &g, SmallVector<Value> (&outputs)[2]) {
  for (auto [a, b] : llvm::zip(outputs[0], outputs[1])) {
    if (!isList(a) || !isList(b))
      continue;
    Value &empty = isNewAndEmpty(a) ? a : b, &other = isNewAndEmpty(a) ? b : a;
    if (!isNewAndEmpty(empty) || !joinItems(empty.getType(), other.getType()))
      continue;
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointAfter(empty.getDefiningOp());
    empty = graph::SeqNewOp::create(g.b, g.loc, other.getType(),
                                    mlir::ValueRange());
  }
}

/// A scalar and a vector of one element are the same numbers: the lower rank
/// becomes the higher one. True for each result whose rank is the run's then.
static SmallVector<bool>
joinRanks(NodeContext &n, SmallVector<Value> (&outputs)[2], scf::IfOp draft) {
  GraphBuilder &g = n.g;
  SmallVector<bool> doubtful(outputs[0].size(), false);
  auto isOne = [](Value value) {
    return GraphBuilder::isTensor(value) &&
           GraphBuilder::typeOf(value).hasStaticShape() &&
           GraphBuilder::typeOf(value).getNumElements() == 1;
  };
  for (size_t i = 0; i < outputs[0].size(); ++i) {
    Value &a = outputs[0][i], &b = outputs[1][i];
    DoubtfulRanks &ranks = n.importer.doubtfulRanks;
    doubtful[i] = ranks.contains(a) || ranks.contains(b);
    if (!isOne(a) || !isOne(b) ||
        GraphBuilder::rank(a) == GraphBuilder::rank(b))
      continue;
    doubtful[i] = true;
    unsigned low = GraphBuilder::rank(a) < GraphBuilder::rank(b) ? 0 : 1;
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointToEnd(low == 0 ? draft.thenBlock()
                                        : draft.elseBlock());
    g.enterRegion();
    Value &small = outputs[low][i];
    Extents ones(GraphBuilder::rank(outputs[1 - low][i]), g.index(1));
    small = g.reshape(small, ones);
    g.leaveRegion();
  }
  return doubtful;
}

LogicalResult onnx::ifRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  const Graph *branches[] = {n.graph("then_branch"), n.graph("else_branch")};
  if (!branches[0] || !branches[1])
    return n.invalid("it has no then_branch or no else_branch");
  Value condition = n.in(0);
  if (!GraphBuilder::isTensor(condition) || !n.element(0).isInteger(1) ||
      !GraphBuilder::typeOf(condition).hasStaticShape() ||
      GraphBuilder::typeOf(condition).getNumElements() != 1)
    return n.invalid("its condition must be one bool");

  // A known condition needs no branch at all.
  if (auto known = g.elements(g.reshape(condition, {})))
    if (auto value = GraphBuilder::fixed((*known)[0])) {
      SmallVector<Value> outputs;
      if (!n.importer.importSubgraph(*branches[*value != 0 ? 0 : 1], {},
                                     outputs))
        return mlir::failure();
      for (auto [i, output] : llvm::enumerate(outputs))
        if (mlir::failed(n.set(i, output)))
          return mlir::failure();
      return mlir::success();
    }

  Value flag = mlir::tensor::ExtractOp::create(
      g.b, g.loc, g.reshape(condition, {}), mlir::ValueRange());
  // The branches come first; the op that holds them needs their types.
  auto draft = scf::IfOp::create(g.b, g.loc, mlir::TypeRange(), flag,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  SmallVector<Value> outputs[2];
  SmallVector<Extents> extents[2];
  bool failed = false;
  for (unsigned i = 0; i < 2; ++i) {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    mlir::Block *block = i == 0 ? draft.thenBlock() : draft.elseBlock();
    block->clear();
    g.b.setInsertionPointToEnd(block);
    g.enterRegion();
    failed |= !n.importer.importSubgraph(*branches[i], {}, outputs[i]);
    for (Value output : outputs[i])
      extents[i].push_back(extentsOf(g, output));
    g.leaveRegion();
  }
  auto giveUp = [&] {
    draft.erase();
    return mlir::failure();
  };
  if (failed)
    return giveUp();
  if (outputs[0].size() != outputs[1].size() ||
      outputs[0].size() < n.node.outputs.size()) {
    (void)n.invalid("its branches yield different numbers of values");
    return giveUp();
  }
  joinSqueeze(g, outputs, draft);
  joinEmpty(g, outputs);
  SmallVector<bool> doubtful = joinRanks(n, outputs, draft);
  SmallVector<mlir::Type> types;
  for (auto [a, b] : llvm::zip(outputs[0], outputs[1])) {
    mlir::Type type = joinTypes(g, a.getType(), b.getType());
    if (!type) {
      (void)n.unsupported(g.takeReason());
      return giveUp();
    }
    types.push_back(type);
  }
  for (unsigned i = 0; i < 2; ++i) {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointToEnd(i == 0 ? draft.thenBlock() : draft.elseBlock());
    g.enterRegion();
    SmallVector<Value> yielded;
    for (auto [value, type] : llvm::zip(outputs[i], types))
      yielded.push_back(retype(g, value, type));
    g.leaveRegion();
    if (llvm::is_contained(yielded, Value()))
      return giveUp();
    scf::YieldOp::create(g.b, g.loc, yielded);
  }
  auto op = scf::IfOp::create(g.b, g.loc, types, flag, /*addThenBlock=*/false,
                              /*addElseBlock=*/false);
  op.getThenRegion().takeBody(draft.getThenRegion());
  op.getElseRegion().takeBody(draft.getElseRegion());
  draft.erase();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    if (GraphBuilder::isTensor(result)) {
      Extents shape;
      unsigned low = extents[0][i].size() <= extents[1][i].size() ? 0 : 1;
      bool sameRank = extents[0][i].size() == extents[1][i].size();
      for (auto [x, y] :
           llvm::zip(extents[low][i], extents[sameRank ? 1 - low : low][i]))
        shape.push_back(x == y && definedOutside(x, op.getThenRegion()) &&
                                definedOutside(x, op.getElseRegion())
                            ? x
                            : OpFoldResult());
      // A rank that was raised has extents of 1, which the type tells.
      if (static_cast<int64_t>(shape.size()) == GraphBuilder::rank(result))
        g.setExtents(result, shape);
    }
    if (doubtful[i])
      n.importer.doubtfulRanks.add(result);
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  }
  return mlir::success();
}
