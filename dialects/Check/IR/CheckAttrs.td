//===- CheckAttrs.td - The check dialect -------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What protection against wrong results says about ops. Attributes only.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_CHECK_IR_CHECKATTRS_TD
#define MLC_DIALECTS_CHECK_IR_CHECKATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::mlc::check";
  let summary = "Computations that are there to check others";
  let description = [{
    | attribute | on | meaning |
    | --- | --- | --- |
    | `check.origin` | any operation | `#check.origin`: a redundant computation |

    Two ops that differ in their origin are never merged: not as ops, not by
    sharing a kernel, not in the object.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

def Check_OriginAttr : AttrDef<Check_Dialect, "Origin"> {
  let mnemonic = "origin";
  let summary = "tells a redundant computation from its original";
  let description = [{
    A number of its own for each redundant computation of a module.

    ```mlir
    %again = graph.sqrt %x {check.origin = #check.origin<1>} : tensor<4xf32>
    ```
  }];
  let parameters = (ins "int64_t":$number);
  let assemblyFormat = "`<` $number `>`";
}

#endif // MLC_DIALECTS_CHECK_IR_CHECKATTRS_TD
