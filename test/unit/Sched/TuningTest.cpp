//===- TuningTest.cpp - Databases of schedules, good and bad --------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/Tuning.h"
#include "test/unit/Catch.h"
#include <random>

using namespace mlc;

static std::string whyNot(llvm::StringRef text) {
  llvm::Expected<TuningDb> db = TuningDb::parse(text);
  return db ? std::string() : llvm::toString(db.takeError());
}

static TuningRecord record(std::string kernel, std::string level,
                           uint32_t threads, std::string tiling) {
  TuningRecord made;
  made.kernel = std::move(kernel);
  made.level = std::move(level);
  made.threads = threads;
  made.tiling = std::move(tiling);
  made.cpu = "haswell";
  made.usualMicroseconds = 2.5;
  made.tunedMicroseconds = 2;
  return made;
}

static TuningDb someDb() {
  TuningDb db;
  db.put(record("b \"quoted\" \xc3\xa4", "v4", 2, "parallel [8, 32]"));
  db.put(record("a", "v4", 1, "default"));
  db.put(record("a", "v4", 4, "parallel [4, 32]"));
  db.put(record("a", "v3", 8, "unroll [2]"));
  return db;
}

TEST_CASE("a database is read as it was written, in the order of its keys") {
  std::string text = someDb().print();
  llvm::Expected<TuningDb> db = TuningDb::parse(text);
  REQUIRE(bool(db));
  CHECK(db->size() == 4);
  CHECK(db->print() == text);
  const TuningRecord *found = db->find("b \"quoted\" \xc3\xa4", "v4");
  REQUIRE(found);
  CHECK(found->tiling == "parallel [8, 32]");
  CHECK(found->cpu == "haswell");
  CHECK(found->usualMicroseconds == 2.5);
  CHECK(text.find("\"v3\"") < text.find("\"v4\""));
}

TEST_CASE("of several numbers of threads the most is taken") {
  TuningDb db = someDb();
  REQUIRE(db.find("a", "v4"));
  CHECK(db.find("a", "v4")->threads == 4);
  CHECK(db.find("a", "v4", 1)->tiling == "default");
  CHECK(db.find("a", "v4", 2) == nullptr);
  CHECK(db.find("a", "v2") == nullptr);
  CHECK(db.find("", "v4") == nullptr);
  CHECK(db.find("c", "v4") == nullptr);
  db.put(record("a", "v4", 4, "unroll [8]"));
  CHECK(db.size() == 4);
  CHECK(db.find("a", "v4")->tiling == "unroll [8]");
}

TEST_CASE("what is no database says why") {
  CHECK(whyNot("").find("no JSON") == 0);
  CHECK(whyNot("[]").find("no tuning database") == 0);
  CHECK(whyNot("{\"format\": \"mlc-tuning-1\"}").find("'records'") !=
        std::string::npos);
  auto with = [](std::string record) {
    return whyNot("{\"format\": \"mlc-tuning-1\", \"records\": [" + record +
                  "]}");
  };
  CHECK(with("") == "");
  CHECK(with("3") == "record 0: no object");
  CHECK(with("{}") == "record 0: 'kernel' must be a text of 1 to 8192 bytes");
  std::string half = "{\"kernel\": \"k\", \"level\": \"v4\", \"tiling\": \"t\"";
  const char *threads =
      "record 0: 'threads' must be a whole number from 1 to 4096";
  CHECK(with(half + "}") == threads);
  CHECK(with(half + ", \"threads\": 0}") == threads);
  CHECK(with(half + ", \"threads\": 1.5}") == threads);
  CHECK(with(half + ", \"threads\": 99999999999}") == threads);
  std::string whole = half + ", \"threads\": 1}";
  CHECK(with(whole) == "");
  CHECK(with(whole + "," + whole) ==
        "record 1: an earlier one is for the same kernel, level and threads");
  CHECK(with(half + ", \"threads\": 1, \"cpu\": 4}") ==
        "record 0: 'cpu' must be a text of 1 to 8192 bytes");
  CHECK(with("{\"kernel\": \"" + std::string(10000, 'k') + "\"}") ==
        "record 0: 'kernel' must be a text of 1 to 8192 bytes");
  // The reader calls itself: brackets are counted before.
  CHECK(whyNot(std::string(1 << 20, '[')) ==
        "nested deeper than a tuning database");
  CHECK(whyNot("\"" + std::string(1 << 20, '[')).find("no JSON") == 0);
  CHECK(whyNot(std::string(TuningDb::kMostBytes + 1, ' ')) ==
        "larger than 16 MiB");
}

TEST_CASE("bytes changed anywhere are read or refused") {
  const std::string good = someDb().print();
  std::mt19937 random(7);
  auto below = [&](size_t n) { return size_t(random() % n); };
  const std::string special = "{}[]\",:\\0e-.\x00\xff\n";
  size_t read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (size_t changes = 1 + below(4); changes; --changes) {
      size_t at = below(text.size());
      switch (below(4)) {
      case 0:
        text[at] = special[below(special.size())];
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text[at] = char(random());
      }
      if (text.empty())
        text = " ";
    }
    llvm::Expected<TuningDb> db = TuningDb::parse(text);
    if (!db) {
      CHECK(!llvm::toString(db.takeError()).empty());
      continue;
    }
    ++read;
    // What was taken is written as a database again.
    llvm::Expected<TuningDb> again = TuningDb::parse(db->print());
    REQUIRE(bool(again));
    CHECK(again->print() == db->print());
  }
  CHECK(read > 100);
}
