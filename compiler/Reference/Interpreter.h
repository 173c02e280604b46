//===- Interpreter.h - Executable semantics of the graph level --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain scalar interpreter of graph-level functions: the definition of what
// every op means, the oracle of the conformance tests, what folds constants, and
// `mlc-run --reference=interpreter`. It shares no code with the lowering: ops
// are C++ loops over `Literal`s, one function per op, in one file per family
// that mirrors the dialect. Composites are computed from their definition, not
// through their `decompose`, so both can be compared.
//
// Semantics fixed here:
//  * Integers wrap. x / 0 is 0, MIN / -1 is MIN, x rem 0 and x mod 0 are 0.
//  * Each op's float result is rounded once from a value computed in double
//    (f64: long double in sums), so f16 and bf16 are rounded per op.
//  * Sums, products and contractions of floats accumulate in double (f64: long
//    double). Generated code accumulates in f32 and is held to a bound.
//  * max and min: NaN wins, +0 is larger than -0. Comparisons with NaN are
//    false except `ne`.
//  * Float to integer truncates, saturates and maps NaN to 0. Narrow floats
//    saturate only when the cast says so.
//  * An index outside its dimension, a failed run-time reshape or broadcast and
//    a loop past its limit end the run with an error that names the model node.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_REFERENCE_INTERPRETER_H
#define MLC_COMPILER_REFERENCE_INTERPRETER_H

#include "compiler/Constants/Literal.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace mlc::reference {

/// What flows between ops: a tensor (index and scalar values are rank 0), a
/// sequence, or an optional (a sequence of none or one).
struct Value {
  enum class Kind { Tensor, Sequence, Optional };
  Kind kind = Kind::Tensor;
  Literal tensor;
  std::vector<Value> items;

  Value() = default;
  Value(Literal tensor) : tensor(std::move(tensor)) {}
  static Value sequence(std::vector<Value> items) {
    Value value;
    value.kind = Kind::Sequence;
    value.items = std::move(items);
    return value;
  }
  static Value optional(std::vector<Value> items) {
    Value value = sequence(std::move(items));
    value.kind = Kind::Optional;
    return value;
  }
};
using Values = llvm::SmallVector<Value, 2>;

/// Where an interpretation stops with an error.
struct Limits {
  /// Elements computed, summed over all ops (a product counts its inner loop).
  int64_t steps = std::numeric_limits<int64_t>::max();
  /// Bytes of all results.
  int64_t bytes = std::numeric_limits<int64_t>::max();
  /// Iterations of one loop.
  int64_t iterations = int64_t(1) << 32;
};

/// Called after each op with its results; for `--per-node`.
using Observer =
    std::function<void(mlir::Operation *op, llvm::ArrayRef<Value> results)>;

/// Runs functions of one module. Keeps the module's state blocks between runs.
class Interpreter {
public:
  explicit Interpreter(Limits limits = {}) : limits(limits) {}

  /// Runs `function`. The error's text names the op and its model node.
  llvm::Expected<Values> run(mlir::func::FuncOp function,
                             llvm::ArrayRef<Value> arguments);
  /// Runs one op, its regions included, on given operands.
  llvm::Expected<Values> evaluate(mlir::Operation *op,
                                  llvm::ArrayRef<Value> operands);
  void setObserver(Observer fn) { observer = std::move(fn); }

  // ---- For the op functions ----------------------------------------------
  /// Counts work against the limits.
  llvm::Error charge(int64_t steps, int64_t bytes);
  /// Runs a single-block region with these arguments, in the scope of its
  /// parent, and returns its terminator's operands.
  llvm::Expected<Values> runRegion(mlir::Region &region,
                                   llvm::ArrayRef<Value> arguments);
  /// Runs the body of a function-like op in a scope of its own.
  llvm::Expected<Values> call(mlir::Region &body,
                              llvm::ArrayRef<Value> arguments);
  int64_t iterationLimit() const { return limits.iterations; }

  /// Present values of the module's state blocks.
  llvm::StringMap<Value> states;

private:
  using Scope = llvm::DenseMap<mlir::Value, Value>;

  Limits limits;
  int64_t usedSteps = 0, usedBytes = 0;
  unsigned callDepth = 0;
  Scope *scope = nullptr;
  Observer observer;
};

/// Whether the interpreter knows an op of this name.
bool isSupported(llvm::StringRef opName);

/// Runs `function` on tensors; emits an error when it fails.
llvm::FailureOr<std::vector<Literal>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Literal> arguments,
          const Limits &limits = {});

/// The results of one op on constant operands; says nothing when it fails.
llvm::FailureOr<std::vector<Literal>>
evaluateOp(mlir::Operation *op, llvm::ArrayRef<Literal> operands,
           const Limits &limits = {});

/// The value of a constant attribute: dense, or a blob of the constant pool.
llvm::Expected<Literal> constantValue(mlir::Attribute value);

} // namespace mlc::reference

#endif // MLC_COMPILER_REFERENCE_INTERPRETER_H
