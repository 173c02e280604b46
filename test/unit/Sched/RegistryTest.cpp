//===- RegistryTest.cpp - What the registry of targets promises -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/TargetBackend.h"
#include "test/unit/Catch.h"
#include "llvm/ADT/StringSet.h"

using namespace mlc;

TEST_CASE("one host, first, and names that differ") {
  llvm::StringSet<> names, symbols;
  for (const TargetBackend *backend : targetBackends()) {
    CHECK(backend->isHost() == (backend == &hostBackend()));
    CHECK(backend->isHost() == backend->getImageFormat().empty());
    CHECK(names.insert(backend->getName()).second);
    CHECK_FALSE(backend->getLevels().empty());
    for (const IsaLevel &level : backend->getLevels()) {
      CHECK(symbols.insert(level.symbol).second);
      TargetLevel found = findTargetLevel(level.symbol);
      CHECK(found.backend == backend);
      CHECK(found.level == &level);
      std::string error;
      CHECK(backend->parseLevel(level.name, error) == &level);
      // A parent stands before its child; what inherits has one with the same
      // vectors.
      const IsaLevel *parent = backend->findLevel(level.parent);
      CHECK(level.parent.empty() == !parent);
      if (parent)
        CHECK(parent < &level);
      if (level.inherits) {
        REQUIRE(parent);
        CHECK(parent->vectorBits == level.vectorBits);
      }
      CHECK((level.id != MLC_ISA_ANY) == backend->isHost());
    }
  }
  CHECK(findTargetLevel("v9").backend == nullptr);
  CHECK(findTargetLevel("").backend == nullptr);
}

TEST_CASE("levels include those below and inherit from those at hand") {
  const TargetBackend &host = hostBackend();
  const IsaLevel *v2 = host.findLevel("v2"), *v3 = host.findLevel("v3"),
                 *v4 = host.findLevel("v4"), *vnni = host.findLevel("v4+vnni"),
                 *amx = host.findLevel("v4_amx");
  CHECK(host.includes(*amx, "v4_vnni"));
  CHECK(host.includes(*amx, "v2"));
  CHECK(host.includes(*v3, "v3"));
  CHECK_FALSE(host.includes(*v3, "v4"));
  CHECK_FALSE(host.includes(*v3, "sm_80"));
  CHECK(host.inheritedFrom(*amx, {v2, v3, v4, vnni, amx}) == vnni);
  CHECK(host.inheritedFrom(*amx, {v4, amx}) == v4);
  CHECK(host.inheritedFrom(*amx, {v3, amx}) == nullptr);
  CHECK(host.inheritedFrom(*v4, {v2, v3, v4}) == nullptr);
}
