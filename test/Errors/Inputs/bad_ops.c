//===- bad_ops.c - Op libraries that are refused --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mlc/artifact_abi.h"

#ifndef ABI
#define ABI MLC_ABI_VERSION
#endif
#ifndef COUNT
#define COUNT 1
#endif
#ifndef NAME
#define NAME "mine.Foo"
#endif

static const mlc_custom_op ops[] = {{NAME, 0, 0, 0}};
static const mlc_op_library library = {MLC_ABI_MAGIC, ABI, ops, COUNT};

const mlc_op_library *mlc_op_library_query(uint32_t max_abi);
const mlc_op_library *mlc_op_library_query(uint32_t max_abi) {
#ifdef NOTHING
  return 0;
#endif
  return &library;
}
