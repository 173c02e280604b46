//===- ExtentInterface.td - What an op needs of extents ----*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_TD
#define MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_TD

include "mlir/IR/OpBase.td"

def ExtentOpInterface : OpInterface<"ExtentOpInterface"> {
  let cppNamespace = "::mlc::graph";
  let description = [{
    What an op needs of the extents of its operands, beyond what its verifier
    can see in their types. An op whose operands break it may read past their
    ends, so whatever is not known at compile time is checked by the run. Ops of
    `StructuredOpInterface` need not have it: their maps say that dimensions
    which one loop walks have one extent.
  }];
  let methods = [
    InterfaceMethod<"States each requirement to `context`.", "void",
      "requireExtents", (ins "::mlc::graph::ExtentContext &":$context)>,
  ];
}

#endif // MLC_DIALECTS_INTERFACES_EXTENTINTERFACE_TD
