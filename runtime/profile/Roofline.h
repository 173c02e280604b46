//===- Roofline.h - A page on which kernels lie under their roof -*- C++ -*-
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One HTML file that needs nothing else: each kernel a point, operations per
// byte across, operations per second up, its area the share of the time. Names
// come from models and may say anything; all of them are escaped.
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_PROFILE_ROOFLINE_H
#define MLC_RUNTIME_PROFILE_ROOFLINE_H

#include "runtime/profile/Probes.h"

#include <string>
#include <vector>

namespace mlc {

struct RooflineKernel {
  std::string name, kind, nodes;
  uint64_t calls = 0;            // of a run
  double seconds = 0;            // of a run
  uint64_t flops = 0, bytes = 0; // of a call; 0 where nobody knows
  uint32_t workers = 0;          // most that shared a launch; 0: not counted
};

struct RooflineRun {
  std::string model, isa;
  uint64_t runs = 0;
  double seconds = 0; // of a run, all of it
  MachinePeaks peaks;
  std::vector<RooflineKernel> kernels; // the order of the table
};

std::string rooflinePage(const RooflineRun &run);

/// As text between tags or quotes: the five characters that HTML gives a
/// meaning, and control characters made visible.
std::string escapeHtml(const std::string &text);

} // namespace mlc

#endif // MLC_RUNTIME_PROFILE_ROOFLINE_H
