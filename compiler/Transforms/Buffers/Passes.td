//===- Passes.td - From tensors to places in memory --------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of the phase `buffers` that work on the host program.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_BUFFERS_PASSES
#define MLC_COMPILER_TRANSFORMS_BUFFERS_PASSES

include "mlir/Pass/PassBase.td"

def NumberKernelsPass : Pass<"mlc-number-kernels", "::mlir::ModuleOp"> {
  let summary = "Give kernels and model nodes their rows in the artifact's tables";
  let description = [{
    Writes `kernel.index` on each kernel, in the order of the module, and
    `rt.nodes` on the module: the model nodes of all entries in program order,
    so that the lower of two failing nodes is the one that comes first. Custom ops
    get their rows as `rt.custom_ops`.
  }];
}

def BufferizeHostPass : Pass<"mlc-bufferize-host", "::mlir::ModuleOp"> {
  let summary = "Turn entry functions on tensors into rt entries on buffers";
  let description = [{
    Each `func.func` with `graph.entry` becomes an `rt.entry`. Kernels write
    straight into the outputs they compute; branches of an `if` write into the
    buffer of its result; what a loop carries alternates between two buffers, so
    that its body allocates nothing. Sizes that follow from the symbols get an
    `rt.alloc`, sizes known only mid-run an `rt.late_alloc` with an owner that
    releases it. Reshapes are views.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlc::rt::RtDialect"];
  let statistics = [
    Statistic<"numLaunches", "launches", "Kernel calls turned into launches">,
    Statistic<"numCopies", "copies", "Copies that no placement could avoid">,
    Statistic<"numLate", "late", "Buffers of a size known only mid-run">
  ];
}

def PlanArenaPass : Pass<"mlc-plan-arena", "::mlc::rt::EntryOp"> {
  let summary = "Find a place in the workspace for every buffer";
  let description = [{
    With all sizes static, each `rt.alloc` becomes an `rt.slot` at an offset of
    one `rt.arena`; else the entry gets an `rt.plan` with the lifetime table and
    the sizes as functions of the symbols, and each `rt.alloc` an `rt.planned`.
  }];
  let statistics = [
    Statistic<"arenaBytes", "arena-bytes", "Bytes of static workspaces">,
    Statistic<"bufferBytes", "buffer-bytes", "Sum of the sizes placed in them">
  ];
}

#endif // MLC_COMPILER_TRANSFORMS_BUFFERS_PASSES
