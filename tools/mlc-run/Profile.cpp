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

namespace {
struct Row {
  uint32_t kernel;
  uint64_t calls = 0;
  double seconds = 0;
  uint32_t workers = 0; // most that took items of one launch
};
} // namespace

static std::vector<Row> aggregate(const std::vector<Profile::Event> &events,
                                  const mlc_artifact &artifact) {
  std::vector<Row> rows(artifact.n_kernels);
  for (uint32_t i = 0; i < rows.size(); ++i)
    rows[i].kernel = i;
  for (const Profile::Event &event : events) {
    ++rows[event.kernel].calls;
    rows[event.kernel].seconds += event.end - event.begin;
    rows[event.kernel].workers =
        std::max(rows[event.kernel].workers, event.workers);
  }
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [](const Row &row) { return row.calls == 0; }),
             rows.end());
  std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
    return a.seconds != b.seconds ? a.seconds > b.seconds : a.kernel < b.kernel;
  });
  return rows;
}

/// Units per second in billions, or "-" where the table does not know.
static std::string rate(uint64_t perCall, const Row &row) {
  if (!perCall || row.seconds <= 0)
    return "-";
  char text[32];
  snprintf(text, sizeof(text), "%.1f",
           double(perCall) * double(row.calls) / row.seconds / 1e9);
  return text;
}

void Profile::print(const mlc_artifact &artifact, double wallSeconds,
                    uint64_t runs) const {
  std::vector<Row> rows = aggregate(events, artifact);
  double inKernels = 0;
  for (const Row &row : rows)
    inKernels += row.seconds;
  printf("%10s %6s %6s %8s %8s  %-16s %-14s %s\n", "ms/run", "%", "calls",
         "GFLOP/s", "GB/s", "kernel", "kind", "nodes");
  for (const Row &row : rows) {
    const mlc_kernel_desc &kernel = artifact.kernels[row.kernel];
    std::string nodes = kernel.nodes ? kernel.nodes : "";
    if (nodes.size() > 60)
      nodes = nodes.substr(0, 57) + "...";
    printf("%10.4f %6.1f %6llu %8s %8s  %-16s %-14s %s\n",
           row.seconds * 1e3 / double(runs), row.seconds / wallSeconds * 100,
           static_cast<unsigned long long>(row.calls / runs),
           rate(kernel.flops, row).c_str(), rate(kernel.bytes, row).c_str(),
           kernel.name, kernel.kind ? kernel.kind : "", nodes.c_str());
  }
  printf("%10.4f %6.1f  in kernels\n", inKernels * 1e3 / double(runs),
         inKernels / wallSeconds * 100);
  printf("%10.4f %6.1f  outside kernels\n",
         (wallSeconds - inKernels) * 1e3 / double(runs),
         (wallSeconds - inKernels) / wallSeconds * 100);
  printf("%10.4f  per run, %llu runs\n", wallSeconds * 1e3 / double(runs),
         static_cast<unsigned long long>(runs));
}

void Profile::writeJson(Json &json, const mlc_artifact &artifact,
                        double wallSeconds, uint64_t runs) const {
  json.key("profile").beginObject();
  json.field("runs", runs)
      .field("ms_per_run", wallSeconds * 1e3 / double(runs));
  json.key("kernels").beginArray();
  for (const Row &row : aggregate(events, artifact)) {
    const mlc_kernel_desc &kernel = artifact.kernels[row.kernel];
    json.beginObject()
        .field("name", kernel.name)
        .field("kind", kernel.kind ? kernel.kind : "");
    json.field("nodes", kernel.nodes ? kernel.nodes : "");
    json.field("calls", row.calls / runs)
        .field("ms_per_run", row.seconds * 1e3 / double(runs));
    json.field("workers", row.workers)
        .field("flops", kernel.flops)
        .field("bytes", kernel.bytes)
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
