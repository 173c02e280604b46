//===- DenseAttrTest.cpp - Literals and dense MLIR attributes -------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/DenseAttr.h"
#include "compiler/Support/DTypeMLIR.h"
#include "test/unit/Catch.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlc;

TEST_CASE("every element type survives the way through an attribute") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (int i = MLC_BOOL; i <= MLC_C128; ++i) {
    DType dtype = static_cast<DType>(i);
    INFO(dtypeName(dtype).str());
    CHECK(dtypeOf(mlirTypeOf(&context, dtype)) == dtype);
    for (bool splat : {false, true}) {
      Literal value = Literal::zeros({dtype, {3, 3}});
      for (int64_t k = 0; k < 9; ++k)
        value.setInt(k, splat ? 1 : k % 3);
      if (splat)
        value = value.compressed();
      mlir::DenseElementsAttr attr = denseAttrOf(&context, value);
      CHECK(attr.isSplat() == splat);
      Literal back = literalOf(attr);
      CHECK(back.spec() == value.spec());
      CHECK(back.storage() == value.storage());
    }
  }
  Literal empty = Literal::zeros({MLC_F32, {0, 2}});
  CHECK(literalOf(denseAttrOf(&context, empty)).spec() == empty.spec());
}
