//===- Training.cpp - Optimizer steps and training modes -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adagrad, Adam and Momentum update any number of tensors at once: after the
// learning rate R and the update count T come all values, then all gradients,
// then the groups of states. Names below are those of the standard's text.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Training.h"
#include "compiler/Import/Onnx/Ops/Random.h"

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using mlir::Value;

namespace {
/// One optimizer step: its groups of inputs and what all tensors share.
class Step {
public:
  /// `groups` counts values, gradients and states.
  Step(NodeContext &n, size_t groups) : n(n), g(n.g), groups(groups) {}

  bool check() {
    if (n.ins().size() < 2 + groups || (n.ins().size() - 2) % groups != 0) {
      (void)n.invalid("its inputs are no whole number of tensors with " +
                      llvm::Twine(groups - 1) + " companions each");
      return false;
    }
    return true;
  }
  size_t tensors() const { return (n.ins().size() - 2) / groups; }
  Value in(size_t group, size_t i) const {
    return n.in(2 + group * tensors() + i);
  }
  /// Results have the values first, then the states.
  LogicalResult set(size_t group, size_t i, Value value) {
    return n.set(group * tensors() + i, value);
  }

  Value number(Value like, double value) { return g.scalarLike(like, value); }
  Value rate(Value like) {
    return g.cast(n.in(0), GraphBuilder::element(like));
  }
  Value count(Value like) {
    return g.cast(n.in(1), GraphBuilder::element(like));
  }
  /// `value` from the second update on, before that `first`.
  Value afterFirst(Value value, Value first) {
    Value zero = g.scalarLike(n.in(1), 0);
    return g.select(g.compare(Predicate::GT, n.in(1), zero), value, first);
  }
  /// The gradient with the derivative of 0.5 * norm_coefficient * |X|^2.
  Value regularised(Value x, Value gradient) {
    double coefficient = n.f64("norm_coefficient", 0);
    return coefficient == 0
               ? gradient
               : g.addT(g.mulT(number(x, coefficient), x), gradient);
  }
  /// a * x + b * y.
  Value blend(double a, Value x, double b, Value y) {
    return g.addT(g.mulT(number(x, a), x), g.mulT(number(y, b), y));
  }

  NodeContext &n;
  GraphBuilder &g;
  size_t groups;
};

LogicalResult adagradRow(NodeContext &n) {
  Step s(n, 3);
  if (!s.check())
    return mlir::failure();
  GraphBuilder &g = n.g;
  for (size_t i = 0; i < s.tensors(); ++i) {
    Value x = s.in(0, i), h = s.in(2, i);
    Value decay =
        g.addT(s.number(x, 1),
               g.mulT(s.count(x), s.number(x, n.f64("decay_factor", 0))));
    Value gradient = s.regularised(x, s.in(1, i));
    Value squares = g.addT(h, g.mulT(gradient, gradient));
    Value root = g.addT(g.unary<graph::SqrtOp>(squares),
                        s.number(x, n.f64("epsilon", 0)));
    Value change = g.divT(g.mulT(g.divT(s.rate(x), decay), gradient), root);
    if (mlir::failed(s.set(0, i, g.subT(x, change))) ||
        mlir::failed(s.set(1, i, squares)))
      return mlir::failure();
  }
  return mlir::success();
}

LogicalResult adamRow(NodeContext &n) {
  Step s(n, 4);
  if (!s.check())
    return mlir::failure();
  GraphBuilder &g = n.g;
  double alpha = n.f64("alpha", 0.9), beta = n.f64("beta", 0.999);
  double after = n.f64("norm_coefficient_post", 0);
  for (size_t i = 0; i < s.tensors(); ++i) {
    Value x = s.in(0, i);
    Value gradient = s.regularised(x, s.in(1, i));
    Value v = s.blend(alpha, s.in(2, i), 1 - alpha, gradient);
    Value h = s.blend(beta, s.in(3, i), 1 - beta, g.mulT(gradient, gradient));
    Value root =
        g.addT(g.unary<graph::SqrtOp>(h), s.number(x, n.f64("epsilon", 0)));
    // Both averages start at zero; their shortfall is taken out of the rate.
    auto shortfall = [&](double factor) {
      Value power = g.binary<graph::PowOp>(s.number(x, factor), s.count(x));
      return g.subT(s.number(x, 1), power);
    };
    Value corrected =
        g.divT(g.mulT(s.rate(x), g.unary<graph::SqrtOp>(shortfall(beta))),
               shortfall(alpha));
    Value rate = s.afterFirst(corrected, s.rate(x));
    Value result = g.subT(x, g.divT(g.mulT(rate, v), root));
    if (after != 0)
      result = g.mulT(s.number(x, 1 - after), result);
    if (mlir::failed(s.set(0, i, result)) || mlir::failed(s.set(1, i, v)) ||
        mlir::failed(s.set(2, i, h)))
      return mlir::failure();
  }
  return mlir::success();
}

LogicalResult momentumRow(NodeContext &n) {
  Step s(n, 3);
  if (!s.check())
    return mlir::failure();
  llvm::StringRef mode = n.str("mode", "");
  if (mode != "standard" && mode != "nesterov")
    return n.invalid("mode '" + mode + "' is not known");
  GraphBuilder &g = n.g;
  double alpha = n.f64("alpha", 0);
  for (size_t i = 0; i < s.tensors(); ++i) {
    Value x = s.in(0, i);
    Value gradient = s.regularised(x, s.in(1, i));
    Value weight = s.afterFirst(s.number(x, n.f64("beta", 0)), s.number(x, 1));
    Value v = g.addT(g.mulT(s.number(x, alpha), s.in(2, i)),
                     g.mulT(weight, gradient));
    Value direction = mode == "standard"
                          ? v
                          : g.addT(gradient, g.mulT(s.number(x, alpha), v));
    if (mlir::failed(s.set(0, i, g.subT(x, g.mulT(s.rate(x), direction)))) ||
        mlir::failed(s.set(1, i, v)))
      return mlir::failure();
  }
  return mlir::success();
}
} // namespace

LogicalResult mlc::onnx::trainBatchNorm(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  if (n.rank(0) < 2)
    return n.invalid("its input must have rank 2 or more");
  mlir::Type statistics = n.element(3);
  Value wide = g.cast(x, statistics);
  llvm::SmallVector<int64_t> reduced;
  for (int64_t d = 0; d < n.rank(0); ++d)
    if (d != 1)
      reduced.push_back(d);
  auto channels = [&](Value vector) {
    return g.broadcastTo(g.cast(vector, statistics), g.extents(x),
                         llvm::ArrayRef<int64_t>{1});
  };
  Value mean = g.mean(wide, reduced, /*keepDims=*/false);
  Value centred = g.subT(wide, channels(mean));
  Value variance = g.mean(g.mulT(centred, centred), reduced, false);
  Value deviation = g.unary<graph::SqrtOp>(
      g.addT(variance, g.scalarLike(variance, n.f64("epsilon", 1e-5))));
  Value y =
      g.addT(g.mulT(g.divT(centred, channels(deviation)), channels(n.in(1))),
             channels(n.in(2)));
  if (mlir::failed(n.set(0, g.cast(y, n.element(0)))))
    return mlir::failure();
  double momentum = n.f64("momentum", 0.9);
  Value found[] = {mean, variance};
  for (size_t i : {0, 1}) {
    if (!n.wants(1 + i))
      continue;
    Value before = n.in(3 + i);
    Value running =
        g.addT(g.mulT(before, g.scalarLike(before, momentum)),
               g.mulT(found[i], g.scalarLike(before, 1 - momentum)));
    if (mlir::failed(n.set(1 + i, running)))
      return mlir::failure();
  }
  return mlir::success();
}

LogicalResult mlc::onnx::trainDropout(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  Value sample = drawRandom(n, graph::Distribution::Uniform, g.extents(x),
                            g.b.getF32Type());
  Value ratio = n.has(1) ? g.cast(g.reshape(n.in(1), {}), g.b.getF32Type())
                         : g.scalarLike(sample, 0.5);
  if (!sample || !ratio)
    return mlir::failure();
  // Nothing is dropped unless it trains, which may show at run time only.
  Value trains = g.reshape(n.in(2), {});
  ratio = g.select(trains, ratio, g.scalarLike(ratio, 0));
  Value kept = g.compare(Predicate::GE, sample, ratio);
  Value scale = g.cast(
      g.divT(g.scalarLike(ratio, 1), g.subT(g.scalarLike(ratio, 1), ratio)),
      n.element(0));
  Value y = g.select(kept, g.mulT(x, scale), g.scalarLike(x, 0));
  if (mlir::failed(n.set(0, y)))
    return mlir::failure();
  return n.wants(1) ? n.set(1, kept) : mlir::success();
}

void mlc::onnx::addTrainingRows(OnnxTable &t) {
  const char domain[] = "ai.onnx.preview.training";
  t.add("Adagrad", {1}, adagradRow, domain);
  t.add("Adam", {1}, adamRow, domain);
  t.add("Momentum", {1}, momentumRow, domain);
}
