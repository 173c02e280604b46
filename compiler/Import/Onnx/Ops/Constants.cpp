//===- Constants.cpp - Constants ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

namespace {
LogicalResult constantRow(NodeContext &n) {
  if (n.node.attributes.size() != 1)
    return n.invalid("it must have exactly one attribute");
  GraphBuilder &g = n.g;
  const Attribute &a = n.node.attributes[0];
  if (a.name == "value") {
    const Tensor *tensor = n.tensor("value");
    return n.set(tensor ? n.importer.constant(*tensor) : Value());
  }
  if (a.name == "value_float")
    return n.set(g.scalar(g.b.getF32Type(), n.f64("value_float", 0)));
  if (a.name == "value_int")
    return n.set(g.constant(
        Literal::scalarInt(MLC_I64, n.i64("value_int", 0))));
  if (a.name == "value_ints") {
    auto list = n.ints("value_ints");
    return n.set(list ? g.integerVector(g.b.getI64Type(), *list) : Value());
  }
  if (a.name == "value_floats") {
    auto list = n.floats("value_floats");
    if (!list)
      return mlir::failure();
    TensorSpec spec;
    spec.dtype = MLC_F32;
    spec.shape = {static_cast<int64_t>(list->size())};
    Literal literal = Literal::zeros(spec);
    for (auto [i, value] : llvm::enumerate(*list))
      literal.setDouble(i, value);
    return n.set(g.constant(literal));
  }
  if (a.name == "sparse_value")
    return n.unsupported("sparse tensors are not supported");
  return n.unsupported("attribute '" + a.name + "' is not supported");
}
} // namespace

void mlc::onnx::addConstantRows(OnnxTable &t) {
  t.add("Constant", {1, 9, 11, 12, 13, 19, 21, 23, 24, 25}, constantRow);
}
