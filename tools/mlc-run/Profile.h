//===- Profile.h - Where the time goes, kernel by kernel -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_PROFILE_H
#define MLC_TOOLS_MLC_RUN_PROFILE_H

#include "runtime/profile/Roofline.h"
#include "tools/mlc-run/Json.h"
#include "tools/mlc-run/Model.h"

namespace mlc::run {

/// Collects what the profile hook tells. Attach with `hook`, `this`.
class Profile {
public:
  static void hook(void *self, uint32_t kernel, uint32_t phase, int64_t items);

  struct Event {
    uint32_t kernel;
    double begin, end;
    int64_t items;
    uint32_t workers; // that took items
  };
  /// Whose workers are counted; without it every launch says one.
  void attach(const mlc_context *what) { context = what; }
  void clear() { events.clear(); }
  const std::vector<Event> &all() const { return events; }

  /// Floating-point operations of the recorded launches, 0 when unknown.
  double flops(const mlc_artifact &artifact) const;

  /// The launches of `runs` runs, which took `wallSeconds`, by kernel: the
  /// slowest first.
  RooflineRun sumUp(const mlc_artifact &artifact, double wallSeconds,
                    uint64_t runs) const;
  static void print(const RooflineRun &run);
  static void writeJson(Json &json, const RooflineRun &run);
  /// Chrome trace event format.
  Outcome<Nothing> writeTrace(const std::string &path,
                              const mlc_artifact &artifact) const;

private:
  const mlc_context *context = nullptr;
  std::vector<Event> events;
};

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_PROFILE_H
