//===- Random.cpp - Reference of random number ops ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10. Element e reads word e mod 4 of the block with the counter
// (e / 4 low, e / 4 high, stream low, stream high) under the 64-bit key.
//   bits     the word, cut or zero-extended to the type
//   uniform  its upper 24 bits times 2^-24
//   normal   Box-Muller over the pair of words (e & ~1, e | 1):
//            u = (upper 24 bits of the first + 1) · 2^-24, v = those of the
//            second · 2^-24, r = sqrt(-2 ln u); r cos 2πv for even e, r sin 2πv
//            for odd e
//
//===----------------------------------------------------------------------===//

#include "compiler/Reference/OpTable.h"
#include "dialects/Graph/IR/Graph.h"
#include <array>
#include <cmath>

using namespace mlc;
using namespace mlc::reference;

using Block = std::array<uint32_t, 4>;

static Block philox(uint64_t counter, uint64_t stream, uint32_t k0,
                    uint32_t k1) {
  Block c = {static_cast<uint32_t>(counter),
             static_cast<uint32_t>(counter >> 32),
             static_cast<uint32_t>(stream),
             static_cast<uint32_t>(stream >> 32)};
  for (int round = 0; round < 10; ++round) {
    uint64_t p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0,
         static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1,
         static_cast<uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

static Error runRandom(OpCall &call) {
  auto op = mlir::cast<graph::RandomOp>(call.op);
  const Literal &key = call.in(0);
  MLC_TRY(shape, call.resultShape(call.indices(1, call.operands.size() - 1)));
  MLC_TRY(result, call.make(call.resultType(), shape));
  if (key.count() != 2)
    return makeError("a key has two words, not ", key.spec().str());
  uint32_t k0 = static_cast<uint32_t>(key.getUInt(0));
  uint32_t k1 = static_cast<uint32_t>(key.getUInt(1));
  uint64_t stream = static_cast<uint64_t>(op.getStream());
  for (int64_t i = 0; i < result.count(); ++i) {
    Block block = philox(static_cast<uint64_t>(i) / 4, stream, k0, k1);
    uint32_t word = block[i % 4];
    switch (op.getDistribution()) {
    case graph::Distribution::Bits:
      result.setUInt(i, word);
      break;
    case graph::Distribution::Uniform:
      result.setDouble(i, (word >> 8) * 0x1p-24);
      break;
    case graph::Distribution::Normal: {
      double u = ((block[i % 4 & ~1] >> 8) + 1) * 0x1p-24;
      double v = (block[i % 4 | 1] >> 8) * 0x1p-24;
      double radius = std::sqrt(-2.0 * std::log(u));
      double angle = 6.283185307179586 * v;
      result.setDouble(i, radius * (i % 2 ? std::sin(angle) : std::cos(angle)));
      break;
    }
    }
  }
  call.yield(std::move(result));
  return Error::success();
}

void mlc::reference::addRandom(OpTable &table) {
  table[graph::RandomOp::getOperationName()] = runRandom;
}
