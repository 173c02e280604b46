//===- TensorCalls.cpp - Steps that take tensor descriptors ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Custom ops get their tensors as an array of descriptors on the stack:
// operands, then results.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/EntryLowering.h"

#include "compiler/Support/DTypeMLIR.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlir;
using namespace mlc;

Value EntryLowering::descriptorAt(Location loc, unsigned position) {
  return h.offset(loc, descriptors, int64_t(position * sizeof(mlc_tensor)));
}

void EntryLowering::storeDescriptor(Location loc, unsigned position,
                                    Value buffer, RankedTensorType type,
                                    ValueRange extents) {
  Value at = descriptorAt(loc, position);
  Value bytes = tensorBytesOf(loc, type, extents, dims);
  h.store(loc, buffer, at, offsetof(mlc_tensor, data));
  h.store(loc, h.constant32(loc, dtypeOf(type.getElementType())), at,
          offsetof(mlc_tensor, dtype));
  h.store(loc, h.constant32(loc, type.getRank()), at,
          offsetof(mlc_tensor, rank));
  h.store(loc, h.constant32(loc, MLC_TENSOR), at, offsetof(mlc_tensor, kind));
  h.store(loc, h.constant32(loc, 0), at, offsetof(mlc_tensor, flags));
  h.store(loc, bytes, at, offsetof(mlc_tensor, capacity));
  storeDims(loc, type, extents,
            h.offset(loc, at, int64_t(offsetof(mlc_tensor, dims))));
}

LogicalResult EntryLowering::lowerCustom(rt::CustomOp op) {
  Location loc = op.getLoc();
  auto row = tables.customOpRows.find(op.getCallee());
  if (row == tables.customOpRows.end())
    return op.emitOpError()
           << "'" << op.getCallee() << "' has no row in the import table";
  FunctionType type = op.getSignature();
  ValueRange extents = op.getExtents();
  unsigned position = 0;
  auto add = [&](Value buffer, Type tensor) {
    auto shaped = cast<RankedTensorType>(tensor);
    size_t count = shaped.getNumDynamicDims();
    storeDescriptor(loc, position++, buffer, shaped, extents.take_front(count));
    extents = extents.drop_front(count);
  };
  for (auto [buffer, tensor] :
       llvm::zip_equal(op.getInputs(), type.getInputs()))
    add(buffer, tensor);
  for (auto [buffer, tensor] :
       llvm::zip_equal(op.getOutputs(), type.getResults()))
    add(buffer, tensor);
  failIfCode(loc, h.call(loc, "mlc_rt_custom", h.i32(),
                         {exec, h.constant32(loc, row->second),
                          h.constant(loc, tables.nodes.rowOf(loc)), descriptors,
                          h.constant32(loc, type.getNumInputs()),
                          descriptorAt(loc, type.getNumInputs()),
                          h.constant32(loc, type.getNumResults())}));
  return success();
}

LogicalResult EntryLowering::lowerCustomShape(rt::CustomShapeOp op) {
  Location loc = op.getLoc();
  auto row = tables.customOpRows.find(op.getCallee());
  if (row == tables.customOpRows.end())
    return op.emitOpError()
           << "'" << op.getCallee() << "' has no row in the import table";
  FunctionType type = op.getSignature();
  ValueRange extents = op.getExtents();
  for (auto [position, tensor] : llvm::enumerate(type.getInputs())) {
    auto shaped = cast<RankedTensorType>(tensor);
    size_t count = shaped.getNumDynamicDims();
    storeDescriptor(loc, position, op.getInputs()[position], shaped,
                    extents.take_front(count));
    extents = extents.drop_front(count);
  }
  unsigned first = type.getNumInputs();
  failIfCode(loc, h.call(loc, "mlc_rt_custom_shape", h.i32(),
                         {exec, h.constant32(loc, row->second),
                          h.constant(loc, tables.nodes.rowOf(loc)), descriptors,
                          h.constant32(loc, first), descriptorAt(loc, first),
                          h.constant32(loc, type.getNumResults())}));
  // The op library is not ours: what it says must fit what the model says.
  unsigned dynamic = 0;
  auto require = [&](Value found, int64_t wanted) {
    Value bound = h.constant(loc, wanted);
    Value equal = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       found, bound);
    fail(loc, equal, MLC_CUSTOM_OP_FAILED, found, bound);
  };
  for (auto [index, tensor] : llvm::enumerate(type.getResults())) {
    auto shaped = cast<RankedTensorType>(tensor);
    Value at = descriptorAt(loc, first + index);
    Value rank = LLVM::ZExtOp::create(
        builder, loc, h.i64(),
        h.load(loc, h.i32(), at, offsetof(mlc_tensor, rank)));
    require(rank, shaped.getRank());
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim) {
      Value extent =
          h.load(loc, h.i64(), at, offsetof(mlc_tensor, dims) + 8 * dim);
      if (shaped.isDynamicDim(dim))
        op.getResults()[dynamic++].replaceAllUsesWith(h.toIndex(loc, extent));
      else
        require(extent, shaped.getDimSize(dim));
    }
  }
  return success();
}
