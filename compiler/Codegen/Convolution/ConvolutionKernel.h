//===- ConvolutionKernel.h - Kernels around a convolution -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONKERNEL_H
#define MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONKERNEL_H

#include "compiler/Target/Common/Isa.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace mlc {

/// Lowers a kernel whose convolution reads plain row-major activations, the
/// pointwise ops behind it as epilogue. Declines (fails, leaving nothing) spread
/// inputs, more than three spatial dimensions and dynamic channels.
llvm::LogicalResult emitPlainConvolutionKernel(kernel::FuncOp kernel,
                                               const IsaLevel &level,
                                               mlir::ModuleOp module);

/// What a strategy wants to know of a kernel on the direct convolution's
/// register tiles.
struct ConvolutionFacts {
  mlir::Type accumulator;
  int64_t rows = 0; // of a map, 0: not known
};
std::optional<ConvolutionFacts> convolutionFacts(kernel::FuncOp kernel);

/// The same with a packed filter (`packed_convolution`), on the direct
/// convolution's register tiles.
llvm::LogicalResult emitPackedConvolutionKernel(kernel::FuncOp kernel,
                                                const IsaLevel &level,
                                                mlir::ModuleOp module);

/// The same on channel-blocked activations (`blocked_convolution`), dense or
/// depthwise.
llvm::LogicalResult emitBlockedConvolutionKernel(kernel::FuncOp kernel,
                                                 const IsaLevel &level,
                                                 mlir::ModuleOp module);

/// Lowers a kernel of kind "reorder": `to_blocked` of channels or
/// `from_blocked` of f32. Declines others.
/// Whether the convolution of such a kernel multiplies pairs of bf16.
bool convolvesPairs(kernel::FuncOp kernel);

llvm::LogicalResult emitReorderKernel(kernel::FuncOp kernel,
                                      const IsaLevel &level,
                                      mlir::ModuleOp module);

/// Lowers a kernel of kind "border": a tensor copied row by row into a larger
/// one whose border is zero. Declines other pads.
llvm::LogicalResult emitBorderKernel(kernel::FuncOp kernel, const IsaLevel &level,
                                     mlir::ModuleOp module);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONVOLUTION_CONVOLUTIONKERNEL_H
