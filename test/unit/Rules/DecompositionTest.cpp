//===- DecompositionTest.cpp - Composites equal their decompositions -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter computes composites from their definition; the decomposition
// must give the same within the rounding of its f32 steps.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Rules/RuleTest.h"

using namespace rules;
using mlc::Literal;

/// A function around one op whose operand and result types are given in text.
static std::string around(const std::string &arguments, const std::string &op,
                          const std::string &results, unsigned count = 1) {
  std::string names = count == 1 ? "%y" : "%y:" + std::to_string(count), list;
  for (unsigned i = 0; i < count; ++i)
    list += (i ? ", %y#" : "%y#") + std::to_string(i);
  return "func.func @main(" + arguments + ") -> (" + results + ") {\n  " +
         names + " = " + op + "\n  return " + (count == 1 ? "%y" : list) +
         " : " + results + "\n}\n";
}

static void checkEqual(const std::string &text, double tolerance = 2e-6,
                       std::vector<Literal> inputs = {}, int64_t dynamic = 3) {
  Program p(text);
  INFO(text);
  mlir::func::FuncOp plain = p.copy("plain");
  bool decomposed = decomposeAll(plain);
  CHECK(decomposed);
  CHECK(p.verify());
  if (!decomposed)
    return;
  if (inputs.empty())
    inputs = randomInputs(p.main(), 7, -1, 1, dynamic);
  std::vector<Literal> want = p.run(p.main(), inputs),
                       have = p.run(plain, inputs);
  REQUIRE(want.size() == have.size());
  for (size_t i = 0; i < want.size(); ++i) {
    INFO("result " << i << ": " << want[i].spec().str() << ", "
                   << have[i].spec().str());
    CHECK(distance(want[i], have[i]) <= tolerance);
  }
}

TEST_CASE("softmax, norms, gelu and attention decompose") {
  checkEqual(around("%x: tensor<2x5xf32>",
                    "graph.softmax %x dim = 1 : tensor<2x5xf32>",
                    "tensor<2x5xf32>"));
  checkEqual(
      around("%x: tensor<?x5xf32>",
             "graph.softmax %x dim = 0 {logarithm = true} : tensor<?x5xf32>",
             "tensor<?x5xf32>"));
  checkEqual(around("%x: tensor<2x?xf32>, %g: tensor<?xf32>, %b: tensor<?xf32>",
                    "graph.layer_norm %x, %g, %b dim = 1 epsilon = 1.0e-5 : "
                    "tensor<2x?xf32>, "
                    "tensor<?xf32>, tensor<?xf32> -> tensor<2x?xf32>, "
                    "tensor<2xf32>, tensor<2xf32>",
                    "tensor<2x?xf32>, tensor<2xf32>, tensor<2xf32>", 3),
             1e-5);
  checkEqual(
      around("%x: tensor<2x6xf32>, %g: tensor<6xf32>",
             "graph.layer_norm %x, %g dim = 1 epsilon = 1.0e-5 {rms = true} : "
             "tensor<2x6xf32>, tensor<6xf32> -> tensor<2x6xf32>, "
             "tensor<2xf32>, tensor<2xf32>",
             "tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>", 3),
      1e-5);
  for (const char *kind : {"erf", "tanh"})
    checkEqual(around("%x: tensor<7xf32>",
                      std::string("graph.gelu ") + kind + " %x : tensor<7xf32>",
                      "tensor<7xf32>"));
  const std::string q = "tensor<1x4x3x8xf32>", k = "tensor<1x2x5x8xf32>",
                    v = "tensor<1x2x5x6xf32>", y = "tensor<1x4x3x6xf32>";
  checkEqual(
      around("%q: " + q + ", %k: " + k + ", %v: " + v + ", %m: tensor<3x5xf32>",
             "graph.attention %q, %k, %v, %m scale = 3.0e-1 {causal = true, "
             "softcap = 2.0 : f64} : (" +
                 q + ", " + k + ", " + v + ", tensor<3x5xf32>) -> " + y,
             y));
}

TEST_CASE("batch_norm decomposes") {
  Program p(
      around("%x: tensor<2x3x4xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>, "
             "%m: tensor<3xf32>, %v: tensor<3xf32>",
             "graph.batch_norm %x, %g, %b, %m, %v epsilon = 1.0e-3 : "
             "(tensor<2x3x4xf32>, "
             "tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> "
             "tensor<2x3x4xf32>",
             "tensor<2x3x4xf32>"));
  mlir::func::FuncOp plain = p.copy("plain");
  CHECK(decomposeAll(plain));
  CHECK(p.verify());
  std::vector<Literal> inputs = randomInputs(p.main(), 3);
  inputs[4] = randomTensor(p.main().getArgumentTypes()[4], 9, 0.5, 2);
  CHECK(distance(p.run(p.main(), inputs)[0], p.run(plain, inputs)[0]) <= 2e-6);
}

//===----------------------------------------------------------------------===//
// Recurrences
//===----------------------------------------------------------------------===//

namespace {
struct Recurrence {
  std::string kind = "lstm", direction = "forward";
  int64_t time = 6, batch = 2, features = 3, hidden = 4;
  bool dynamicTime = false, bias = true, lengths = false, initial = false,
       peepholes = false;
  std::string activations = "\"Sigmoid\", \"Tanh\", \"Tanh\"", attributes;

  int64_t gates() const { return kind == "lstm" ? 4 : kind == "gru" ? 3 : 1; }
  void check() const;
};
} // namespace

static std::string tensor(std::initializer_list<int64_t> shape,
                          const char *element = "f32") {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += (extent < 0 ? "?" : std::to_string(extent)) + "x";
  return text + element + ">";
}

void Recurrence::check() const {
  int64_t directions = direction == "bidirectional" ? 2 : 1,
          rows = gates() * hidden;
  int64_t t = dynamicTime ? -1 : time;
  std::vector<std::pair<std::string, std::string>> operands = {
      {"%x", tensor({t, batch, features})},
      {"%w", tensor({directions, rows, features})},
      {"%r", tensor({directions, rows, hidden})}};
  std::string op = "graph.recurrent " + kind + " " + direction + " %x, %w, %r";
  auto add = [&](const std::string &keyword, const std::string &name,
                 const std::string &type) {
    op += " " + keyword + " " + name;
    operands.push_back({name, type});
  };
  if (bias)
    add("bias", "%b", tensor({directions, 2 * rows}));
  if (lengths)
    add("lengths", "%n", tensor({batch}, "i32"));
  std::string state = tensor({directions, batch, hidden});
  if (initial)
    add("hidden0", "%h0", state);
  if (initial && kind == "lstm")
    add("cell0", "%c0", state);
  if (peepholes)
    add("peepholes", "%p", tensor({directions, 3 * hidden}));
  std::string names = activations + (directions == 2 ? ", " + activations : "");
  std::string arguments, types;
  for (auto &[name, type] : operands) {
    arguments += (arguments.empty() ? "" : ", ") + name + ": " + type;
    types += (types.empty() ? "" : ", ") + type;
  }
  std::string results =
      tensor({t, directions, batch, hidden}) + ", " + state + ", " + state;
  op += " activations = [" + names + "] hidden = " + std::to_string(hidden);
  if (!attributes.empty())
    op += " {" + attributes + "}";
  op += " : (" + types + ") -> (" + results + ")";
  std::string text = around(arguments, op, results, 3);
  std::vector<Literal> inputs;
  Program p(text);
  inputs = randomInputs(p.main(), 11, -1, 1, time);
  if (lengths)
    inputs[bias ? 4 : 3] = Literal::vectorInt(MLC_I32, {time - 2, 0});
  // The op's third result means the cell only where there is one.
  checkEqual(text, 5e-6, inputs);
}

TEST_CASE("recurrences of all kinds and directions decompose") {
  for (const char *direction : {"forward", "reverse", "bidirectional"})
    for (const char *kind : {"rnn", "lstm", "gru"})
      for (bool full : {false, true}) {
        Recurrence r;
        r.kind = kind;
        r.direction = direction;
        r.activations = r.kind == "lstm"  ? "\"Sigmoid\", \"Tanh\", \"Tanh\""
                        : r.kind == "gru" ? "\"Sigmoid\", \"Tanh\""
                                          : "\"Tanh\"";
        r.bias = r.lengths = r.initial = full;
        r.peepholes = full && r.kind == "lstm";
        r.dynamicTime = full;
        r.check();
      }
}

TEST_CASE(
    "recurrent options: clip, coupled gates, reset after, short sequences") {
  Recurrence lstm;
  lstm.attributes = "clip = 0.05 : f64, input_forget = true";
  lstm.activations = "\"Sigmoid\", \"Tanh\", \"Affine\"";
  lstm.check();
  Recurrence gru;
  gru.kind = "gru";
  gru.activations = "\"HardSigmoid\", \"Softsign\"";
  gru.attributes = "linear_before_reset = true, alphas = array<f64: 0.3>";
  gru.check();
  gru.time = 3;
  gru.check();
  for (const char *name : {"Relu", "LeakyRelu", "ThresholdedRelu", "ScaledTanh",
                           "Elu", "Softplus"}) {
    Recurrence rnn;
    rnn.kind = "rnn";
    rnn.activations = '"' + std::string(name) + '"';
    rnn.attributes = "alphas = array<f64: 0.4>, betas = array<f64: 0.7>";
    rnn.check();
  }
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

TEST_CASE("resize of every mode and coordinate rule decomposes") {
  const char *coordinates[] = {"half_pixel",         "half_pixel_symmetric",
                               "pytorch_half_pixel", "align_corners",
                               "asymmetric",         "tf_half_pixel_for_nn",
                               "tf_crop_and_resize"};
  const std::string roi = "roi = array<f64: 0.0, 0.2, -0.3, 1.0, 0.7, 1.2>, "
                          "extrapolation = 9.0 : f64";
  for (const char *coordinate : coordinates)
    for (std::string mode : {"nearest", "linear", "cubic"})
      for (std::string more :
           {"", ", exclude_outside = true", ", antialias = true"})
        for (auto [h, w] : {std::pair{7, 9}, {2, 6}, {8, 3}}) {
          std::string scales = "1.0, " + std::to_string(h / 4.0) + ", " +
                               std::to_string(w / 6.0);
          std::string type = "tensor<2x" + std::to_string(h) + "x" +
                             std::to_string(w) + "xf32>";
          std::string op = "graph.resize " + mode + " %x scales = [" + scales +
                           "] {coordinate = \"" + coordinate + "\", " + roi +
                           more + "} : tensor<2x4x6xf32> to " + type;
          checkEqual(around("%x: tensor<2x4x6xf32>", op, type), 1e-5);
        }
  for (const char *rounding :
       {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})
    checkEqual(around(
        "%x: tensor<5xf32>",
        std::string("graph.resize nearest %x scales = [1.4] {nearest = \"") +
            rounding + "\"} : tensor<5xf32> to tensor<7xf32>",
        "tensor<7xf32>"));
}

TEST_CASE("resize of dynamic extents decomposes") {
  for (std::string mode : {"nearest", "linear", "cubic"})
    for (std::string coordinate :
         {"half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric"})
      for (std::string scale : {"2.0", "0.0"})
        for (std::string more : {"", ", exclude_outside = true"}) {
          std::string text = R"(
            func.func @main(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
              %one = arith.constant 1 : index
              %two = arith.constant 2 : index
              %n = tensor.dim %x, %one : tensor<2x?xf32>
              %m = arith.muli %n, %two : index
              %r = graph.resize )" +
                             mode + " %x scales = [1.0, " + scale +
                             "] sizes(%m) {coordinate = \"" + coordinate +
                             "\"" + more +
                             R"(} : tensor<2x?xf32> to tensor<2x?xf32>
              return %r : tensor<2x?xf32>
            })";
          checkEqual(text, 1e-5, {}, 5);
        }
}
