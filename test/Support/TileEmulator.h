//===- TileEmulator.h - AMX instructions on machines without ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a processor without AMX its instructions raise SIGILL. This handler
// decodes and carries them out on tiles in memory, as strictly as the
// processor: a tile that is not configured, shapes that do not fit, an unknown
// palette end the program with the reason. So the very machine code of v4+amx
// runs anywhere, slowly; it says nothing about speed.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_SUPPORT_TILEEMULATOR_H
#define MLC_TEST_SUPPORT_TILEEMULATOR_H

#include <cstdint>

namespace mlc::test {

struct TileCounts {
  uint64_t configurations = 0, loads = 0, stores = 0, products = 0,
           releases = 0;
};

/// Installs the handler for this process. Where the processor has AMX (and
/// grants it) nothing is needed, and nothing is counted.
void emulateTiles();

/// Instructions carried out since the start.
TileCounts emulatedTiles();

/// Whether tiles hold no state: every kernel must release them.
bool tilesReleased();

} // namespace mlc::test

#endif // MLC_TEST_SUPPORT_TILEEMULATOR_H
