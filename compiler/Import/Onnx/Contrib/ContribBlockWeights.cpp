//===- ContribBlockWeights.cpp - Weights of a few bits in blocks ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MatMulNBits stores its weights N x blocks x bytes, low bits first, which is
// how a constant of 2 or 4 bits lies in memory here: the constant is taken as
// one of that type, without a copy, and dequantised by blocks.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Contrib/Contrib.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using mlir::Value;

namespace {
mlc_dtype unsignedOf(int64_t bits) {
  return bits == 2 ? MLC_U2 : bits == 4 ? MLC_U4 : MLC_U8;
}

/// A constant of bytes as rows x columns elements of `bits` bits. Null with a
/// reason when it is no constant or has another size.
Value unpacked(NodeContext &n, Value bytes, int64_t bits, int64_t rows,
               int64_t columns, llvm::StringRef what) {
  GraphBuilder &g = n.g;
  const Literal *literal = g.literal(bytes);
  if (!literal) {
    (void)n.unsupported("its " + what + " must be a constant");
    return nullptr;
  }
  TensorSpec spec;
  spec.dtype = unsignedOf(bits);
  spec.shape = {rows, columns};
  if (literal->dtype() != MLC_U8 || !spec.isValid() ||
      columns * bits % 8 != 0 ||
      static_cast<uint64_t>(literal->count()) != spec.bytes())
    return g.fail("its " + what + " must be " + llvm::Twine(rows) +
                  " rows of " + llvm::Twine(columns) + " elements of " +
                  llvm::Twine(bits) + " bits");
  // The owner lives as long as the new literal, whatever becomes of the old.
  auto owner = std::make_shared<Literal>(literal->expanded());
  return g.constant(Literal::view(spec, owner->bytes(), owner));
}

struct Blocks {
  int64_t bits, size, rows, depth, count; ///< count of blocks in a row
};

std::optional<Blocks> blocksOf(NodeContext &n) {
  // Bounds that keep every product of these numbers far from overflow.
  constexpr int64_t limit = int64_t(1) << 30;
  Blocks b{n.i64("bits", 4), n.i64("block_size", 0), n.i64("N", 0),
           n.i64("K", 0), 0};
  if (b.bits != 2 && b.bits != 4 && b.bits != 8) {
    (void)n.unsupported("weights of " + llvm::Twine(b.bits) +
                        " bits are not supported");
    return std::nullopt;
  }
  if (b.size < 16 || b.size > limit || !llvm::isPowerOf2_64(b.size) ||
      b.rows < 1 || b.rows > limit || b.depth < 1 || b.depth > limit) {
    (void)n.invalid("block_size, N or K is out of range");
    return std::nullopt;
  }
  b.count = llvm::divideCeil(b.depth, b.size);
  return b;
}

/// The weights N x K in the type of their scales.
Value weights(NodeContext &n, const Blocks &b) {
  GraphBuilder &g = n.g;
  auto index = [&](int64_t value) { return g.index(value); };
  Value q = unpacked(n, n.in(1), b.bits, b.rows, b.count * b.size, "B");
  Value scale = g.reshape(n.in(2), {index(b.rows), index(b.count)});
  if (!q || !scale)
    return nullptr;
  mlir::Type type = GraphBuilder::element(q);
  int64_t middle = int64_t(1) << (b.bits - 1);
  Value zero;
  bool realZero =
      n.has(3) && llvm::isa<mlir::FloatType>(GraphBuilder::element(n.in(3)));
  if (!n.has(3)) {
    zero = g.splat(type, {b.rows, b.count}, static_cast<double>(middle));
  } else if (!realZero) {
    // Rows are padded to whole bytes.
    int64_t padded = llvm::alignTo(b.count * b.bits, 8) / b.bits;
    zero = unpacked(n, n.in(3), b.bits, b.rows, padded, "zero_points");
    if (zero && padded != b.count)
      zero = g.sliceDim(zero, 1, index(0), index(b.count));
  } else {
    zero = g.splat(type, {b.rows, b.count}, 0);
  }
  llvm::SmallVector<Attribute> attributes{attribute("axis", int64_t(1)),
                                          attribute("block_size", b.size)};
  Value result;
  if (!realZero) {
    result = n.standard("DequantizeLinear", 21, {q, scale, zero}, attributes);
  } else {
    // (q - zero) * scale with zero points that are no integers.
    Extents blocks{index(b.rows), index(b.count), index(b.size)};
    auto spread = [&](Value x) {
      return g.unsqueeze(g.reshape(x, {index(b.rows), index(b.count)}), {2});
    };
    mlir::Type real = GraphBuilder::element(scale);
    Value wide = g.reshape(g.cast(q, real), blocks);
    wide = g.mulT(g.subT(wide, spread(g.cast(n.in(3), real))), spread(scale));
    result = g.reshape(wide, {index(b.rows), index(b.count * b.size)});
  }
  if (result && b.count * b.size != b.depth)
    result = g.sliceDim(result, 1, index(0), index(b.depth));
  return result;
}

LogicalResult matMulNBitsRow(NodeContext &n) {
  // A, B, scales, zero points, groups, bias
  GraphBuilder &g = n.g;
  if (n.has(4))
    return n.unsupported("g_idx is not supported");
  if (n.i64("weight_prepacked", 0) != 0)
    return n.unsupported("weights packed for a GPU are not supported");
  auto blocks = blocksOf(n);
  if (!blocks)
    return mlir::failure();
  int64_t rank = n.rank(0);
  if (rank < 1)
    return n.invalid("A must have rank 1 or more");
  if (!requireEqual(g, g.extent(n.in(0), rank - 1), g.index(blocks->depth)))
    return mlir::failure();
  Value b = weights(n, *blocks);
  if (!b || !g.sameElementType(n.in(0), b))
    return mlir::failure();
  Value y = g.dot(n.in(0), b, {}, {}, {rank - 1}, {1}, n.element(0));
  if (y && n.has(5))
    y = g.addT(y, g.broadcastTo(n.in(5), g.extents(y)));
  return n.set(y);
}

LogicalResult gatherRow(NodeContext &n) {
  // Rows of a table of quantised rows: data, indices, scales, zero points.
  GraphBuilder &g = n.g;
  int64_t rank = n.rank(0), bits = n.i64("bits", 4);
  if (rank != 2 || n.rank(2) != 2)
    return n.unsupported("a table whose rank is not 2 is not supported");
  auto axis = g.axis(n.i64("gather_axis", 0), 2),
       blockAxis = g.axis(n.i64("quantize_axis", 1), 2);
  if (!axis || !blockAxis)
    return mlir::failure();
  if (*axis != 0 || *blockAxis != 1)
    return n.unsupported("other axes than rows of blocks are not supported");
  int64_t size = n.i64("block_size", 128);
  if (size < 16 || !llvm::isPowerOf2_64(size))
    return n.invalid("block_size must be a power of two from 16 on");
  mlir::Type type = n.element(0);
  bool bytes = type.isUnsignedInteger(8);
  if (!bytes && !(llvm::isa<mlir::IntegerType>(type) &&
                  type.getIntOrFloatBitWidth() == 4))
    return n.unsupported("tables of floats are not supported");
  Value table = n.in(0), zero = n.in(3);
  if (bytes) {
    if (bits != 2 && bits != 4 && bits != 8)
      return n.invalid("bits must be 2, 4 or 8");
    auto rows = GraphBuilder::fixed(g.extent(table, 0)),
         width = GraphBuilder::fixed(g.extent(table, 1)),
         blocks = GraphBuilder::fixed(g.extent(n.in(2), 1));
    if (!rows || !width || !blocks || *rows < 1 || *width < 1 || *blocks < 1)
      return n.unsupported("its data must be a constant");
    table = unpacked(n, table, bits, *rows, *width * (8 / bits), "data");
    if (zero) {
      int64_t padded = llvm::alignTo(*blocks * bits, 8) / bits;
      zero = unpacked(n, zero, bits, *rows, padded, "zero_points");
      if (zero && padded != *blocks)
        zero = g.sliceDim(zero, 1, g.index(0), g.index(*blocks));
    } else if (table) {
      zero = g.splat(GraphBuilder::element(table), {*rows, *blocks},
                     static_cast<double>(int64_t(1) << (bits - 1)));
    }
  }
  auto rowsOf = [&](Value from) {
    return from ? n.standard("Gather", 13, {from, n.in(1)},
                             {attribute("axis", int64_t(0))})
                : Value();
  };
  Value q = rowsOf(table), scale = rowsOf(n.in(2)), middle = rowsOf(zero);
  if (!q || !scale || (zero && !middle))
    return mlir::failure();
  return n.set(n.standard("DequantizeLinear", 21, {q, scale, middle},
                          {attribute("axis", GraphBuilder::rank(q) - 1),
                           attribute("block_size", size)}));
}
} // namespace

void mlc::onnx::addContribBlockWeightRows(OnnxTable &t) {
  addContrib(t, "MatMulNBits", {3, 6}, matMulNBitsRow);
  addContrib(t, "GatherBlockQuantized", {3, 4}, gatherRow);
}
