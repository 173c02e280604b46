//===- Convolution.cpp - Dense convolutions on blocked channels -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Convolution/Convolution.h"

#include "compiler/Codegen/Contraction/PackAtRunTime.h"
#include "compiler/Codegen/Convolution/ConvolutionCut.h"
#include "compiler/Codegen/MicroKernel/BlockedOutput.h"
#include "compiler/Codegen/MicroKernel/PairProduct.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc;

namespace {

/// Up to here, storing the accumulators and reading them back costs more than
/// the copies of the epilogue's code that it saves.
constexpr int64_t kShortDepth = 600;
constexpr int64_t kCheapEpilogue = 8;
/// Two multiply-adds a cycle, each four cycles long, want so many sums in
/// flight; so many of one element are kept at most. With so few sums the end of
/// the loop over a block's channels counts.
constexpr int64_t kSumsInFlight = 8, kMostWays = 4, kFewSums = 8;

class Emitter {
public:
  Emitter(KernelBuilder &k, const ConvParams &params)
      : k(k), p(params), out(params.outputs.front()),
        cut(cutConvolution(k, params)),
        tile(params.tile.value_or(chooseTile(k.isa, params.accumulator))),
        lanes(k.lanes(params.accumulator)), rowWindow(rowAxis(k, params)),
        columnWindow(columnAxis(k, params)),
        groupSize(params.pairs ? kPairGroup : 1) {
    int64_t depth = p.input.channels / p.groups * p.kernelH * p.kernelW;
    direct = out.blocked && cut.sliceBlocks == cut.inputBlocks &&
             lanes <= kChannelBlock && depth <= kShortDepth &&
             p.epilogueCost <= kCheapEpilogue;
  }

  void items(Value begin, Value end);

private:
  void item(Value number);
  void pass(Value firstBlock, Value endBlock, bool accumulate);
  void tilesOfBlock(
      llvm::function_ref<void(Value row, int64_t rows, const RowTile &)> body);
  void registerTile(Value row, int64_t rows, const RowTile &pixels,
                    Value firstBlock, Value endBlock, Value panelColumn,
                    bool accumulate);
  SmallVector<Value> reduce(Value inputAt, Value weightsAt, Value firstBlock,
                            Value endBlock, std::pair<Value, Value> tapRows,
                            SmallVector<Value> sums,
                            ArrayRef<Value> pixelOffsets,
                            const RowTile &pixels);
  SmallVector<Value> overChannels(Value inputAt, Value weightsAt, Value end,
                                  ArrayRef<Value> pixelOffsets,
                                  ArrayRef<Value> inside, ValueRange sums);
  void epiloguePixels();
  void epiloguePlain();
  void plainRun(Value pixels, Value blockPixel, Value outPixel);
  void plainPixels(Value blockPixel, Value outPixel, Value valid);
  void epiloguePixel(Value row, Value column);
  void piece(Value value, Value row, Value column, Value lane);
  BlockedPlace placeOf(Value row, Value column, Value lane);
  void askAhead(Value row, int64_t rows, const RowTile &pixels,
                Value panelColumn);
  void halos();

  /// In the buffer of accumulators; row and column count from the block's.
  Value blockAt(Value row, Value column) {
    return k.mul(k.mad(row, width, column), kPanel);
  }

  KernelBuilder &k;
  const ConvParams &p;
  const ActivationTensor &out;
  ConvCut cut;
  TileShape tile;
  int64_t lanes;
  int64_t vectors = 1; // per pixel of a tile
  /// The epilogue takes the accumulators from the registers.
  bool direct = false;
  WindowAxis rowWindow, columnWindow;
  /// Channels that a step takes.
  int64_t groupSize;

  // Of the current item.
  Value image, panel, group, panelInGroup;
  Value firstRow, rows;     // of the output
  Value firstColumn, width; // of the segment
  Value firstTile, endTile;
  Value segment;
  Value inputStart, weightsStart;
  Value block;
  Value outRow; // of the run at hand, or 0
  SmallVector<PrefetchStream, 4> ahead; // of the tile at hand
  Value turned; // lanes x lanes results on their way to a plain output
};

void Emitter::items(Value begin, Value end) {
  block = k.scratch(p.accumulator,
                    cut.rowsPerBlock * std::max<int64_t>(cut.segmentWidth, 1) *
                            kPanel +
                        lanes * kPanel);
  if (!out.blocked)
    turned = k.scratch(p.accumulator, lanes * lanes);
  k.loop(begin, end, k.index(1), [&](Value number) { item(number); });
}

void Emitter::item(Value number) {
  Value rowBlock;
  if (cut.panelsFastest) {
    panel = k.rem(number, cut.panels);
    number = k.div(number, cut.panels);
  }
  segment = k.rem(number, cut.segments);
  number = k.div(number, cut.segments);
  rowBlock = k.rem(number, cut.rowBlocks);
  number = k.div(number, cut.rowBlocks);
  if (!cut.panelsFastest) {
    panel = k.rem(number, cut.panels);
    number = k.div(number, cut.panels);
  }
  image = number;
  group = k.div(panel, k.index(cut.panelsPerGroup));
  panelInGroup = k.rem(panel, k.index(cut.panelsPerGroup));
  if (p.groups == 1)
    group = k.index(0), panelInGroup = panel;

  firstRow = k.mul(rowBlock, cut.rowsPerBlock);
  rows = k.min(k.sub(cut.h, firstRow), k.index(cut.rowsPerBlock));
  if (constantOf(cut.rowBlocks) == 1)
    rows = cut.h;
  if (cut.staticWidth) {
    firstTile = k.mul(segment, cut.tilesPerSegment);
    endTile =
        k.min(k.add(firstTile, cut.tilesPerSegment), k.index(cut.tiles.count));
    auto startOf = [&](Value t) {
      return k.mad(t, k.index(cut.tiles.height),
                   k.min(t, k.index(cut.tiles.extra)));
    };
    firstColumn = startOf(firstTile);
    width = k.sub(startOf(endTile), firstColumn);
    if (constantOf(cut.segments) == 1)
      firstTile = k.index(0), endTile = k.index(cut.tiles.count),
      firstColumn = k.index(0), width = cut.w;
  } else {
    firstColumn = k.mul(segment, cut.segmentWidth);
    width = k.min(k.sub(cut.w, firstColumn), k.index(cut.segmentWidth));
  }

  // The input element under tap (0, 0) of the block's first pixel.
  const ActivationTensor &in = p.input;
  Value row = k.add(k.mul(firstRow, p.strideH), in.halo.top - p.padTop);
  Value column = k.add(k.mul(firstColumn, p.strideW), in.halo.left - p.padLeft);
  if (cut.flat)
    row = k.index(0);
  if (in.blocked)
    inputStart = in.at(k, image, k.mul(group, cut.inputBlocks), row, column);
  else
    inputStart =
        k.mad(k.mul(group, in.channels / p.groups), in.channelStride(k),
              in.at(k, image, k.index(0), row, column));
  int64_t panelWeights =
      cut.inputBlocks * p.kernelH * p.kernelW * cut.blockChannels * kPanel;
  weightsStart = k.mul(panel, panelWeights);

  if (cut.sliceBlocks == cut.inputBlocks) {
    pass(k.index(0), k.index(cut.inputBlocks), false);
  } else {
    Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
    k.loop(k.index(0), k.mul(k.mul(rows, width), kPanel), k.index(lanes),
           [&](Value i) { k.storeVector(zero, block, i); });
    k.loop(k.index(0), k.index(cut.inputBlocks), k.index(cut.sliceBlocks),
           [&](Value first) {
             Value last = cut.inputBlocks % cut.sliceBlocks
                              ? k.min(k.add(first, cut.sliceBlocks),
                                      k.index(cut.inputBlocks))
                              : k.add(first, cut.sliceBlocks);
             pass(first, last, true);
           });
  }
  if (!out.blocked) {
    epiloguePlain();
    return;
  }
  if (!direct)
    epiloguePixels();
  if (p.writeHalo)
    halos();
}

void Emitter::pass(Value firstBlock, Value endBlock, bool accumulate) {
  auto columns = [&](int64_t count) {
    // A panel may be wider than the tile.
    vectors = std::min(tile.vectors, count / lanes);
    k.loop(0, k.index(count), vectors * lanes, [&](Value panelColumn) {
      tilesOfBlock([&](Value row, int64_t tileRows, const RowTile &pixels) {
        registerTile(row, tileRows, pixels, firstBlock, endBlock, panelColumn,
                     accumulate);
      });
    });
  };
  // The upper half of a group's last panel may hold no channel.
  int64_t channels = out.channels / p.groups;
  bool half =
      llvm::divideCeil(channels, kChannelBlock) % 2 && lanes <= kChannelBlock;
  if (half && cut.panelsPerGroup == 1)
    columns(kChannelBlock);
  else if (half)
    k.ifThen(
        k.less(panelInGroup, k.index(cut.panelsPerGroup - 1)),
        [&] { columns(kPanel); }, [&] { columns(kChannelBlock); });
  else
    columns(kPanel);
}

/// Calls body(row, rows, pixels of a row) for the tiles that cover the block.
void Emitter::tilesOfBlock(
    llvm::function_ref<void(Value, int64_t, const RowTile &)> body) {
  if (cut.rowsPerTile > 1) {
    Value zero = k.index(0);
    forTiles(k, cut.tiles, columnWindow, zero, k.index(1),
             [&](const RowTile &pixels) {
               auto known = constantOf(rows);
               Value whole = k.mul(k.div(rows, k.index(cut.rowsPerTile)),
                                   cut.rowsPerTile);
               k.loop(zero, whole, k.index(cut.rowsPerTile),
                      [&](Value row) { body(row, cut.rowsPerTile, pixels); });
               if (known && *known % cut.rowsPerTile)
                 body(whole, *known % cut.rowsPerTile, pixels);
               else if (!known)
                 k.loop(whole, rows, k.index(1),
                        [&](Value row) { body(row, 1, pixels); });
             });
    return;
  }
  k.loop(k.index(0), rows, k.index(1), [&](Value row) {
    auto tileOfRow = [&](const RowTile &pixels) { body(row, 1, pixels); };
    if (cut.staticWidth)
      forTiles(k, cut.tiles, columnWindow, firstTile, endTile, tileOfRow);
    else
      forColumns(k, tile.rows, columnWindow, firstColumn,
                 k.add(firstColumn, width), tileOfRow);
  });
}

void Emitter::registerTile(Value row, int64_t tileRows, const RowTile &pixels,
                           Value firstBlock, Value endBlock, Value panelColumn,
                           bool accumulate) {
  const ActivationTensor &in = p.input;
  Value hStep = k.mul(in.hStride(k), p.strideH);
  Value wStep = k.mul(in.wStride(k), p.strideW);
  Value column = k.sub(pixels.column, firstColumn);
  SmallVector<Value> pixelOffsets, sumAt, sums;
  Value zero = k.zero(k.vectorOf(p.accumulator, lanes));
  for (int64_t r = 0; r < tileRows; ++r)
    for (int64_t c = 0; c < pixels.width; ++c) {
      pixelOffsets.push_back(k.add(k.mul(hStep, r), k.mul(wStep, c)));
      Value at = k.add(blockAt(k.add(row, r), k.add(column, c)), panelColumn);
      for (int64_t v = 0; v < vectors; ++v) {
        sumAt.push_back(k.add(at, v * lanes));
        sums.push_back(zero);
      }
    }
  Value inputAt = k.mad(row, hStep, k.mad(column, wStep, inputStart));
  askAhead(row, tileRows, pixels, panelColumn);
  auto taps = rowWindow.taps(k, k.add(firstRow, row));
  auto chain = [&](Value fromBlock, Value toBlock,
                   std::pair<Value, Value> rows) {
    return reduce(inputAt, k.mad(panelColumn, k.index(groupSize), weightsStart),
                  fromBlock, toBlock, rows, sums, pixelOffsets, pixels);
  };
  int64_t rowChains = llvm::divideCeil(p.kernelH, cut.chainRows);
  int64_t chains =
      llvm::divideCeil(cut.inputBlocks, cut.chainBlocks) * rowChains;
  if (cut.sliceBlocks == cut.inputBlocks && chains > 1) {
    // All but the last chain wait in the block.
    auto sumOf = [&](Value number) {
      Value from = k.mul(k.div(number, k.index(rowChains)), cut.chainBlocks);
      Value to = k.min(k.add(from, cut.chainBlocks), endBlock);
      std::pair<Value, Value> rows = taps;
      if (rowChains > 1) {
        Value first = k.mul(k.rem(number, k.index(rowChains)), cut.chainRows);
        rows = {k.max(taps.first, first),
                k.min(taps.second, k.add(first, cut.chainRows))};
      }
      return chain(from, to, rows);
    };
    if (chains > 2)
      for (Value at : sumAt)
        k.storeVector(zero, block, at);
    k.loop(0, k.index(chains - 1), 1, [&](Value number) {
      SmallVector<Value> made = sumOf(number);
      for (auto [sum, at] : llvm::zip(made, sumAt))
        storeSum(k, sum, block, at, chains > 2);
    });
    sums = sumOf(k.index(chains - 1));
    for (auto [i, at] : llvm::enumerate(sumAt))
      sums[i] = addSums(k, k.loadVector(block, at, lanes), sums[i]);
  } else {
    sums = chain(firstBlock, endBlock, taps);
  }
  if (!direct) {
    for (auto [sum, at] : llvm::zip(sums, sumAt))
      storeSum(k, sum, block, at, accumulate);
    return;
  }
  for (auto [i, sum] : llvm::enumerate(sums)) {
    int64_t pixel = i / vectors, vector = i % vectors;
    piece(sum, k.add(row, pixel / pixels.width),
          k.add(column, pixel % pixels.width),
          k.add(panelColumn, vector * lanes));
  }
}

/// Runs over input blocks, taps and the channels of a block.
SmallVector<Value> Emitter::reduce(Value inputAt, Value weightsAt,
                                   Value firstBlock, Value endBlock,
                                   std::pair<Value, Value> tapRows,
                                   SmallVector<Value> sums,
                                   ArrayRef<Value> pixelOffsets,
                                   const RowTile &pixels) {
  const ActivationTensor &in = p.input;
  int64_t channels = cut.blockChannels;
  int64_t groupChannels = in.channels / p.groups;
  Value tapH = k.mul(in.hStride(k), p.dilationH);
  Value tapW = k.mul(in.wStride(k), p.dilationW);
  Value one = k.index(1), zero = k.index(0);
  Value blockStride =
      in.blocked ? in.blockStride(k) : k.mul(in.channelStride(k), channels);
  int64_t tapWeights = channels * kPanel;

  /// One tap of the pixels that meet it; what follows from its number alone is
  /// in front of the loop over channels.
  auto knownTap = [&](int64_t kw, Value a, Value b, Value here,
                      ValueRange carried) {
    SmallVector<Value> all(carried), some, offsets, inside;
    SmallVector<int64_t> met;
    for (auto [i, offset] : llvm::enumerate(pixelOffsets)) {
      int64_t pixel = i % pixels.width;
      if (!pixels.meets(columnWindow, pixel, kw))
        continue;
      met.push_back(i);
      for (int64_t v = 0; v < vectors; ++v)
        some.push_back(all[i * vectors + v]);
      offsets.push_back(offset);
      if (pixels.kind != RowTile::Checked)
        continue;
      // Outside, a load from the row's first element is thrown away.
      Value condition = pixels.inside(k, columnWindow, pixel, kw);
      Value first = k.add(columnWindow.origin(k, k.add(pixels.column, pixel)),
                          k.index(kw * p.dilationW));
      Value back = k.sub(offset, k.mul(first, in.wStride(k)));
      inside.push_back(condition);
      offsets.back() =
          arith::SelectOp::create(k.b, k.loc, condition, offset, back);
    }
    if (met.empty())
      return all;
    some = overChannels(k.add(a, k.mul(tapW, kw)), k.add(b, kw * tapWeights),
                        here, offsets, inside, some);
    for (auto [j, i] : llvm::enumerate(met))
      for (int64_t v = 0; v < vectors; ++v)
        all[i * vectors + v] = some[j * vectors + v];
    return all;
  };

  return k.loop(firstBlock, endBlock, one, sums, [&](Value ib, ValueRange s0) {
    for (const PrefetchStream &stream : ahead)
      stream.ask(k, ib);
    Value a = k.mad(ib, blockStride, inputAt);
    Value b = k.mad(ib, k.index(p.kernelH * p.kernelW * tapWeights), weightsAt);
    // Behind the last plain channel there may be nothing at all; lanes past the
    // last blocked one mean nothing.
    Value here = k.index(channels);
    if (groupChannels % channels)
      here = k.min(here, k.sub(k.index(groupChannels), k.mul(ib, channels)));
    return k.loop(
        tapRows.first, tapRows.second, one, s0, [&](Value kh, ValueRange s1) {
          Value ah = k.mad(kh, tapH, a);
          Value bh = k.mad(kh, k.index(p.kernelW * tapWeights), b);
          if (pixels.kind != RowTile::Inside) {
            SmallVector<Value> next(s1);
            for (int64_t kw = 0; kw < p.kernelW; ++kw)
              next = knownTap(kw, ah, bh, here, next);
            return next;
          }
          return k.loop(
              zero, k.index(p.kernelW), one, s1, [&](Value kw, ValueRange s2) {
                return overChannels(k.mad(kw, tapW, ah),
                                    k.mad(kw, k.index(tapWeights), bh), here,
                                    pixelOffsets, {}, s2);
              });
        });
  });
}

/// One tap: the channels of a block. With `inside`, pixels count only where it
/// is true.
SmallVector<Value> Emitter::overChannels(Value inputAt, Value weightsAt,
                                         Value end,
                                         ArrayRef<Value> pixelOffsets,
                                         ArrayRef<Value> inside,
                                         ValueRange sums) {
  const ActivationTensor &in = p.input;
  Value channelStride = in.channelStride(k);
  auto ifInside = [&](int64_t r, Value x) {
    if (inside.empty())
      return x;
    return Value(
        arith::SelectOp::create(k.b, k.loc, inside[r], x, k.zero(x.getType())));
  };
  auto pairStep = [&](Value a, Value b, ValueRange carried, bool half) {
    SmallVector<Value> next(carried);
    updateTileOfPairs(
        k, next, pixelOffsets.size(), vectors,
        [&](int64_t r) {
          Value at = k.add(a, pixelOffsets[r]);
          return ifInside(r, half ? loadHalfPair(k, in.memref, at)
                                  : loadPair(k, in.memref, at, channelStride));
        },
        [&](int64_t v) {
          return loadPairs(k, p.weights, k.add(b, v * lanes * kPairGroup),
                           lanes);
        });
    return next;
  };
  auto step = [&](Value a, Value b, ValueRange carried) {
    if (p.pairs)
      return pairStep(a, b, carried, false);
    SmallVector<Value> next(carried);
    updateTile(
        k, next, pixelOffsets.size(), vectors,
        [&](int64_t r) {
          return k.widen(
              ifInside(r, k.load(in.memref, k.add(a, pixelOffsets[r]))),
              p.accumulator);
        },
        [&](int64_t v) {
          return k.widen(k.loadVector(p.weights, k.add(b, v * lanes), lanes),
                         p.accumulator);
        });
    return next;
  };
  if (cut.blockChannels <= 4) { // the first layer: no loop for three steps
    SmallVector<Value> next(sums);
    for (int64_t c = 0; c < cut.blockChannels; ++c)
      next = step(k.add(inputAt, k.mul(channelStride, c)),
                  k.add(weightsAt, c * kPanel), next);
    return next;
  }
  auto inputOf = [&](Value c) {
    return k.mad(c, k.mul(channelStride, groupSize), inputAt);
  };
  auto weightsOf = [&](Value c) {
    return k.mad(c, k.index(kPanel * groupSize), weightsAt);
  };
  auto channel = [&](Value c, ValueRange inner) {
    return step(inputOf(c), weightsOf(c), inner);
  };
  if (p.pairs && in.channels / p.groups % kPairGroup) {
    // The last channel of all has no neighbour.
    Value whole = k.div(end, k.index(kPairGroup));
    SmallVector<Value> most =
        k.loop(k.index(0), whole, k.index(1), sums, channel);
    return k.loop(whole, k.ceilDiv(end, k.index(kPairGroup)), k.index(1), most,
                  [&](Value c, ValueRange inner) {
                    return pairStep(inputOf(c), weightsOf(c), inner, true);
                  });
  }
  end = k.div(end, k.index(groupSize));
  // Few pixels keep several sums each, of every ways-th channel, so that no
  // step waits for the one before; they also take two steps at a time.
  auto channels = constantOf(end);
  int64_t own = sums.size(), ways = 1;
  while (ways < kMostWays && own * ways < kSumsInFlight)
    ways *= 2;
  int64_t steps = std::max<int64_t>(ways, own <= kFewSums ? 2 : 1);
  if (steps == 1 || !channels || *channels % steps != 0)
    return k.loop(k.index(0), end, k.index(1), sums, channel);
  SmallVector<Value> all(sums);
  all.resize(own * ways, k.zero(sums.front().getType()));
  all = k.loop(
      k.index(0), end, k.index(steps), all, [&](Value c, ValueRange carried) {
        SmallVector<Value> next(carried);
        for (int64_t i = 0; i < steps; ++i) {
          auto part = MutableArrayRef(next).slice(i % ways * own, own);
          llvm::copy(channel(k.add(c, i), ValueRange(part)), part.begin());
        }
        return next;
      });
  for (int64_t way = 1; way < ways; ++way)
    for (int64_t i = 0; i < own; ++i)
      all[i] = addSums(k, all[i], all[way * own + i]);
  all.truncate(own);
  return all;
}

void Emitter::epiloguePixels() {
  k.loop(k.index(0), rows, k.index(1), [&](Value row) {
    k.loop(k.index(0), width, k.index(1),
           [&](Value column) { epiloguePixel(row, column); });
  });
}

void Emitter::epiloguePixel(Value row, Value column) {
  auto pieces = [&](int64_t from, int64_t to) {
    for (int64_t lane = from; lane < to; lane += lanes)
      piece(k.loadVector(block, k.add(blockAt(row, column), lane), lanes), row,
            column, k.index(lane));
  };
  pieces(0, kChannelBlock);
  // The upper half of a group's last panel may not exist.
  int64_t blocksPerGroup =
      p.groups == 1 ? out.blocks() : out.channels / p.groups / kChannelBlock;
  auto upper = [&] { pieces(kChannelBlock, kPanel); };
  if (blocksPerGroup % 2 == 0)
    return upper();
  k.ifThen(k.less(k.add(k.mul(panelInGroup, 2), 1), k.index(blocksPerGroup)),
           upper);
}

BlockedPlace Emitter::placeOf(Value row, Value column, Value lane) {
  Value channelBlock = k.add(k.mul(panelInGroup, kPanel / kChannelBlock),
                             k.div(lane, k.index(kChannelBlock)));
  if (p.groups > 1)
    channelBlock = k.mad(
        group, k.index(out.channels / p.groups / kChannelBlock), channelBlock);
  return {image,
          channelBlock,
          k.add(firstRow, row),
          k.add(firstColumn, column),
          k.rem(lane, k.index(kChannelBlock)),
          cut.flat && !p.crossRows ? out.w : Value()};
}

/// A vector of results from lane `lane` of the panel on.
void Emitter::piece(Value value, Value row, Value column, Value lane) {
  emitBlockedPiece(k, p.outputs, p.epilogue, value, placeOf(row, column, lane));
}

/// What the tile's loop over input blocks asks for: the lines of its results
/// and its share of the next panel of weights.
void Emitter::askAhead(Value row, int64_t tileRows, const RowTile &pixels,
                       Value panelColumn) {
  ahead.clear();
  Value column = k.sub(pixels.column, firstColumn);
  // Rows of a tile lie one behind the other, or there is one.
  if (out.blocked) {
    int64_t blocks = std::max<int64_t>(1, vectors * lanes / kChannelBlock);
    ahead = prefetchOutputs(k, p.outputs, placeOf(row, column, panelColumn),
                            tileRows * pixels.width, blocks, cut.inputBlocks);
  }
  auto blockRows = constantOf(rows);
  if (!cut.staticWidth || !blockRows)
    return;
  int64_t tilesOfRow = std::min(cut.tilesPerSegment, cut.tiles.count);
  int64_t tiles = llvm::divideCeil(*blockRows, tileRows) * tilesOfRow *
                  (kPanel / (vectors * lanes));
  int64_t blockWeights = p.kernelH * p.kernelW * cut.blockChannels * kPanel;
  int64_t lines = llvm::divideCeil(blockWeights, elementsOfLine(p.weights));
  if (tiles > lines)
    return;
  PrefetchStream next;
  next.memref = p.weights;
  next.lines = llvm::divideCeil(lines, tiles);
  next.stride = k.index(blockWeights);
  Value number =
      k.add(k.mul(k.div(row, k.index(tileRows)), tilesOfRow),
            k.div(column, k.index(std::max<int64_t>(1, cut.tiles.height))));
  next.at = k.add(k.mul(number, next.lines * elementsOfLine(p.weights)),
                  k.add(weightsStart, cut.inputBlocks * blockWeights));
  ahead.push_back(next);
}

/// To a plain output: results are turned from [pixel][channel] to
/// [channel][pixel], a vector of each at a time.
void Emitter::epiloguePlain() {
  Value outWidth = cut.w;
  outRow = k.index(0);
  if (constantOf(cut.segments) == 1 && p.crossRows) {
    // Whole rows lie one after the other on both sides.
    plainRun(k.mul(rows, width), k.index(0), k.mul(firstRow, outWidth));
    return;
  }
  k.loop(k.index(0), rows, k.index(1), [&](Value row) {
    Value y = k.add(firstRow, row);
    if (!p.crossRows)
      outRow = y;
    plainRun(width, k.mul(row, width), k.mad(y, outWidth, firstColumn));
  });
}

void Emitter::plainRun(Value pixels, Value blockPixel, Value outPixel) {
  Value whole = k.mul(k.div(pixels, k.index(lanes)), lanes);
  k.loop(k.index(0), whole, k.index(lanes), [&](Value i) {
    plainPixels(k.add(blockPixel, i), k.add(outPixel, i), Value());
  });
  auto known = constantOf(pixels);
  if (known && *known % lanes == 0)
    return;
  k.ifThen(k.less(whole, pixels), [&] {
    plainPixels(k.add(blockPixel, whole), k.add(outPixel, whole),
                k.sub(pixels, whole));
  });
}

void Emitter::plainPixels(Value blockPixel, Value outPixel, Value valid) {
  int64_t groupChannels = out.channels / p.groups;
  Value plane = k.mul(out.h, out.w);
  k.loop(k.index(0), k.index(kPanel), k.index(lanes), [&](Value half) {
    Value first = k.add(k.mul(panelInGroup, kPanel), half);
    SmallVector<Value> pixels;
    for (int64_t i = 0; i < lanes; ++i)
      pixels.push_back(k.loadVector(
          block, k.add(k.mul(k.add(blockPixel, i), kPanel), half), lanes));
    SmallVector<Value> channels = transposeVectors(k, pixels);
    for (int64_t i = 0; i < lanes; ++i)
      k.storeVector(channels[i], turned, k.index(i * lanes));
    Value end = k.index(lanes);
    if (groupChannels % lanes)
      end = k.min(end, k.sub(k.index(groupChannels), first));
    else if (groupChannels % kPanel)
      end = k.min(end, k.max(k.sub(k.index(groupChannels), first), k.index(0)));
    k.loop(k.index(0), end, k.index(1), [&](Value c) {
      Piece x;
      x.value = k.loadVector(turned, k.mul(c, lanes), lanes);
      x.lanes = lanes;
      x.valid = valid;
      Value channel = k.add(k.mad(group, k.index(groupChannels), first), c);
      // The row is 0 where pixels are numbered through the map.
      x.column = k.sub(outPixel, k.mul(outRow, out.w));
      x.coordinates = {image, channel, outRow, x.column};
      auto offsetIn = [&](const ActivationTensor &t) {
        Value start = t.offset ? t.offset : k.index(0);
        Value number = k.mad(image, k.index(out.channels), channel);
        return k.add(k.mad(number, plane, start), outPixel);
      };
      x.offset = offsetIn(out);
      SmallVector<Value> results = p.epilogue(k, x);
      for (auto [i, result] : llvm::enumerate(results))
        x.store(k, result, p.outputs[i].memref,
                i == 0 ? x.offset : offsetIn(p.outputs[i]));
    });
  });
}

void Emitter::halos() {
  for (const ActivationTensor &t : p.outputs) {
    if (!t.memref || !t.halo.any())
      continue;
    int64_t blocksPerGroup =
        p.groups == 1 ? t.blocks() : t.channels / p.groups / kChannelBlock;
    Value first = k.mul(panelInGroup, 2);
    Value last = k.min(k.add(first, 2), k.index(blocksPerGroup));
    Value base = k.mul(group, blocksPerGroup);
    auto all = [&] {
      k.loop(first, last, k.index(1), [&](Value b) {
        emitHaloZeros(k, t, image, k.add(base, b), firstRow,
                      k.add(firstRow, rows));
      });
    };
    // One segment of each row does it.
    if (constantOf(cut.segments) == 1)
      all();
    else
      k.ifThen(k.less(segment, k.index(1)), all);
  }
}

} // namespace

void mlc::emitConvolution(KernelBuilder &k, const ConvParams &params,
                          Value begin, Value end) {
  Emitter(k, params).items(begin, end);
}
