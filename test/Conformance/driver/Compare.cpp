//===- Compare.cpp - Compare values of the conformance tests --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Compare.h"
#include <cmath>

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

/// Makes `got` zero where `want` is, and the other way round, if the numbers of
/// zeros are alike; else says why not.
static std::string matchDraws(Literal &got, Literal &want) {
  if (got.spec() != want.spec() || isComplex(want.dtype()))
    return "";
  double zeros[2] = {0, 0};
  const int64_t count = want.count();
  for (int64_t i = 0; i < count; ++i) {
    const bool mine = got.getDouble(i) == 0, theirs = want.getDouble(i) == 0;
    zeros[0] += mine;
    zeros[1] += theirs;
    if (mine != theirs) {
      got.setDouble(i, 0);
      want.setDouble(i, 0);
    }
  }
  // Two samples of one distribution; one draw more, since an expected share of
  // 0 or 1 is itself only a sample.
  const double share = (zeros[0] + zeros[1] + 1) / (2.0 * count + 2);
  const double deviation = std::sqrt(2 * count * share * (1 - share));
  if (std::fabs(zeros[0] - zeros[1]) <= 4 * deviation)
    return "";
  return std::to_string(static_cast<int64_t>(zeros[0])) + " of " +
         std::to_string(count) + " elements are zero, expected about " +
         std::to_string(static_cast<int64_t>(zeros[1]));
}

static void compare(const Value &got, const Value &want,
                    const Tolerance &tolerance, bool random,
                    const std::string &where, Difference &result) {
  auto fail = [&](const std::string &why) {
    if (result.message.empty())
      result.message = where + ": " + why;
  };
  if (got.kind != want.kind)
    return fail("another kind of value");
  if (got.kind != Value::Kind::Tensor) {
    if (got.items.size() != want.items.size())
      return fail("got " + std::to_string(got.items.size()) +
                  " items, expected " + std::to_string(want.items.size()));
    for (size_t i = 0; i < got.items.size(); ++i)
      compare(got.items[i], want.items[i], tolerance, random,
              where + "[" + std::to_string(i) + "]", result);
    return;
  }
  Tolerance t = tolerance;
  if (want.tensor.dtype() == MLC_F16 || want.tensor.dtype() == MLC_BF16)
    t.ulps = std::max<uint64_t>(t.ulps, 1);
  Literal mine = got.tensor, theirs = want.tensor;
  if (random)
    if (std::string why = matchDraws(mine, theirs); !why.empty())
      return fail(why);
  if (t.absolute >= 1 && !isFloat(theirs.dtype()) &&
      !isComplex(theirs.dtype()) && mine.spec() == theirs.spec()) {
    // Quantised results, asked to be within some steps.
    for (int64_t i = 0; i < theirs.count(); ++i)
      if (std::fabs(mine.getDouble(i) - theirs.getDouble(i)) > t.absolute)
        return fail("element " + std::to_string(i) + " is " +
                    std::to_string(mine.getInt(i)) + ", expected " +
                    std::to_string(theirs.getInt(i)));
    return;
  }
  Comparison c = compareLiterals(mine, theirs, t);
  result.maxUlps = std::max(result.maxUlps, c.maxUlps);
  if (!c.equal)
    fail(c.message);
}

Difference mlc::conformance::compareValues(llvm::ArrayRef<Value> got,
                                           llvm::ArrayRef<Value> want,
                                           const Tolerance &tolerance,
                                           bool random) {
  Difference result;
  if (got.size() != want.size()) {
    result.message = "got " + std::to_string(got.size()) +
                     " outputs, expected " + std::to_string(want.size());
    return result;
  }
  for (size_t i = 0; i < got.size(); ++i)
    compare(got[i], want[i], tolerance, random, "output " + std::to_string(i),
            result);
  return result;
}
