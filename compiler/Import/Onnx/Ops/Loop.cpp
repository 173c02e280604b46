//===- Loop.cpp - The operator Loop ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Control.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

LogicalResult onnx::loopRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  LoopShape loop;
  loop.body = n.graph("body");
  if (!loop.body)
    return n.invalid("it has no body");
  loop.passesIteration = true;
  if (n.has(0)) {
    auto trips = g.indices(n.in(0));
    if (!trips || trips->size() != 1)
      return n.invalid("its trip count must be one integer");
    loop.trips = g.max((*trips)[0], g.index(0));
    if (auto known = GraphBuilder::fixed(loop.trips))
      if (*known > (int64_t(1) << 40))
        loop.trips = OpFoldResult(); // "for ever": the condition ends it
  }
  bool never = false;
  if (n.has(1)) {
    if (!n.element(1).isInteger(1))
      return n.invalid("its condition must be a bool");
    Value scalar = g.reshape(n.in(1), {});
    if (!scalar)
      return n.invalid("its condition must be one bool");
    auto known = g.elements(scalar);
    auto value = known ? GraphBuilder::fixed((*known)[0]) : std::nullopt;
    if (!value)
      loop.condition = mlir::tensor::ExtractOp::create(g.b, g.loc, scalar,
                                                       mlir::ValueRange());
    else
      never = *value == 0;
  }
  if (never)
    loop.trips = g.index(0);
  for (size_t i = 2; i < n.ins().size(); ++i) {
    if (!n.in(i))
      return n.unsupported("an initial value is left out");
    loop.initial.push_back(n.in(i));
  }
  size_t yields = loop.body->outputs.size();
  if (yields < 1 + loop.initial.size())
    return n.invalid("its body yields fewer values than it carries");
  loop.scanOutputs = yields - 1 - loop.initial.size();
  return LoopBuilder(n, loop).buildOutputs();
}
