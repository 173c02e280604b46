//===- PackWeights.cpp - Weights in the order kernels read them -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/MicroKernel/PackWeights.h"

#include "compiler/Codegen/MicroKernel/BlockedTensor.h"
#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "compiler/Codegen/MicroKernel/RegisterTile.h"
#include "compiler/Constants/PackingRecipes.h"
#include "compiler/Constants/WinogradTransform.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlc;
using llvm::ArrayRef;
using llvm::divideCeil;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// A convolution's weights as [OC][IC][KH][KW]; 1-D ones have KH = 1.
struct ConvShape {
  int64_t oc, ic, kh, kw;
};

ConvShape convShape(ArrayRef<int64_t> shape) {
  return {shape[0], shape[1], shape.size() == 4 ? shape[2] : 1, shape.back()};
}

/// Copies elements of a fixed size between computed places.
class Mover {
public:
  Mover(const Literal &input, Literal &result, unsigned bytes)
      : from(input.bytes().data()), to(result.mutableBytes().data()),
        bytes(bytes) {}
  void operator()(int64_t source, int64_t target, int64_t count = 1) {
    std::memcpy(to + target * bytes, from + source * bytes, count * bytes);
  }

private:
  const uint8_t *from;
  uint8_t *to;
  size_t bytes;
};

void packMatrix(Mover move, ArrayRef<int64_t> shape, bool transposed) {
  int64_t rank = shape.size(), batch = 1;
  for (int64_t extent : shape.drop_back(2))
    batch *= extent;
  int64_t depth = shape[transposed ? rank - 1 : rank - 2];
  int64_t columns = shape[transposed ? rank - 2 : rank - 1];
  int64_t panels = divideCeil(columns, kPanel);
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t p = 0; p < panels; ++p) {
      int64_t width = std::min(kPanel, columns - p * kPanel);
      int64_t source = i * depth * columns, target = (i * panels + p) * depth;
      for (int64_t d = 0; d < depth; ++d) {
        if (!transposed) {
          move(source + d * columns + p * kPanel, (target + d) * kPanel, width);
          continue;
        }
        for (int64_t c = 0; c < width; ++c)
          move(source + (p * kPanel + c) * depth + d,
               (target + d) * kPanel + c);
      }
    }
}

/// Two rows of a column together; behind the last one stays zero.
void packMatrixPairs(Mover move, ArrayRef<int64_t> shape, bool transposed) {
  int64_t rank = shape.size(), batch = 1;
  for (int64_t extent : shape.drop_back(2))
    batch *= extent;
  int64_t depth = shape[transposed ? rank - 1 : rank - 2];
  int64_t columns = shape[transposed ? rank - 2 : rank - 1];
  int64_t panels = divideCeil(columns, kPanel);
  int64_t steps = divideCeil(depth, kPairGroup);
  int64_t rowStep = transposed ? 1 : columns,
          columnStep = transposed ? depth : 1;
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t c = 0; c < columns; ++c) {
      int64_t source = i * depth * columns + c * columnStep;
      int64_t target = (i * panels + c / kPanel) * steps * kPanel + c % kPanel;
      for (int64_t d = 0; d < depth; ++d)
        move(source + d * rowStep,
             (target + d / kPairGroup * kPanel) * kPairGroup + d % kPairGroup);
    }
}

/// `group`: input channels that lie together.
void packConvolution(Mover move, ConvShape s, int64_t groups, bool plain,
                     int64_t group = 1) {
  int64_t groupChannels = s.oc / groups;
  int64_t panels = divideCeil(groupChannels, kPanel);
  int64_t block = plain ? s.ic : kChannelBlock;
  int64_t blocks = plain ? 1 : divideCeil(s.ic, kChannelBlock);
  for (int64_t oc = 0; oc < s.oc; ++oc) {
    int64_t number = oc / groupChannels, inGroup = oc % groupChannels;
    int64_t panel = number * panels + inGroup / kPanel;
    for (int64_t ic = 0; ic < s.ic; ++ic)
      for (int64_t h = 0; h < s.kh; ++h)
        for (int64_t w = 0; w < s.kw; ++w) {
          int64_t at = panel * blocks + ic / block;
          at = (at * s.kh + h) * s.kw + w;
          at = (at * block + ic % block / group * group) * kPanel +
               inGroup % kPanel * group + ic % group;
          move(((oc * s.ic + ic) * s.kh + h) * s.kw + w, at);
        }
  }
}

void packWinograd(const Literal &input, float *to, ConvShape s, int64_t tile) {
  using namespace winograd;
  float taps[kTaps * kTaps];
  double positions[kMostPositions];
  int64_t count = positionsOf(tile);
  for (int64_t oc = 0; oc < s.oc; ++oc)
    for (int64_t ic = 0; ic < s.ic; ++ic) {
      // A model's file aligns nothing.
      std::memcpy(taps, input.bytes().data() + (oc * s.ic + ic) * sizeof(taps),
                  sizeof(taps));
      transformFilter(tile, taps, positions);
      for (int64_t at = 0; at < count; ++at)
        to[((oc / kPanel * count + at) * s.ic + ic) * kPanel + oc % kPanel] =
            float(positions[at]);
    }
}

void packDepthwise(Mover move, ConvShape s) {
  for (int64_t c = 0; c < s.oc; ++c)
    for (int64_t tap = 0; tap < s.kh * s.kw; ++tap)
      move(c * s.kh * s.kw + tap,
           (c / kChannelBlock * s.kh * s.kw + tap) * kChannelBlock +
               c % kChannelBlock);
}

void packChannels(Mover move, ArrayRef<int64_t> shape, int64_t block,
                  int64_t dim) {
  int64_t outer = 1, inner = 1, channels = shape[dim];
  for (int64_t extent : shape.take_front(dim))
    outer *= extent;
  for (int64_t extent : shape.drop_front(dim + 1))
    inner *= extent;
  int64_t blocks = divideCeil(channels, block);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t i = 0; i < inner; ++i)
        move((o * channels + c) * inner + i,
             ((o * blocks + c / block) * inner + i) * block + c % block);
}

} // namespace

Expected<TensorSpec> mlc::packedSpec(StringRef recipe, const TensorSpec &input,
                                     ArrayRef<int64_t> ints) {
  ArrayRef<int64_t> shape = input.shape;
  size_t rank = shape.size();
  auto fail = [&](StringRef why) {
    return makeError(recipe, " of ", input.str(), ": ", why);
  };
  if (!input.isValid())
    return fail("not a valid tensor");
  if (bitWidth(input.dtype) % 8)
    return fail("elements smaller than a byte cannot be packed");
  TensorSpec result{input.dtype, {}};
  if (recipe == "pack_b") {
    if (ints.size() != 1 || rank < 2)
      return fail("needs a matrix and one parameter");
    bool transposed = ints[0];
    result.shape.assign(shape.begin(), shape.end() - 2);
    result.shape.push_back(
        divideCeil(shape[transposed ? rank - 2 : rank - 1], kPanel));
    result.shape.push_back(shape[transposed ? rank - 1 : rank - 2]);
    result.shape.push_back(kPanel);
  } else if (recipe == "pack_conv") {
    if (ints.size() != 2 || rank < 3 || rank > 4)
      return fail("needs the weights of a 1-D or 2-D convolution and two "
                  "parameters");
    ConvShape s = convShape(shape);
    int64_t groups = ints[0];
    if (groups < 1 || s.oc % groups)
      return fail("output channels are no multiple of the groups");
    result.shape.push_back(groups * divideCeil(s.oc / groups, kPanel));
    if (ints[1])
      result.shape.append({s.kh, s.kw, s.ic, kPanel});
    else
      result.shape.append({int64_t(divideCeil(s.ic, kChannelBlock)), s.kh, s.kw,
                           kChannelBlock, kPanel});
  } else if (recipe == "pack_b_pairs") {
    if (ints.size() != 1 || rank < 2 || input.dtype != MLC_BF16)
      return fail("needs a matrix of bf16 and one parameter");
    bool transposed = ints[0];
    result.shape.assign(shape.begin(), shape.end() - 2);
    result.shape.append(
        {int64_t(divideCeil(shape[transposed ? rank - 2 : rank - 1], kPanel)),
         int64_t(
             divideCeil(shape[transposed ? rank - 1 : rank - 2], kPairGroup)),
         kPanel, kPairGroup});
  } else if (recipe == "pack_conv_pairs") {
    if (ints.size() != 1 || rank < 3 || rank > 4 || input.dtype != MLC_BF16)
      return fail("needs bf16 weights of a 1-D or 2-D convolution and one "
                  "parameter");
    ConvShape s = convShape(shape);
    int64_t groups = ints[0];
    if (groups < 1 || s.oc % groups)
      return fail("output channels are no multiple of the groups");
    result.shape.assign({groups * int64_t(divideCeil(s.oc / groups, kPanel)),
                         int64_t(divideCeil(s.ic, kChannelBlock)), s.kh, s.kw,
                         kChannelBlock / kPairGroup, kPanel, kPairGroup});
  } else if (recipe == "pack_winograd") {
    if (ints.size() != 1 || !winograd::isTile(ints[0]) || rank != 4 ||
        shape[2] != winograd::kTaps || shape[3] != winograd::kTaps ||
        input.dtype != MLC_F32)
      return fail("needs f32 weights with 3 x 3 taps and a tile of 2 or 4");
    result.shape.assign({int64_t(divideCeil(shape[0], kPanel)),
                         winograd::positionsOf(ints[0]), shape[1], kPanel});
  } else if (recipe == "pack_depthwise") {
    if (!ints.empty() || rank < 3 || rank > 4 || shape[1] != 1)
      return fail("needs weights with one input channel per output channel");
    ConvShape s = convShape(shape);
    result.shape.assign(
        {int64_t(divideCeil(s.oc, kChannelBlock)), s.kh, s.kw, kChannelBlock});
  } else if (recipe == "pack_channels") {
    if (ints.size() != 2 || ints[0] < 1 || ints[0] > 4096 || ints[1] < 0 ||
        ints[1] >= int64_t(rank))
      return fail("needs a block size and one of its dimensions");
    result.shape.assign(shape.begin(), shape.end());
    result.shape[ints[1]] = divideCeil(shape[ints[1]], ints[0]);
    result.shape.push_back(ints[0]);
  } else {
    return fail("unknown packing");
  }
  if (!result.isValid())
    return fail("the packed tensor would be too large");
  return result;
}

Expected<Literal> mlc::packLiteral(StringRef recipe, const Literal &input,
                                   ArrayRef<int64_t> ints) {
  Expected<TensorSpec> spec = packedSpec(recipe, input.spec(), ints);
  if (!spec)
    return spec.takeError();
  Literal result = Literal::zeros(*spec);
  if (result.count() == 0)
    return result;
  Literal dense = input.expanded();
  Mover move(dense, result, bitWidth(input.dtype()) / 8);
  ArrayRef<int64_t> shape = input.shape();
  if (recipe == "pack_b")
    packMatrix(move, shape, ints[0]);
  else if (recipe == "pack_conv")
    packConvolution(move, convShape(shape), ints[0], ints[1]);
  else if (recipe == "pack_b_pairs")
    packMatrixPairs(move, shape, ints[0]);
  else if (recipe == "pack_conv_pairs")
    packConvolution(move, convShape(shape), ints[0], false, kPairGroup);
  else if (recipe == "pack_winograd")
    packWinograd(dense, reinterpret_cast<float *>(result.mutableBytes().data()),
                 convShape(shape), ints[0]);
  else if (recipe == "pack_depthwise")
    packDepthwise(move, convShape(shape));
  else
    packChannels(move, shape, ints[0], ints[1]);
  return result;
}

static const StringRef kNames[] = {
    "pack_b",        "pack_b_pairs",   "pack_conv",    "pack_conv_pairs",
    "pack_winograd", "pack_depthwise", "pack_channels"};
static const PackingRecipes kFamily = {kNames, packedSpec, packLiteral};

void mlc::registerPackingRecipes(ConstantPool &pool) {
  registerRecipes(pool, kFamily);
}

Expected<Hash128> mlc::addPacked(ConstantPool &pool, StringRef recipe,
                                 const Hash128 &input, ArrayRef<int64_t> ints) {
  registerPackingRecipes(pool);
  return addRecipe(pool, kFamily, recipe, input, ints);
}
