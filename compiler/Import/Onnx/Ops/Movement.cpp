//===- Movement.cpp - Transposing, joining, cutting, padding, repeating
//---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"
#include "compiler/Support/DTypeMLIR.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
LogicalResult transposeRow(NodeContext &n) {
  int64_t rank = n.rank(0);
  auto given = n.ints("perm");
  llvm::SmallVector<int64_t> permutation;
  if (given)
    permutation = *given;
  else
    for (int64_t i = rank; i-- > 0;)
      permutation.push_back(i);
  if (static_cast<int64_t>(permutation.size()) != rank)
    return n.invalid("perm has " + llvm::Twine(permutation.size()) +
                     " entries for rank " + llvm::Twine(rank));
  auto normal = n.g.axes(permutation, rank);
  return n.set(normal ? n.g.transpose(n.in(0), *normal) : Value());
}

LogicalResult concatRow(NodeContext &n) {
  if (!n.hasAttr("axis"))
    return n.invalid("it has no axis");
  llvm::SmallVector<Value> values(n.ins());
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  // Lists of extents stay tracked.
  llvm::SmallVector<OpFoldResult> list;
  bool tracked = n.rank(0) == 1;
  for (Value value : values) {
    auto part = tracked && GraphBuilder::element(value) == n.element(0)
                    ? n.g.elements(value)
                    : std::nullopt;
    tracked = part.has_value();
    if (!tracked)
      break;
    list.append(part->begin(), part->end());
  }
  if (tracked && list.size() <= GraphBuilder::maxElements)
    return n.set(n.g.fromElements(list, n.element(0), false));
  return n.set(n.g.concat(values, *dim));
}

/// Sizes of the parts: given by attribute or input, else equal ones.
std::optional<Extents> partSizes(NodeContext &n, int64_t dim) {
  Extents sizes;
  if (auto given = n.ints("split")) {
    for (int64_t size : *given)
      sizes.push_back(n.g.index(size));
    return sizes;
  }
  if (n.has(1))
    return n.g.indices(n.in(1));
  OpFoldResult extent = n.g.extent(n.in(0), dim);
  int64_t count = n.i64("num_outputs", n.node.outputs.size());
  if (count < 1 || count > 4096) {
    n.g.fail("it cannot have " + llvm::Twine(count) + " parts");
    return std::nullopt;
  }
  // From opset 18 the last part may be smaller, and parts behind the end are
  // empty. Of two parts, the first is never behind it.
  OpFoldResult size = n.g.ceilDiv(extent, n.g.index(count)), at = n.g.index(0);
  for (int64_t i = 1; i <= count; ++i) {
    OpFoldResult end = n.g.mul(size, n.g.index(i));
    if (i == count)
      end = extent;
    else if (i > 1)
      end = n.g.min(end, extent);
    sizes.push_back(n.g.sub(end, at));
    at = end;
  }
  return sizes;
}

LogicalResult splitRow(NodeContext &n) {
  auto dim = n.g.axis(n.i64("axis", 0), n.rank(0));
  if (!dim)
    return mlir::failure();
  auto sizes = partSizes(n, *dim);
  if (!sizes)
    return mlir::failure();
  if (sizes->size() < n.node.outputs.size())
    return n.invalid("it has " + llvm::Twine(n.node.outputs.size()) +
                     " results, but sizes for " + llvm::Twine(sizes->size()));
  OpFoldResult total = n.g.index(0);
  for (OpFoldResult size : *sizes)
    total = n.g.add(total, size);
  auto a = GraphBuilder::fixed(total),
       b = GraphBuilder::fixed(n.g.extent(n.in(0), *dim));
  if (a && b && *a != *b)
    return n.invalid("the parts have " + llvm::Twine(*a) +
                     " elements together, the axis " + llvm::Twine(*b));
  if (!requireEqual(n.g, total, n.g.extent(n.in(0), *dim)))
    return mlir::failure();
  OpFoldResult at = n.g.index(0);
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    if (i >= n.node.outputs.size())
      break;
    if (mlir::failed(n.set(i, n.g.sliceDim(n.in(0), *dim, at, size))))
      return mlir::failure();
    at = n.g.add(at, size);
  }
  return mlir::success();
}

LogicalResult tileRow(NodeContext &n) {
  auto repeats = n.g.indices(n.in(1));
  if (!repeats)
    return mlir::failure();
  Value x = n.in(0);
  Extents from = n.g.extents(x);
  if (repeats->size() != from.size())
    return n.invalid("it has " + llvm::Twine(repeats->size()) +
                     " repeats for rank " + llvm::Twine(from.size()));
  // [a, b] by [r, s]: [1, a, 1, b] -> [r, a, s, b] -> [ra, sb], leaving out
  // what is not repeated.
  Extents repeated, shape;
  llvm::SmallVector<int64_t> dims;
  for (auto [extent, repeat] : llvm::zip(from, *repeats)) {
    if (GraphBuilder::fixed(repeat) != 1)
      repeated.push_back(repeat);
    dims.push_back(repeated.size());
    repeated.push_back(extent);
    shape.push_back(n.g.mul(extent, repeat));
  }
  return n.set(n.g.reshape(n.g.broadcastTo(x, repeated, dims), shape));
}

LogicalResult padRow(NodeContext &n, llvm::ArrayRef<OpFoldResult> pads,
                     Value value, llvm::ArrayRef<int64_t> axes) {
  Value x = n.in(0);
  int64_t rank = n.rank(0);
  if (pads.size() != 2 * axes.size())
    return n.invalid("it has " + llvm::Twine(pads.size()) + " pads for " +
                     llvm::Twine(axes.size()) + " axes");
  llvm::StringRef name = n.str("mode", "constant");
  auto mode = graph::symbolizePadMode(name);
  if (!mode)
    return n.invalid("mode '" + name + "' is not known");
  Extents low(rank, n.g.index(0)), high(rank, n.g.index(0));
  for (auto [i, axis] : llvm::enumerate(axes)) {
    low[axis] = pads[i];
    high[axis] = pads[axes.size() + i];
  }
  if (!value)
    value = n.g.scalar(n.element(0), 0);
  if (value && GraphBuilder::rank(value) != 0)
    value = n.g.reshape(value, {});
  if (!n.g.sameElementType(x, value))
    return mlir::failure();
  return n.set(n.g.pad(*mode, x, value, low, high));
}

LogicalResult padAttributeRow(NodeContext &n) {
  auto pads = n.ints("pads");
  if (!pads)
    return n.invalid("it has no pads");
  Extents list;
  for (int64_t pad : *pads)
    list.push_back(n.g.index(pad));
  return padRow(n, list, n.g.scalar(n.element(0), n.f64("value", 0)),
                llvm::to_vector(llvm::seq<int64_t>(0, n.rank(0))));
}

LogicalResult padInputRow(NodeContext &n) {
  auto pads = n.g.indices(n.in(1));
  if (!pads)
    return mlir::failure();
  llvm::SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, n.rank(0)));
  if (n.has(3)) {
    auto given = n.g.integers(n.in(3));
    if (!given) {
      auto list = RuntimeAxes::read(n, 3, n.rank(0));
      if (!list)
        return mlir::failure();
      if (pads->size() != 2 * list->size())
        return n.invalid("pads and axes have different lengths");
      llvm::ArrayRef<OpFoldResult> both(*pads);
      Extents full;
      for (bool high : {false, true})
        for (int64_t d : axes)
          full.push_back(list->choose(d,
                                      high ? both.drop_front(list->size())
                                           : both.take_front(list->size()),
                                      n.g.index(0)));
      return padRow(n, full, n.in(2), axes);
    }
    auto normal = n.g.axes(*given, n.rank(0));
    if (!normal)
      return mlir::failure();
    axes = *normal;
  }
  return padRow(n, *pads, n.in(2), axes);
}

/// The attribute blocksize, whose square and products with extents must not
/// overflow; none, said so, if it is no such number or the input no image.
std::optional<int64_t> blockOfImage(NodeContext &n) {
  int64_t block = n.i64("blocksize", 0);
  if (n.rank(0) == 4 && block >= 1 && block <= (1 << 20))
    return block;
  (void)n.invalid("it needs rank 4 and a blocksize from 1 to 2^20");
  return std::nullopt;
}

/// Splits the channels into blocks and moves them to the space, or back.
LogicalResult depthToSpaceRow(NodeContext &n) {
  auto size = blockOfImage(n);
  if (!size)
    return mlir::failure();
  int64_t block = *size;
  Extents s = n.g.extents(n.in(0));
  OpFoldResult b = n.g.index(block);
  auto channels = GraphBuilder::fixed(s[1]);
  if (channels && *channels % (block * block) != 0)
    return n.invalid("the channels do not divide by the square of blocksize");
  OpFoldResult c = n.g.floorDiv(s[1], n.g.mul(b, b));
  llvm::StringRef mode = n.str("mode", "DCR");
  if (mode != "DCR" && mode != "CRD")
    return n.invalid("mode must be DCR or CRD");
  bool dcr = mode == "DCR";
  Value x = dcr ? n.g.reshape(n.in(0), {s[0], b, b, c, s[2], s[3]})
                : n.g.reshape(n.in(0), {s[0], c, b, b, s[2], s[3]});
  x = n.g.transpose(x, dcr ? llvm::ArrayRef<int64_t>{0, 3, 4, 1, 5, 2}
                           : llvm::ArrayRef<int64_t>{0, 1, 4, 2, 5, 3});
  return n.set(n.g.reshape(x, {s[0], c, n.g.mul(s[2], b), n.g.mul(s[3], b)}));
}

LogicalResult spaceToDepthRow(NodeContext &n) {
  auto size = blockOfImage(n);
  if (!size)
    return mlir::failure();
  int64_t block = *size;
  Extents s = n.g.extents(n.in(0));
  for (int64_t d : {2, 3})
    if (auto known = GraphBuilder::fixed(s[d]))
      if (*known % block != 0)
        return n.invalid("extent " + llvm::Twine(*known) +
                         " does not divide by blocksize");
  OpFoldResult b = n.g.index(block);
  OpFoldResult h = n.g.floorDiv(s[2], b), w = n.g.floorDiv(s[3], b);
  Value x = n.g.reshape(n.in(0), {s[0], s[1], h, b, w, b});
  x = n.g.transpose(x, {0, 3, 5, 1, 2, 4});
  return n.set(n.g.reshape(x, {s[0], n.g.mul(s[1], n.g.mul(b, b)), h, w}));
}

LogicalResult triluRow(NodeContext &n) {
  Value x = n.in(0);
  int64_t rank = n.rank(0);
  if (rank < 2)
    return n.invalid("its input must have rank 2 or more");
  mlir::Type i64 = n.g.b.getI64Type();
  Extents shape = n.g.extents(x), plane(shape.end() - 2, shape.end());
  Value row = n.g.iota(i64, plane, 0), column = n.g.iota(i64, plane, 1);
  if (n.has(1)) {
    // Beyond what any extent is, k says all or nothing; the sum must not wrap.
    Value most = n.g.scalar(i64, 0x1p48), least = n.g.scalar(i64, -0x1p48),
          k = n.g.binary<graph::MinOp>(n.g.reshape(n.in(1), {}), most);
    row = n.g.addT(row, n.g.binary<graph::MaxOp>(k, least));
  }
  Value keep = n.g.compare(n.flag("upper", true) ? graph::Predicate::GE
                                                 : graph::Predicate::LE,
                           column, row);
  return n.set(n.g.select(keep, x, n.g.scalar(n.element(0), 0)));
}
} // namespace

void mlc::onnx::addMovementRows(OnnxTable &t) {
  t.add("Transpose", {1, 13, 21, 23, 24, 25}, transposeRow);
  t.add("Concat", {4, 11, 13}, concatRow);
  t.add("Split", {2, 11, 13, 18}, splitRow);
  t.add("Tile", {6, 13}, tileRow);
  t.add("Pad", {2}, padAttributeRow);
  t.add("Pad", {11, 13, 18, 19, 21, 23, 24, 25}, padInputRow);
  t.add("DepthToSpace", {1, 11, 13}, depthToSpaceRow);
  t.add("SpaceToDepth", {1, 13}, spaceToDepthRow);
  t.add("Trilu", {14}, triluRow);
}
