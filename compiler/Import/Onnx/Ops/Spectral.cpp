//===- Spectral.cpp - Fourier transforms ----------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transform is a product with cosine and sine matrices: constants where the
// length is known, else gathered from one period of the waves, which is
// computed at run time.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Import/Onnx/Ops/Control.h"
#include "compiler/Import/Onnx/Ops/Fourier.h"
#include "compiler/Import/Onnx/Ops/RuntimeAxes.h"
#include "compiler/Support/DTypeMLIR.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cmath>

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;
using llvm::SmallVector;
namespace arith = mlir::arith;

namespace {
constexpr double pi = 3.14159265358979323846;
constexpr int64_t maxMatrix = int64_t(1) << 24;
constexpr int64_t maxLength = int64_t(1) << 31;
/// Dimensions of which one may be the axis at run time.
constexpr int64_t maxBranches = 5;

/// What a transform is to do.
struct Wanted {
  OpFoldResult length; ///< null: from the input
  bool inverse = false, onesided = false;

  /// Half a spectrum back to real numbers.
  bool toReal() const { return inverse && onesided; }
};

/// scale * cos or sin of 2 pi r c / length, as a rows x columns constant. The
/// angle is reduced in integers, so that it is exact for any size.
Value wave(GraphBuilder &g, mlir::Type element, bool sine, int64_t rows,
           int64_t columns, int64_t length, double scale,
           llvm::function_ref<double(int64_t row)> weight) {
  TensorSpec spec;
  spec.dtype = dtypeOf(element);
  spec.shape = {rows, columns};
  Literal matrix = Literal::zeros(spec);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) {
      double angle = 2 * pi * static_cast<double>(r * c % length) /
                     static_cast<double>(length);
      matrix.setDouble(r * columns + c, scale * weight(r) *
                                            (sine ? std::sin(angle)
                                                  : std::cos(angle)));
    }
  return g.constant(matrix);
}

/// The cosine and sine matrices as constants; null values with a reason.
std::pair<Value, Value> knownWaves(NodeContext &n, mlir::Type element,
                                   const Wanted &wanted, int64_t rows,
                                   int64_t columns, int64_t length) {
  if (rows * columns > maxMatrix) {
    (void)n.unsupported("a transform of length " + llvm::Twine(length) +
                        " is too long");
    return {};
  }
  double scale = wanted.inverse ? 1.0 / static_cast<double>(length) : 1.0;
  auto weight = [&](int64_t row) -> double {
    if (!wanted.toReal() || row == 0 || 2 * row == length)
      return 1;
    return 2; // stands for its mirror image too
  };
  return {wave(n.g, element, false, rows, columns, length, scale, weight),
          wave(n.g, element, true, rows, columns, length, scale, weight)};
}

/// The same of a length that only the run knows.
std::pair<Value, Value> computedWaves(GraphBuilder &g, mlir::Type element,
                                      const Wanted &wanted, OpFoldResult rows,
                                      OpFoldResult columns,
                                      OpFoldResult length) {
  mlir::Type i64 = g.b.getI64Type(), f64 = g.b.getF64Type();
  auto number = [&](OpFoldResult x) {
    return g.fromElements({g.toElement(x, i64)}, i64, /*isScalar=*/true);
  };
  Value count = number(length), real = g.cast(count, f64);
  Value step = g.divT(g.scalar(f64, 2 * pi), real);
  Value angles = g.mulT(g.iota(f64, {length}, 0), step);
  Extents grid{rows, columns};
  Value at = g.binary<graph::ModOp>(
      g.mulT(g.iota(i64, grid, 0), g.iota(i64, grid, 1)), count);
  Value row = g.iota(i64, {rows}, 0), weight;
  if (wanted.toReal()) {
    using graph::Predicate;
    Value single = g.binary<graph::OrOp>(
        g.compare(Predicate::EQ, row, g.scalar(i64, 0)),
        g.compare(Predicate::EQ, g.addT(row, row), count));
    weight = g.select(single, g.scalar(f64, 1), g.scalar(f64, 2));
    if (!weight)
      return {};
    weight = g.broadcastTo(weight, grid, llvm::ArrayRef<int64_t>{0});
  }
  auto matrix = [&](Value period) -> Value {
    if (wanted.inverse)
      period = g.divT(period, real);
    Value result = g.gather(period, at, 0);
    if (weight)
      result = g.mulT(result, weight);
    return g.cast(result, element);
  };
  return {matrix(g.unary<graph::CosOp>(angles)),
          matrix(g.unary<graph::SinOp>(angles))};
}

/// Transform of `x` along dimension `dim`; null real part with a reason.
Complex transform(NodeContext &n, Complex x, int64_t dim, Wanted wanted) {
  GraphBuilder &g = n.g;
  if (!x.real || g.failed())
    return {};
  mlir::Type element = GraphBuilder::element(x.real);
  if (!llvm::isa<mlir::FloatType>(element)) {
    g.fail("its input must be floating point");
    return {};
  }
  OpFoldResult given = g.extent(x.real, dim), length = wanted.length;
  if (!length)
    length =
        wanted.toReal() ? g.mul(g.sub(given, g.index(1)), g.index(2)) : given;
  if (!requireAtLeast(g, length, g.index(1)) ||
      !requireAtMost(g, length, g.index(maxLength)))
    return {};
  OpFoldResult half = g.add(g.floorDiv(length, g.index(2)), g.index(1));
  OpFoldResult used = wanted.toReal() ? half : length;
  OpFoldResult columns = wanted.onesided && !wanted.inverse ? half : length;
  // What is missing counts as zeros, which add nothing.
  OpFoldResult rows = g.min(given, used);
  if (rows != given) {
    auto cut = [&](Value part) {
      return part ? g.sliceDim(part, dim, g.index(0), rows) : part;
    };
    x = {cut(x.real), cut(x.imaginary)};
  }
  auto r = GraphBuilder::fixed(rows), c = GraphBuilder::fixed(columns),
       l = GraphBuilder::fixed(length);
  if (r && l && *r == *l && c == l && x.imaginary && hasFastTransform(*l)) {
    SmallVector<int64_t> forth, back;
    int64_t last = GraphBuilder::rank(x.real) - 1;
    for (int64_t d = 0; d < last; ++d) {
      forth.push_back(d < dim ? d : d + 1);
      back.push_back(d);
    }
    forth.push_back(dim);
    back.insert(back.begin() + dim, last);
    Complex y = fastTransform(
        g, {g.transpose(x.real, forth), g.transpose(x.imaginary, forth)}, *l,
        wanted.inverse);
    return {g.transpose(y.real, back), g.transpose(y.imaginary, back)};
  }
  auto [cosine, sine] =
      r && c && l ? knownWaves(n, element, wanted, *r, *c, *l)
                  : computedWaves(g, element, wanted, rows, columns, length);
  if (!cosine || !sine)
    return {};
  // dot_general puts the new dimension last; it goes back to `dim`.
  SmallVector<int64_t> back;
  int64_t rank = GraphBuilder::rank(x.real);
  for (int64_t d = 0; d < rank - 1; ++d)
    back.push_back(d);
  back.insert(back.begin() + dim, rank - 1);
  auto times = [&](Value value, Value matrix) {
    Value product = g.dot(value, matrix, {}, {}, {dim}, {0}, element);
    return product ? g.transpose(product, back) : product;
  };
  // e^(-+ i a) = cos a -+ i sin a
  Value re = times(x.real, cosine), im = times(x.real, sine);
  if (!wanted.inverse)
    im = g.unary<graph::NegOp>(im);
  if (x.imaginary) {
    Value si = times(x.imaginary, sine), co = times(x.imaginary, cosine);
    re = wanted.inverse ? g.subT(re, si) : g.addT(re, si);
    im = g.addT(im, co);
  }
  return {re, wanted.toReal() ? Value() : im};
}

/// Takes [..., 1 or 2] apart.
Complex split(GraphBuilder &g, Value x) {
  int64_t last = GraphBuilder::rank(x) - 1;
  OpFoldResult parts = g.extent(x, last);
  auto part = [&](OpFoldResult i) {
    return g.squeeze(g.sliceDim(x, last, i, g.index(1)), {last});
  };
  if (auto known = GraphBuilder::fixed(parts)) {
    if (*known != 1 && *known != 2) {
      g.fail("its last dimension must have extent 1 or 2");
      return {};
    }
    return {part(g.index(0)), *known == 2 ? part(g.index(1)) : Value()};
  }
  if (!requireAtLeast(g, parts, g.index(1)) ||
      !requireAtMost(g, parts, g.index(2)))
    return {};
  // Of real numbers the last part is the real one, which is not imaginary.
  Value second = part(g.sub(parts, g.index(1)));
  mlir::Type i64 = g.b.getI64Type();
  Value isComplex = g.compare(
      graph::Predicate::EQ,
      g.fromElements({g.toElement(parts, i64)}, i64, /*isScalar=*/true),
      g.scalar(i64, 2));
  return {part(g.index(0)),
          g.select(isComplex, second, g.scalarLike(second, 0))};
}

/// Puts the parts together again.
Value join(GraphBuilder &g, const Complex &x, bool isReal) {
  if (!x.real)
    return nullptr;
  int64_t last = GraphBuilder::rank(x.real);
  Value real = g.unsqueeze(x.real, {last});
  return isReal ? real
                : g.concat({real, g.unsqueeze(x.imaginary, {last})}, last);
}

/// The length that input 1 gives; false with a reason.
bool readLength(NodeContext &n, OpFoldResult &length) {
  if (!n.has(1))
    return true;
  auto given = n.g.indices(n.in(1));
  if (!given || given->size() != 1) {
    (void)n.invalid("its length must be one integer");
    return false;
  }
  length = (*given)[0];
  return true;
}

LogicalResult dft(NodeContext &n, int64_t axis) {
  GraphBuilder &g = n.g;
  auto dim = g.axis(axis, n.rank(0));
  if (!dim)
    return mlir::failure();
  if (*dim == n.rank(0) - 1)
    return n.invalid("its axis must not be the last dimension");
  Wanted wanted{{}, n.flag("inverse", false), n.flag("onesided", false)};
  if (!readLength(n, wanted.length))
    return mlir::failure();
  Complex result = transform(n, split(g, n.in(0)), *dim, wanted);
  return n.set(join(g, result, wanted.toReal()));
}

/// An axis of the run, where all extents are known: a branch for each
/// dimension, from `dim` on, with its own constants. Null with a reason on
/// failure.
Value dftByBranches(NodeContext &n, OpFoldResult axis, const Wanted &wanted,
                    int64_t dim, mlir::RankedTensorType type) {
  GraphBuilder &g = n.g;
  auto along = [&] {
    Complex result = transform(n, split(g, n.in(0)), dim, wanted);
    return retype(g, join(g, result, wanted.toReal()), type);
  };
  if (dim == n.rank(0) - 2)
    return along();
  Value isHere =
      arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::eq,
                            g.indexValue(axis), g.indexValue(g.index(dim)));
  auto op = mlir::scf::IfOp::create(g.b, g.loc, mlir::TypeRange{type}, isHere,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
  for (bool here : {true, false}) {
    mlir::OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointToEnd(here ? op.thenBlock() : op.elseBlock());
    g.enterRegion();
    Value result =
        here ? along() : dftByBranches(n, axis, wanted, dim + 1, type);
    g.leaveRegion();
    if (!result) {
      op.erase();
      return nullptr;
    }
    mlir::scf::YieldOp::create(g.b, g.loc, result);
  }
  return op.getResult(0);
}

/// The type of all branches: known extents where no branch changes them.
/// Nothing when an extent or the length is known at run time only, or does not
/// suit.
std::optional<mlir::RankedTensorType> branchType(NodeContext &n,
                                                 const Wanted &wanted) {
  GraphBuilder &g = n.g;
  int64_t last = n.rank(0) - 1;
  auto known = GraphBuilder::typeOf(n.in(0));
  auto length = wanted.length ? GraphBuilder::fixed(wanted.length)
                              : std::optional<int64_t>(-1);
  if (!known.hasStaticShape() || !length)
    return std::nullopt;
  SmallVector<int64_t> dims(known.getShape());
  for (int64_t d = 0; d < last; ++d) {
    int64_t given = dims[d];
    int64_t whole = wanted.length     ? *length
                    : wanted.toReal() ? 2 * (given - 1)
                                      : given;
    // What no branch can hold is left to the run.
    if (whole < 1 || whole * whole > maxMatrix)
      return std::nullopt;
    int64_t made = wanted.onesided && !wanted.inverse ? whole / 2 + 1 : whole;
    if (last > 1 && made != given)
      dims[d] = mlir::ShapedType::kDynamic;
    else
      dims[d] = made;
  }
  dims[last] = wanted.toReal() ? 1 : 2;
  return mlir::RankedTensorType::get(dims, GraphBuilder::element(n.in(0)));
}

/// An axis of the run: branches, or that dimension is moved to the end and
/// back.
LogicalResult dftAtRuntime(NodeContext &n, OpFoldResult axis) {
  GraphBuilder &g = n.g;
  int64_t rank = n.rank(0);
  if (rank < 2)
    return n.invalid("its input must have rank 2 at least");
  axis = g.wrapNegative(axis, g.index(rank));
  if (!requireAtLeast(g, axis, g.index(0)) ||
      !requireAtMost(g, axis, g.index(rank - 2)))
    return mlir::failure();
  Wanted wanted{{}, n.flag("inverse", false), n.flag("onesided", false)};
  if (!readLength(n, wanted.length))
    return mlir::failure();
  if (auto type = branchType(n, wanted); type && rank <= maxBranches)
    return n.set(dftByBranches(n, axis, wanted, 0, *type));
  int64_t last = rank - 2; // of the parts, which have no last dimension
  auto isAbove = [&](int64_t d) -> Value { // d > axis
    return arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::sgt,
                                 g.indexValue(g.index(d)), g.indexValue(axis));
  };
  Extents forth, back;
  for (int64_t d = 0; d < last; ++d) // the dimensions beside the axis
    forth.push_back(selectIndex(g, isAbove(d + 1), g.index(d + 1), g.index(d)));
  forth.push_back(axis);
  for (int64_t d = 0; d <= last; ++d)
    back.push_back(
        g.selectIf(axis, d, g.index(last),
                   selectIndex(g, isAbove(d), g.index(d - 1), g.index(d))));
  Complex x = split(g, n.in(0));
  if (!x.real)
    return mlir::failure();
  x.real = transposeAtRuntime(g, x.real, forth);
  if (x.imaginary)
    x.imaginary = transposeAtRuntime(g, x.imaginary, forth);
  Complex result = transform(n, x, last, wanted);
  result.real = transposeAtRuntime(g, result.real, back);
  if (result.imaginary)
    result.imaginary = transposeAtRuntime(g, result.imaginary, back);
  return n.set(join(g, result, wanted.toReal()));
}

LogicalResult dftInputRow(NodeContext &n) {
  if (!n.has(2))
    return dft(n, -2);
  auto given = n.g.indices(n.in(2));
  if (!given || given->size() != 1)
    return n.invalid("its axis must be one integer");
  if (auto known = GraphBuilder::fixed((*given)[0]))
    return dft(n, *known);
  return dftAtRuntime(n, (*given)[0]);
}

LogicalResult stftRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value signal = n.in(0);
  if (n.rank(0) != 3)
    return n.invalid("its signal must have rank 3");
  auto step = g.indices(n.in(1));
  if (!step || step->size() != 1)
    return n.invalid("its frame step must be one integer");
  OpFoldResult length;
  if (n.has(3)) {
    auto given = g.indices(n.in(3));
    if (!given || given->size() != 1)
      return n.invalid("its frame length must be one integer");
    length = (*given)[0];
  }
  // A window says the length too, and may be known better.
  if (n.has(2)) {
    OpFoldResult size = g.extent(n.in(2), 0);
    if (length && !requireEqual(g, length, size))
      return mlir::failure();
    if (!length || GraphBuilder::fixed(size))
      length = size;
  }
  if (!length)
    return n.invalid("it has neither a window nor a frame length");
  if (!requireAtLeast(g, length, g.index(1)))
    return mlir::failure();
  mlir::Type i64 = g.b.getI64Type();
  OpFoldResult samples = g.extent(signal, 1);
  OpFoldResult pace = g.max((*step)[0], g.index(1));
  OpFoldResult frames = g.max(
      g.add(g.floorDiv(g.sub(samples, length), pace), g.index(1)), g.index(0));
  // Frame f takes samples f * step + i.
  Extents grid{frames, length};
  auto type = g.tensorType(grid, i64);
  if (!type)
    return mlir::failure();
  Value starts = g.keep(
      graph::IotaOp::create(
          g.b, g.loc, type, g.scalar(i64, 0),
          g.fromElements({g.toElement(pace, i64)}, i64, /*isScalar=*/true),
          static_cast<uint64_t>(0), g.dynamicExtents(grid)),
      grid);
  Value position = g.addT(starts, g.iota(i64, grid, 1));
  Value framed = g.gather(signal, position, 1); // B x F x W x parts
  if (framed && n.has(2)) {
    SmallVector<int64_t> dims{2};
    framed = g.mulT(framed, g.broadcastTo(n.in(2), g.extents(framed), dims));
  }
  if (!framed)
    return mlir::failure();
  Wanted wanted{{}, /*inverse=*/false, n.flag("onesided", true)};
  return n.set(join(g, transform(n, split(g, framed), 2, wanted),
                    /*isReal=*/false));
}
} // namespace

void mlc::onnx::addSpectralRows(OnnxTable &t) {
  t.add("DFT", {17}, [](NodeContext &n) { return dft(n, n.i64("axis", 1)); });
  t.add("DFT", {20}, dftInputRow);
  t.add("STFT", {17}, stftRow);
}
