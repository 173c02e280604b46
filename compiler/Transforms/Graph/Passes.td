//===- Passes.td - Graph to graph ---------------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_GRAPH_PASSES
#define MLC_COMPILER_TRANSFORMS_GRAPH_PASSES

include "mlir/Pass/PassBase.td"

def DecomposeCompositesPass : Pass<"mlc-decompose-composites", "::mlir::ModuleOp"> {
  let summary = "Rewrite composite ops into core ops";
  let description = [{
    Asks each composite for its decomposition, again for composites inside it,
    except for the ops that the target keeps.
  }];
  let options = [
    ListOption<"keep", "keep", "std::string", "Ops to leave alone (graph.softmax)">
  ];
  let dependentDialects = ["::mlc::graph::GraphDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_GRAPH_PASSES
