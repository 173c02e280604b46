//===- Passes.td - Debug information -----------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_DEBUG_PASSES
#define MLC_COMPILER_TRANSFORMS_DEBUG_PASSES

include "mlir/Pass/PassBase.td"

def RecordLinesPass : Pass<"mlc-record-lines", "::mlir::ModuleOp"> {
  let summary = "Write the IR to a file whose lines debug information names";
  let description = [{
    A model's nodes have names but no lines, so a debugger could show none. The IR
    as it stands, with the node of each operation beside it, becomes the source:
    it is written to `file`, and every operation gets its line there in addition
    to the location it has. Later passes carry both along.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "The file to write; its name without folders is what locations say">
  ];
}

def AttachLinesPass : Pass<"mlc-attach-lines", "::mlir::ModuleOp"> {
  let summary = "Give LLVM functions and operations the lines recorded before";
  let description = [{
    The translation to LLVM understands plain lines only, and wants one on each
    call once a function has debug information. What came of no recorded operation
    takes the line of the function around it.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "As given to `mlc-record-lines`">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // MLC_COMPILER_TRANSFORMS_DEBUG_PASSES
