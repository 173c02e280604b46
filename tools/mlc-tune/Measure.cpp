//===- Measure.cpp - Kernels of two libraries, side by side -------------- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel is measured where it stands in its model: with the caches as its
// neighbours leave them. The two libraries take turns, so that a disturbance of
// the machine meets both.
//
//===----------------------------------------------------------------------===//

#include "tools/mlc-tune/Measure.h"

#include "tools/mlc-run/Inputs.h"
#include <algorithm>
#include <cmath>

using namespace mlc::tune;
using mlc::run::Nothing;
using mlc::run::Outcome;

static constexpr int kFewestRuns = 7, kMostRuns = 101;
static constexpr double kLeastGain = 0.02, kErrors = 3;

Outcome<std::unique_ptr<Subject>> Subject::open(const run::Options &options,
                                                const std::string &library) {
  auto subject = std::make_unique<Subject>();
  if (Outcome<Nothing> opened =
          run::openSession(subject->session, options, library,
                           run::Profile::hook, &subject->profile);
      !opened)
    return opened.error();
  Outcome<std::vector<run::Value>> inputs =
      run::makeInputs(subject->session, options);
  if (!inputs)
    return inputs.error();
  subject->inputs = std::move(*inputs);
  return subject;
}

uint32_t Subject::threads() const {
  mlc_context_stats stats = {};
  mlc_context_get_stats(session.context, &stats);
  return stats.threads;
}

Outcome<Nothing> Subject::runOnce(Samples *samples) {
  profile.clear();
  double begin = run::secondsNow();
  Outcome<std::vector<run::Value>> outputs = run::runOnce(session, inputs);
  double seconds = run::secondsNow() - begin;
  if (!outputs)
    return outputs.error();
  if (!samples)
    return Nothing{};
  std::map<std::string, double> spent;
  for (const run::Profile::Event &event : profile.all())
    spent[artifact().kernels[event.kernel].name] += event.end - event.begin;
  for (const auto &[name, time] : spent)
    samples->kernels[name].push_back(time);
  samples->whole.push_back(seconds);
  return Nothing{};
}

Outcome<Nothing> mlc::tune::measure(Subject &first, Subject &second,
                                    double seconds, Samples &ofFirst,
                                    Samples &ofSecond) {
  for (Subject *subject : {&first, &second})
    if (Outcome<Nothing> warm = subject->runOnce(nullptr); !warm)
      return warm;
  double end = run::secondsNow() + seconds;
  for (int i = 0; i < kFewestRuns || (i < kMostRuns && run::secondsNow() < end);
       ++i) {
    // Who begins changes too.
    bool turned = i % 2;
    if (Outcome<Nothing> ran =
            (turned ? second : first).runOnce(turned ? &ofSecond : &ofFirst);
        !ran)
      return ran;
    if (Outcome<Nothing> ran =
            (turned ? first : second).runOnce(turned ? &ofFirst : &ofSecond);
        !ran)
      return ran;
  }
  return Nothing{};
}

double mlc::tune::median(std::vector<double> values) {
  if (values.empty())
    return 0;
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mlc::tune::uncertainty(const std::vector<double> &values) {
  if (values.empty())
    return 0;
  double center = median(values);
  std::vector<double> off;
  for (double value : values)
    off.push_back(std::fabs(value - center));
  return 1.2533 * 1.4826 * median(off) / std::sqrt(double(values.size()));
}

double mlc::tune::gain(const std::vector<double> &first,
                       const std::vector<double> &second) {
  if (first.empty() || second.empty())
    return 0;
  double usual = median(first), saved = usual - median(second);
  double noise = kErrors * std::hypot(uncertainty(first), uncertainty(second));
  return saved > std::max(noise, kLeastGain * usual) ? saved : 0;
}
