//===- ListLowering.cpp - Lists of the host program -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists are calls of the builtins; an item crosses as a tensor descriptor.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/RtToLLVM/EntryLowering.h"

#include "compiler/Support/DTypeMLIR.h"
#include "runtime/include/mlc/artifact_abi.h"

using namespace mlir;
using namespace mlc;

LogicalResult EntryLowering::lowerListGet(rt::ListGetOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  Value item = h.call(loc, "mlc_rt_list_get", h.ptr(),
                      {exec, lowered(op).getList(), op.getPosition(),
                       h.constant(loc, tables.nodes.rowOf(loc))});
  failIfNull(loc, item);

  // The caller fills lists: what the type says of an item is checked here.
  auto require = [&](Value found, int64_t wanted) {
    Value bound = h.constant(loc, wanted);
    Value equal = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       found, bound);
    fail(loc, equal, MLC_SHAPE_MISMATCH, found, bound);
  };
  auto field = [&](int64_t offset) -> Value {
    Value value = h.load(loc, h.i32(), item, offset);
    return LLVM::ZExtOp::create(builder, loc, h.i64(), value);
  };
  require(field(offsetof(mlc_tensor, rank)), type.getRank());
  require(field(offsetof(mlc_tensor, dtype)), dtypeOf(type.getElementType()));
  unsigned dynamic = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent =
        h.load(loc, h.i64(), item, offsetof(mlc_tensor, dims) + 8 * dim);
    if (type.isDynamicDim(dim))
      op.getExtents()[dynamic++].replaceAllUsesWith(h.toIndex(loc, extent));
    else
      require(extent, type.getDimSize(dim));
  }
  op.getResult().replaceAllUsesWith(
      h.load(loc, h.ptr(), item, offsetof(mlc_tensor, data)));
  return success();
}

LogicalResult EntryLowering::lowerListOp(Operation *op) {
  Location loc = op->getLoc();
  Value node = h.constant(loc, tables.nodes.rowOf(loc));
  auto replace = [&](Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    return success();
  };
  if (auto made = dyn_cast<rt::ListNewOp>(op)) {
    Value list =
        h.call(loc, "mlc_rt_list_new", h.ptr(), {exec, made.getCapacity()});
    failIfNull(loc, list);
    return replace(list);
  }
  if (auto copy = dyn_cast<rt::ListCopyOp>(op)) {
    Value list = h.call(loc, "mlc_rt_list_copy", h.ptr(),
                        {exec, lowered(copy).getList()});
    failIfNull(loc, list);
    return replace(list);
  }
  if (auto insert = dyn_cast<rt::ListInsertOp>(op)) {
    auto type = cast<RankedTensorType>(insert.getType());
    storeDescriptor(loc, 0, lowered(insert).getItem(), type,
                    insert.getExtents());
    if (insert.getPosition())
      failIfCode(loc, h.call(loc, "mlc_rt_list_insert", h.i32(),
                             {exec, lowered(insert).getList(),
                              insert.getPosition(), descriptors, node}));
    else
      failIfCode(loc, h.call(loc, "mlc_rt_list_push", h.i32(),
                             {exec, lowered(insert).getList(), descriptors}));
    return success();
  }
  if (auto insert = dyn_cast<rt::ListInsertListOp>(op)) {
    Value at = descriptorAt(loc, 0);
    auto put = [&](uint32_t value, size_t offset) {
      h.store(loc, h.constant32(loc, value), at, int64_t(offset));
    };
    h.store(loc, lowered(insert).getItem(), at, offsetof(mlc_tensor, data));
    put(dtypeOf(insert.getElement()), offsetof(mlc_tensor, dtype));
    put(0, offsetof(mlc_tensor, rank));
    put(insert.getOptional() ? MLC_OPTIONAL : MLC_SEQUENCE,
        offsetof(mlc_tensor, kind));
    put(0, offsetof(mlc_tensor, flags));
    h.store(loc, h.constant(loc, 0), at, offsetof(mlc_tensor, capacity));
    Value list = lowered(insert).getList();
    Value code =
        insert.getPosition()
            ? h.call(loc, "mlc_rt_list_insert", h.i32(),
                     {exec, list, insert.getPosition(), at, node})
            : h.call(loc, "mlc_rt_list_push", h.i32(), {exec, list, at});
    failIfCode(loc, code);
    return success();
  }
  if (auto erase = dyn_cast<rt::ListEraseOp>(op)) {
    failIfCode(loc, h.call(loc, "mlc_rt_list_erase", h.i32(),
                           {exec, lowered(erase).getList(), erase.getPosition(),
                            node}));
    return success();
  }
  if (auto get = dyn_cast<rt::ListGetOp>(op))
    return lowerListGet(get);
  if (auto get = dyn_cast<rt::ListGetListOp>(op)) {
    // That items are lists where the type says so, the inputs' check and the
    // types of this program see to.
    Value item =
        h.call(loc, "mlc_rt_list_get", h.ptr(),
               {exec, lowered(get).getList(), get.getPosition(), node});
    failIfNull(loc, item);
    return replace(h.load(loc, h.ptr(), item, offsetof(mlc_tensor, data)));
  }
  if (auto size = dyn_cast<rt::ListSizeOp>(op))
    return replace(
        h.call(loc, "mlc_rt_list_size", h.i64(), {lowered(size).getList()}));
  if (auto output = dyn_cast<rt::ListOutputOp>(op)) {
    failIfCode(loc,
               h.call(loc, "mlc_rt_list_output", h.i32(),
                      {exec, h.constant32(loc, output.getIndex()),
                       h.constant32(loc, output.getOptional() ? MLC_OPTIONAL
                                                              : MLC_SEQUENCE),
                       h.constant32(loc, dtypeOf(output.getElement())),
                       lowered(output).getList()}));
    return success();
  }
  return op->emitOpError("has no lowering to LLVM");
}
