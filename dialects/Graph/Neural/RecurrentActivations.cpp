//===- RecurrentActivations.cpp - Functions of recurrent cells -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Neural/RecurrentActivations.h"

using namespace mlir;
using namespace mlc::graph;

using LocBuilder = ImplicitLocOpBuilder;

/// select(x `predicate` threshold, a, b)
static Value choose(LocBuilder &b, Predicate predicate, Value x,
                    double threshold, Value onTrue, Value onFalse) {
  Value test =
      CompareOp::create(b, predicate, x, constantLike(b, x, threshold));
  return SelectOp::create(b, test, onTrue, onFalse);
}

static Value scaled(LocBuilder &b, Value x, double factor) {
  return MulOp::create(b, x, constantLike(b, x, factor));
}

static Value moved(LocBuilder &b, Value x, double by) {
  return AddOp::create(b, x, constantLike(b, x, by));
}

namespace {
struct Entry {
  StringLiteral name;
  /// Default parameters; none where the function takes none.
  std::optional<double> alpha, beta;
  Value (*build)(LocBuilder &b, Value x, double alpha, double beta);
};
} // namespace

static const Entry table[] = {
    {"Relu",
     {},
     {},
     [](LocBuilder &b, Value x, double, double) -> Value {
       return MaxOp::create(b, x, constantLike(b, x, 0.0));
     }},
    {"Tanh",
     {},
     {},
     [](LocBuilder &b, Value x, double, double) -> Value {
       return TanhOp::create(b, x);
     }},
    {"Sigmoid",
     {},
     {},
     [](LocBuilder &b, Value x, double, double) -> Value {
       return SigmoidOp::create(b, x);
     }},
    {"Affine", 1.0, 0.0,
     [](LocBuilder &b, Value x, double alpha, double beta) -> Value {
       return moved(b, scaled(b, x, alpha), beta);
     }},
    {"LeakyRelu",
     0.01,
     {},
     [](LocBuilder &b, Value x, double alpha, double) -> Value {
       return choose(b, Predicate::GE, x, 0.0, x, scaled(b, x, alpha));
     }},
    {"ThresholdedRelu",
     1.0,
     {},
     [](LocBuilder &b, Value x, double alpha, double) -> Value {
       return choose(b, Predicate::GT, x, alpha, x, constantLike(b, x, 0.0));
     }},
    {"ScaledTanh", 1.0, 1.0,
     [](LocBuilder &b, Value x, double alpha, double beta) -> Value {
       return scaled(b, TanhOp::create(b, scaled(b, x, beta)), alpha);
     }},
    {"HardSigmoid", 0.2, 0.5,
     [](LocBuilder &b, Value x, double alpha, double beta) -> Value {
       Value line = moved(b, scaled(b, x, alpha), beta);
       Value capped = MinOp::create(b, line, constantLike(b, x, 1.0));
       return MaxOp::create(b, capped, constantLike(b, x, 0.0));
     }},
    {"Elu",
     1.0,
     {},
     [](LocBuilder &b, Value x, double alpha, double) -> Value {
       Value below = scaled(b, Expm1Op::create(b, x), alpha);
       return choose(b, Predicate::GE, x, 0.0, x, below);
     }},
    {"Softsign",
     {},
     {},
     [](LocBuilder &b, Value x, double, double) -> Value {
       return DivOp::create(b, x, moved(b, AbsOp::create(b, x), 1.0));
     }},
    {"Softplus",
     {},
     {},
     [](LocBuilder &b, Value x, double, double) -> Value {
       // ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|), which cannot overflow.
       Value power = ExpOp::create(b, NegOp::create(b, AbsOp::create(b, x)));
       Value positive = MaxOp::create(b, x, constantLike(b, x, 0.0));
       return AddOp::create(b, positive, Log1pOp::create(b, power));
     }},
};

Value RecurrentActivation::apply(LocBuilder &b, Value x) const {
  for (const Entry &entry : table)
    if (entry.name == name)
      return entry.build(b, x, alpha, beta);
  llvm_unreachable("checked by recurrentActivations");
}

FailureOr<SmallVector<RecurrentActivation>>
mlc::graph::recurrentActivations(Operation *op, ArrayAttr names,
                                 ArrayRef<double> alphas,
                                 ArrayRef<double> betas) {
  SmallVector<RecurrentActivation> functions;
  auto parameter = [](ArrayRef<double> list, size_t i,
                      std::optional<double> fallback) {
    return i < list.size() ? list[i] : fallback.value_or(0.0);
  };
  for (auto name : names.getAsRange<StringAttr>()) {
    const Entry *entry = llvm::find_if(
        table, [&](const Entry &e) { return e.name.equals_insensitive(name); });
    if (entry == std::end(table))
      return op->emitOpError("has unknown activation '")
             << name.getValue() << "'";
    size_t i = functions.size();
    functions.push_back({entry->name, parameter(alphas, i, entry->alpha),
                         parameter(betas, i, entry->beta)});
  }
  return functions;
}
