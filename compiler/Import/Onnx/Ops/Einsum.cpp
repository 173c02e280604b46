//===- Einsum.cpp - Einstein summation ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;

namespace {
/// A tensor with a name per dimension. Letters name themselves; the dimensions
/// of an ellipsis are 'A' + 128 + i, counted from the right.
struct Named {
  Value value;
  SmallVector<int> labels;
};

/// Reads "ij...k". `rank` < 0 for the result, whose ellipsis has `dots`
/// dimensions.
std::optional<SmallVector<int>> readTerm(NodeContext &n, llvm::StringRef text,
                                         int64_t rank, int64_t &dots) {
  SmallVector<int> labels;
  std::string letters = text.str();
  llvm::erase_if(letters, [](char c) { return c == ' '; });
  size_t at = letters.find("...");
  int64_t named = letters.size() - (at == std::string::npos ? 0 : 3);
  int64_t extra = dots;
  if (rank >= 0) {
    extra = rank - named;
    if (extra < 0 || (extra > 0 && at == std::string::npos)) {
      n.g.fail("the term '" + text + "' does not fit an input of rank " +
               llvm::Twine(rank));
      return std::nullopt;
    }
    dots = std::max(dots, extra);
  }
  for (size_t i = 0; i < letters.size(); ++i) {
    if (i == at) {
      for (int64_t d = extra; d-- > 0;)
        labels.push_back(256 + static_cast<int>(d));
      i += 2;
      continue;
    }
    if (!llvm::isAlpha(letters[i])) {
      n.g.fail("the equation holds '" + llvm::Twine(letters[i]) + "'");
      return std::nullopt;
    }
    labels.push_back(letters[i]);
  }
  return labels;
}

/// Sums over a dimension, or keeps the diagonal of two.
void sumOver(NodeContext &n, Named &term, size_t dim) {
  term.value = n.g.reduce(graph::Combiner::Sum, term.value,
                          {static_cast<int64_t>(dim)}, /*keepDims=*/false);
  term.labels.erase(term.labels.begin() + dim);
}

void takeDiagonals(NodeContext &n, Named &term) {
  GraphBuilder &g = n.g;
  for (size_t i = 0; i < term.labels.size() && term.value; ++i)
    for (size_t j = i + 1; j < term.labels.size() && term.value; ++j) {
      if (term.labels[i] != term.labels[j])
        continue;
      mlir::Type i64 = g.b.getI64Type();
      Extents shape = g.extents(term.value);
      Value equal = g.compare(graph::Predicate::EQ, g.iota(i64, shape, i),
                              g.iota(i64, shape, j));
      term.value = g.select(equal, term.value, g.scalarLike(term.value, 0));
      sumOver(n, term, j);
      --j;
    }
}

/// Contracts two terms; labels in `kept` survive.
Named contract(NodeContext &n, Named x, Named y, llvm::ArrayRef<int> kept) {
  GraphBuilder &g = n.g;
  auto only = [&](Named &term, const Named &other) {
    for (size_t i = term.labels.size(); i-- > 0;)
      if (!llvm::is_contained(kept, term.labels[i]) &&
          !llvm::is_contained(other.labels, term.labels[i]))
        sumOver(n, term, i);
  };
  only(x, y);
  only(y, x);
  if (!x.value || !y.value)
    return {};
  // Shared dimensions of extent 1 on one side broadcast.
  Extents xs = g.extents(x.value), ys = g.extents(y.value);
  SmallVector<int64_t> xBatch, yBatch, xContract, yContract;
  SmallVector<int> labels;
  for (auto [i, label] : llvm::enumerate(x.labels)) {
    auto at = llvm::find(y.labels, label);
    if (at == y.labels.end())
      continue;
    int64_t j = at - y.labels.begin();
    Extents both{xs[i]};
    if (!g.broadcastShape(both, {ys[j]}))
      return {};
    xs[i] = ys[j] = both[0];
    bool keep = llvm::is_contained(kept, label);
    (keep ? xBatch : xContract).push_back(i);
    (keep ? yBatch : yContract).push_back(j);
    if (keep)
      labels.push_back(label);
  }
  for (auto [i, label] : llvm::enumerate(x.labels))
    if (!llvm::is_contained(y.labels, label))
      labels.push_back(label);
  for (auto [j, label] : llvm::enumerate(y.labels))
    if (!llvm::is_contained(x.labels, label))
      labels.push_back(label);
  x.value = g.broadcastTo(x.value, xs);
  y.value = g.broadcastTo(y.value, ys);
  if (!x.value || !y.value)
    return {};
  return {g.dot(x.value, y.value, xBatch, yBatch, xContract, yContract,
                GraphBuilder::element(x.value)),
          labels};
}

LogicalResult einsumRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  llvm::StringRef equation = n.str("equation", "");
  auto [left, right] = equation.split("->");
  bool explicitResult = equation.contains("->");
  SmallVector<llvm::StringRef> parts;
  left.split(parts, ',');
  if (parts.size() != n.ins().size())
    return n.invalid("the equation has " + llvm::Twine(parts.size()) +
                     " terms for " + llvm::Twine(n.ins().size()) + " inputs");
  int64_t dots = 0;
  SmallVector<Named> terms;
  for (auto [i, part] : llvm::enumerate(parts)) {
    auto labels = readTerm(n, part, n.rank(i), dots);
    if (!labels)
      return mlir::failure();
    terms.push_back({n.in(i), *labels});
    takeDiagonals(n, terms.back());
  }
  SmallVector<int> result;
  if (explicitResult) {
    auto labels = readTerm(n, right, -1, dots);
    if (!labels)
      return mlir::failure();
    result = *labels;
  } else {
    // The ellipsis, then letters that occur once, in alphabetical order.
    for (int64_t d = dots; d-- > 0;)
      result.push_back(256 + static_cast<int>(d));
    for (int letter = 'A'; letter <= 'z'; ++letter)
      if (left.count(static_cast<char>(letter)) == 1 && llvm::isAlpha(letter))
        result.push_back(letter);
  }
  Named sum = terms[0];
  for (size_t i = 1; i < terms.size(); ++i) {
    SmallVector<int> kept(result);
    for (size_t j = i + 1; j < terms.size(); ++j)
      kept.append(terms[j].labels.begin(), terms[j].labels.end());
    sum = contract(n, sum, terms[i], kept);
    if (!sum.value)
      return mlir::failure();
  }
  for (size_t i = sum.labels.size(); i-- > 0;)
    if (!llvm::is_contained(result, sum.labels[i]))
      sumOver(n, sum, i);
  SmallVector<int64_t> permutation;
  for (int label : result) {
    auto at = llvm::find(sum.labels, label);
    if (at == sum.labels.end())
      return n.invalid("the result names a dimension that no input has");
    permutation.push_back(at - sum.labels.begin());
  }
  if (permutation.size() != sum.labels.size())
    return n.invalid("the result names a dimension twice");
  return n.set(g.transpose(sum.value, permutation));
}
} // namespace

void mlc::onnx::addEinsumRows(OnnxTable &t) { t.add("Einsum", {12}, einsumRow); }
