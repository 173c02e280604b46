//===- TfIdf.cpp - The operator TfIdfVectorizer on numbers ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each length of n-gram and each distance between its members, every place
// of a row is compared with every n-gram of the pool; the hits are counted and
// added at the n-grams' places in the result.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

#include <map>

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
constexpr int64_t maxOutputs = int64_t(1) << 28;

/// N-grams of one length: their members one after another, and where each is
/// counted.
struct Grams {
  int64_t length = 1;
  SmallVector<int64_t> members, places;
};

/// Reads the pool. False with a reason.
bool readPool(NodeContext &n, int64_t shortest, int64_t longest,
              std::vector<Grams> &pool, int64_t &outputs) {
  auto counts = n.ints("ngram_counts"), places = n.ints("ngram_indexes"),
       members = n.ints("pool_int64s");
  if (!counts || !places || !members || places->empty()) {
    (void)n.invalid("it has no ngram_counts, ngram_indexes or pool_int64s");
    return false;
  }
  for (int64_t place : *places)
    if (place < 0 || place >= maxOutputs) {
      (void)n.invalid("ngram_indexes has " + llvm::Twine(place) +
                      ", which is out of range");
      return false;
    }
  outputs = *llvm::max_element(*places) + 1;
  size_t next = 0; // n-gram
  for (auto [i, start] : llvm::enumerate(*counts)) {
    int64_t end = i + 1 < counts->size()
                      ? (*counts)[i + 1]
                      : static_cast<int64_t>(members->size());
    int64_t length = i + 1;
    if (start < 0 || end < start ||
        end > static_cast<int64_t>(members->size()) ||
        (end - start) % length != 0) {
      (void)n.invalid("ngram_counts does not fit pool_int64s");
      return false;
    }
    size_t count = (end - start) / length;
    if (count > places->size() - next) {
      (void)n.invalid("ngram_indexes is shorter than the pool");
      return false;
    }
    // Of equal n-grams the last one counts.
    std::map<std::vector<int64_t>, int64_t> known;
    for (size_t k = 0; k < count; ++k) {
      auto first = members->begin() + start + k * length;
      known[{first, first + length}] = (*places)[next + k];
    }
    next += count;
    if (length < shortest || length > longest || known.empty())
      continue;
    Grams grams;
    grams.length = length;
    for (const auto &[gram, place] : known) {
      grams.members.append(gram.begin(), gram.end());
      grams.places.push_back(place);
    }
    pool.push_back(std::move(grams));
  }
  return true;
}

/// How often each n-gram stands in the rows of x (rows x columns): rows x grams
/// in f32.
Value countGrams(GraphBuilder &g, Value x, const Grams &grams,
                 int64_t distance) {
  mlir::Type f32 = g.b.getF32Type(), element = GraphBuilder::element(x);
  Extents from = g.extents(x);
  int64_t span = (grams.length - 1) * distance;
  int64_t count = grams.places.size();
  OpFoldResult places = g.max(g.sub(from[1], g.index(span)), g.index(0));
  Extents cube{from[0], places, g.index(count)};
  Value hits;
  for (int64_t k = 0; k < grams.length; ++k) {
    SmallVector<int64_t> column;
    for (int64_t i = 0; i < count; ++i)
      column.push_back(grams.members[i * grams.length + k]);
    // A row that is too short has no places; the slice must still be inside it.
    OpFoldResult start = g.min(g.index(k * distance), g.sub(from[1], places));
    Value window = g.sliceDim(x, 1, start, places);
    Value wanted = g.integerVector(element, column);
    if (!window || !wanted)
      return nullptr;
    Value same =
        g.compare(Predicate::EQ,
                  g.broadcastTo(window, cube, llvm::ArrayRef<int64_t>{0, 1}),
                  g.broadcastTo(wanted, cube, llvm::ArrayRef<int64_t>{2}));
    hits = hits ? g.binary<graph::AndOp>(hits, same) : same;
  }
  return g.reduce(graph::Combiner::Sum, g.cast(hits, f32), {1},
                  /*keepDims=*/false);
}

LogicalResult tfIdfRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  if (n.hasAttr("pool_strings"))
    return n.unsupported("a pool of strings is not supported");
  int64_t shortest = n.i64("min_gram_length", 1),
          longest = n.i64("max_gram_length", 1),
          skips = n.i64("max_skip_count", 0);
  if (shortest < 1 || longest < shortest || longest > 64 || skips < 0 ||
      skips > 1024)
    return n.invalid("its n-gram lengths or skip count are out of range");
  llvm::StringRef mode = n.str("mode", "TF");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    return n.invalid("mode '" + mode + "' is not known");
  std::vector<Grams> pool;
  int64_t outputs = 0;
  if (!readPool(n, shortest, longest, pool, outputs))
    return mlir::failure();
  if (n.rank(0) > 2)
    return n.invalid("its input must have rank 1 or 2");
  Extents from = g.extents(n.in(0));
  bool isRow = from.size() < 2;
  Value x = isRow ? g.reshape(n.in(0), {g.index(1), g.product(from)}) : n.in(0);
  if (!x)
    return mlir::failure();
  // Members beyond the input's type would be cut to other numbers.
  x = g.cast(x, g.b.getI64Type());
  mlir::Type f32 = g.b.getF32Type();
  Extents shape{g.extent(x, 0), g.index(outputs)};
  Value total = g.fill(f32, shape, 0);
  for (const Grams &grams : pool)
    // A single number is the same at any distance.
    for (int64_t skip = 0; skip <= (grams.length == 1 ? 0 : skips); ++skip) {
      Value counts = countGrams(g, x, grams, skip + 1);
      if (!total || !counts)
        return mlir::failure();
      Value where = g.broadcastTo(
          g.integerVector(g.b.getI64Type(), grams.places), g.extents(counts));
      if (!where)
        return mlir::failure();
      total = g.keep(graph::ScatterElementsOp::create(
                         g.b, g.loc, total.getType(), graph::ScatterKind::Add,
                         total, where, counts, static_cast<uint64_t>(1)),
                     shape);
    }
  if (!total)
    return mlir::failure();
  auto weights = n.floats("weights");
  auto places = n.ints("ngram_indexes");
  Value factor = g.scalar(f32, 1);
  if (weights && !weights->empty() && mode != "TF") {
    // One per n-gram of the pool.
    if (weights->size() != places->size())
      return n.invalid("weights and ngram_indexes have different lengths");
    TensorSpec spec;
    spec.dtype = MLC_F32;
    spec.shape = {outputs};
    Literal list = Literal::zeros(spec);
    for (auto [weight, place] : llvm::zip(*weights, *places))
      list.setDouble(place, weight);
    factor = g.constant(list);
  }
  Value result = total;
  if (mode == "IDF")
    result = g.select(g.compare(Predicate::GT, total, g.scalar(f32, 0)), factor,
                      g.scalar(f32, 0));
  else if (mode == "TFIDF")
    result = g.mulT(total, factor);
  return n.set(isRow ? g.reshape(result, {g.index(outputs)}) : result);
}
} // namespace

void mlc::onnx::addTfIdfRows(OnnxTable &t) {
  t.add("TfIdfVectorizer", {9}, tfIdfRow);
}
