//===- Columns.cpp - Col2Im ----------------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Regions.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// Adds columns [N, C * block, positions] up to images [N, C, image]: every
/// column is a block of pixels, and blocks may overlap. A scatter with sums
/// into the padded images, of which the padding is cut off again.
LogicalResult col2ImRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0);
  auto image = g.indices(n.in(1)), block = g.indices(n.in(2));
  if (!image || !block)
    return mlir::failure();
  const size_t k = image->size();
  if (k == 0 || block->size() != k || n.rank(0) != 3)
    return n.invalid("image_shape and block_shape must have one entry per "
                     "spatial dimension, and the input rank 3");
  llvm::SmallVector<int64_t> strides = n.ints("strides", k, 1),
                             dilations = n.ints("dilations", k, 1),
                             pads = n.ints("pads", 2 * k, 0);
  if (strides.size() != k || dilations.size() != k || pads.size() != 2 * k)
    return n.invalid("strides, dilations or pads have the wrong length");
  for (size_t d = 0; d < k; ++d)
    if (strides[d] < 1 || dilations[d] < 1 || pads[d] < 0 || pads[k + d] < 0)
      return n.invalid("strides and dilations must be positive, pads not "
                       "negative");

  mlir::Type i64 = g.b.getI64Type();
  auto number = [&](OpFoldResult value) {
    return g.fromElements({g.toElement(value, i64)}, i64, /*isScalar=*/true);
  };
  Extents padded, counts;
  for (size_t d = 0; d < k; ++d) {
    padded.push_back(g.add((*image)[d], g.index(pads[d] + pads[k + d])));
    OpFoldResult reach =
        g.mul(g.sub((*block)[d], g.index(1)), g.index(dilations[d]));
    OpFoldResult free = g.sub(g.sub(padded[d], reach), g.index(1));
    counts.push_back(g.add(g.floorDiv(free, g.index(strides[d])), g.index(1)));
  }
  // The pixel that each element of a column belongs to.
  Extents walk(*block);
  walk.append(counts);
  Value pixel;
  OpFoldResult stride = g.index(1);
  for (size_t d = k; d-- > 0;) {
    Value inBlock = g.mulT(g.iota(i64, walk, d), g.scalar(i64, dilations[d]));
    Value ofBlock = g.mulT(g.iota(i64, walk, k + d), g.scalar(i64, strides[d]));
    Value part = g.mulT(g.addT(inBlock, ofBlock), number(stride));
    pixel = pixel ? g.addT(pixel, part) : part;
    stride = g.mul(stride, padded[d]);
  }
  Extents from = g.extents(x);
  OpFoldResult channels = g.floorDiv(from[1], g.product(*block));
  Extents flat{g.mul(from[0], channels), g.product(walk)},
      target{flat[0], stride}, shape{from[0], channels};
  shape.append(padded);
  Value index = g.broadcastTo(g.reshape(pixel, {g.index(1), flat[1]}), flat);
  Value columns = g.reshape(x, flat);
  Value images = g.fill(n.element(0), target, 0);
  if (!index || !columns || !images)
    return mlir::failure();
  Value sums = g.keep(graph::ScatterElementsOp::create(
                          g.b, g.loc, images.getType(), graph::ScatterKind::Add,
                          images, index, columns, static_cast<uint64_t>(1)),
                      target);
  Extents starts{g.index(0), g.index(0)}, sizes{from[0], channels};
  for (size_t d = 0; d < k; ++d) {
    starts.push_back(g.index(pads[d]));
    sizes.push_back((*image)[d]);
  }
  llvm::SmallVector<int64_t> steps(k + 2, 1);
  return n.set(g.slice(g.reshape(sums, shape), starts, sizes, steps));
}
} // namespace

void mlc::onnx::addColumnRows(OnnxTable &t) {
  t.add("Col2Im", {18}, col2ImRow);
}
