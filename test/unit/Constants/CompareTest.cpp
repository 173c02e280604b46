//===- CompareTest.cpp - How far two tensors are apart --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/NumericCompare.h"
#include "test/unit/Catch.h"
#include <cmath>

using namespace mlc;

static Literal floats(DType dtype, std::vector<double> values) {
  Literal result =
      Literal::zeros({dtype, {static_cast<int64_t>(values.size())}});
  for (size_t i = 0; i < values.size(); ++i)
    result.setDouble(static_cast<int64_t>(i), values[i]);
  return result;
}

TEST_CASE("distances in ulp") {
  CHECK(ulpDistance(MLC_F32, 1.0, std::nextafterf(1.0f, 2.0f)) == 1);
  CHECK(ulpDistance(MLC_F32, 0.0, -0.0) == 0);
  CHECK(ulpDistance(MLC_F16, 65504, HUGE_VAL) == 1);
  CHECK(ulpDistance(MLC_F64, NAN, NAN) == 0);
  CHECK(ulpDistance(MLC_F64, NAN, 0) == UINT64_MAX);
  CHECK(ulpDistance(MLC_F32, -0x1p-149, 0x1p-149) == 2);
}

TEST_CASE("comparison names the first mismatch") {
  Tolerance exact{0, 0, 0};
  Comparison c = compareLiterals(floats(MLC_F32, {1, 2, NAN, 4}),
                                 floats(MLC_F32, {1, 2.5, NAN, HUGE_VAL}),
                                 exact);
  CHECK(!c.equal);
  CHECK(c.mismatches == 2);
  CHECK(c.message == "2 of 4 elements differ, first at [1]: got 2, expected "
                     "2.5 (2097152 ulp)");
  CHECK(compareLiterals(floats(MLC_F32, {1}), floats(MLC_F64, {1}), exact)
            .message == "got 1xf32, expected 1xf64");
  CHECK(compareLiterals(floats(MLC_F32, {1.0005}), floats(MLC_F32, {1}),
                        Tolerance())
            .equal);
  CHECK(compareLiterals(floats(MLC_I32, {7}), floats(MLC_I32, {8}),
                        Tolerance())
            .message ==
        "1 of 1 elements differ, first at [0]: got 7, expected 8");
}
