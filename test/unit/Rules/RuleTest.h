//===- RuleTest.h - Programs whose ops' rules are checked -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function in text, seeded inputs for its arguments, and runs of it through
// the reference interpreter. Rules rewrite a copy of the function.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_UNIT_RULES_RULETEST_H
#define MLC_TEST_UNIT_RULES_RULETEST_H

#include "compiler/Constants/DenseAttr.h"
#include "compiler/Reference/Interpreter.h"
#include "dialects/Graph/IR/OpBuilding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "test/unit/Catch.h"
#include <cmath>
#include <random>

namespace rules {

class Program {
public:
  /// `text` is a module with a function @main.
  explicit Program(const std::string &text)
      : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlc::graph::GraphDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::scf::SCFDialect,
                        mlir::tensor::TensorDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    INFO(text);
    REQUIRE(module);
  }

  mlir::func::FuncOp main() {
    return module->lookupSymbol<mlir::func::FuncOp>("main");
  }
  /// A copy of @main that may be rewritten.
  mlir::func::FuncOp copy(const std::string &name) {
    mlir::func::FuncOp clone = main().clone();
    clone.setName(name);
    module->push_back(clone);
    return clone;
  }
  bool verify() { return mlir::succeeded(mlir::verify(*module)); }

  std::vector<mlc::Literal> run(mlir::func::FuncOp function,
                                const std::vector<mlc::Literal> &inputs) {
    mlc::reference::Interpreter interpreter;
    mlc::reference::Values values(inputs.begin(), inputs.end());
    auto results = interpreter.run(function, values);
    if (!results) {
      std::string text = llvm::toString(results.takeError());
      INFO(text);
      CHECK(text == "");
      return {};
    }
    std::vector<mlc::Literal> tensors;
    for (const mlc::reference::Value &value : *results)
      tensors.push_back(value.tensor);
    return tensors;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Numbers in [low, high), the same for the same seed. Dynamic extents become
/// `dynamic`; integers are whole.
inline mlc::Literal randomTensor(mlir::Type type, unsigned seed, double low,
                                 double high, int64_t dynamic = 3) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  llvm::SmallVector<int64_t> shape(tensor.getShape());
  for (int64_t &extent : shape)
    if (mlir::ShapedType::isDynamic(extent))
      extent = dynamic;
  auto fixed = mlir::RankedTensorType::get(shape, tensor.getElementType());
  mlc::Literal literal = mlc::Literal::zeros(*mlc::specOf(fixed));
  std::mt19937 engine(seed);
  bool whole = mlir::isa<mlir::IntegerType>(tensor.getElementType());
  for (int64_t i = 0; i < literal.count(); ++i) {
    double x = low + (high - low) * (engine() * 0x1p-32);
    literal.setDouble(i, whole ? std::floor(x) : x);
  }
  return literal;
}

inline std::vector<mlc::Literal> randomInputs(mlir::func::FuncOp function,
                                              unsigned seed, double low = -1,
                                              double high = 1,
                                              int64_t dynamic = 3) {
  std::vector<mlc::Literal> inputs;
  for (mlir::Type type : function.getArgumentTypes())
    inputs.push_back(randomTensor(type, seed++, low, high, dynamic));
  return inputs;
}

/// Largest difference of elements, relative to their size beyond 1.
inline double distance(const mlc::Literal &a, const mlc::Literal &b) {
  if (a.shape() != b.shape())
    return HUGE_VAL;
  double most = 0;
  for (int64_t i = 0; i < a.count(); ++i) {
    double x = a.getDouble(i), y = b.getDouble(i);
    if (x == y || (std::isnan(x) && std::isnan(y)))
      continue;
    double difference = std::fabs(x - y) / std::max(1.0, std::fabs(x));
    most = std::isnan(difference) ? HUGE_VAL : std::max(most, difference);
  }
  return most;
}

/// Replaces every composite of a function by its decomposition, repeatedly.
inline bool decomposeAll(mlir::func::FuncOp function) {
  for (int round = 0; round < 8; ++round) {
    llvm::SmallVector<mlc::graph::DecomposableOpInterface> composites;
    function.walk([&](mlc::graph::DecomposableOpInterface op) {
      composites.push_back(op);
    });
    if (composites.empty())
      return true;
    for (auto op : composites) {
      mlir::OpBuilder builder(op);
      auto values = op.decompose(builder);
      if (mlir::failed(values))
        return false;
      op->replaceAllUsesWith(*values);
      op->erase();
    }
  }
  return false;
}

} // namespace rules

#endif // MLC_TEST_UNIT_RULES_RULETEST_H
