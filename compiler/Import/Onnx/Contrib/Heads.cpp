//===- Heads.cpp - What the attention operators share --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Contrib/Heads.h"
#include "compiler/Import/Common/ExtentChecks.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using graph::Predicate;
using mlir::OpFoldResult;
using mlir::Value;

Value mlc::onnx::splitHeads(GraphBuilder &g, Value x, int64_t heads) {
  if (!x)
    return nullptr;
  if (heads < 1)
    return g.fail("it needs a positive number of heads");
  if (GraphBuilder::rank(x) != 3)
    return g.fail("query, key and value must have rank 3");
  Extents from = g.extents(x);
  auto width = GraphBuilder::fixed(from[2]);
  if (width && *width % heads != 0)
    return g.fail("a width of " + llvm::Twine(*width) +
                  " does not divide into " + llvm::Twine(heads) + " heads");
  Value split = g.reshape(x, {from[0], from[1], g.index(heads),
                              g.floorDiv(from[2], g.index(heads))});
  return g.transpose(split, {0, 2, 1, 3});
}

Value mlc::onnx::joinHeads(GraphBuilder &g, Value x) {
  if (!x)
    return nullptr;
  Value turned = g.transpose(x, {0, 2, 1, 3});
  if (!turned)
    return nullptr;
  Extents from = g.extents(turned);
  return g.reshape(turned, {from[0], from[1], g.mul(from[2], from[3])});
}

Value mlc::onnx::withPast(GraphBuilder &g, Value past, Value fresh) {
  if (!past || !fresh)
    return fresh;
  if (GraphBuilder::rank(past) != 4)
    return g.fail("a past state must have rank 4");
  return g.concat({past, fresh}, 2);
}

/// B numbers as B x 1 x 1 x 1.
static Value perBatch(GraphBuilder &g, Value numbers) {
  return g.unsqueeze(g.cast(numbers, g.b.getI64Type()), {1, 2, 3});
}

Value mlc::onnx::maskBias(NodeContext &n, Value mask, Value query,
                          OpFoldResult columns) {
  if (!mask || !query)
    return nullptr;
  GraphBuilder &g = n.g;
  mlir::Type i64 = g.b.getI64Type(), element = GraphBuilder::element(query);
  int64_t rank = GraphBuilder::rank(mask);
  Extents shape = g.extents(mask);
  OpFoldResult batch = g.extent(query, 0);
  Value visible;
  if (rank == 2 || rank == 3) {
    if (!requireEqual(g, shape[rank - 1], columns))
      return nullptr;
    visible = g.compare(Predicate::GT, mask, g.scalarLike(mask, 0));
    visible =
        rank == 2 ? g.unsqueeze(visible, {1, 2}) : g.unsqueeze(visible, {1});
  } else if (rank == 1) {
    auto count = GraphBuilder::fixed(shape[0]),
         rows = GraphBuilder::fixed(batch);
    bool single = shape[0] == batch || (count && rows && *count == *rows);
    bool pairs = count && rows && *count == 2 * *rows;
    if (!single && !pairs) {
      (void)n.unsupported("a mask of rank 1 must be known to have one or two "
                          "entries per batch entry");
      return nullptr;
    }
    Value column =
        g.iota(i64, {g.index(1), g.index(1), g.index(1), columns}, 3);
    Value ends = g.sliceDim(mask, 0, g.index(0), batch);
    visible = g.compare(Predicate::LT, column, perBatch(g, ends));
    if (pairs) {
      Value starts = perBatch(g, g.sliceDim(mask, 0, batch, batch));
      visible = g.binary<graph::AndOp>(
          visible, g.compare(Predicate::GE, column, starts));
    }
  } else {
    (void)n.unsupported("a mask of rank " + llvm::Twine(rank) +
                        " is not supported");
    return nullptr;
  }
  return g.select(visible, g.scalar(element, 0),
                  g.scalar(element, n.f64("mask_filter_value", -10000.0)));
}

/// A cache whose number of heads only the run knows, as one with `heads`.
static Value withHeads(GraphBuilder &g, Value x, OpFoldResult heads) {
  if (!x)
    return nullptr;
  Extents shape = g.extents(x);
  if (GraphBuilder::fixed(shape[1]) || !GraphBuilder::fixed(heads))
    return x;
  if (!requireEqual(g, shape[1], heads))
    return nullptr;
  shape[1] = heads;
  return g.reshape(x, shape);
}

Value mlc::onnx::attend(NodeContext &n, const AttentionParts &parts) {
  GraphBuilder &g = n.g;
  if (!parts.query || !parts.key || !parts.value || g.failed())
    return nullptr;
  if (GraphBuilder::rank(parts.key) != 4 ||
      GraphBuilder::rank(parts.value) != 4)
    return g.fail("key and value must have rank 4");
  OpFoldResult heads = g.extent(parts.query, 1);
  Value key = withHeads(g, parts.key, heads);
  Value value = withHeads(g, parts.value, heads);
  if (!key || !value)
    return nullptr;
  Extents q = g.extents(parts.query), k = g.extents(key), v = g.extents(value);
  if (!requireEqual(g, q[0], k[0]) || !requireEqual(g, q[3], k[3]) ||
      !requireEqual(g, k[2], v[2]))
    return nullptr;
  auto width = GraphBuilder::fixed(q[3]);
  double scale = n.f64("scale", 0);
  if (scale == 0 && !width) {
    (void)n.unsupported("the width of its heads must be known");
    return nullptr;
  }
  if (scale == 0)
    scale = 1 / std::sqrt(static_cast<double>(*width));
  Value mask = parts.mask;
  if (parts.bias)
    mask = mask ? g.addT(mask, parts.bias) : parts.bias;
  if (mask) {
    if (GraphBuilder::rank(mask) != 4)
      return g.fail("an attention bias must have rank 4");
    Extents have = g.extents(mask), want{q[0], q[1], q[2], k[2]};
    for (unsigned d = 0; d < 4; ++d) {
      auto p = GraphBuilder::fixed(have[d]), r = GraphBuilder::fixed(want[d]);
      if (p && r && *p != 1 && *p != *r)
        return g.fail("a mask of " + llvm::Twine(*p) +
                      " entries in dimension " + llvm::Twine(d) +
                      " does not fit " + llvm::Twine(*r));
    }
    // An extent that only the run knows to be 1 is repeated there.
    bool known = llvm::all_of(llvm::zip(have, want), [](auto pair) {
      return GraphBuilder::fixed(std::get<0>(pair)) == 1 ||
             std::get<0>(pair) == std::get<1>(pair);
    });
    if (!known)
      mask = g.broadcastTo(mask, want);
  }
  Extents shape{q[0], q[1], q[2], v[3]};
  auto type = g.tensorType(shape, GraphBuilder::element(parts.query));
  if (!type || g.failed())
    return nullptr;
  Value result = g.keep(
      graph::AttentionOp::create(g.b, g.loc, type, parts.query, key, value,
                                 mask, llvm::APFloat(scale), parts.causal,
                                 llvm::APFloat(parts.softcap)),
      shape);
  return joinHeads(g, result);
}

Value mlc::onnx::rotated(NodeContext &n, Value x, Value cosines, Value sines,
                         Value positions, bool interleaved) {
  GraphBuilder &g = n.g;
  if (!x || !cosines || !sines || !positions)
    return nullptr;
  if (GraphBuilder::rank(x) != 4 || GraphBuilder::rank(cosines) != 2 ||
      GraphBuilder::rank(sines) != 2 || GraphBuilder::rank(positions) != 2)
    return g.fail("the ranks of a rotation's operands do not fit");
  auto half = GraphBuilder::fixed(g.extent(cosines, 1));
  auto width = GraphBuilder::fixed(g.extent(x, 3));
  if (!half || !width) {
    (void)n.unsupported("the widths of heads and caches must be known");
    return nullptr;
  }
  if (2 * *half > *width || GraphBuilder::fixed(g.extent(sines, 1)) != half)
    return g.fail("its caches do not fit its heads");
  // Rows of the caches as B x 1 x S x half.
  auto rows = [&](Value cache) {
    return g.unsqueeze(g.gather(cache, positions, 0), {1});
  };
  Value c = rows(cosines), s = rows(sines);
  Value turned = g.sliceDim(x, 3, g.index(0), g.index(2 * *half));
  if (!c || !s || !turned)
    return nullptr;
  Extents shape = g.extents(turned);
  Value even, odd;
  if (interleaved) {
    Extents pairs{shape[0], shape[1], shape[2], g.index(*half), g.index(2)};
    Value split = g.reshape(turned, pairs);
    even = g.squeeze(g.sliceDim(split, 4, g.index(0), g.index(1)), {4});
    odd = g.squeeze(g.sliceDim(split, 4, g.index(1), g.index(1)), {4});
  } else {
    even = g.sliceDim(turned, 3, g.index(0), g.index(*half));
    odd = g.sliceDim(turned, 3, g.index(*half), g.index(*half));
  }
  Value real = g.subT(g.mulT(even, c), g.mulT(odd, s));
  Value imaginary = g.addT(g.mulT(even, s), g.mulT(odd, c));
  if (!real || !imaginary)
    return nullptr;
  Value result;
  if (interleaved)
    result = g.reshape(
        g.concat({g.unsqueeze(real, {4}), g.unsqueeze(imaginary, {4})}, 4),
        shape);
  else
    result = g.concat({real, imaginary}, 3);
  if (2 * *half == *width)
    return result;
  return g.concat({result, g.sliceDim(x, 3, g.index(2 * *half),
                                      g.index(*width - 2 * *half))},
                  3);
}
