//===- RowProbe.cpp - Whether a row's values are asked for once -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fusion/RowProbe.h"

#include "dialects/Graph/Elementwise/ScalarMath.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::graph;

namespace {
/// Answers an op with placeholders and notes where it reads one tensor.
class RowProbe : public ElementContext {
public:
  RowProbe(Operation *op, Value watched, int64_t rows, ExtentClasses &classes)
      : op(op), watched(watched), rows(rows), classes(classes),
        module(ModuleOp::create(op->getLoc())), body(op->getContext()) {
    body.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(body, op->getLoc(), "probe",
                                         body.getFunctionType({}, {}));
    scratch = function.addEntryBlock();
    body.setInsertionPointToEnd(scratch);
  }

  bool run() {
    auto element = dyn_cast<ElementOpInterface>(op);
    if (!element)
      return false;
    int64_t rank = tensorType(op->getResult(0)).getRank();
    for (int64_t d = 0; d < rank; ++d)
      index.push_back({placeholder(body.getIndexType()), 0});
    ScopedDiagnosticHandler quiet(op->getContext(),
                                  [](Diagnostic &) { return success(); });
    return rank >= rows && succeeded(element.buildElement(*this, index)) &&
           kept;
  }

  OpBuilder &builder() override { return body; }
  Location loc() override { return op->getLoc(); }
  unsigned lanes() const override { return 1; }

  FailureOr<Value> element(Value tensor, ArrayRef<LaneIndex> where) override {
    RankedTensorType type = tensorType(tensor);
    if (tensor == watched) {
      kept &= int64_t(where.size()) >= rows;
      for (int64_t d = 0; kept && d < rows; ++d)
        kept = type.getDimSize(d) == 1 || where[d].base == index[d].base;
    }
    return placeholder(signless(type.getElementType()));
  }
  Value extent(Value tensor, unsigned dim) override {
    return number(classes.classOf(tensor, dim));
  }
  Value scalar(Value value) override {
    return value.getType().isIndex() ? number(classes.classOf(value))
                                     : placeholder(value.getType());
  }
  FailureOr<SmallVector<Value>> carryLoop(
      ArrayRef<Value> extents, ValueRange initial,
      function_ref<FailureOr<SmallVector<Value>>(ArrayRef<Value>, ValueRange)>
          visit) override {
    SmallVector<Value> ivs;
    for (size_t i = 0; i < extents.size(); ++i)
      ivs.push_back(placeholder(body.getIndexType()));
    return visit(ivs, initial);
  }
  void failIf(Operation *, Value, int32_t, Value, Value) override {}

private:
  Value placeholder(Type type) { return scratch->addArgument(type, loc()); }
  /// One value for each class of extents, as in the kernel.
  Value number(unsigned classNumber) {
    Value &known = numbers[classNumber];
    if (known)
      return known;
    if (std::optional<int64_t> fixed = classes.fixed(classNumber)) {
      OpBuilder first = OpBuilder::atBlockBegin(scratch);
      known = arith::ConstantIndexOp::create(first, loc(), *fixed);
    } else {
      known = placeholder(body.getIndexType());
    }
    return known;
  }

  Operation *op;
  Value watched;
  int64_t rows;
  ExtentClasses &classes;
  OwningOpRef<ModuleOp> module;
  OpBuilder body;
  Block *scratch = nullptr;
  SmallVector<LaneIndex> index;
  DenseMap<unsigned, Value> numbers;
  bool kept = true;
};
} // namespace

bool mlc::keepsRow(Operation *op, OpOperand &operand, int64_t rows,
                   ExtentClasses &classes) {
  auto structured = dyn_cast<StructuredOpInterface>(op);
  if (!structured)
    return RowProbe(op, operand.get(), rows, classes).run();
  AffineMap map = structured.getOperandMap(operand.getOperandNumber());
  if (map.getNumResults() < rows ||
      tensorType(op->getResult(0)).getRank() < rows)
    return false;
  for (int64_t d = 0; d < rows; ++d) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(d));
    if (!loop || loop.getPosition() != d)
      return false;
  }
  return true;
}
