//===- status.h - How a call of the runtime ended ---------------*- C -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function that can fail returns an mlc_code and fills an mlc_status that
// the caller owns (or passes null). Nothing is allocated for it, and it stays
// valid when the model or context it came from is gone.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_STATUS_H
#define MLC_STATUS_H

#include "mlc/artifact_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MLC_STATUS_TEXT 1024

typedef struct mlc_status {
  mlc_code code;
  int32_t reserved;
  int64_t node;  /* row of the artifact's node table, -1: none */
  int64_t item;  /* of that node's kernel: item, row or element */
  int64_t value; /* the offending value */
  int64_t bound; /* what it was checked against */
  char node_name[256];
  char message[MLC_STATUS_TEXT]; /* a whole sentence, never cut inside UTF-8 */
} mlc_status;

#ifdef __cplusplus
}
#endif
#endif /* MLC_STATUS_H */
