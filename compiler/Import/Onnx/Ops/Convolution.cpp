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

OpFoldResult mlc::onnx::windowExtent(GraphBuilder &g, OpFoldResult in,
                                     int64_t pads, int64_t reach,
                                     int64_t stride) {
  int64_t shift = pads - reach + stride;
  OpFoldResult top = shift < 0 ? g.sub(in, g.index(-shift))
                               : g.add(in, g.index(shift));
  return g.floorDiv(top, g.index(stride));
}

std::optional<Window> mlc::onnx::readWindow(NodeContext &n,
                                            llvm::ArrayRef<int64_t> kernel,
                                            llvm::ArrayRef<OpFoldResult> spatial) {
  // Bounds that keep every sum of these numbers far from overflow.
  constexpr int64_t limit = int64_t(1) << 31;
  size_t rank = spatial.size();
  Window w;
  w.kernel.assign(kernel.begin(), kernel.end());
  w.strides = n.ints("strides", rank, 1);
  w.dilations = n.ints("dilations", rank, 1);
  llvm::SmallVector<int64_t> pads = n.ints("pads", 2 * rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    if (kernel[i] < 1 || w.strides[i] < 1 || w.dilations[i] < 1 ||
        kernel[i] > limit || w.strides[i] > limit || w.dilations[i] > limit ||
        std::abs(pads[i]) > limit || std::abs(pads[rank + i]) > limit) {
      n.g.fail("kernel, strides, dilations or pads are out of range in "
               "dimension " + llvm::Twine(i));
      return std::nullopt;
    }
  }
  llvm::StringRef mode = n.str("auto_pad", "NOTSET");
  if (n.g.failed())
    return std::nullopt;
  if (mode == "NOTSET" || mode.empty()) {
    w.low.assign(pads.begin(), pads.begin() + rank);
    w.high.assign(pads.begin() + rank, pads.end());
    return w;
  }
  w.low.assign(rank, 0);
  w.high.assign(rank, 0);
  if (mode == "VALID")
    return w;
  if (mode != "SAME_UPPER" && mode != "SAME_LOWER") {
    n.g.fail("auto_pad '" + mode + "' is not known");
    return std::nullopt;
  }
  for (size_t i = 0; i < rank; ++i) {
    auto in = GraphBuilder::fixed(spatial[i]);
    int64_t total;
    if (in)
      total = (llvm::divideCeil(*in, w.strides[i]) - 1) * w.strides[i] +
              w.reach(i) - *in;
    else if (w.strides[i] == 1)
      total = w.reach(i) - 1; // whatever the extent is
    else {
      (void)n.unsupported("auto_pad with a stride needs the extent of spatial "
                          "dimension " + llvm::Twine(i) + "; fix it with "
                          "--shape or --dim");
      return std::nullopt;
    }
    total = std::max<int64_t>(total, 0);
    bool upper = mode == "SAME_UPPER";
    w.low[i] = upper ? total / 2 : total - total / 2;
    w.high[i] = total - w.low[i];
  }
  return w;
}

namespace {
/// The kernel's extents: by attribute, else the filter's, which must agree.
std::optional<llvm::SmallVector<int64_t>> kernelShape(NodeContext &n,
                                                      Value filter) {
  llvm::SmallVector<int64_t> kernel;
  auto given = n.ints("kernel_shape");
  int64_t rank = GraphBuilder::rank(filter) - 2;
  if (given && static_cast<int64_t>(given->size()) != rank) {
    n.g.fail("kernel_shape does not fit the filter's rank");
    return std::nullopt;
  }
  for (int64_t i = 0; i < rank; ++i) {
    auto known = GraphBuilder::fixed(n.g.extent(filter, i + 2));
    if (!known && given) {
      known = (*given)[i];
      if (!requireEqual(n.g, n.g.extent(filter, i + 2), n.g.index(*known)))
        return std::nullopt;
    }
    if (!known) {
      (void)n.unsupported("the filter's shape is known at run time only");
      return std::nullopt;
    }
    if (given && (*given)[i] != *known) {
      n.g.fail("kernel_shape does not agree with the filter's shape");
      return std::nullopt;
    }
    kernel.push_back(*known);
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

Value convolve(NodeContext &n, Value x, Value filter, const Window &w,
               int64_t groups, mlir::Type resultElement) {
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
  for (size_t i = 0; i < w.kernel.size(); ++i)
    shape.push_back(windowExtent(n.g, in[i + 2], w.low[i] + w.high[i],
                                 w.reach(i), w.strides[i]));
  auto type = n.g.tensorType(shape, resultElement);
  if (!type)
    return nullptr;
  llvm::SmallVector<int64_t> ones(w.kernel.size(), 1);
  return n.g.keep(graph::ConvolutionOp::create(
                      n.g.b, n.g.loc, type, x, filter, w.strides, w.low,
                      w.high, ones, w.dilations, groups),
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
LogicalResult convIntegerRow(NodeContext &n) {
  return n.set(convolveIntegers(n, centred(n, n.in(0), n.in(2)),
                                centred(n, n.in(1), n.in(3))));
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
  auto channels = GraphBuilder::fixed(k[0]), perGroup = GraphBuilder::fixed(k[1]);
  if (!channels || !perGroup)
    return n.unsupported("the filter's shape is known at run time only");
  if (groups < 1 || *channels % groups != 0)
    return n.invalid("the filter's channels do not fit its groups");
  if (!requireEqual(g, in[1], k[0]))
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
    int64_t low = pads[i], high = pads[spatial + i];
    if (mode == "VALID")
      low = high = 0;
    if (wanted || same) {
      // What would come out beyond the wanted extent is cut off.
      int64_t total;
      auto extent = GraphBuilder::fixed(in[i + 2]);
      if (same && !wanted)
        total = w.reach(i) + extra[i] - strides[i];
      else if (extent)
        total = strides[i] * (*extent - 1) + extra[i] + w.reach(i) -
                (*wanted)[i];
      else
        return n.unsupported("output_shape needs the extent of spatial "
                             "dimension " + llvm::Twine(i));
      // Rounded down: a wanted extent beyond the natural one is negative.
      int64_t half = llvm::divideFloorSigned(total, int64_t(2));
      low = mode == "SAME_UPPER" ? half : total - half;
      high = total - low;
    }
    w.low.push_back(w.reach(i) - 1 - low);
    w.high.push_back(w.reach(i) - 1 - high + extra[i]);
  }
  if (g.failed())
    return mlir::failure();

  // The filter C x O/g x k becomes O x C/g x k, turned round in space.
  llvm::SmallVector<int64_t> spatialDims, swap{0, 2, 1};
  for (size_t i = 0; i < spatial; ++i) {
    spatialDims.push_back(i + 2);
    swap.push_back(i + 3);
  }
  Extents split{g.index(groups), g.index(*channels / groups), k[1]};
  split.append(k.begin() + 2, k.end());
  Value turned = g.transpose(g.reshape(filter, split), swap);
  Extents joined{g.index(groups * *perGroup), g.index(*channels / groups)};
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
    shape.push_back(windowExtent(g, spread, w.low[i] + w.high[i], w.reach(i), 1));
  }
  auto type = g.tensorType(shape, n.element(0));
  if (!type)
    return mlir::failure();
  llvm::SmallVector<int64_t> ones(spatial, 1);
  Value result = g.keep(
      graph::ConvolutionOp::create(g.b, g.loc, type, x, turned, ones, w.low,
                                   w.high, strides, w.dilations, groups),
      shape);
  return n.set(addBias(n, result, n.in(2)));
}
} // namespace

void mlc::onnx::addConvolutionRows(OnnxTable &t) {
  t.add("Conv", {1, 11, 22}, convRow);
  t.add("ConvTranspose", {1, 11, 22}, convTransposeRow);
  t.add("ConvInteger", {10}, convIntegerRow);
}
