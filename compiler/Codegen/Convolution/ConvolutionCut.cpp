//===- ConvolutionCut.cpp - How a convolution is cut into items -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/ConvolutionCut.h"

#include "compiler/Codegen/LongestSum.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

constexpr int64_t kBlockBytes = 16 << 10; // accumulators of an item
constexpr int64_t kSliceBytes = 20 << 10; // weights of a pass
constexpr int64_t kFewItems = 16;
constexpr int64_t kItemWork = 50000;
constexpr int64_t kTypicalExtent = 28; // of a map of unknown size
/// Sums of so many terms are cut into at most four chains of at least so many.
/// It is the first layers of a net that have short sums, and what these round
/// passes through all others: they decide about the error of the result.
constexpr int64_t kShortSum = 600, kShortChain = 48, kMostChains = 4;
constexpr int64_t kSharedWeightBytes = 512 << 10;

} // namespace

std::string mlc::convolutionUnsupported(const ConvParams &p) {
  if (p.outputs.empty())
    return "no output shape";
  int64_t ic = p.input.channels, oc = p.outputs.front().channels;
  if (p.groups < 1 || ic % p.groups || oc % p.groups)
    return "channels are no multiple of the groups";
  if (p.groups > 1 && p.input.blocked && ic / p.groups % kChannelBlock)
    return "groups that are no multiple of 16 input channels";
  for (const ActivationTensor &t : p.outputs) {
    if (t.blocked != p.outputs.front().blocked)
      return "outputs of different layouts";
    if (p.groups > 1 && t.blocked && oc / p.groups % kChannelBlock)
      return "groups that are no multiple of 16 output channels";
    if (!t.blocked && t.halo.any())
      return "a plain output with a halo";
  }
  return "";
}

static WindowAxis axis(int64_t kernel, int64_t stride, int64_t dilation,
                       int64_t low, int64_t high, Value extent) {
  return {kernel,
          stride,
          dilation,
          std::max<int64_t>(low, 0),
          std::max<int64_t>(high, 0),
          extent};
}

WindowAxis mlc::rowAxis(KernelBuilder &k, const ConvParams &p) {
  return axis(p.kernelH, p.strideH, p.dilationH, p.padTop - p.input.halo.top,
              p.padBottom - p.input.halo.bottom, p.input.paddedH(k));
}

WindowAxis mlc::columnAxis(KernelBuilder &k, const ConvParams &p) {
  return axis(p.kernelW, p.strideW, p.dilationW, p.padLeft - p.input.halo.left,
              p.padRight - p.input.halo.right, p.input.paddedW(k));
}

ConvCut mlc::cutConvolution(KernelBuilder &k, const ConvParams &p) {
  ConvCut cut;
  const ActivationTensor &in = p.input, &out = p.outputs.front();
  TileShape tile = p.tile.value_or(chooseTile(k.isa, p.accumulator));
  int64_t bytes = p.accumulator.getIntOrFloatBitWidth() / 8;
  int64_t blockPixels = kBlockBytes / (kPanel * bytes);

  bool bareOutputs = llvm::all_of(
      p.outputs, [](const ActivationTensor &t) { return !t.halo.any(); });
  WindowAxis rowWindow = rowAxis(k, p), columnWindow = columnAxis(k, p);
  // One long row when neither side has a border in the way.
  cut.flat = p.kernelH == 1 && p.kernelW == 1 && p.strideH == 1 &&
             p.strideW == 1 && !in.halo.any() && bareOutputs &&
             !rowWindow.clipped() && !columnWindow.clipped() &&
             (out.blocked || p.crossRows);
  cut.h = cut.flat ? k.index(1) : out.h;
  cut.w = cut.flat ? k.mul(out.h, out.w) : out.w;

  int64_t groupChannels = in.channels / p.groups;
  if (!in.blocked)
    cut.blockChannels = std::clamp<int64_t>(groupChannels, 1, kChannelBlock);
  cut.inputBlocks = llvm::divideCeil(groupChannels, cut.blockChannels);
  cut.panelsPerGroup = llvm::divideCeil(out.channels / p.groups, kPanel);
  int64_t panels = cut.panelsPerGroup * p.groups;
  cut.panels = k.index(panels);

  auto h = constantOf(cut.h), w = constantOf(cut.w), n = constantOf(p.n);
  int64_t hGuess = std::max<int64_t>(h.value_or(kTypicalExtent), 1);
  int64_t nGuess = std::max<int64_t>(n.value_or(1), 1);
  int64_t rowLimit; // rows of a block by its size
  if (w) {
    cut.staticWidth = true;
    cut.tiles = balance(*w, tile.rows);
    int64_t widest = cut.tiles.height + (cut.tiles.extra ? 1 : 0);
    int64_t perSegment =
        std::max<int64_t>(1, blockPixels / std::max<int64_t>(widest, 1));
    int64_t segments =
        std::max<int64_t>(1, llvm::divideCeil(cut.tiles.count, perSegment));
    cut.tilesPerSegment =
        std::max<int64_t>(1, llvm::divideCeil(cut.tiles.count, segments));
    cut.segmentWidth = std::min<int64_t>(cut.tilesPerSegment * widest, *w);
    cut.segments = k.index(llvm::divideCeil(
        std::max<int64_t>(cut.tiles.count, 0), cut.tilesPerSegment));
    // Rows of one tile would meet different taps at the upper and lower end.
    if (cut.tiles.count == 1 && *w > 0 && !rowWindow.clipped())
      cut.rowsPerTile = std::max<int64_t>(1, tile.rows / *w);
  } else {
    cut.segmentWidth = blockPixels / tile.rows * tile.rows;
    cut.segments = k.ceilDiv(cut.w, k.index(cut.segmentWidth));
  }
  bool oneSegment = constantOf(cut.segments) == 1;
  rowLimit = oneSegment && cut.segmentWidth
                 ? std::max<int64_t>(1, blockPixels / cut.segmentWidth)
                 : 1;

  // Blocks of rows: large enough to pay for the slice's weights, small enough
  // for enough items.
  int64_t rows = std::min(rowLimit, hGuess);
  int64_t depth = in.channels / p.groups * p.kernelH * p.kernelW;
  auto itemsWith = [&](int64_t r) {
    return nGuess * panels * constantOf(cut.segments).value_or(1) *
           int64_t(llvm::divideCeil(hGuess, r));
  };
  if (p.blockRows)
    rows = std::min(rows, p.blockRows);
  while (!p.blockRows && rows > cut.rowsPerTile &&
         itemsWith(rows) < kFewItems &&
         llvm::divideCeil(rows, 2) * cut.segmentWidth * kPanel * depth >=
             kItemWork)
    rows = llvm::divideCeil(rows, 2);
  if (h) // blocks of equal height, in whole tiles
    rows = llvm::divideCeil(hGuess, llvm::divideCeil(hGuess, rows));
  if (cut.rowsPerTile > 1)
    rows =
        std::min<int64_t>(llvm::alignTo(rows, cut.rowsPerTile),
                          std::max(rowLimit / cut.rowsPerTile * cut.rowsPerTile,
                                   cut.rowsPerTile));
  cut.rowsPerBlock = rows;
  cut.rowBlocks = k.ceilDiv(cut.h, k.index(rows));

  // Several passes only pay when several tiles share the slice's weights; short
  // sums want them in any case.
  int64_t sliceBytes = p.kernelH * p.kernelW * cut.blockChannels * kPanel *
                       (p.pairs ? bytes / 2 : bytes);
  int64_t tilesInBlock = llvm::divideCeil(rows * cut.segmentWidth, tile.rows);
  cut.sliceBlocks = cut.inputBlocks;
  if (tilesInBlock >= 3)
    cut.sliceBlocks =
        std::clamp<int64_t>(kSliceBytes / sliceBytes, 1, cut.inputBlocks);
  int64_t sliceTerms = p.kernelH * p.kernelW * cut.blockChannels;
  if (sliceTerms * cut.sliceBlocks > kLongestSum)
    cut.sliceBlocks = std::max<int64_t>(1, kLongestSum / sliceTerms);
  int64_t shortChain =
      depth <= kShortSum && isa<FloatType>(p.accumulator)
          ? std::max<int64_t>(kShortChain, llvm::divideCeil(depth, kMostChains))
          : depth;
  if (cut.sliceBlocks < cut.inputBlocks)
    cut.sliceBlocks =
        std::clamp<int64_t>(shortChain / sliceTerms, 1, cut.sliceBlocks);
  // Slices of equal size.
  cut.sliceBlocks = llvm::divideCeil(
      cut.inputBlocks, llvm::divideCeil(cut.inputBlocks, cut.sliceBlocks));

  cut.chainBlocks = cut.sliceBlocks;
  cut.chainRows = p.kernelH;
  if (cut.sliceBlocks == cut.inputBlocks && sliceTerms <= shortChain) {
    cut.chainBlocks = llvm::divideCeil(
        cut.inputBlocks,
        llvm::divideCeil(cut.inputBlocks, shortChain / sliceTerms));
  } else if (cut.sliceBlocks == cut.inputBlocks) {
    int64_t rowTerms = p.kernelW * cut.blockChannels;
    int64_t chains = llvm::divideCeil(
        p.kernelH, std::max<int64_t>(1, shortChain / rowTerms));
    cut.chainBlocks = 1;
    cut.chainRows = llvm::divideCeil(p.kernelH, chains);
  }

  int64_t allWeights = panels * cut.inputBlocks * sliceBytes;
  cut.panelsFastest = allWeights <= kSharedWeightBytes;
  return cut;
}

Value mlc::convolutionItems(KernelBuilder &k, const ConvParams &params) {
  ConvCut cut = cutConvolution(k, params);
  return k.mul(k.mul(params.n, cut.panels), k.mul(cut.rowBlocks, cut.segments));
}
