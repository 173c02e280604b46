//===- Compare.cpp - Are two results the same ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Compare.h"

#include <cmath>

using namespace mlc::run;

static std::string indexText(uint64_t flat, const std::vector<int64_t> &dims) {
  std::string text;
  for (size_t d = dims.size(); d-- > 0;) {
    text = std::to_string(flat % uint64_t(dims[d])) +
           (text.empty() ? "" : ",") + text;
    flat /= uint64_t(dims[d]);
  }
  return "[" + text + "]";
}

static bool closeEnough(double got, double want, uint64_t ulp,
                        const Options &options) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want);
  if (got == want)
    return true;
  if (options.maxUlp >= 0 && ulp <= uint64_t(options.maxUlp))
    return true;
  if (options.maxUlp >= 0 && !options.toleranceGiven)
    return false;
  if (std::isinf(got) || std::isinf(want))
    return false;
  return std::fabs(got - want) <= options.atol + options.rtol * std::fabs(want);
}

static std::string numberText(double number) {
  char text[40];
  snprintf(text, sizeof(text), "%.3g", number);
  return text;
}

static void compareNumbers(const Value &got, const Value &want,
                           const Options &options, Comparison &c) {
  c.total = parts(want);
  bool exact = isInteger(want.dtype);
  uint64_t perElement = got.count() ? c.total / got.count() : 1;
  for (uint64_t i = 0; i < c.total; ++i) {
    uint64_t ulp = ulpDistance(got, want, i);
    bool fine = exact && options.maxUlp < 0
                    ? elementBits(got, i) == elementBits(want, i)
                    : closeEnough(elementAsDouble(got, i),
                                  elementAsDouble(want, i), ulp, options);
    if (exact && options.maxUlp >= 0)
      fine = ulp <= uint64_t(options.maxUlp);
    double g = elementAsDouble(got, i), w = elementAsDouble(want, i);
    double difference = std::fabs(g - w);
    if (g != w && difference > c.maxAbs)
      c.maxAbs = difference;
    if (g != w && w != 0 && difference / std::fabs(w) > c.maxRel)
      c.maxRel = difference / std::fabs(w);
    if (ulp > c.maxUlp)
      c.maxUlp = ulp;
    if (fine)
      continue;
    if (c.wrong++ == 0)
      c.detail =
          "at " + indexText(i / perElement, want.dims) + ": got " +
          elementText(got, i) + ", expected " + elementText(want, i) +
          (ulp == UINT64_MAX ? "" : " (" + std::to_string(ulp) + " ulp)");
  }
  c.pass = c.wrong == 0;
  if (c.wrong)
    c.detail += "; " + std::to_string(c.wrong) + " of " +
                std::to_string(c.total) + " differ";
  else
    c.detail = "max difference " + numberText(c.maxAbs) + ", relative " +
               numberText(c.maxRel);
}

Comparison mlc::run::compare(const Value &got, const Value &want,
                             const Options &options) {
  Comparison c;
  c.name = got.name;
  if (got.kind != want.kind) {
    c.detail = "the kinds differ (tensor, sequence, optional)";
    return c;
  }
  if (got.kind != MLC_TENSOR) {
    if (got.items.size() != want.items.size()) {
      c.detail = "has " + std::to_string(got.items.size()) +
                 " items, expected " + std::to_string(want.items.size());
      return c;
    }
    c.pass = true;
    c.detail = std::to_string(got.items.size()) + " items agree";
    for (size_t i = 0; i < got.items.size() && c.pass; ++i) {
      Comparison item = compare(got.items[i], want.items[i], options);
      if (!item.pass) {
        c.pass = false;
        c.detail = "item " + std::to_string(i) + ": " + item.detail;
      }
      c.maxAbs = std::fmax(c.maxAbs, item.maxAbs);
      c.maxRel = std::fmax(c.maxRel, item.maxRel);
      c.maxUlp = c.maxUlp > item.maxUlp ? c.maxUlp : item.maxUlp;
    }
    return c;
  }
  if (got.dtype != want.dtype || got.dims != want.dims) {
    c.detail = "is " + typeText(got) + ", expected " + typeText(want);
    return c;
  }
  if (got.dtype == MLC_STRING) {
    c.pass = got.texts == want.texts;
    c.detail = c.pass ? "strings agree" : "strings differ";
    return c;
  }
  compareNumbers(got, want, options, c);
  return c;
}

void mlc::run::printComparison(const Comparison &c) {
  printf("%s %s: %s\n", c.pass ? "ok  " : "DIFF", c.name.c_str(),
         c.detail.c_str());
}

void mlc::run::comparisonJson(Json &json, const Comparison &c) {
  json.beginObject();
  json.field("name", c.name).field("pass", c.pass).field("detail", c.detail);
  json.field("max_abs", c.maxAbs)
      .field("max_rel", c.maxRel)
      .field("max_ulp", c.maxUlp);
  json.field("wrong", c.wrong).field("total", c.total).endObject();
}
