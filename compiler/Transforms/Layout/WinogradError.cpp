//===- WinogradError.cpp - What Winograd's transform rounds ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic is the kernels' own but for fused multiplications, which round
// once less, and for chains, which are longer here: the figure errs upwards.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Layout/WinogradError.h"

#include "compiler/Constants/WinogradTransform.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace mlc;
using namespace mlc::winograd;

namespace {

constexpr int64_t kSamples = 3;       // tiles
constexpr int64_t kMostChannels = 64; // output channels looked at

/// Normal numbers that are the same everywhere: sums of twelve uniform ones
/// from a congruential generator.
class Normals {
public:
  float next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      sum += double(state >> 40) / double(1 << 24);
    }
    return float(sum);
  }

private:
  uint64_t state = 42;
};

using Square = float[kMostReach][kMostReach];

/// The inputs of a tile, of one channel, as they are and transformed.
struct Sample {
  Square plain, turned;
};

struct Arithmetic {
  float add(float x, float y) { return x + y; }
  float sub(float x, float y) { return x - y; }
  float mul(float x, double factor) { return x * float(factor); }
  float mad(float x, double factor, float y) { return x * float(factor) + y; }
};

void transform(int64_t tile, Square &d) {
  int64_t reach = reachOf(tile);
  float from[kMostReach], to[kMostReach];
  for (int pass = 0; pass < 2; ++pass)
    for (int64_t i = 0; i < reach; ++i) {
      for (int64_t j = 0; j < reach; ++j)
        from[j] = pass ? d[i][j] : d[j][i];
      transformInput(tile, from, to, Arithmetic());
      for (int64_t j = 0; j < reach; ++j)
        (pass ? d[i][j] : d[j][i]) = to[j];
    }
}

/// Results of a tile from the sums of all channels.
void transformBack(int64_t tile, const Square &m, Square &y) {
  int64_t reach = reachOf(tile);
  Square half;
  float from[kMostReach];
  for (int64_t j = 0; j < reach; ++j) {
    for (int64_t i = 0; i < reach; ++i)
      from[i] = m[i][j];
    transformOutput(tile, from, half[j], Arithmetic());
  }
  for (int64_t i = 0; i < tile; ++i) {
    for (int64_t j = 0; j < reach; ++j)
      from[j] = half[j][i];
    transformOutput(tile, from, y[i], Arithmetic());
  }
}

} // namespace

double mlc::winogradError(const Literal &filter, int64_t tile) {
  const double infinite = std::numeric_limits<double>::infinity();
  Literal dense = filter.expanded();
  const uint8_t *taps = dense.bytes().data();
  int64_t outputs = filter.shape()[0], channels = filter.shape()[1];
  int64_t reach = reachOf(tile);

  Normals normals;
  std::vector<Sample> inputs(kSamples * channels);
  for (auto &[plain, turned] : inputs) {
    for (int64_t i = 0; i < reach; ++i)
      for (int64_t j = 0; j < reach; ++j)
        plain[i][j] = turned[i][j] = normals.next();
    transform(tile, turned);
  }

  double largest = 0, worst = 0;
  int64_t step = (outputs + kMostChannels - 1) / kMostChannels;
  for (int64_t oc = 0; oc < outputs; oc += step) {
    Square sums[kSamples] = {};
    double exact[kSamples][kMostTile][kMostTile] = {};
    for (int64_t ic = 0; ic < channels; ++ic) {
      float g[kTaps][kTaps]; // a model's file aligns nothing
      std::memcpy(g, taps + (oc * channels + ic) * sizeof(g), sizeof(g));
      double positions[kMostPositions];
      transformFilter(tile, &g[0][0], positions);
      for (int64_t s = 0; s < kSamples; ++s) {
        const auto &[plain, turned] = inputs[s * channels + ic];
        for (int64_t i = 0; i < reach; ++i)
          for (int64_t j = 0; j < reach; ++j)
            sums[s][i][j] += turned[i][j] * float(positions[i * reach + j]);
        for (int64_t y = 0; y < tile; ++y)
          for (int64_t x = 0; x < tile; ++x)
            for (int64_t r = 0; r < kTaps; ++r)
              for (int64_t c = 0; c < kTaps; ++c)
                exact[s][y][x] += double(g[r][c]) * double(plain[y + r][x + c]);
      }
    }
    for (int64_t s = 0; s < kSamples; ++s) {
      Square made;
      transformBack(tile, sums[s], made);
      for (int64_t y = 0; y < tile; ++y)
        for (int64_t x = 0; x < tile; ++x) {
          double error = std::fabs(double(made[y][x]) - exact[s][y][x]);
          if (!std::isfinite(error))
            return infinite;
          worst = std::max(worst, error);
          largest = std::max(largest, std::fabs(exact[s][y][x]));
        }
    }
  }
  return largest > 0 ? worst / largest : worst > 0 ? infinite : 0;
}
