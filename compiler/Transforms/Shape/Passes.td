//===- Passes.td - Shape computations ----------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_SHAPE_PASSES
#define MLC_COMPILER_TRANSFORMS_SHAPE_PASSES

include "mlir/Pass/PassBase.td"

def ScalarizeShapesPass : Pass<"mlc-scalarize-shapes", "::mlir::func::FuncOp"> {
  let summary = "Compute small integer tensors as scalars";
  let description = [{
    Models compute shapes with tensor operations: gather an extent, concatenate,
    multiply. Tensors of rank 0, and integer ones of rank 1 with at most
    `max-elements`, whose operands are made of scalars become
    `tensor.from_elements` of arith operations, which fold and stay inline in the
    host program; so does what a `tensor.extract` asks for. Elements come from the
    operations' own element interface. What needs a check at run time stays a
    tensor operation, since only a kernel can report it.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"64",
           "Most elements of a tensor that is taken apart">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numScalarized", "scalarized", "Operations turned into scalars">
  ];
}

def CountNonZeroPass : Pass<"mlc-count-nonzero", "::mlir::func::FuncOp"> {
  let summary = "Count what graph.nonzero will find before it runs";
  let description = [{
    The size of its result is known only from the data. A sum over the truth of
    the elements, read back by the host, becomes its `size` operand.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlc::graph::GraphDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_SHAPE_PASSES
