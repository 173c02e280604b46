//===- ByteMatmulTest.cpp - Products of bytes against naive loops ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Contraction/PackBytes.h"
#include "test/Support/ByteProducts.h"
#include "test/Support/TileEmulator.h"
#include "test/unit/Catch.h"

using namespace mlc;
using namespace mlc::test;

namespace {

/// Whether this machine runs v4, so that all but the tiles of v4+amx is there.
bool canEmulate() { return machineHas(isaLevel(MLC_ISA_V4_VNNI)); }

void checkAllLevels(const ByteProduct &q) {
  emulateTiles();
  for (const IsaLevel &level : isaLevels())
    if (machineHas(level) || (level.has("amx-int8") && canEmulate())) {
      INFO(level.name.str() << " " << describe(q));
      CHECK(runByteProduct(level, q) == "");
    }
}

} // namespace

TEST_CASE("products of bytes, every depth around a step and a vector",
          "[bytes]") {
  for (int64_t k :
       {0, 1, 2, 3, 4, 5, 7, 8, 17, 31, 32, 33, 63, 64, 65, 127, 130})
    for (bool isUnsigned : {false, true})
      checkAllLevels({5, 20, k, isUnsigned});
}

TEST_CASE("products of bytes, every tail of rows and columns", "[bytes]") {
  for (int64_t m : {1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 29, 131})
    checkAllLevels({m, 33, 24, m % 2 == 0});
  for (int64_t n : {1, 4, 15, 16, 17, 31, 32, 33, 47, 48, 95})
    for (bool isUnsigned : {false, true})
      checkAllLevels({19, n, 40, isUnsigned});
}

TEST_CASE("products of bytes, deep and with rows 4 KiB apart", "[bytes]") {
  for (bool isUnsigned : {false, true}) {
    checkAllLevels({17, 32, 1024, isUnsigned});
    checkAllLevels({17, 40, 1026, isUnsigned});
    checkAllLevels({3, 16, 2500, isUnsigned});
    checkAllLevels({15, 64, 4096, isUnsigned});
  }
}

TEST_CASE("products of bytes, dynamic rows and transposed A", "[bytes]") {
  for (int64_t m : {0, 1, 3, 13, 14, 30, 200})
    checkAllLevels({m, 40, 21, m % 2 == 0, /*dynamicRows=*/true});
  checkAllLevels({37, 24, 30, true, false, /*transposedA=*/true});
  checkAllLevels({37, 24, 32, false, true, true});
}

TEST_CASE("products of two computed matrices of bytes", "[bytes]") {
  for (auto b :
       {ByteProduct::RowMajor, ByteProduct::Transposed, ByteProduct::Strided})
    for (int signs = 0; signs < 4; ++signs) {
      ByteProduct q{19, 40, 70, bool(signs & 1)};
      q.b = b, q.unsignedB = signs & 2;
      checkAllLevels(q);
      q.m = 33, q.n = 21, q.k = 300;
      checkAllLevels(q);
      q.m = 2, q.n = 16, q.k = 3;
      checkAllLevels(q);
      q.dynamicRows = true, q.n = 64, q.k = 513;
      checkAllLevels(q);
    }
}

TEST_CASE("extreme bytes do not saturate", "[bytes]") {
  // 255 * 127 + 255 * 127 overflows 16 bits, 8192 of them stay in 32.
  for (bool isUnsigned : {false, true}) {
    ByteProduct q{14, 32, 4096, isUnsigned};
    q.extreme = true;
    checkAllLevels(q);
  }
}

TEST_CASE("convolutions of bytes", "[bytes]") {
  auto check = [](const ByteConvolution &q) {
    for (const IsaLevel &level : isaLevels())
      if (machineHas(level) || (level.has("amx-int8") && canEmulate())) {
        INFO(level.name.str() << " " << describe(q));
        CHECK(runByteConvolution(level, q) == "");
      }
  };
  emulateTiles();
  for (int64_t channels : {1, 3, 4, 16, 30, 64, 100})
    for (bool isUnsigned : {false, true})
      check({2, 7, 9, channels, 20, {3, 3}, {1, 1}, {1, 1}, isUnsigned});
  check({1, 15, 15, 3, 33, {7, 7}, {2, 2}, {1, 1}, true});
  check({1, 11, 12, 8, 16, {3, 2}, {1, 2}, {2, 3}, false});
  check({3, 1, 20, 24, 17, {1, 5}, {1, 1}, {1, 1}, true});
  check({1, 5, 5, 256, 32, {3, 3}, {1, 1}, {1, 1}, true});
  check({1, 3, 4, 384, 16, {2, 2}, {1, 1}, {1, 1}, false});
  check({2, 6, 6, 40, 24, {1, 1}, {2, 2}, {1, 1}, true});
  // Rows that whole tiles cover, read where they lie; dilated ones, strided
  // ones, and such whose pixels share a set of the cache.
  check({2, 9, 16, 12, 40, {3, 3}, {1, 1}, {1, 1}, true});
  check({1, 9, 16, 12, 40, {3, 3}, {1, 1}, {1, 1}, false});
  check({1, 11, 18, 8, 33, {3, 3}, {1, 1}, {2, 2}, true});
  check({2, 7, 27, 20, 16, {3, 1}, {2, 2}, {1, 1}, true});
  check({1, 3, 9, 1028, 20, {3, 3}, {1, 1}, {1, 1}, true});
  check({1, 2, 14, 2048, 16, {1, 1}, {1, 2}, {1, 1}, true});
  // More channels than a slice holds.
  check({1, 3, 4, 1024, 17, {2, 2}, {1, 1}, {1, 1}, true});
  check({1, 2, 3, 2072, 16, {1, 2}, {1, 1}, {1, 1}, false});
}

TEST_CASE("v4+amx runs on tiles and releases them", "[bytes]") {
  const IsaLevel &amx = isaLevel(MLC_ISA_V4_AMX);
  if (machineHas(amx) || !canEmulate())
    return; // nothing is counted there
  emulateTiles();
  // 70 = 64 + 6 elements deep: a whole step and one of its own width.
  TileCounts before = emulatedTiles();
  CHECK(runByteProduct(amx, {40, 32, 70, true}) == "");
  TileCounts after = emulatedTiles();
  CHECK(after.products > before.products);
  CHECK(after.releases - before.releases > 0);
  CHECK(tilesReleased());
  // A few rows stay with vectors.
  before = emulatedTiles();
  CHECK(runByteProduct(amx, {4, 32, 70, true}) == "");
  CHECK(emulatedTiles().products == before.products);
}

TEST_CASE("packing of bytes", "[bytes]") {
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 5 * 18; ++i)
    bytes.push_back(uint8_t(i * 7));
  Literal matrix = Literal::copy({MLC_I8, {5, 18}}, bytes);
  auto packed = packBytes("pack_vnni4", matrix, {0});
  auto sums = packBytes("sum_vnni4", matrix, {0});
  REQUIRE(bool(packed));
  REQUIRE(bool(sums));
  CHECK(packed->spec() == TensorSpec{MLC_I8, {2, 2, 16, 4}});
  CHECK(sums->spec() == TensorSpec{MLC_I32, {32}});
  // Row 4, column 17: panel 1, group 1, column 1, place 0.
  CHECK(packed->bytes()[((1 * 2 + 1) * 16 + 1) * 4] == bytes[4 * 18 + 17]);
  CHECK(packed->bytes()[((1 * 2 + 1) * 16 + 1) * 4 + 1] == 0);
  int64_t sum = 0;
  for (int row = 0; row < 5; ++row)
    sum += int8_t(bytes[row * 18 + 17]);
  CHECK(int64_t(sums->getDouble(17)) == sum);
  CHECK(sums->getDouble(18) == 0);
  // Only matrices of i8 have panels.
  auto refused = packBytes("pack_vnni4", Literal::zeros({MLC_U8, {4, 4}}), {0});
  CHECK(!refused);
  llvm::consumeError(refused.takeError());
}
