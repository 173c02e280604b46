//===- Compare.h - Are two results the same --------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_COMPARE_H
#define MLC_TOOLS_MLC_RUN_COMPARE_H

#include "tools/mlc-run/Json.h"
#include "tools/mlc-run/Options.h"
#include "tools/mlc-run/Values.h"

namespace mlc::run {

struct Comparison {
  std::string name;
  bool pass = false;
  std::string detail; // the first mismatch, or the largest differences
  double maxAbs = 0, maxRel = 0;
  uint64_t maxUlp = 0;
  uint64_t wrong = 0, total = 0;
};

/// Element by element: integers, booleans and strings equal; floats within
/// atol + rtol * |want|, or within max-ulp. NaN equals NaN.
Comparison compare(const Value &got, const Value &want, const Options &options);

void printComparison(const Comparison &comparison);
void comparisonJson(Json &json, const Comparison &comparison);

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_COMPARE_H
