//===- Seal.h - Fills in the manifest note of a hand-written artifact -*- C++
//-*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TEST_UNIT_RUNTIME_SEAL_H
#define MLC_TEST_UNIT_RUNTIME_SEAL_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlc::test {

/// Fills in the note of an unsealed artifact (or after a change on purpose).
void seal(std::vector<uint8_t> &bytes);
/// Offset of the note's descriptor.
size_t noteOffset(const std::vector<uint8_t> &bytes);

} // namespace mlc::test

#endif // MLC_TEST_UNIT_RUNTIME_SEAL_H
