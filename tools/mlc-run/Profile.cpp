//===- Profile.cpp - Where the time goes, kernel by kernel ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Profile.h"

#include "tools/mlc-run/Npy.h"

#include <algorithm>

using namespace mlc::run;
using mlc::RooflineKernel;
using mlc::RooflineRun;

void Profile::hook(void *self, uint32_t kernel, uint32_t phase, int64_t items) {
  auto &profile = *static_cast<Profile *>(self);
  if (phase == 0) {
    profile.events.push_back({kernel, secondsNow(), 0, items, 1});
    return;
  }
  if (profile.events.empty())
    return;
  Event &event = profile.events.back();
  event.end = secondsNow();
  if (items <= 1 || !profile.context)
    return;
  mlc_context_stats stats = {};
  mlc_context_get_stats(profile.context, &stats);
  if (stats.threads > 1)
    event.workers = stats.last_workers;
}

double Profile::flops(const mlc_artifact &artifact) const {
  double sum = 0;
  for (const Event &event : events)
    sum += double(artifact.kernels[event.kernel].flops);
  return sum;
}

RooflineRun Profile::sumUp(const mlc_artifact &artifact, double wallSeconds,
                           uint64_t runs) const {
  std::vector<RooflineKernel> rows(artifact.n_kernels);
  for (const Event &event : events) {
    RooflineKernel &row = rows[event.kernel];
    ++row.calls;
    row.seconds += event.end - event.begin;
    row.workers = std::max(row.workers, event.workers);
  }
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < rows.size(); ++i)
    if (rows[i].calls)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return rows[a].seconds != rows[b].seconds
               ? rows[a].seconds > rows[b].seconds
               : a < b;
  });
  RooflineRun run;
  run.runs = runs;
  run.seconds = wallSeconds / double(runs);
  for (uint32_t i : order) {
    const mlc_kernel_desc &kernel = artifact.kernels[i];
    RooflineKernel row = rows[i];
    row.name = kernel.name;
    row.kind = kernel.kind ? kernel.kind : "";
    row.nodes = kernel.nodes ? kernel.nodes : "";
    row.calls /= runs;
    row.seconds /= double(runs);
    row.flops = kernel.flops;
    row.bytes = kernel.bytes;
    run.kernels.push_back(std::move(row));
  }
  return run;
}

/// Units per second in billions, or "-" where the table does not know.
static std::string rate(uint64_t perCall, const RooflineKernel &row,
                        double whole = 1) {
  if (!perCall || row.seconds <= 0 || whole <= 0)
    return "-";
  char text[32];
  snprintf(text, sizeof(text), "%.1f",
           double(perCall) * double(row.calls) / row.seconds / 1e9 / whole);
  return text;
}

void Profile::print(const RooflineRun &run) {
  double inKernels = 0;
  for (const RooflineKernel &row : run.kernels)
    inKernels += row.seconds;
  printf("%10s %6s %6s %8s %6s %8s  %-16s %-14s %s\n", "ms/run", "%", "calls",
         "GFLOP/s", "% peak", "GB/s", "kernel", "kind", "nodes");
  for (const RooflineKernel &row : run.kernels) {
    std::string nodes = row.nodes;
    if (nodes.size() > 60)
      nodes = nodes.substr(0, 57) + "...";
    printf("%10.4f %6.1f %6llu %8s %6s %8s  %-16s %-14s %s\n",
           row.seconds * 1e3, row.seconds / run.seconds * 100,
           static_cast<unsigned long long>(row.calls),
           rate(row.flops, row).c_str(),
           rate(row.flops, row, run.peaks.gflops / 100).c_str(),
           rate(row.bytes, row).c_str(), row.name.c_str(), row.kind.c_str(),
           nodes.c_str());
  }
  printf("%10.4f %6.1f  in kernels\n", inKernels * 1e3,
         inKernels / run.seconds * 100);
  printf("%10.4f %6.1f  outside kernels\n", (run.seconds - inKernels) * 1e3,
         (run.seconds - inKernels) / run.seconds * 100);
  printf("%10.4f  per run, %llu runs\n", run.seconds * 1e3,
         static_cast<unsigned long long>(run.runs));
  printf(
      "peak: %.1f GFLOP/s of f32 multiply-adds, %.1f GB/s reading memory, %.1f "
      "cache; %u threads, isa %s\n",
      run.peaks.gflops, run.peaks.memoryGbs, run.peaks.cacheGbs,
      run.peaks.threads, run.isa.c_str());
}

void Profile::writeJson(Json &json, const RooflineRun &run) {
  json.key("profile").beginObject();
  json.field("runs", run.runs).field("ms_per_run", run.seconds * 1e3);
  json.field("peak_gflops", run.peaks.gflops)
      .field("memory_gb_per_s", run.peaks.memoryGbs)
      .field("cache_gb_per_s", run.peaks.cacheGbs);
  json.key("kernels").beginArray();
  for (const RooflineKernel &row : run.kernels) {
    json.beginObject().field("name", row.name).field("kind", row.kind);
    json.field("nodes", row.nodes);
    json.field("calls", row.calls).field("ms_per_run", row.seconds * 1e3);
    json.field("workers", row.workers)
        .field("flops", row.flops)
        .field("bytes", row.bytes)
        .endObject();
  }
  json.endArray().endObject();
}

Outcome<Nothing> Profile::writeTrace(const std::string &path,
                                     const mlc_artifact &artifact) const {
  double origin = events.empty() ? 0 : events[0].begin;
  Json json;
  json.beginObject()
      .field("displayTimeUnit", "ms")
      .key("traceEvents")
      .beginArray();
  for (const Event &event : events) {
    const mlc_kernel_desc &kernel = artifact.kernels[event.kernel];
    json.beginObject()
        .field("name", kernel.name)
        .field("cat", kernel.kind ? kernel.kind : "kernel");
    json.field("ph", "X").field("pid", int64_t(1)).field("tid", int64_t(1));
    json.field("ts", (event.begin - origin) * 1e6)
        .field("dur", (event.end - event.begin) * 1e6);
    json.key("args").beginObject().field("nodes",
                                         kernel.nodes ? kernel.nodes : "");
    json.field("items", event.items).field("workers", event.workers);
    json.endObject().endObject();
  }
  json.endArray().endObject();
  return writeWholeFile(path, json.str().data(), json.str().size());
}
