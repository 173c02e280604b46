//===- Winograd.cpp - Convolutions by Winograd's transform ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Winograd.h"

#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "compiler/Constants/WinogradTransform.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace mlir;
using namespace mlc;
using namespace mlc::winograd;

namespace {

/// Results of a block. Its transformed inputs are read once per panel and
/// should stay in L2; what a block reads in full, though, are the weights.
constexpr int64_t kFewResults = 14 * 16, kManyResults = 28 * 16;
constexpr int64_t kBlockBytes = 448 << 10;
/// Up to here the weights stay in L2 from block to block.
constexpr int64_t kSmallWeights = 640 << 10;
constexpr int64_t kFewItems = 8;
/// Blocks of input channels that are added up in one chain.
constexpr int64_t kChainBlocks = 2;
/// Keeps the planes of the 36 positions out of each other's cache sets.
constexpr int64_t kSkew = 16;

struct Cut {
  int64_t positions;
  int64_t down, across; // tiles of a map
  BalancedTiles blocks; // of tiles
  int64_t mostTiles;    // of a block
  int64_t inputBlocks;  // of channels
  int64_t panels, panelsPerItem, groups;
  int64_t inputPlane, sumPlane; // elements of a position in the scratch
};

Cut cutWinograd(const ConvParams &p, int64_t tile) {
  Cut cut;
  cut.positions = positionsOf(tile);
  const ActivationTensor &out = p.outputs.front();
  cut.down = llvm::divideCeil(*constantOf(out.h), tile);
  cut.across = llvm::divideCeil(*constantOf(out.w), tile);
  cut.inputBlocks = llvm::divideCeil(p.input.channels, kChannelBlock);
  cut.panels = llvm::divideCeil(out.channels, kPanel);
  int64_t tileBytes = cut.positions * cut.inputBlocks * kChannelBlock * 4;
  int64_t weightBytes =
      cut.panels * kPanel * p.input.channels * cut.positions * 4;
  int64_t few = kFewResults / (tile * tile),
          many = kManyResults / (tile * tile);
  int64_t limit = weightBytes <= kSmallWeights
                      ? few
                      : std::clamp(kBlockBytes / tileBytes, few, many);
  // A few tiles more are better than a second pass over the weights.
  int64_t tiles = cut.down * cut.across;
  if (tiles > limit && tiles <= limit + limit / 7)
    limit = tiles;
  cut.blocks = balance(tiles, limit);
  cut.mostTiles = cut.blocks.height + (cut.blocks.extra ? 1 : 0);
  int64_t images = std::max<int64_t>(constantOf(p.n).value_or(1), 1);
  cut.groups = std::clamp<int64_t>(
      llvm::divideCeil(kFewItems,
                       images * std::max<int64_t>(cut.blocks.count, 1)),
      1, cut.panels);
  cut.panelsPerItem = llvm::divideCeil(cut.panels, cut.groups);
  cut.groups = llvm::divideCeil(cut.panels, cut.panelsPerItem);
  cut.inputPlane = cut.inputBlocks * cut.mostTiles * kChannelBlock + kSkew;
  cut.sumPlane = cut.mostTiles * kPanel + kSkew;
  return cut;
}

/// On vectors, for the transforms.
struct Arithmetic {
  KernelBuilder &k;

  Value add(Value x, Value y) {
    return arith::AddFOp::create(k.b, k.loc, x, y);
  }
  Value sub(Value x, Value y) {
    return arith::SubFOp::create(k.b, k.loc, x, y);
  }
  Value mul(Value x, double factor) {
    return arith::MulFOp::create(k.b, k.loc, x, number(x.getType(), factor));
  }
  Value mad(Value x, double factor, Value y) {
    return k.multiplyAdd(x, number(x.getType(), factor), y);
  }
  Value number(Type type, double value) {
    return arith::ConstantOp::create(
        k.b, k.loc,
        DenseElementsAttr::get(cast<VectorType>(type), APFloat(float(value))));
  }
};

class Emitter {
public:
  Emitter(KernelBuilder &k, const ConvParams &params, int64_t side,
          Value scratch)
      : k(k), p(params), in(params.input), out(params.outputs.front()),
        side(side), reach(reachOf(side)), cut(cutWinograd(params, side)),
        scratch(scratch), tile(chooseTile(k.isa, params.accumulator)),
        lanes(std::min<int64_t>(k.lanes(params.accumulator), kChannelBlock)) {}

  void items(Value begin, Value end);

private:
  using Vectors = std::array<Value, kMostReach>;
  using Square = std::array<Vectors, kMostReach>;

  void transformInputs();
  void inputTile(Value t, Value y, Value x, bool inside);
  void panel(Value number);
  void products(int64_t tiles, Value weightsAt);
  void registerTile(Value row, int64_t rows, int64_t vectors, Value inputsAt,
                    Value weightsAt, Value sumsAt);
  void outputTile(Value t, Value number);
  void results(Value y, Value x, Value block, Value lane);

  /// Row and column of the map's tile that is `t` in the block.
  std::pair<Value, Value> placeOf(Value t) {
    Value at = k.add(firstTile, t), across = k.index(cut.across);
    return {k.mul(k.div(at, across), side), k.mul(k.rem(at, across), side)};
  }
  Value inputsAt(Value block, Value t) {
    return k.mul(k.mad(block, k.index(cut.mostTiles), t), kChannelBlock);
  }

  KernelBuilder &k;
  const ConvParams &p;
  const ActivationTensor &in, &out;
  int64_t side, reach; // of a tile's results and inputs
  Cut cut;
  Value scratch; // inputs, then sums
  TileShape tile;
  int64_t lanes;
  Value turned; // the results of a tile on their way to the epilogue

  // Of the current item.
  Value image, blockNumber, firstTile, tiles;
};

void Emitter::items(Value begin, Value end) {
  turned = k.scratch(p.accumulator, side * side * lanes);
  k.loop(begin, end, k.index(1), k.index(-1),
         [&](Value item, ValueRange before) -> SmallVector<Value> {
           Value groups = k.index(cut.groups),
                 count = k.index(cut.blocks.count);
           Value group = k.rem(item, groups), block = k.div(item, groups);
           image = k.div(block, count);
           blockNumber = k.rem(block, count);
           Value extra = k.index(cut.blocks.extra);
           firstTile = k.mad(blockNumber, k.index(cut.blocks.height),
                             k.min(blockNumber, extra));
           tiles = k.index(cut.blocks.height);
           if (cut.blocks.extra)
             tiles =
                 arith::SelectOp::create(k.b, k.loc, k.less(blockNumber, extra),
                                         k.index(cut.mostTiles), tiles);
           k.ifThen(arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne,
                                          block, before.front()),
                    [&] { transformInputs(); });
           Value first = k.mul(group, cut.panelsPerItem);
           k.loop(first,
                  k.min(k.add(first, cut.panelsPerItem), k.index(cut.panels)),
                  k.index(1), [&](Value number) { panel(number); });
           return {block};
         });
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

void Emitter::transformInputs() {
  int64_t h = *constantOf(in.h), w = *constantOf(in.w);
  bool allInside = !p.padTop && !p.padLeft &&
                   cut.down * side + kTaps - 1 <= h &&
                   cut.across * side + kTaps - 1 <= w;
  k.loop(k.index(0), tiles, k.index(1), [&](Value t) {
    auto [row, column] = placeOf(t);
    Value y = k.sub(row, k.index(p.padTop)),
          x = k.sub(column, k.index(p.padLeft));
    if (allInside)
      return inputTile(t, y, x, true);
    auto both = [&](Value a, Value b) -> Value {
      return arith::AndIOp::create(k.b, k.loc, a, b);
    };
    Value inside = both(both(k.less(k.index(-1), y), k.less(k.index(-1), x)),
                        both(k.less(y, k.index(h - reach + 1)),
                             k.less(x, k.index(w - reach + 1))));
    k.ifThen(
        inside, [&] { inputTile(t, y, x, true); },
        [&] { inputTile(t, y, x, false); });
  });
}

/// The tile whose first input is (y, x). Outside of the map are zeros: what is
/// read there is some pixel at the map's border, and its bits are cleared.
void Emitter::inputTile(Value t, Value y, Value x, bool inside) {
  Vectors rows, columns, rowMask, columnMask;
  Square masks;
  Type bits = k.b.getI32Type();
  auto along = [&](Value first, Value extent, Vectors &at, Vectors &mask) {
    for (int64_t i = 0; i < reach; ++i) {
      at[i] = k.add(first, i);
      if (inside)
        continue;
      // A negative number is a great one without a sign.
      Value within = arith::CmpIOp::create(
          k.b, k.loc, arith::CmpIPredicate::ult, at[i], extent);
      mask[i] = arith::ExtSIOp::create(k.b, k.loc, bits, within);
      at[i] = k.min(k.max(at[i], k.index(0)), k.sub(extent, k.index(1)));
    }
  };
  along(y, in.h, rows, rowMask);
  along(x, in.w, columns, columnMask);
  for (int64_t i = 0; i < reach && !inside; ++i)
    for (int64_t j = 0; j < reach; ++j)
      masks[i][j] = k.broadcast(
          arith::AndIOp::create(k.b, k.loc, rowMask[i], columnMask[j]), lanes);

  VectorType type = k.vectorOf(p.accumulator, lanes);
  VectorType asBits = k.vectorOf(bits, lanes);
  k.loop(k.index(0), k.index(cut.inputBlocks), k.index(1), [&](Value block) {
    k.loop(0, k.index(kChannelBlock), lanes, [&](Value lane) {
      Square byColumn;
      for (int64_t j = 0; j < reach; ++j) {
        Vectors d;
        for (int64_t i = 0; i < reach; ++i) {
          Value at = in.at(k, image, block, rows[i], columns[j]);
          d[i] = k.loadVector(in.memref, k.add(at, lane), lanes);
          if (inside)
            continue;
          Value read = arith::BitcastOp::create(k.b, k.loc, asBits, d[i]);
          read = arith::AndIOp::create(k.b, k.loc, read, masks[i][j]);
          d[i] = arith::BitcastOp::create(k.b, k.loc, type, read);
        }
        transformInput(side, d.data(), byColumn[j].data(), Arithmetic{k});
      }
      Value to = k.add(inputsAt(block, t), lane);
      for (int64_t i = 0; i < reach; ++i) {
        Vectors d, v;
        for (int64_t j = 0; j < reach; ++j)
          d[j] = byColumn[j][i];
        transformInput(side, d.data(), v.data(), Arithmetic{k});
        for (int64_t j = 0; j < reach; ++j)
          k.storeVector(v[j], scratch,
                        k.add(to, (i * reach + j) * cut.inputPlane));
      }
    });
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void Emitter::panel(Value number) {
  Value weightsAt = k.mul(number, cut.positions * in.channels * kPanel);
  if (!cut.blocks.extra)
    products(cut.blocks.height, weightsAt);
  else
    k.ifThen(
        k.less(blockNumber, k.index(cut.blocks.extra)),
        [&] { products(cut.mostTiles, weightsAt); },
        [&] { products(cut.blocks.height, weightsAt); });
  k.loop(k.index(0), tiles, k.index(1),
         [&](Value t) { outputTile(t, number); });
}

/// The products at all positions of a block of so many tiles.
void Emitter::products(int64_t tiles, Value weightsAt) {
  BalancedTiles rows = balance(tiles, tile.rows);
  int64_t vectors = std::min(tile.vectors, kPanel / lanes);
  k.loop(k.index(0), k.index(cut.positions), k.index(1), [&](Value position) {
    Value weights = k.mad(position, k.index(in.channels * kPanel), weightsAt);
    Value inputs = k.mul(position, cut.inputPlane);
    Value sums = k.mad(position, k.index(cut.sumPlane),
                       k.index(cut.positions * cut.inputPlane));
    k.loop(0, k.index(kPanel), vectors * lanes, [&](Value column) {
      auto run = [&](int64_t first, int64_t end, int64_t height) {
        k.loop(k.index(first), k.index(end), k.index(1), [&](Value number) {
          Value row = k.mad(number, k.index(rows.height),
                            k.min(number, k.index(rows.extra)));
          registerTile(row, height, vectors, inputs, k.add(weights, column),
                       k.add(sums, column));
        });
      };
      run(0, rows.extra, rows.height + 1);
      run(rows.extra, rows.count, rows.height);
    });
  });
}

void Emitter::registerTile(Value row, int64_t rows, int64_t vectors,
                           Value inputs, Value weightsAt, Value sumsAt) {
  SmallVector<Value> sumAt,
      zeros(rows * vectors, k.zero(k.vectorOf(p.accumulator, lanes)));
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sumAt.push_back(
          k.add(k.mad(k.add(row, r), k.index(kPanel), sumsAt), v * lanes));
  int64_t rest = in.channels % kChannelBlock;
  auto overBlocks = [&](Value from, Value to) {
    return k.loop(from, to, k.index(1), zeros, [&](Value block, ValueRange s) {
      Value a = k.add(inputs, inputsAt(block, row));
      Value b = k.mad(block, k.index(kChannelBlock * kPanel), weightsAt);
      // Lanes past the last channel mean nothing.
      Value here = k.index(kChannelBlock);
      if (rest)
        here = k.min(here,
                     k.sub(k.index(in.channels), k.mul(block, kChannelBlock)));
      return k.loop(
          k.index(0), here, k.index(1), s, [&](Value c, ValueRange s) {
            SmallVector<Value> next(s);
            Value x = k.add(a, c), w = k.mad(c, k.index(kPanel), b);
            updateTile(
                k, next, rows, vectors,
                [&](int64_t r) {
                  return k.load(scratch, k.add(x, r * kChannelBlock));
                },
                [&](int64_t v) {
                  return k.loadVector(p.weights, k.add(w, v * lanes), lanes);
                });
            return next;
          });
    });
  };
  auto chain = [&](Value number, bool accumulate) {
    Value from = k.mul(number, kChainBlocks);
    Value to = k.min(k.add(from, kChainBlocks), k.index(cut.inputBlocks));
    SmallVector<Value> sums = overBlocks(from, to);
    for (auto [sum, at] : llvm::zip(sums, sumAt))
      storeSum(k, sum, scratch, at, accumulate);
  };
  int64_t chains = llvm::divideCeil(cut.inputBlocks, kChainBlocks);
  chain(k.index(0), false);
  k.loop(k.index(1), k.index(chains), k.index(1),
         [&](Value number) { chain(number, true); });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Emitter::outputTile(Value t, Value number) {
  auto [y, x] = placeOf(t);
  // The upper half of the last panel may not exist.
  constexpr int64_t halves = kPanel / kChannelBlock;
  Value first = k.mul(number, halves);
  Value end = k.index(halves);
  if (out.blocks() % halves)
    end = k.min(end, k.sub(k.index(out.blocks()), first));
  k.loop(k.index(0), end, k.index(1), [&, y = y, x = x](Value half) {
    k.loop(0, k.index(kChannelBlock), lanes, [&](Value lane) {
      Value from = k.add(k.mad(t, k.index(kPanel), k.mul(half, kChannelBlock)),
                         k.add(lane, cut.positions * cut.inputPlane));
      Square byColumn;
      for (int64_t j = 0; j < reach; ++j) {
        Vectors m;
        for (int64_t i = 0; i < reach; ++i)
          m[i] = k.loadVector(
              scratch, k.add(from, (i * reach + j) * cut.sumPlane), lanes);
        transformOutput(side, m.data(), byColumn[j].data(), Arithmetic{k});
      }
      for (int64_t i = 0; i < side; ++i) {
        Vectors m, made;
        for (int64_t j = 0; j < reach; ++j)
          m[j] = byColumn[j][i];
        transformOutput(side, m.data(), made.data(), Arithmetic{k});
        for (int64_t j = 0; j < side; ++j)
          k.storeVector(made[j], turned, k.index((i * side + j) * lanes));
      }
      results(y, x, k.add(first, half), lane);
    });
  });
}

/// Those of a tile that lie on the map.
void Emitter::results(Value y, Value x, Value block, Value lane) {
  auto count = [&](Value extent, Value first) {
    if (*constantOf(extent) % side == 0)
      return k.index(side);
    return k.min(k.index(side), k.sub(extent, first));
  };
  k.loop(k.index(0), count(out.h, y), k.index(1), [&](Value row) {
    k.loop(k.index(0), count(out.w, x), k.index(1), [&](Value column) {
      Value value = k.loadVector(
          turned, k.mul(k.mad(row, k.index(side), column), lanes), lanes);
      emitBlockedPiece(
          k, p.outputs, p.epilogue, value,
          {image, block, k.add(y, row), k.add(x, column), lane, Value()});
    });
  });
}

} // namespace

std::string mlc::winogradUnsupported(const ConvParams &p) {
  if (p.outputs.empty())
    return "no output shape";
  if (p.kernelH != kTaps || p.kernelW != kTaps || p.strideH != 1 ||
      p.strideW != 1 || p.dilationH != 1 || p.dilationW != 1 || p.groups != 1)
    return "no 3 x 3 taps of stride and dilation 1 in one group";
  if (!p.accumulator.isF32() || !p.input.blocked || p.input.halo.any())
    return "an input that is not blocked f32 without a halo";
  if (!constantOf(p.input.h) || !constantOf(p.input.w))
    return "a map of dynamic extents";
  if (p.padTop < 0 || p.padLeft < 0)
    return "an input that is cut";
  for (const ActivationTensor &t : p.outputs)
    if (!t.blocked || t.halo.any() || !constantOf(t.h) || !constantOf(t.w))
      return "an output that is not blocked, of static extents, without a halo";
  return "";
}

int64_t mlc::winogradScratch(const ConvParams &params, int64_t tile) {
  Cut cut = cutWinograd(params, tile);
  return cut.positions * (cut.inputPlane + cut.sumPlane);
}

Value mlc::winogradItems(KernelBuilder &k, const ConvParams &params,
                         int64_t tile) {
  Cut cut = cutWinograd(params, tile);
  return k.mul(params.n, cut.blocks.count * cut.groups);
}

void mlc::emitWinograd(KernelBuilder &k, const ConvParams &params, int64_t tile,
                       Value scratch, Value begin, Value end) {
  Emitter(k, params, tile, scratch).items(begin, end);
}
