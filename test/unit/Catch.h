//===- Catch.h - The unit tests' one way to Catch2 --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests are built without exceptions, like the code they test. A failed
// REQUIRE therefore ends the whole program: use CHECK where the test can go on.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_UNIT_CATCH_H
#define MLC_TEST_UNIT_CATCH_H

#define CATCH_CONFIG_DISABLE_EXCEPTIONS
#include <catch2/catch.hpp>

#endif // MLC_TEST_UNIT_CATCH_H
