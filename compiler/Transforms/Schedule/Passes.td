//===- Passes.td - Passes of schedules ---------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES
#define MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES

include "mlir/Pass/PassBase.td"

def LinkExtentsPass : Pass<"mlc-link-extents", "mlir::ModuleOp"> {
  let summary =
      "Tell a kernel which of its numbers are extents of its operands";
  let description = [{
    An `index` argument that is `tensor.dim` of another operand in every call becomes
    that `tensor.dim` inside the kernel and is no argument any more.
  }];
  let dependentDialects = ["mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numLinked", "linked",
                              "Arguments found to be extents">];
}

def ScheduleKernelsPass : Pass<"mlc-schedule-kernels", "mlir::ModuleOp"> {
  let summary = "Ask the targets' strategies for the variants of every kernel";
  let description = [{
    Writes `sched.schedule` on each kernel that has none: the variants of devices
    first, then the host's, the last of which has no guard. Nothing is lowered. A
    device that takes no kernel of the module is an error that says why.

    With a tuning database, variants without a condition take the tiling that it
    has for the kernel and level, if the target offers that one; else a remark
    says so.
  }];
  let options = [ListOption<"levels", "levels", "std::string",
                            "Code levels to schedule for (v2, v3, sm_80, ...); "
                            "default: all of the host">,
                 Option<"tuningDb", "tuning-db", "std::string", "",
                        "A file with measured choices (mlc-tune)">];
  let dependentDialects = ["mlc::sched::SchedDialect"];
}

def SplitVariantsPass : Pass<"mlc-split-variants", "mlir::ModuleOp"> {
  let summary = "Make a kernel of each condition that a schedule distinguishes";
  let description = [{
    A kernel whose variants ask for conditions on extents becomes several: one per
    condition, with `sched.given`, and the kernel itself for the rest, which lists
    them in `sched.cases`. Each gets a row of the kernel table, so profiles and
    reports tell them apart, and code for a case may rely on its condition. What
    calls the kernel picks the case: the launch and its count of items agree, since
    both use the one that was picked.
  }];
  let dependentDialects = ["mlc::sched::SchedDialect"];
  let statistics = [Statistic<"numCases", "cases",
                              "Kernels made for a condition">];
}

def ChooseCasesPass : Pass<"mlc-choose-cases", "mlc::rt::EntryOp"> {
  let summary = "Launch the kernel of the first case whose condition holds";
  let description = [{
    The other half of `mlc-split-variants`, in the host program: conditions are
    evaluated on the extents of the launch, and fold away where those are known.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numChoices", "choices",
                              "Conditions that a launch tests">];
}

def LowerKernelsPass : Pass<"mlc-lower-kernels", "mlir::ModuleOp"> {
  let summary = "Emit every kernel's loops for each code level";
  let description = [{
    Adds one nested module per level (`@isa_v3` with `kernel.isa`), holding for
    each kernel the function that runs items and the one that counts them. The
    kernel's schedule says which variant a level takes and by which emitter; a
    kernel without one has a single variant. What no emitter of its kind can
    do goes the generic way, one element at a time. Levels that inherit
    (`v4+vnni`) hold only the kernels with a variant of that level; what no
    kernel has code for is not there at all.
  }];
  let options = [ListOption<
      "levels", "levels", "std::string",
      "Code levels to emit (v2, v3, sm_80, ...); default: all of the host">,
                 Option<"fastMath", "fast-math", "bool", /*default=*/"false",
                        "Flag the arithmetic of elementwise ops `contract`, their "
                        "functions `afn`">];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::func::FuncDialect", "mlir::math::MathDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::LLVM::LLVMDialect",
                           "mlir::tensor::TensorDialect",
                           "mlc::sched::SchedDialect"];
  let statistics = [Statistic<"numGeneric", "generic",
                              "Kernels that took the generic way">];
}

#endif // MLC_COMPILER_TRANSFORMS_SCHEDULE_PASSES
