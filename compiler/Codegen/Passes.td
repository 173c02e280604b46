//===- Passes.td - Passes of code generation ---------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_PASSES
#define MLC_COMPILER_CODEGEN_PASSES

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"mlc-expand-math"> {
  let summary = "Replace math ops by polynomials or calls of the builtins";
  let description = [{
    f32 functions on scalars and 1-D vectors become polynomials with a stated
    error (see VectorMath/Functions.h); f16 and bf16 go through f32. f64 and rare
    functions become calls of the libm names that the builtins object offers,
    one call per lane. Afterwards only ops with an exact machine lowering are
    left of the math dialect (abs, sqrt, fma, rounding, copysign, bit counts).

    Ops with `fastmath<afn>` take a shorter way within 4 ulp where there is one (tanh,
    what gelu is made of erf, sigmoid of exp); none has the flag afterwards.
  }];
  let options = [
    Option<"hasFma", "fma", "bool", /*default=*/"true",
           "The target has fused multiply-add (false for x86-64-v2)">,
    Option<"hasScale", "scale", "bool", /*default=*/"false",
           "The target multiplies f32 by powers of two in one instruction, and "
           "16 of them by vscalefps">,
    Option<"hasTables", "tables", "bool", /*default=*/"false",
           "The target picks f32 out of two registers of 16 in one instruction">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::func::FuncDialect",
                           "mlir::LLVM::LLVMDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect"];
}

def ExpandNarrowFloatsPass : Pass<"mlc-expand-narrow-floats"> {
  let summary = "Convert f16, bf16 and f8 by integer arithmetic";
  let description = [{
    Rewrites arith.extf and arith.truncf between f32 and bf16, f8E4M3FN,
    f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU or f4E2M1FN into integer
    operations (round to nearest even, NaN kept, overflow as ONNX's Cast
    without saturation). f16 stays where the target converts it (F16C), else it
    is expanded too. Narrow arithmetic itself is done in f32.
  }];
  let options = [
    Option<"hasF16C", "f16c", "bool", /*default=*/"true",
           "The target converts f16 in hardware (false for x86-64-v2)">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::vector::VectorDialect"];
}

def VerifyKernelVectorsPass : Pass<"mlc-verify-kernel-vectors"> {
  let summary = "Refuse vector shapes and math ops that LLVM would scalarise";
  let description = [{
    A non-power-of-two or multi-dimensional vector, and any math op without a
    machine lowering, costs 10 to 50 times its worth once it reaches LLVM. This
    verifier runs right before the lowering and names the op.
  }];
}

def KernelAbiPass : Pass<"mlc-kernel-abi", "mlir::ModuleOp"> {
  let summary = "Give kernel functions the signature of the artifact ABI";
  let description = [{
    `func @k(%begin, %end, %worker, %exec, slots...)` becomes
    `func @k(%args, %begin, %end, %worker, %exec)` (mlc_kernel_fn), and
    `func @k.items(slots...) -> index` becomes `func @k.items(%args) -> index`
    (mlc_items_fn); the slots are loaded from the args array. Public functions
    with a body are kernels, private ones helpers that stay as they are.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::func::FuncDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def KernelToLLVMPass : Pass<"mlc-kernel-to-llvm", "mlir::ModuleOp"> {
  let summary = "Lower scf, arith, vector, memref, math and func to LLVM at once";
  let description = [{
    One conversion with every pattern set instead of a dozen passes: kernels are
    many and small, and each pass walks them all.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect",
                           "mlir::cf::ControlFlowDialect"];
}

def GpuEntriesPass : Pass<"mlc-gpu-entries", "mlir::ModuleOp"> {
  let summary = "Put a grid-stride entry around the code of one GPU thread";
  let description = [{
    A kernel's function in the LLVM dialect becomes private; `KERNEL(slots..., i64
    n)` is added under its name: buffers as addresses, the rest as 8-byte integers,
    `n` elements or rows over any grid of 1-D blocks of whole warps.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect",
                           "mlir::NVVM::NVVMDialect"];
}

#endif // MLC_COMPILER_CODEGEN_PASSES
