//===- PoolTest.cpp - The constant pool and its side file -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/MappedFile.h"
#include "compiler/Constants/Recipes.h"
#include "compiler/Constants/WeightFile.h"
#include "test/unit/Catch.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>

using namespace mlc;

static Literal iota(TensorSpec spec, int64_t start = 0) {
  Literal result = Literal::zeros(spec);
  for (int64_t i = 0; i < result.count(); ++i)
    result.setInt(i, start + i);
  return result;
}

/// The text of an error, empty for success.
template <typename T>
static std::string errorOf(llvm::Expected<T> value) {
  return value ? std::string() : llvm::toString(value.takeError());
}

static std::string temporaryPath(const char *name) {
  return "/tmp/mlc-constants-test-" + std::to_string(getpid()) + "-" + name;
}

TEST_CASE("copies share bytes until one is written") {
  Literal a = iota({MLC_I32, {4}});
  Literal b = a;
  CHECK(a.bytes().data() == b.bytes().data());
  b.setInt(1, 9);
  CHECK(a.getInt(1) == 1);
  CHECK(b.getInt(1) == 9);
  CHECK(Literal::splatInt({MLC_I4, {3}}, -2).expanded().bytes()[0] == 0xee);
  CHECK(Literal::splatInt({MLC_I4, {3}}, -2).expanded().bytes()[1] == 0x0e);
}

TEST_CASE("equal values have one name, splats included") {
  ConstantPool pool;
  Literal value = iota({MLC_F32, {2, 3}});
  Hash128 a = pool.add(value);
  Hash128 b = pool.addCopy(value.spec(), value.bytes());
  CHECK(a == b);
  CHECK(a != pool.add(value.reshaped({3, 2})));
  CHECK(pool.allInOrder().size() == 2);

  Literal dense = Literal::splatDouble({MLC_F32, {1000}}, 2.5).expanded();
  Hash128 c = pool.add(dense);
  CHECK(c == pool.add(Literal::splatDouble({MLC_F32, {1000}}, 2.5)));
  CHECK(pool.value(c)->isSplat());
  CHECK(pool.ownedBytes() == 24 + 24 + 4);

  // Stray bits behind the last sub-byte element do not count.
  uint8_t clean[] = {0x21, 0x03}, stray[] = {0x21, 0xf3};
  CHECK(pool.addCopy({MLC_I4, {3}}, clean) == pool.addCopy({MLC_I4, {3}}, stray));
  CHECK(Hash128::parse(a.str()) == a);
  CHECK(!Hash128::parse("xyz"));
}

template <typename T>
static std::vector<uint8_t> bytesOf(std::initializer_list<T> values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

TEST_CASE("recipes") {
  ConstantPool pool;
  Hash128 input = pool.add(iota({MLC_I32, {2, 3}}));
  auto run = [&](const char *name, llvm::SmallVector<int64_t> ints,
                 TensorSpec result) -> llvm::SmallVector<int64_t> {
    llvm::Expected<Hash128> hash = pool.addRecipe({name, ints, {input}, result});
    if (!hash) {
      FAIL_CHECK(llvm::toString(hash.takeError()));
      return {};
    }
    llvm::Expected<Literal> value = pool.evaluate(*hash);
    if (!value) {
      FAIL_CHECK(llvm::toString(value.takeError()));
      return {};
    }
    return value->getInts();
  };
  using Ints = llvm::SmallVector<int64_t>;
  CHECK(run("transpose", {1, 0}, {MLC_I32, {3, 2}}) == Ints{0, 3, 1, 4, 2, 5});
  CHECK(run("cast", {0}, {MLC_I4, {2, 3}}) == Ints{0, 1, 2, 3, 4, 5});
  CHECK(run("reshape", {}, {MLC_I32, {6}}) == Ints{0, 1, 2, 3, 4, 5});
  CHECK(run("pad", {0, 1, 1, 0, 7}, {MLC_I32, {3, 4}}) ==
        Ints{7, 0, 1, 2, 7, 3, 4, 5, 7, 7, 7, 7});
  CHECK(run("slice", {1, 2, -1, -2}, {MLC_I32, {2, 2}}) == Ints{5, 3, 2, 0});
  CHECK(run("concat", {1}, {MLC_I32, {2, 3}}) == Ints{0, 1, 2, 3, 4, 5});
  CHECK(pool.ownedBytes() == 24);

  // A vector along one dimension: rows, then columns.
  Hash128 data =
      pool.add(Literal::copy({MLC_F32, {2, 2}}, bytesOf<float>({1, 2, 3, 5})));
  Hash128 vector =
      pool.add(Literal::copy({MLC_F32, {2}}, bytesOf<float>({0.5f, 4})));
  auto along = [&](AlongAxis operation, int64_t axis) {
    llvm::SmallVector<double> values;
    auto hash = pool.addRecipe({"along",
                                {static_cast<int64_t>(operation), axis},
                                {data, vector},
                                {MLC_F32, {2, 2}}});
    llvm::Expected<Literal> value = pool.evaluate(*hash);
    if (!value) {
      FAIL_CHECK(llvm::toString(value.takeError()));
      return values;
    }
    for (int64_t i = 0; i < value->count(); ++i)
      values.push_back(value->getDouble(i));
    return values;
  };
  using Reals = llvm::SmallVector<double>;
  CHECK(along(AlongAxis::Mul, 0) == Reals{0.5, 1, 12, 20});
  CHECK(along(AlongAxis::Mul, 1) == Reals{0.5, 8, 1.5, 20});
  CHECK(along(AlongAxis::Sub, 0) == Reals{0.5, 1.5, -1, 1});
  CHECK(along(AlongAxis::Div, 1) == Reals{2, 0.5, 6, 1.25});
  auto tooFar =
      pool.addRecipe({"along", {2, 2}, {data, vector}, {MLC_F32, {2, 2}}});
  CHECK(errorOf(pool.evaluate(*tooFar)) ==
        "recipe 'along': along: axis 2 of rank 2");

  CHECK(errorOf(pool.addRecipe({"nonsense", {}, {input}, {MLC_I32, {6}}})) ==
        "unknown recipe 'nonsense'");
  auto bad = pool.addRecipe({"transpose", {0, 0}, {input}, {MLC_I32, {3, 2}}});
  CHECK(errorOf(pool.evaluate(*bad)) ==
        "recipe 'transpose': transpose: not a permutation");
  auto leaves = pool.addRecipe(
      {"slice", {0, 2, 1, 1}, {input}, {MLC_I32, {2, 2}}});
  CHECK(errorOf(pool.evaluate(*leaves)) ==
        "recipe 'slice': slice: dimension 1 leaves its extent of 3");
  CHECK(errorOf(pool.evaluate(Hash128{1, 2})) ==
        "constant 00000000000000020000000000000001 is missing");
}

TEST_CASE("a chain that doubles at every step is cut off") {
  ConstantPool pool;
  Hash128 last = pool.add(iota({MLC_I8, {1}}));
  for (int i = 0; i < 20; ++i) {
    TensorSpec spec{MLC_I8, {1}};
    spec.shape[0] = 2ll << i;
    last = *pool.addRecipe({"concat", {0}, {last, last}, spec});
  }
  CHECK(errorOf(pool.evaluate(last)).find("evaluations for one constant") !=
        std::string::npos);
}

TEST_CASE("the pool may be filled from several threads") {
  ConstantPool pool;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        pool.add(iota({MLC_I64, {5}}, i));
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(pool.allInOrder().size() == 200);
}

TEST_CASE("the side file gives everything back, and damage is named") {
  ConstantPool pool;
  Hash128 dense = pool.add(iota({MLC_I32, {100}}));
  Hash128 splat = pool.add(Literal::splatDouble({MLC_F32, {1000000}}, 1.5));
  Hash128 four = pool.add(iota({MLC_I4, {7}}));
  Hash128 recipe =
      *pool.addRecipe({"reshape", {}, {dense}, {MLC_I32, {10, 10}}});
  std::string path = temporaryPath("weights");
  CHECK(llvm::toString(writeWeightFile(pool, {recipe, splat, four}, path)) ==
        "");

  ConstantPool other;
  CHECK(llvm::toString(readWeightFile(other, path)) == "");
  CHECK(other.allInOrder().size() == 4);
  llvm::Expected<Literal> value = other.evaluate(recipe);
  CHECK((value && value->getInt(57) == 57));
  CHECK(other.value(splat)->isSplat());
  CHECK(other.value(four)->getInt(6) == 6);
  CHECK(other.value(dense)->isView());

  // Any flipped byte is refused or does not matter (padding).
  std::string bytes;
  {
    auto file = MappedFile::open(path);
    bytes.assign((*file)->bytes().begin(), (*file)->bytes().end());
  }
  unsigned accepted = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    FILE *out = std::fopen(path.c_str(), "wb");
    std::fwrite(damaged.data(), 1, damaged.size(), out);
    std::fclose(out);
    ConstantPool victim;
    accepted += llvm::toString(readWeightFile(victim, path)).empty();
  }
  CHECK(accepted < 160); // reserved words and alignment gaps
  // Every truncation is refused.
  accepted = 0;
  for (size_t size = 0; size < bytes.size(); size += 7) {
    FILE *out = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, size, out);
    std::fclose(out);
    ConstantPool victim;
    accepted += llvm::toString(readWeightFile(victim, path)).empty();
  }
  CHECK(accepted == 0);
  std::remove(path.c_str());
  ConstantPool none;
  CHECK(llvm::toString(readWeightFile(none, path)).find("cannot open") == 0);
}
