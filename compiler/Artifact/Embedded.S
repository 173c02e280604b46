//===- Embedded.S - Files that are part of the compiler -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builtins object and the ABI header, found by paths that the build gives.
//
//===----------------------------------------------------------------------===//

    .section .rodata.mlc_embedded, "a", @progbits
    .p2align 4
    .globl mlc_embedded_builtins, mlc_embedded_builtins_end
mlc_embedded_builtins:
    .incbin MLC_BUILTINS_PATH
mlc_embedded_builtins_end:
    .globl mlc_embedded_abi, mlc_embedded_abi_end
mlc_embedded_abi:
    .incbin MLC_ABI_PATH
mlc_embedded_abi_end:
    .section .note.GNU-stack, "", @progbits
