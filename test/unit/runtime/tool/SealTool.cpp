//===- SealTool.cpp - Writes the sealed test artifact for lit tests ------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "test/unit/runtime/Seal.h"

#include <cstdio>
#include <fstream>
#include <iterator>

/// seal IN OUT
int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  std::ifstream in(argv[1], std::ios::binary);
  std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(in)),
                             std::istreambuf_iterator<char>());
  mlc::test::seal(bytes);
  std::ofstream out(argv[2], std::ios::binary);
  out.write(reinterpret_cast<const char *>(bytes.data()),
            std::streamsize(bytes.size()));
  return out.good() ? 0 : 1;
}
