//===- Interpret.h - Run text IR in a unit test -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_UNIT_REFERENCE_INTERPRET_H
#define MLC_TEST_UNIT_REFERENCE_INTERPRET_H

#include "compiler/Reference/Interpreter.h"
#include "dialects/Graph/IR/Graph.h"
#include "test/unit/Catch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

/// A context with what graph-level modules use, and the results of one run.
class Program {
public:
  explicit Program(llvm::StringRef text) : context(threading()) {
    context.loadDialect<mlc::graph::GraphDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::scf::SCFDialect,
                        mlir::tensor::TensorDialect,
                        mlir::math::MathDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    CHECK(module);
  }
  /// Runs @main; the results, or none and the text of the error.
  std::vector<mlc::Literal> run(std::vector<mlc::Literal> arguments,
                                mlc::reference::Limits limits = {}) {
    error.clear();
    if (!module)
      return {};
    auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
    mlc::reference::Interpreter interpreter(limits);
    mlc::reference::Values values(arguments.begin(), arguments.end());
    auto results = interpreter.run(main, values);
    if (!results) {
      error = llvm::toString(results.takeError());
      return {};
    }
    std::vector<mlc::Literal> tensors;
    for (const mlc::reference::Value &value : *results)
      tensors.push_back(value.tensor);
    return tensors;
  }
  std::string error;
  mlir::MLIRContext context;

private:
  static mlir::MLIRContext::Threading threading() {
    return mlir::MLIRContext::Threading::DISABLED;
  }
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

inline mlc::Literal tensorOf(mlc::DType dtype, llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<double> values) {
  mlc::Literal literal = mlc::Literal::zeros(
      {dtype, llvm::SmallVector<int64_t>(shape)});
  for (int64_t i = 0; i < literal.count(); ++i)
    literal.setDouble(i, values[i]);
  return literal;
}

inline std::vector<double> valuesOf(const mlc::Literal &literal) {
  std::vector<double> values;
  for (int64_t i = 0; i < literal.count(); ++i)
    values.push_back(literal.getDouble(i));
  return values;
}

#endif // MLC_TEST_UNIT_REFERENCE_INTERPRET_H
