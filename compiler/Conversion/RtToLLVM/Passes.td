//===- Passes.td - The host program as LLVM ----------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES
#define MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES

include "mlir/Pass/PassBase.td"

def LayoutWeightsPass : Pass<"mlc-layout-weights", "::mlir::ModuleOp"> {
  let summary = "Settle the order of the weights";
  let description = [{
    Writes `rt.weights` on the module: each constant that an entry reads, in
    order of first use, then the initial images of the state blocks. Each lies at
    the next multiple of 64 bytes behind the one before.
  }];
  let dependentDialects = ["::mlc::graph::GraphDialect"];
}

def RtToLLVMPass : Pass<"mlc-rt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower rt entries to LLVM functions";
  let description = [{
    Each `rt.entry` gives `int32_t mlc_entry_NAME(mlc_exec *)`,
    `uint64_t mlc_workspace_NAME(const int64_t *symbols, uint32_t workers)` and
    `int32_t mlc_shapes_NAME(const int64_t *symbols, int64_t *dims)` in a nested
    module `@host` with the attribute `rt.host`. Fields of the ABI structs are
    reached at the offsets of artifact_abi.h; every step that can fail branches
    to one exit block.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // MLC_COMPILER_CONVERSION_RTTOLLVM_PASSES
