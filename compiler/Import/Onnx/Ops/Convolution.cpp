//===- Convolution.cpp - Convolution and its transpose ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/Windows.h"

using namespace mlc;
using namespace mlc::onnx;
using mlir::OpFoldResult;
using mlir::Value;
using llvm::LogicalResult;

OpFoldResult Window::reach(GraphBuilder &g, size_t i) const {
  return g.add(g.mul(g.sub(kernel[i], g.index(1)), g.index(dilations[i])),
               g.index(1));
}

OpFoldResult Window::extent(GraphBuilder &g, OpFoldResult in, size_t i) const {
  if (isSame)
    return g.ceilDiv(in, g.index(strides[i]));
  return windowExtent(g, in, g.add(low[i], high[i]), reach(g, i), strides[i]);
}

OpFoldResult mlc::onnx::windowExtent(GraphBuilder &g, OpFoldResult in,
                                     OpFoldResult pads, OpFoldResult reach,
                                     int64_t stride) {
  OpFoldResult shift = g.add(g.sub(pads, reach), g.index(stride));
  auto known = GraphBuilder::fixed(shift);
  OpFoldResult top = known && *known < 0
                         ? g.sub(in, g.index(g.opposite(*known)))
                         : g.add(in, shift);
  return g.floorDiv(top, g.index(stride));
}

Value mlc::onnx::padAtRuntime(GraphBuilder &g, Value x, Window &w,
                              Value value) {
  if (!x)
    return nullptr;
  Extents low(2, g.index(0)), high(2, g.index(0));
  for (size_t i = 0; i < w.low.size(); ++i) {
    const bool known =
        GraphBuilder::fixed(w.low[i]) && GraphBuilder::fixed(w.high[i]);
    low.push_back(known ? g.index(0) : w.low[i]);
    high.push_back(known ? g.index(0) : w.high[i]);
    if (!known)
      w.low[i] = w.high[i] = g.index(0);
  }
  return g.pad(graph::PadMode::Constant, x, value, low, high);
}

llvm::SmallVector<int64_t>
mlc::onnx::fixedNumbers(llvm::ArrayRef<OpFoldResult> list) {
  llvm::SmallVector<int64_t> numbers;
  for (OpFoldResult value : list)
    numbers.push_back(*GraphBuilder::fixed(value));
  return numbers;
}

std::optional<Window>
mlc::onnx::readWindow(NodeContext &n, llvm::ArrayRef<OpFoldResult> kernel,
                      llvm::ArrayRef<OpFoldResult> spatial) {
  // Bounds that keep every sum of these numbers far from overflow.
  constexpr int64_t limit = int64_t(1) << 31;
  GraphBuilder &g = n.g;
  size_t rank = spatial.size();
  Window w;
  w.kernel.assign(kernel.begin(), kernel.end());
  w.strides = n.ints("strides", rank, 1);
  w.dilations = n.ints("dilations", rank, 1);
  llvm::SmallVector<int64_t> pads = n.ints("pads", 2 * rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    int64_t extent = GraphBuilder::fixed(kernel[i]).value_or(1);
    if (extent < 1 || w.strides[i] < 1 || w.dilations[i] < 1 ||
        extent > limit || w.strides[i] > limit || w.dilations[i] > limit ||
        std::abs(pads[i]) > limit || std::abs(pads[rank + i]) > limit) {
      g.fail("kernel, strides, dilations or pads are out of range in "
             "dimension " +
             llvm::Twine(i));
      return std::nullopt;
    }
    if (!requireAtMost(g, g.index(1), kernel[i]))
      return std::nullopt;
  }
  llvm::StringRef mode = n.str("auto_pad", "NOTSET");
  if (g.failed())
    return std::nullopt;
  for (size_t i = 0; i < rank; ++i) {
    bool given = mode == "NOTSET" || mode.empty();
    w.low.push_back(g.index(given ? pads[i] : 0));
    w.high.push_back(g.index(given ? pads[rank + i] : 0));
  }
  if (mode == "NOTSET" || mode.empty() || mode == "VALID")
    return w;
  if (mode != "SAME_UPPER" && mode != "SAME_LOWER") {
    g.fail("auto_pad '" + mode + "' is not known");
    return std::nullopt;
  }
  w.isSame = true;
  for (size_t i = 0; i < rank; ++i) {
    // With stride 1 that is the reach less 1, whatever the extent is.
    OpFoldResult one = g.index(1), stride = g.index(w.strides[i]), total;
    if (w.strides[i] == 1)
      total = g.sub(w.reach(g, i), one);
    else
      total =
          g.sub(g.add(g.mul(g.sub(g.ceilDiv(spatial[i], stride), one), stride),
                      w.reach(g, i)),
                spatial[i]);
    total = g.max(total, g.index(0));
    OpFoldResult less = g.floorDiv(total, g.index(2)),
                 more = g.sub(total, less);
    w.low[i] = mode == "SAME_UPPER" ? less : more;
    w.high[i] = mode == "SAME_UPPER" ? more : less;
  }
  return w;
}

namespace {
/// The kernel's extents: by attribute, else the filter's, which must agree.
std::optional<Extents> kernelShape(NodeContext &n, Value filter) {
  Extents kernel;
  auto given = n.ints("kernel_shape");
  int64_t rank = GraphBuilder::rank(filter) - 2;
  if (given && static_cast<int64_t>(given->size()) != rank) {
    n.g.fail("kernel_shape does not fit the filter's rank");
    return std::nullopt;
  }
  for (int64_t i = 0; i < rank; ++i) {
    OpFoldResult extent = n.g.extent(filter, i + 2);
    if (given &&
        GraphBuilder::fixed(extent).value_or((*given)[i]) != (*given)[i]) {
      n.g.fail("kernel_shape does not agree with the filter's shape");
      return std::nullopt;
    }
    if (given && !requireEqual(n.g, extent, n.g.index((*given)[i])))
      return std::nullopt;
    kernel.push_back(given ? n.g.index((*given)[i]) : extent);
  }
  return kernel;
}

Value addBias(NodeContext &n, Value result, Value bias) {
  if (!result || !bias)
    return result;
  if (GraphBuilder::rank(bias) != 1)
    return n.g.fail("its bias must have rank 1");
  llvm::SmallVector<int64_t> dims{1};
  return n.g.addT(result, n.g.broadcastTo(bias, n.g.extents(result), dims));
}

Value convolve(NodeContext &n, Value x, Value filter, Window w, int64_t groups,
               mlir::Type resultElement) {
  if (!x || !filter)
    return nullptr;
  int64_t rank = GraphBuilder::rank(x);
  if (rank < 3 || GraphBuilder::rank(filter) != rank)
    return n.g.fail("input and filter must have the same rank, 3 or more");
  Extents in = n.g.extents(x), k = n.g.extents(filter);
  auto channels = GraphBuilder::fixed(in[1]), depth = GraphBuilder::fixed(k[1]),
       outs = GraphBuilder::fixed(k[0]);
  if (groups < 1 || (channels && depth && *channels != *depth * groups) ||
      (outs && *outs % groups != 0))
    return n.g.fail("the channels of input (" +
                    llvm::Twine(channels.value_or(-1)) + ") and filter (" +
                    llvm::Twine(depth.value_or(-1)) + ") do not fit " +
                    llvm::Twine(groups) + " groups");
  if (!requireEqual(n.g, in[1], n.g.mul(k[1], n.g.index(groups))))
    return nullptr;
  Extents shape{in[0], k[0]};
  for (size_t i = 0; i < w.kernel.size(); ++i) {
    if (!w.isSame &&
        !requireWindow(n.g, w.reach(n.g, i),
                       n.g.add(in[i + 2], n.g.add(w.low[i], w.high[i]))))
      return nullptr;
    shape.push_back(w.extent(n.g, in[i + 2], i));
  }
  x = padAtRuntime(n.g, x, w, n.g.scalarLike(x, 0));
  if (!x)
    return nullptr;
  auto type = n.g.tensorType(shape, resultElement);
  if (!type)
    return nullptr;
  llvm::SmallVector<int64_t> ones(w.kernel.size(), 1);
  return n.g.keep(graph::ConvolutionOp::create(n.g.b, n.g.loc, type, x, filter,
                                               w.strides, fixedNumbers(w.low),
                                               fixedNumbers(w.high), ones,
                                               w.dilations, groups),
                  shape);
}

std::optional<Window> windowOf(NodeContext &n, Value x, Value filter) {
  if (GraphBuilder::rank(x) < 3 ||
      GraphBuilder::rank(filter) != GraphBuilder::rank(x)) {
    n.g.fail("input and filter must have the same rank, 3 or more");
    return std::nullopt;
  }
  auto kernel = kernelShape(n, filter);
  if (!kernel)
    return std::nullopt;
  Extents in = n.g.extents(x);
  return readWindow(n, *kernel,
                    llvm::ArrayRef<OpFoldResult>(in).drop_front(2));
}

LogicalResult convRow(NodeContext &n) {
  Value x = n.in(0), filter = n.in(1);
  if (!n.g.sameElementType(x, filter))
    return mlir::failure();
  auto window = windowOf(n, x, filter);
  if (!window)
    return mlir::failure();
  Value result =
      convolve(n, x, filter, *window, n.i64("group", 1), n.element(0));
  return n.set(addBias(n, result, n.in(2)));
}

/// x - zero point, as i32; exact, so padding with 0 stays right.
Value centred(NodeContext &n, Value x, Value zeroPoint) {
  mlir::Type i32 = n.g.b.getI32Type();
  Value wide = n.g.cast(x, i32);
  if (!zeroPoint)
    return wide;
  Value zero = n.g.cast(zeroPoint, i32);
  if (zero && GraphBuilder::rank(zero) == 1) {
    if (GraphBuilder::fixed(n.g.extent(zero, 0)) == 1) {
      zero = n.g.reshape(zero, {});
    } else { // one per output channel
      llvm::SmallVector<int64_t> dims{0};
      zero = n.g.broadcastTo(zero, n.g.extents(wide), dims);
    }
  }
  return n.g.subT(wide, zero);
}

} // namespace

Value mlc::onnx::convolveIntegers(NodeContext &n, Value x, Value filter) {
  if (!x || !filter)
    return nullptr;
  auto window = windowOf(n, x, filter);
  return window ? convolve(n, x, filter, *window, n.i64("group", 1),
                           n.g.b.getI32Type())
                : Value();
}

namespace {
/// CausalConvWithState: every channel convolved with its own filter, over what
/// came before it. The standard's body is a convolution in as many groups as
/// there are channels, which must be known for that; else the windows are
/// gathered.
LogicalResult causalConvRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0), filter = n.in(1);
  if (n.rank(0) != 3 || n.rank(1) != 3)
    return n.invalid("input and filter must have rank 3");
  Extents in = g.extents(x);
  if (GraphBuilder::fixed(in[1]))
    return n.useBody();
  OpFoldResult taps = g.extent(filter, 2);
  if (!requireEqual(g, g.extent(filter, 0), in[1]) ||
      !requireEqual(g, g.extent(filter, 1), g.index(1)) ||
      !requireAtMost(g, g.index(1), taps))
    return mlir::failure();
  llvm::StringRef activation = n.str("activation", "none");
  if (activation != "none" && activation != "silu" && activation != "swish")
    return n.invalid("activation '" + activation + "' is not known");
  Extents before{in[0], in[1], g.sub(taps, g.index(1))};
  Value past = n.in(3);
  if (!past)
    past = g.fill(n.element(0), before, 0);
  else if (n.rank(3) != 3 || !requireEqual(g, g.extent(past, 2), before[2]))
    return n.invalid(
        "its past_state must hold one element less than the filter");
  Value all = g.concat({past, x}, 2);
  mlir::Type i64 = g.b.getI64Type(), wide = n.element(0);
  if (wide.getIntOrFloatBitWidth() < 32)
    wide = g.b.getF32Type();
  Extents grid{in[2], taps};
  Value windows =
      g.gather(all, g.addT(g.iota(i64, grid, 0), g.iota(i64, grid, 1)), 2);
  Value sum = g.reduce(graph::Combiner::Sum,
                       g.mulT(g.cast(windows, wide), g.cast(filter, wide)), {3},
                       /*keepDims=*/false);
  Value y = addBias(n, g.cast(sum, n.element(0)), n.in(2));
  if (activation != "none")
    y = g.mulT(y, g.unary<graph::SigmoidOp>(y));
  if (mlir::failed(n.set(0, y)))
    return mlir::failure();
  return n.wants(1) ? n.set(1, g.sliceDim(all, 2, in[2], before[2]))
                    : mlir::success();
}

LogicalResult convIntegerRow(NodeContext &n) {
  return n.set(convolveIntegers(n, centred(n, n.in(0), n.in(2)),
                                centred(n, n.in(1), n.in(3))));
}

/// The op pads after it spread its input by the strides. Where pads are known
/// at run time only, both are done before it: `strides` are 1 then, pads 0.
Value spreadAtRuntime(GraphBuilder &g, Value x, Window &w,
                      llvm::SmallVectorImpl<int64_t> &strides) {
  bool known = true;
  for (size_t i = 0; i < strides.size(); ++i)
    known &= GraphBuilder::fixed(w.low[i]) && GraphBuilder::fixed(w.high[i]);
  if (known)
    return x;
  Value zero = g.scalarLike(x, 0);
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] == 1 || !x)
      continue;
    // Zeros after each element; those after the last one are cut off again.
    OpFoldResult gap = g.index(strides[i] - 1);
    Extents shape = g.extents(x);
    OpFoldResult length = g.mul(shape[i + 2], g.index(strides[i]));
    Extents low(shape.size() + 1, g.index(0)), high = low;
    high[i + 3] = gap;
    x = g.pad(graph::PadMode::Constant,
              g.unsqueeze(x, {static_cast<int64_t>(i + 3)}), zero, low, high);
    shape[i + 2] = length;
    x = g.reshape(x, shape);
    x = g.sliceDim(x, i + 2, g.index(0), g.max(g.sub(length, gap), g.index(0)));
    strides[i] = 1;
  }
  return padAtRuntime(g, x, w, zero);
}

LogicalResult convTransposeRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Value x = n.in(0), filter = n.in(1);
  if (!g.sameElementType(x, filter))
    return mlir::failure();
  if (GraphBuilder::rank(x) < 3 ||
      GraphBuilder::rank(filter) != GraphBuilder::rank(x))
    return n.invalid("input and filter must have the same rank, 3 or more");
  auto kernel = kernelShape(n, filter);
  if (!kernel)
    return mlir::failure();
  size_t spatial = kernel->size();
  Extents in = g.extents(x), k = g.extents(filter);
  int64_t groups = n.i64("group", 1);
  if (groups < 1 || GraphBuilder::fixed(k[0]).value_or(0) % groups != 0)
    return n.invalid("the filter's channels do not fit its groups");
  OpFoldResult perGroup = g.floorDiv(k[0], g.index(groups));
  if (!requireEqual(g, in[1], k[0]) ||
      !requireEqual(g, k[0], g.mul(perGroup, g.index(groups))))
    return mlir::failure();

  Window w;
  w.kernel = *kernel;
  constexpr int64_t limit = int64_t(1) << 31;
  llvm::SmallVector<int64_t> strides = n.ints("strides", spatial, 1);
  w.dilations = n.ints("dilations", spatial, 1);
  llvm::SmallVector<int64_t> pads = n.ints("pads", 2 * spatial, 0),
                             extra = n.ints("output_padding", spatial, 0);
  for (auto list : {llvm::ArrayRef<int64_t>(strides),
                    llvm::ArrayRef<int64_t>(w.dilations)})
    for (int64_t value : list)
      if (value < 1 || value > limit)
        return n.invalid("strides or dilations are out of range");
  for (auto list :
       {llvm::ArrayRef<int64_t>(pads), llvm::ArrayRef<int64_t>(extra)})
    for (int64_t value : list)
      if (std::abs(value) > limit)
        return n.invalid("pads or output_padding are out of range");
  auto wanted = n.ints("output_shape");
  if (wanted && wanted->size() == spatial + 2)
    wanted->erase(wanted->begin(), wanted->begin() + 2);
  if (wanted && wanted->size() != spatial)
    return n.invalid("output_shape has the wrong length");
  llvm::StringRef mode = n.str("auto_pad", "NOTSET");
  bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  for (size_t i = 0; i < spatial; ++i) {
    OpFoldResult low = g.index(pads[i]), high = g.index(pads[spatial + i]);
    OpFoldResult reach = w.reach(g, i);
    if (mode == "VALID")
      low = high = g.index(0);
    if (wanted || same) {
      // What would come out beyond the wanted extent is cut off.
      OpFoldResult total = g.add(reach, g.index(extra[i] - strides[i]));
      if (wanted)
        total = g.add(total, g.sub(g.mul(in[i + 2], g.index(strides[i])),
                                   g.index((*wanted)[i])));
      // Rounded down: a wanted extent beyond the natural one is negative.
      OpFoldResult half = g.floorDiv(total, g.index(2));
      low = mode == "SAME_UPPER" ? half : g.sub(total, half);
      high = g.sub(total, low);
    }
    OpFoldResult most = g.sub(reach, g.index(1));
    w.low.push_back(g.sub(most, low));
    w.high.push_back(g.add(g.sub(most, high), g.index(extra[i])));
  }
  if (g.failed())
    return mlir::failure();

  // The filter C x O/g x k becomes O x C/g x k, turned round in space.
  llvm::SmallVector<int64_t> spatialDims, swap{0, 2, 1};
  for (size_t i = 0; i < spatial; ++i) {
    spatialDims.push_back(i + 2);
    swap.push_back(i + 3);
  }
  Extents split{g.index(groups), perGroup, k[1]};
  split.append(k.begin() + 2, k.end());
  Value turned = g.transpose(g.reshape(filter, split), swap);
  Extents joined{g.mul(k[1], g.index(groups)), perGroup};
  joined.append(k.begin() + 2, k.end());
  turned = g.reshape(turned, joined);
  if (!turned)
    return mlir::failure();
  turned = g.keep(graph::ReverseOp::create(g.b, g.loc, turned.getType(),
                                           turned, spatialDims),
                  turned);
  if (!turned)
    return mlir::failure();

  Extents shape{in[0], joined[0]};
  for (size_t i = 0; i < spatial; ++i) {
    OpFoldResult spread =
        g.add(g.mul(g.sub(in[i + 2], g.index(1)), g.index(strides[i])),
              g.index(1));
    shape.push_back(
        windowExtent(g, spread, g.add(w.low[i], w.high[i]), w.reach(g, i), 1));
  }
  x = spreadAtRuntime(g, x, w, strides);
  if (!x)
    return mlir::failure();
  auto type = g.tensorType(shape, n.element(0));
  if (!type)
    return mlir::failure();
  llvm::SmallVector<int64_t> ones(spatial, 1);
  Value result =
      g.keep(graph::ConvolutionOp::create(
                 g.b, g.loc, type, x, turned, ones, fixedNumbers(w.low),
                 fixedNumbers(w.high), strides, w.dilations, groups),
             shape);
  return n.set(addBias(n, result, n.in(2)));
}
} // namespace

void mlc::onnx::addConvolutionRows(OnnxTable &t) {
  t.add("Conv", {1, 11, 22}, convRow);
  t.add("ConvTranspose", {1, 11, 22}, convTransposeRow);
  t.add("CausalConvWithState", {27}, causalConvRow);
  t.add("ConvInteger", {10}, convIntegerRow);
}
