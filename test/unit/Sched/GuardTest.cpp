//===- GuardTest.cpp - What a guard says of single slots ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Sched/IR/Sched.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "test/unit/Catch.h"

using namespace mlc::sched;

namespace {
struct Guards {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::IntegerSet operator()(llvm::StringRef text) {
    return mlir::parseIntegerSet(text, &context);
  }
};
} // namespace

TEST_CASE("a slot that is a constant") {
  Guards guard;
  CHECK(fixedSlot(guard("()[s0, s1] : (s1 - 1 == 0)"), 1) == 1);
  CHECK(fixedSlot(guard("()[s0, s1] : (s1 * -3 + 12 == 0)"), 1) == 4);
  CHECK(fixedSlot(guard("()[s0] : (s0 >= 0, s0 - 7 == 0)"), 0) == 7);
  CHECK_FALSE(fixedSlot(guard("()[s0, s1] : (s1 - 1 == 0)"), 0));
  CHECK_FALSE(fixedSlot(guard("()[s0] : (s0 - 1 >= 0)"), 0));
  CHECK_FALSE(fixedSlot(guard("()[s0] : (s0 mod 16 == 0)"), 0));
  CHECK_FALSE(fixedSlot(guard("()[s0] : (s0 * 2 - 3 == 0)"), 0)); // never
  CHECK_FALSE(fixedSlot(guard("()[s0, s1] : (s0 - s1 == 0)"), 0));
  CHECK_FALSE(fixedSlot(guard("()[s0] : (s0 - 1 == 0)"), 5)); // not in it
}

TEST_CASE("slots that are one") {
  Guards guard;
  auto chain = guard("()[s0, s1, s2, s3] : (s0 - s3 == 0, s3 - s1 == 0)");
  CHECK(sameSlot(chain, 0) == 0);
  CHECK(sameSlot(chain, 1) == 0);
  CHECK(sameSlot(chain, 2) == 2);
  CHECK(sameSlot(chain, 3) == 0);
  CHECK(sameSlot(chain, 9) == 9);
  CHECK(sameSlot(guard("()[s0, s1] : (s0 - s1 - 1 == 0)"), 1) == 1);
  CHECK(sameSlot(guard("()[s0, s1] : (s0 - s1 >= 0)"), 1) == 1);
  CHECK(sameSlot(guard("()[s0, s1] : (s0 - s1 * 2 == 0)"), 1) == 1);
}

TEST_CASE("the largest value of a slot") {
  Guards guard;
  CHECK(largestSlot(guard("()[s0] : (-s0 + 6 >= 0)"), 0) == 6);
  CHECK(largestSlot(guard("()[s0] : (s0 * -4 + 6 >= 0)"), 0) == 1);
  CHECK(largestSlot(guard("()[s0] : (6 - s0 >= 0, 3 - s0 >= 0)"), 0) == 3);
  CHECK(largestSlot(guard("()[s0] : (s0 - 5 == 0)"), 0) == 5);
  CHECK_FALSE(largestSlot(guard("()[s0] : (s0 - 6 >= 0)"), 0));
  CHECK_FALSE(largestSlot(guard("()[s0, s1] : (s1 - s0 >= 0)"), 0));
  CHECK_FALSE(largestSlot(guard("()[s0] : (6 - s0 mod 4 >= 0)"), 0));
}
