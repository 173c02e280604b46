//===- Interpreter.cpp - Executable semantics of the graph level ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/Interpreter.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/Location.h"
#include <cmath>

using namespace mlc;
using namespace mlc::reference;

/// Calls nest this deep at most: functions come from a file.
static constexpr unsigned maxCallDepth = 256;

static const OpTable &opTable() {
  static const OpTable table = [] {
    OpTable t;
    addElementwise(t);
    addReduction(t);
    addWindow(t);
    addContraction(t);
    addMovement(t);
    addIndexing(t);
    addOrdering(t);
    addQuant(t);
    addRandom(t);
    addNeural(t);
    addRecurrent(t);
    addResize(t);
    addCollections(t);
    addControl(t);
    addScalars(t);
    return t;
  }();
  return table;
}

bool mlc::reference::isSupported(llvm::StringRef opName) {
  return opTable().contains(opName);
}

//===----------------------------------------------------------------------===//
// OpCall and helpers
//===----------------------------------------------------------------------===//

llvm::Expected<Shape> OpCall::resultShape(ArrayRef<int64_t> dynamic,
                                          unsigned i) const {
  auto type = mlir::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  Shape shape;
  size_t next = 0;
  for (int64_t extent : type.getShape()) {
    if (!mlir::ShapedType::isDynamic(extent)) {
      shape.push_back(extent);
      continue;
    }
    if (next == dynamic.size())
      return makeError("no extent given for a dynamic dimension");
    if (dynamic[next] < 0)
      return makeError("negative extent ", dynamic[next]);
    shape.push_back(dynamic[next++]);
  }
  return shape;
}

llvm::Expected<Literal> OpCall::make(DType dtype, Shape shape) {
  TensorSpec spec{dtype, std::move(shape)};
  if (!spec.isValid())
    return makeError("result of type ", spec.str(), " is not possible");
  if (Error error = interpreter.charge(spec.count(),
                                       static_cast<int64_t>(spec.bytes())))
    return error;
  return Literal::zeros(std::move(spec));
}

std::vector<double> mlc::reference::doublesOf(const Literal &value) {
  std::vector<double> result(value.count());
  for (int64_t i = 0; i < value.count(); ++i)
    result[i] = value.getDouble(i);
  return result;
}

std::vector<int64_t> mlc::reference::intsOf(const Literal &value) {
  std::vector<int64_t> result(value.count());
  for (int64_t i = 0; i < value.count(); ++i)
    result[i] = value.getInt(i);
  return result;
}

double mlc::reference::maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

double mlc::reference::minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

//===----------------------------------------------------------------------===//
// Interpreter
//===----------------------------------------------------------------------===//

llvm::Error Interpreter::charge(int64_t steps, int64_t bytes) {
  if (__builtin_add_overflow(usedSteps, steps, &usedSteps) ||
      usedSteps > limits.steps)
    return makeError("more than ", limits.steps, " steps");
  if (__builtin_add_overflow(usedBytes, bytes, &usedBytes) ||
      usedBytes > limits.bytes)
    return makeError("more than ", limits.bytes, " bytes of results");
  return llvm::Error::success();
}

/// "graph.add at 'node_7'": the first name found in the location.
static std::string describe(mlir::Operation *op) {
  std::string text = op->getName().getStringRef().str();
  op->getLoc()->walk([&](mlir::Location loc) {
    if (auto name = mlir::dyn_cast<mlir::NameLoc>(loc)) {
      text += " at '" + name.getName().str() + "'";
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return text;
}

llvm::Expected<Values> Interpreter::evaluate(mlir::Operation *op,
                                             ArrayRef<Value> operands) {
  auto it = opTable().find(op->getName().getStringRef());
  if (it == opTable().end())
    return makeError("the reference interpreter does not know ",
                     describe(op));
  OpCall call(*this, op, operands);
  if (Error error = it->second(call))
    return makeError(describe(op), ": ", llvm::toString(std::move(error)));
  if (call.results.size() != op->getNumResults())
    return makeError(describe(op), ": gave ", call.results.size(),
                     " results instead of ", op->getNumResults());
  return std::move(call.results);
}

/// Whether a value's extents are those of `type`, where both are tensors.
static bool fits(const Value &value, mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor)
    return true;
  if (value.kind != Value::Kind::Tensor ||
      value.tensor.rank() != tensor.getRank() ||
      value.tensor.dtype() != dtypeOf(tensor.getElementType()))
    return false;
  for (int64_t d = 0; d < tensor.getRank(); ++d)
    if (!tensor.isDynamicDim(d) &&
        tensor.getDimSize(d) != value.tensor.shape()[d])
      return false;
  return true;
}

llvm::Expected<Values> Interpreter::runRegion(mlir::Region &region,
                                              ArrayRef<Value> arguments) {
  if (!region.hasOneBlock())
    return makeError("a region of several blocks");
  if (!scope)
    return makeError("a region outside of a function's run");
  mlir::Block &block = region.front();
  if (arguments.size() != block.getNumArguments())
    return makeError("a region of ", block.getNumArguments(),
                     " arguments got ", arguments.size());
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments)) {
    if (!fits(value, argument.getType()))
      return makeError("argument ", argument.getArgNumber(), " of type ",
                       argument.getType(), " got ", value.tensor.spec().str());
    (*scope)[argument] = value;
  }
  for (mlir::Operation &op : block) {
    Values operands;
    for (mlir::Value operand : op.getOperands()) {
      auto it = scope->find(operand);
      if (it == scope->end())
        return makeError(describe(&op), ": an operand has no value");
      operands.push_back(it->second);
    }
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      return operands;
    llvm::Expected<Values> results = evaluate(&op, operands);
    if (!results)
      return results.takeError();
    for (auto [result, value] : llvm::zip(op.getResults(), *results)) {
      if (!fits(value, result.getType()))
        return makeError(describe(&op), ": result ", result.getResultNumber(),
                         " of type ", result.getType(), " is ",
                         value.tensor.spec().str());
      (*scope)[result] = value;
    }
    if (observer)
      observer(&op, *results);
  }
  return makeError("a block without terminator");
}

llvm::Expected<Values> Interpreter::call(mlir::Region &body,
                                         ArrayRef<Value> arguments) {
  if (callDepth >= maxCallDepth)
    return makeError("calls nest more than ", maxCallDepth, " deep");
  Scope own, *outer = scope;
  scope = &own;
  ++callDepth;
  llvm::Expected<Values> results = runRegion(body, arguments);
  --callDepth;
  scope = outer;
  return results;
}

llvm::Expected<Values> Interpreter::run(mlir::func::FuncOp function,
                                        ArrayRef<Value> arguments) {
  if (function.isExternal())
    return makeError("function '", function.getName(), "' has no body");
  return call(function.getBody(), arguments);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static llvm::FailureOr<std::vector<Literal>> tensorsOf(const Values &values) {
  std::vector<Literal> tensors;
  for (const Value &value : values) {
    if (value.kind != Value::Kind::Tensor)
      return mlir::failure();
    tensors.push_back(value.tensor);
  }
  return tensors;
}

llvm::FailureOr<std::vector<Literal>>
mlc::reference::interpret(mlir::func::FuncOp function,
                          ArrayRef<Literal> arguments, const Limits &limits) {
  Interpreter interpreter(limits);
  Values values(arguments.begin(), arguments.end());
  llvm::Expected<Values> results = interpreter.run(function, values);
  if (!results) {
    function.emitError("interpreting '")
        << function.getName()
        << "': " << llvm::toString(results.takeError());
    return mlir::failure();
  }
  llvm::FailureOr<std::vector<Literal>> tensors = tensorsOf(*results);
  if (mlir::failed(tensors))
    function.emitError("'") << function.getName()
                            << "' does not return tensors only";
  return tensors;
}

llvm::FailureOr<std::vector<Literal>>
mlc::reference::evaluateOp(mlir::Operation *op, ArrayRef<Literal> operands,
                           const Limits &limits) {
  Interpreter interpreter(limits);
  Values values(operands.begin(), operands.end());
  llvm::Expected<Values> results = interpreter.evaluate(op, values);
  if (!results) {
    llvm::consumeError(results.takeError());
    return mlir::failure();
  }
  return tensorsOf(*results);
}

llvm::Expected<Literal> mlc::reference::constantValue(mlir::Attribute value) {
  if (auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(value)) {
    Literal literal = literalOf(dense);
    if (literal.isNull())
      return makeError("constant of type ", dense.getType());
    return literal;
  }
  if (auto pooled = mlir::dyn_cast<graph::ConstAttr>(value)) {
    auto *dialect = value.getContext()->getLoadedDialect<graph::GraphDialect>();
    Hash128 hash{pooled.getLow(), pooled.getHigh()};
    llvm::Expected<Literal> literal =
        dialect->getConstantPool().evaluate(hash);
    if (literal) {
      std::optional<TensorSpec> spec = specOf(pooled.getType());
      if (!spec || *spec != literal->spec())
        return makeError("constant ", hash.str(), " is ",
                         literal->spec().str(), ", its type says ",
                         pooled.getType());
    }
    return literal;
  }
  return makeError("constant of unknown kind");
}
