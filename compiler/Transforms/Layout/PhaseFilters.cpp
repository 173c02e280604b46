//===- PhaseFilters.cpp - Filters of transposed convolutions --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/PhaseFilters.h"

#include "compiler/Constants/PackingRecipes.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlc;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// Far more than a filter or a stride can sensibly have.
static constexpr int64_t kMost = 1 << 16;

/// The first tap that phase `phase` meets, and where the element under it lies
/// in the input, from the phase's number on.
static std::pair<int64_t, int64_t> firstTap(const Phases &p, int64_t phase) {
  int64_t tap = ((p.low - phase) % p.spread + p.spread) % p.spread;
  return {tap, (phase + tap - p.low) / p.spread};
}

Phases::Phases(int64_t kernel, int64_t spread, int64_t low)
    : kernel(kernel), spread(spread), low(low) {
  int64_t first = INT64_MAX, end = INT64_MIN;
  for (int64_t phase = 0; phase < spread; ++phase) {
    auto [tap, at] = firstTap(*this, phase);
    int64_t count = tap < kernel ? (kernel - tap - 1) / spread + 1 : 0;
    if (!count)
      continue;
    first = std::min(first, at);
    end = std::max(end, at + count);
  }
  if (first > end) // no phase meets anything
    first = 0, end = 1;
  taps = end - first;
  pad = -first;
}

int64_t Phases::tapOf(int64_t phase, int64_t tap) const {
  auto [first, at] = firstTap(*this, phase);
  return first + (tap - pad - at) * spread;
}

static Expected<TensorSpec> phaseSpec(StringRef recipe, const TensorSpec &input,
                                      ArrayRef<int64_t> ints) {
  size_t spatial = ints.size() / 2;
  auto fail = [&](StringRef why) {
    return makeError(recipe, " of ", input.str(), ": ", why);
  };
  if (!input.isValid() || ints.size() % 2 || input.shape.size() != spatial + 2)
    return fail("needs a filter and two parameters a spatial dimension");
  if (bitWidth(input.dtype) % 8)
    return fail("elements smaller than a byte cannot be moved");
  TensorSpec result = input;
  for (size_t i = 0; i < spatial; ++i) {
    int64_t kernel = input.shape[i + 2], spread = ints[2 * i],
            low = ints[2 * i + 1];
    if (kernel < 1 || kernel > kMost || spread < 1 || spread > kMost ||
        low < -kMost || low > kMost)
      return fail("has a parameter out of bounds");
    if (result.shape[0] > kMost * kMost)
      return fail("has too many output channels");
    result.shape[0] *= spread;
    result.shape[i + 2] = Phases(kernel, spread, low).taps;
  }
  if (!result.isValid())
    return fail("the result would be too large");
  return result;
}

static Expected<Literal> splitPhases(StringRef recipe, const Literal &input,
                                     ArrayRef<int64_t> ints) {
  Expected<TensorSpec> spec = phaseSpec(recipe, input.spec(), ints);
  if (!spec)
    return spec.takeError();
  Literal result = Literal::zeros(*spec);
  if (result.count() == 0 || input.count() == 0)
    return result;
  Literal dense = input.expanded();
  size_t spatial = ints.size() / 2, bytes = bitWidth(input.dtype()) / 8;
  SmallVector<Phases> phases;
  int64_t count = 1; // of phases of all dimensions
  for (size_t i = 0; i < spatial; ++i) {
    phases.emplace_back(input.shape()[i + 2], ints[2 * i], ints[2 * i + 1]);
    count *= ints[2 * i];
  }
  const uint8_t *from = dense.bytes().data();
  uint8_t *to = result.mutableBytes().data();
  ArrayRef<int64_t> shape = spec->shape;
  int64_t channels = shape[1], taps = 1;
  for (int64_t extent : shape.drop_front(2))
    taps *= extent;
  for (int64_t at = 0; at < result.count(); ++at) {
    int64_t tap = at % taps, channel = at / taps % channels;
    int64_t output = at / taps / channels;
    int64_t phase = output % count, source = 0, stride = 1;
    bool there = true;
    for (size_t i = spatial; i-- > 0;) {
      const Phases &p = phases[i];
      int64_t k = p.tapOf(phase % p.spread, tap % p.taps);
      there &= k >= 0 && k < p.kernel;
      source += k * stride;
      stride *= p.kernel;
      phase /= p.spread, tap /= p.taps;
    }
    if (!there)
      continue;
    source += (output / count * channels + channel) * stride;
    std::memcpy(to + at * bytes, from + source * bytes, bytes);
  }
  return result;
}

static const StringRef kNames[] = {"split_phases"};
static const PackingRecipes kFamily = {kNames, phaseSpec, splitPhases};

Expected<Hash128> mlc::addPhaseFilters(ConstantPool &pool, StringRef recipe,
                                       const Hash128 &filter,
                                       ArrayRef<int64_t> ints) {
  registerRecipes(pool, kFamily);
  return addRecipe(pool, kFamily, recipe, filter, ints);
}
