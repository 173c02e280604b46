//===- ResizeDecomposition.cpp - Interpolation as gathers ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interpolation is separable: one dimension after another, those that shrink
// first. Static extents use tables: a repeat or a strided slice where the table
// is that regular, else a gather per tap, or a product with a matrix where
// there are many taps. Dynamic extents compute coordinates from an iota in f64.
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/Literal.h"
#include "compiler/Support/DTypeMLIR.h"
#include "dialects/Graph/IR/TensorMath.h"
#include "dialects/Graph/Neural/ResizeTaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlc::graph;

/// With more taps a product with the matrix of weights is cheaper to state.
static constexpr size_t kMostGathers = 4;

namespace {
/// Interpolates along one dimension after another.
class Resizer {
public:
  Resizer(ResizeOp op, ImplicitLocOpBuilder &b)
      : op(op), b(b),
        target(extentsFrom(tensorType(op.getResult()), op.getSizes())) {}

  LogicalResult along(int64_t dim);
  Value value;
  /// Where the extrapolation value shows, over the dimensions so far.
  SmallVector<std::pair<int64_t, Value>> outside;

private:
  LogicalResult byTables(int64_t dim, int64_t in, int64_t out);
  LogicalResult byArithmetic(int64_t dim);
  bool byRepeat(int64_t dim, ArrayRef<int64_t> index);
  bool bySlice(int64_t dim, ArrayRef<int64_t> index);
  void byMatrix(int64_t dim, const ResizeTaps &taps, int64_t in, int64_t out);
  Value gather(int64_t dim, Value index) {
    return b.createOrFold<GatherOp>(value, index, dim);
  }
  Value table(ArrayRef<int64_t> values) {
    return literalConstant(b, mlc::Literal::vectorInt(MLC_I64, values));
  }
  Value weights(ArrayRef<double> values);
  /// A vector along `dim`, in the value's element type, over its new shape.
  Value spread(Value vector, int64_t dim, Value like) {
    return broadcastLike(
        b, castTo(b, vector, tensorType(like).getElementType()), {dim}, like);
  }

  ResizeOp op;
  ImplicitLocOpBuilder &b;
  SmallVector<OpFoldResult> target;
};
} // namespace

Value Resizer::weights(ArrayRef<double> values) {
  Type element = tensorType(value).getElementType();
  mlc::TensorSpec spec{mlc::dtypeOf(element), {int64_t(values.size())}};
  mlc::Literal literal = mlc::Literal::zeros(spec);
  for (auto [i, v] : llvm::enumerate(values))
    literal.setDouble(i, v);
  return literalConstant(b, literal);
}

/// Index i / s: every element `s` times.
bool Resizer::byRepeat(int64_t dim, ArrayRef<int64_t> index) {
  RankedTensorType type = tensorType(value);
  int64_t in = type.getDimSize(dim), out = index.size();
  if (in == 0 || out % in)
    return false;
  int64_t times = out / in;
  for (int64_t i = 0; i < out; ++i)
    if (index[i] != i / times)
      return false;
  SmallVector<OpFoldResult> extents = extentsOf(b, b.getLoc(), value);
  SmallVector<OpFoldResult> wide(extents);
  wide.insert(wide.begin() + dim + 1, b.getIndexAttr(times));
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    dims.push_back(d <= dim ? d : d + 1);
  extents[dim] = b.getIndexAttr(out);
  value = reshapeTo(b, broadcastTo(b, value, dims, wide), extents);
  return true;
}

/// Index a + i * s: a strided slice.
bool Resizer::bySlice(int64_t dim, ArrayRef<int64_t> index) {
  if (index.empty())
    return false;
  int64_t step = index.size() > 1 ? index[1] - index[0] : 1;
  if (step == 0)
    return false;
  for (size_t i = 0; i < index.size(); ++i)
    if (index[i] != index[0] + int64_t(i) * step)
      return false;
  SmallVector<OpFoldResult> sizes = extentsOf(b, b.getLoc(), value);
  SmallVector<OpFoldResult> starts(sizes.size(), b.getIndexAttr(0));
  SmallVector<int64_t> steps(sizes.size(), 1);
  sizes[dim] = b.getIndexAttr(index.size());
  starts[dim] = b.getIndexAttr(index[0]);
  steps[dim] = step;
  value = sliceFrom(b, value, starts, sizes, steps);
  return true;
}

void Resizer::byMatrix(int64_t dim, const ResizeTaps &taps, int64_t in,
                       int64_t out) {
  Type element = tensorType(value).getElementType();
  SmallVector<double> entries(in * out, 0.0);
  for (auto [indices, weightsOf] : llvm::zip(taps.index, taps.weight))
    for (int64_t i = 0; i < out; ++i)
      entries[indices[i] * out + i] += weightsOf[i];
  mlc::Literal matrix = mlc::Literal::zeros({mlc::dtypeOf(element), {in, out}});
  for (auto [i, entry] : llvm::enumerate(entries))
    matrix.setDouble(i, entry);
  int64_t rank = tensorType(value).getRank();
  value = dotGeneral(b, value, literalConstant(b, matrix), {}, {}, {dim}, {0});
  // The new dimension comes last; put it back.
  SmallVector<int64_t> permutation;
  for (int64_t d = 0; d < rank; ++d)
    permutation.push_back(d < dim ? d : d == dim ? rank - 1 : d - 1);
  value = b.createOrFold<TransposeOp>(value, permutation);
}

LogicalResult Resizer::byTables(int64_t dim, int64_t in, int64_t out) {
  if (in == 0 && out != 0)
    return op.emitOpError("cannot interpolate the empty dimension ") << dim;
  ResizeTaps taps = resizeTaps(op, dim, in, out);
  if (!taps.outside.empty()) {
    mlc::Literal mask = mlc::Literal::zeros({MLC_BOOL, {out}});
    for (auto [i, is] : llvm::enumerate(taps.outside))
      mask.setInt(i, is);
    outside.push_back({dim, literalConstant(b, mask)});
  }
  if (op.getMode() == ResizeMode::Nearest) {
    if (!byRepeat(dim, taps.index[0]) && !bySlice(dim, taps.index[0]))
      value = gather(dim, table(taps.index[0]));
    return success();
  }
  if (taps.index.size() > kMostGathers) {
    byMatrix(dim, taps, in, out);
    return success();
  }
  Value sum;
  for (auto [index, weight] : llvm::zip(taps.index, taps.weight)) {
    if (llvm::all_of(weight, [](double w) { return w == 0; }))
      continue;
    Value part = gather(dim, table(index));
    part = MulOp::create(b, part, spread(weights(weight), dim, part));
    sum = sum ? AddOp::create(b, sum, part) : part;
  }
  value = sum ? sum : gather(dim, table(taps.index[0]));
  return success();
}

/// The operand coordinates of all result positions; scalars are spread.
static Expr coordinates(ResizeOp op, int64_t dim, Expr x, Expr n, Expr m,
                        Expr scale) {
  StringRef mode = op.getCoordinate();
  Expr zero = x.number(0.0);
  Expr several = m.compare(Predicate::GT, 1.0);
  Expr halfPixel = (x + 0.5) / scale - 0.5;
  Expr gaps = (m - 1.0).max(1.0); // never divides by zero
  if (mode == "half_pixel_symmetric")
    return n * 0.5 * (1.0 - m / (scale * n)) + halfPixel;
  if (mode == "pytorch_half_pixel")
    return several.select(halfPixel, zero);
  if (mode == "align_corners") {
    // By the extent before it was rounded down. A scale of the extents' own
    // gives that extent again, but for rounding.
    Expr length = n * scale;
    Expr rounded = (length - m).abs().compare(Predicate::LT, 1e-6);
    length = rounded.select(m, length);
    Expr wide = length.compare(Predicate::GT, 1.0);
    return wide.select(x * (n - 1.0) / wide.select(length - 1.0, m), zero);
  }
  if (mode == "asymmetric")
    return x / scale;
  if (mode == "tf_half_pixel_for_nn")
    return (x + 0.5) / scale;
  if (mode == "tf_crop_and_resize") {
    double start = (*op.getRoi())[dim];
    double end = (*op.getRoi())[dim + op.getRoi()->size() / 2];
    Expr inner = (n - 1.0) * start + x * (n - 1.0) * (end - start) / gaps;
    return several.select(inner, (n - 1.0) * (0.5 * (start + end)));
  }
  return halfPixel;
}

/// resizeKernel on tensors.
static Expr kernelOf(ResizeOp op, Expr x) {
  x = x.abs();
  if (op.getMode() == ResizeMode::Linear)
    return (1.0 - x).max(0.0);
  double a = op.getCubicCoefficient().convertToDouble();
  Expr near = ((x * (a + 2) - (a + 3)) * x * x) + 1.0;
  Expr far = ((x * a - 5 * a) * x + 8 * a) * x - 4 * a;
  Expr outer = x.compare(Predicate::LT, 2.0).select(far, x.number(0.0));
  return x.compare(Predicate::LE, 1.0).select(near, outer);
}

LogicalResult Resizer::byArithmetic(int64_t dim) {
  Type f64 = b.getF64Type();
  double known = op.getScales()[dim];
  bool nearest = op.getMode() == ResizeMode::Nearest;
  if (op.getAntialias() && !nearest && known == 0)
    return op.emitOpError("needs a static scale of dimension ")
           << dim << " for antialiasing, or static extents";
  auto [shape, sizes] = splitExtents({target[dim]});
  Value zero = scalarConstant(b, f64, 0.0), one = scalarConstant(b, f64, 1.0);
  Expr x{b, IotaOp::create(b, RankedTensorType::get(shape, f64), zero, one, 0,
                           sizes)};
  auto spreadScalar = [&](Value scalar) {
    return Expr{b, broadcastLike(b, scalar, {}, x)};
  };
  Value in = indexTensor(b, extentOf(b, b.getLoc(), value, dim), f64);
  Value out = indexTensor(b, target[dim], f64);
  Value scale = known == 0 ? Value(DivOp::create(b, out, in))
                           : scalarConstant(b, f64, known);
  Expr n = spreadScalar(in), m = spreadScalar(out);
  Expr at = coordinates(op, dim, x, n, m, spreadScalar(scale));
  Expr last = n - 1.0, none = x.number(0.0);
  if (op.getCoordinate() == "tf_crop_and_resize")
    outside.push_back({dim, at.compare(Predicate::LT, none) |
                                at.compare(Predicate::GT, last)});
  auto indexOf = [&](Expr position) {
    return castTo(b, position.max(none).min(last), b.getI64Type());
  };
  if (nearest) {
    StringRef mode = op.getNearest();
    Expr picked = mode == "floor"               ? at.floor()
                  : mode == "ceil"              ? at.ceil()
                  : mode == "round_prefer_ceil" ? (at + 0.5).floor()
                                                : (at - 0.5).ceil();
    value = gather(dim, indexOf(picked));
    return success();
  }
  double shrink = op.getAntialias() ? std::min(known, 1.0) : 1.0;
  int64_t first = firstResizeTap(op, shrink);
  // A shrink of a thousandth would be written out as thousands of taps.
  if (first < -64)
    return op.emitOpError("needs static extents for antialiasing at scale ")
           << known;
  Expr left = at.floor(), ratio = at - left;
  SmallVector<std::pair<Value, Expr>> taps;
  std::optional<Expr> total;
  for (int64_t k = first; k <= 1 - first; ++k) {
    Expr position = left + double(k);
    Expr weight = kernelOf(op, (double(k) - ratio) * shrink);
    if (op.getExcludeOutside()) {
      Expr inside = position.compare(Predicate::GE, none) &
                    position.compare(Predicate::LE, last);
      weight = inside.select(weight, none);
    }
    total = total ? *total + weight : weight;
    taps.push_back({indexOf(position), weight});
  }
  Value sum;
  bool normalise = op.getAntialias() || op.getExcludeOutside();
  for (auto &[index, weight] : taps) {
    Value part = gather(dim, index);
    Expr factor = normalise ? weight / *total : weight;
    part = MulOp::create(b, part, spread(factor, dim, part));
    sum = sum ? AddOp::create(b, sum, part) : part;
  }
  value = sum;
  return success();
}

LogicalResult Resizer::along(int64_t dim) {
  OpFoldResult from = extentOf(b, b.getLoc(), value, dim);
  std::optional<int64_t> in = getConstantIntValue(from);
  std::optional<int64_t> out = getConstantIntValue(target[dim]);
  if (in && out)
    return byTables(dim, *in, *out);
  return byArithmetic(dim);
}

FailureOr<SmallVector<Value>> ResizeOp::decompose(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  RankedTensorType type = tensorType(getInput()),
                   result = tensorType(getResult());
  Resizer resizer(*this, b);
  Type element = type.getElementType();
  bool moves = getMode() == ResizeMode::Nearest;
  auto real = dyn_cast<FloatType>(element);
  // Weighted sums are computed in f32 at least.
  resizer.value = moves || (real && real.getWidth() >= 32)
                      ? Value(getInput())
                      : castTo(b, getInput(), b.getF32Type());
  bool crops = getCoordinate() == "tf_crop_and_resize";
  SmallVector<int64_t> order;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (crops || getScales()[d] != 1.0)
      order.push_back(d);
    else if (!type.isDynamicDim(d) && !result.isDynamicDim(d) &&
             type.getDimSize(d) != result.getDimSize(d))
      return emitOpError("has scale 1 in dimension ")
             << d << ", whose extent changes from " << type.getDimSize(d)
             << " to " << result.getDimSize(d);
  llvm::stable_sort(order, [&](int64_t a, int64_t c) {
    return getScales()[a] < std::min(getScales()[c], 1.0);
  });
  for (int64_t d : order)
    if (failed(resizer.along(d)))
      return failure();
  Value value = castTo(b, resizer.value, element);
  if (!resizer.outside.empty()) {
    Value filler = constantLike(b, value, getExtrapolation().convertToDouble());
    for (auto &[dim, mask] : resizer.outside)
      value = SelectOp::create(b, broadcastLike(b, mask, {dim}, value), filler,
                               value);
  }
  return SmallVector<Value>{retype(b, value, result)};
}
