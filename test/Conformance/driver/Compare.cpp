//===- Compare.cpp - Compare values of the conformance tests --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Compare.h"

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

static void compare(const Value &got, const Value &want,
                    const Tolerance &tolerance, const std::string &where,
                    Difference &result) {
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
      compare(got.items[i], want.items[i], tolerance,
              where + "[" + std::to_string(i) + "]", result);
    return;
  }
  Tolerance t = tolerance;
  if (want.tensor.dtype() == MLC_F16 || want.tensor.dtype() == MLC_BF16)
    t.ulps = std::max<uint64_t>(t.ulps, 1);
  Comparison c = compareLiterals(got.tensor, want.tensor, t);
  result.maxUlps = std::max(result.maxUlps, c.maxUlps);
  if (!c.equal)
    fail(c.message);
}

Difference mlc::conformance::compareValues(llvm::ArrayRef<Value> got,
                                           llvm::ArrayRef<Value> want,
                                           const Tolerance &tolerance) {
  Difference result;
  if (got.size() != want.size()) {
    result.message = "got " + std::to_string(got.size()) +
                     " outputs, expected " + std::to_string(want.size());
    return result;
  }
  for (size_t i = 0; i < got.size(); ++i)
    compare(got[i], want[i], tolerance, "output " + std::to_string(i), result);
  return result;
}
