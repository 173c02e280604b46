//===- WinogradTransform.cpp - Numbers of Winograd's convolutions ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/WinogradTransform.h"

using namespace mlc::winograd;

namespace {

constexpr double kNormP = 2 * kP2 * (kP2 - kQ2);
constexpr double kNormQ = 2 * kQ2 * (kQ2 - kP2);

/// G, row by row: a point's powers by its product of differences to the others.
constexpr double kFour[6][kTaps] = {{1 / (kP2 * kQ2), 0, 0},
                                    {1 / kNormP, kP / kNormP, kP2 / kNormP},
                                    {1 / kNormP, -kP / kNormP, kP2 / kNormP},
                                    {1 / kNormQ, kQ / kNormQ, kQ2 / kNormQ},
                                    {1 / kNormQ, -kQ / kNormQ, kQ2 / kNormQ},
                                    {0, 0, 1}};
constexpr double kTwo[4][kTaps] = {
    {1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};

const double *filterRow(int64_t tile, int64_t i) {
  return tile == 2 ? kTwo[i] : kFour[i];
}

} // namespace

double mlc::winograd::unfilter(int64_t tile, int64_t tap, int64_t i) {
  // The first tap stands alone at 0, the last one at infinity, and the one
  // between is half of what p and -p differ by.
  int64_t alone = tap == 0 ? 0 : tap == 2 ? reachOf(tile) - 1 : -1;
  if (i == alone)
    return 1 / filterRow(tile, i)[tap];
  if (tap == 1 && (i == 1 || i == 2))
    return 0.5 / filterRow(tile, i)[tap];
  return 0;
}

void mlc::winograd::transformFilter(int64_t tile, const float *taps,
                                    double *positions) {
  int64_t reach = reachOf(tile);
  double rows[kMostReach][kTaps];
  for (int64_t i = 0; i < reach; ++i)
    for (int64_t c = 0; c < kTaps; ++c) {
      rows[i][c] = 0;
      for (int64_t r = 0; r < kTaps; ++r)
        rows[i][c] += filterRow(tile, i)[r] * taps[r * kTaps + c];
    }
  for (int64_t i = 0; i < reach; ++i)
    for (int64_t j = 0; j < reach; ++j) {
      double sum = 0;
      for (int64_t c = 0; c < kTaps; ++c)
        sum += rows[i][c] * filterRow(tile, j)[c];
      positions[i * reach + j] = sum;
    }
}
