//===- BenchConvolution.cpp - Convolutions --------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/benchmark/kernels/Bench.h"

void mlc::bench::benchConvolution(const IsaLevel &, const std::string &) {}
