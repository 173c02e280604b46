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

def CheckExtentsPass : Pass<"mlc-check-extents", "::mlir::func::FuncOp"> {
  let summary = "Check extents that an op needs and only the run knows";
  let description = [{
    The maps of a structured op say which extents of its operands must agree,
    any other op says it through `ExtentOpInterface`. What types,
    reification, symbols of the inputs and checks made before leave open becomes
    an `rt.check` in front of the op. Runs once shapes are scalars, so that two
    extents computed in one way are known to be one.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlc::rt::RtDialect"];
  let statistics = [
    Statistic<"numChecks", "checks", "Checks made">
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
