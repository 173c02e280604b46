//===- WinogradTransform.h - Numbers of Winograd's convolutions -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of t x t results of a 3 x 3 convolution comes from (t + 2)^2 inputs by
// as many products instead of 9 t^2: with d the inputs and g the taps of a
// channel,
//
//   Y = At [ (G g Gt) * (Bt d B) ] A        * position by position, summed over
//                                             the channels before A
//
// 36 products instead of 144 for t = 4, 16 instead of 36 for t = 2. The
// matrices follow from points at which polynomials are evaluated: 0, 1, -1 and
// infinity for t = 2, whose results are as exact as a direct sum's; 0, p, -p,
// q, -q and infinity for t = 4. Any p and q give the same Y but for rounding.
// The usual 1 and 2 lose twice as much as 5/8 and 3/2, and all that the
// transforms of activations multiply by is exact in f32 then.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_WINOGRADTRANSFORM_H
#define MLC_COMPILER_CONSTANTS_WINOGRADTRANSFORM_H

#include <cstdint>

namespace mlc::winograd {

constexpr int64_t kTaps = 3; // a side of the filter
constexpr int64_t kMostTile = 4, kMostReach = kMostTile + kTaps - 1;
constexpr int64_t kMostPositions = kMostReach * kMostReach;

constexpr bool isTile(int64_t tile) { return tile == 2 || tile == 4; }
/// A side of the inputs of a tile.
constexpr int64_t reachOf(int64_t tile) { return tile + kTaps - 1; }
constexpr int64_t positionsOf(int64_t tile) {
  return reachOf(tile) * reachOf(tile);
}

/// An element of a left inverse of G: what tap `tap` takes of position `i`.
double unfilter(int64_t tile, int64_t tap, int64_t i);

/// G g Gt of the 9 taps of one filter, in f64.
void transformFilter(int64_t tile, const float *taps, double *positions);

constexpr double kP = 0.625, kQ = 1.5;
constexpr double kP2 = kP * kP, kQ2 = kQ * kQ;

/// Bt d along one dimension, from `reach` values to as many.
/// Arithmetic: add(x, y), sub(x, y), mul(x, number) and mad(x, number, y) =
/// x * number + y.
template <typename Value, typename Arithmetic>
void transformInput(int64_t tile, const Value *d, Value *v, Arithmetic &&a) {
  if (tile == 2) {
    v[0] = a.sub(d[0], d[2]);
    v[1] = a.add(d[1], d[2]);
    v[2] = a.sub(d[2], d[1]);
    v[3] = a.sub(d[3], d[1]);
    return;
  }
  v[0] = a.mad(d[2], -(kP2 + kQ2), a.mad(d[0], kP2 * kQ2, d[4]));
  v[5] = a.mad(d[3], -(kP2 + kQ2), a.mad(d[1], kP2 * kQ2, d[5]));
  Value even = a.mad(d[2], -kQ2, d[4]), odd = a.mad(d[1], -kQ2, d[3]);
  v[1] = a.mad(odd, kP, even);
  v[2] = a.mad(odd, -kP, even);
  even = a.mad(d[2], -kP2, d[4]), odd = a.mad(d[1], -kP2, d[3]);
  v[3] = a.mad(odd, kQ, even);
  v[4] = a.mad(odd, -kQ, even);
}

/// At m along one dimension, from `reach` values to `tile`.
template <typename Value, typename Arithmetic>
void transformOutput(int64_t tile, const Value *m, Value *y, Arithmetic &&a) {
  if (tile == 2) {
    y[0] = a.add(m[0], a.add(m[1], m[2]));
    y[1] = a.add(a.sub(m[1], m[2]), m[3]);
    return;
  }
  Value sumP = a.add(m[1], m[2]), sumQ = a.add(m[3], m[4]);
  Value byP = a.sub(m[1], m[2]), byQ = a.sub(m[3], m[4]);
  y[0] = a.add(a.add(m[0], sumP), sumQ);
  y[1] = a.mad(byQ, kQ, a.mul(byP, kP));
  y[2] = a.mad(sumQ, kQ2, a.mul(sumP, kP2));
  y[3] = a.mad(byQ, kQ2 * kQ, a.mad(byP, kP2 * kP, m[5]));
}

} // namespace mlc::winograd

#endif // MLC_COMPILER_CONSTANTS_WINOGRADTRANSFORM_H
