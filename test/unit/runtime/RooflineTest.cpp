//===- RooflineTest.cpp - The page of a profile and its probes ------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/profile/Roofline.h"
#include "test/unit/Catch.h"

#include <limits>

using namespace mlc;

static RooflineRun someRun() {
  RooflineRun run;
  run.model = "model.so";
  run.isa = "v3";
  run.runs = 10;
  run.seconds = 4e-3;
  run.peaks.threads = 2;
  run.peaks.gflops = 200;
  run.peaks.gflopsOneThread = 100;
  run.peaks.cacheGbs = 150;
  run.peaks.memoryGbs = 20;
  run.peaks.cacheBytes = 1 << 19;
  run.peaks.memoryBytes = 256 << 20;
  return run;
}

static RooflineKernel kernel(const std::string &name, double seconds,
                             uint64_t flops, uint64_t bytes) {
  return {name, "contraction", "node", 1, seconds, flops, bytes, 2};
}

static size_t count(const std::string &text, const std::string &what) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at)
    ++n;
  return n;
}

TEST_CASE("names of a model stay text on its page", "[profile]") {
  CHECK(escapeHtml("<a href=\"x\">'&\n\x7f") ==
        "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(escapeHtml("B\xc3\xa4r") == "B\xc3\xa4r");

  const std::string bad = "</title><script>alert(1)</script><!--'\"%s%n";
  RooflineRun run = someRun();
  run.model = run.isa = bad;
  run.kernels = {kernel(bad, 1e-3, 1000000, 1000)};
  run.kernels[0].kind = run.kernels[0].nodes = bad;
  std::string page = rooflinePage(run);
  CHECK(count(page, "<script>") == 1); // the page's own
  CHECK(count(page, "alert(1)") >= 5);
  CHECK(count(page, "<!--") == 0);
  CHECK(count(page, "</title>") == 2);
}

TEST_CASE("a kernel is a point where its rates are known", "[profile]") {
  RooflineRun run = someRun();
  const uint64_t most = std::numeric_limits<uint64_t>::max();
  run.kernels = {kernel("known", 1e-3, 50000000, 1000000),
                 kernel("moves", 1e-3, 0, 1000000),
                 kernel("late", 1e-3, 0, 0),
                 kernel("no time", 0, 1000, 1000),
                 kernel("huge", 1e-9, most, 1),
                 kernel("tiny", 1e9, 1, most)};
  std::string page = rooflinePage(run);
  CHECK(count(page, "<tr id=\"k") == 6);
  CHECK(count(page, "<circle id=\"c") == 3);
  CHECK(count(page, "3 kernels are without a point") == 1);
  CHECK(count(page, "nan") == 0);
  CHECK(count(page, "inf") == 0);
  CHECK(count(page, "<td data-v=\"50\">50.0</td>") == 1); // GFLOP/s
  CHECK(count(page, "<td data-v=\"25\">25.0</td>") ==
        4); // of the peak, of time
}

TEST_CASE("a page without kernels or rates is a page", "[profile]") {
  RooflineRun run = someRun();
  run.peaks = {};
  run.seconds = 0;
  for (size_t n : {0, 1}) {
    run.kernels.assign(n, kernel("k", 1e-3, 1000, 1000));
    std::string page = rooflinePage(run);
    CHECK(count(page, "</html>") == 1);
    CHECK(count(page, "nan") == 0);
    CHECK(count(page, "inf") == 0);
  }
}

TEST_CASE("a page of a thousand kernels stays small", "[profile]") {
  RooflineRun run = someRun();
  for (int i = 0; i < 1000; ++i) {
    run.kernels.push_back(
        kernel("k" + std::to_string(i), 1e-6 * (i + 1), 1000u * (i + 1), 100));
    run.kernels.back().kind = "kind" + std::to_string(i % 20);
  }
  // Cut between characters where a list of nodes is shortened.
  run.kernels[0].nodes.assign(79, 'x');
  for (int i = 0; i < 100; ++i)
    run.kernels[0].nodes += "\xc3\xa4";
  std::string page = rooflinePage(run);
  CHECK(count(page, "<circle id=\"c") == 1000);
  CHECK(page.size() < 1000000);
  CHECK(count(page, "x&hellip;") == 1);
  CHECK(count(page, "others") == 1);
}

TEST_CASE("probes tell rates of this machine", "[profile]") {
  for (uint32_t isa : {0u, 1u, 3u}) {
    MachinePeaks peaks = measurePeaks(isa, 2);
    CHECK(peaks.threads == 2);
    CHECK(peaks.gflopsOneThread > 0);
    CHECK(peaks.gflops > 0);
    CHECK(peaks.cacheGbs > 0);
    CHECK(peaks.memoryGbs > 0);
  }
  CHECK(measurePeaks(1, 0).threads == 1);
}
