//===- Measure.h - Kernels of two libraries, side by side -------*- C++ -*-
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_TUNE_MEASURE_H
#define MLC_TOOLS_MLC_TUNE_MEASURE_H

#include "tools/mlc-run/Model.h"
#include "tools/mlc-run/Outputs.h"
#include "tools/mlc-run/Profile.h"
#include "tools/mlc-run/Values.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlc::tune {

/// Seconds of each run.
struct Samples {
  std::map<std::string, std::vector<double>> kernels; // by name
  std::vector<double> whole;
};

/// A compiled model that is ready to run, with the hook around its kernels.
class Subject {
public:
  static run::Outcome<std::unique_ptr<Subject>>
  open(const run::Options &options, const std::string &library);
  run::Outcome<run::Nothing> runOnce(Samples *samples);
  /// What a run gives, to compare with another's.
  run::Outcome<std::vector<run::Value>> results() {
    return run::runOnce(session, inputs);
  }
  uint32_t threads() const;
  const mlc_artifact &artifact() const {
    return *mlc_model_artifact(session.model);
  }

private:
  run::Profile profile;
  run::Session session;
  std::vector<run::Value> inputs;
};

/// Runs both in turn for about `seconds`, at least a few times.
run::Outcome<run::Nothing> measure(Subject &first, Subject &second,
                                   double seconds, Samples &ofFirst,
                                   Samples &ofSecond);

double median(std::vector<double> values); // 0 of none
/// How far a median of these may be off: a normal sample's standard error, from
/// the median of the deviations.
double uncertainty(const std::vector<double> &values);

/// By how much the second is faster than the first, in seconds; 0 unless that
/// is beyond the noise of both and 2 % of the first.
double gain(const std::vector<double> &first,
            const std::vector<double> &second);

} // namespace mlc::tune

#endif // MLC_TOOLS_MLC_TUNE_MEASURE_H
