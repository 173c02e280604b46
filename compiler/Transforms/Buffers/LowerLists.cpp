//===- LowerLists.cpp - Sequences and optionals of the host program -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graph sequences are values; run-time lists are changed in place. A list that
// only the present operation uses is changed, any other copied first.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

// A list that `op` may change: that of `old`, or a copy.
Value HostLowering::ownList(Operation *op, Value old) {
  Operation *maker = old.getDefiningOp();
  bool fresh =
      maker && maker->getBlock() == op->getBlock() &&
      isa<graph::SeqNewOp, graph::SeqInsertOp, graph::SeqEraseOp>(maker);
  if (fresh && old.hasOneUse())
    return listOf(old);
  return rt::ListCopyOp::create(builder, op->getLoc(), listOf(old));
}

// The position that a rank-0 integer tensor holds, as i64.
Value HostLowering::positionOf(Value tensor) {
  Location loc = tensor.getLoc();
  Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
  Value position = rt::LoadOp::create(
      builder, loc, element, placeOf(tensor).buffer, constantIndex(loc, 0));
  if (element.isInteger(64))
    return position;
  return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), position);
}

LogicalResult HostLowering::lowerListOp(Operation *op) {
  Location loc = op->getLoc();
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  };
  auto insert = [&](Value list, Value item, Value position) -> LogicalResult {
    if (Value inner = listOf(item)) {
      rt::ListInsertListOp::create(builder, loc, list, inner, position,
                                   isa<graph::OptType>(item.getType())
                                       ? builder.getUnitAttr()
                                       : UnitAttr(),
                                   TypeAttr::get(leafOfList(item.getType())));
      return success();
    }
    auto type = dyn_cast<RankedTensorType>(item.getType());
    if (!type)
      return op->emitError() << "unsupported: a list of " << item.getType();
    const Place &place = placeOf(item);
    rt::ListInsertOp::create(builder, loc, list, place.buffer, place.extents,
                             position, TypeAttr::get(type));
    return success();
  };
  auto get = [&](Value list, Value position) -> LogicalResult {
    Value result = op->getResult(0);
    if (isList(result.getType())) {
      lists[result] = rt::ListGetListOp::create(builder, loc, list, position);
      return success();
    }
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      return op->emitError() << "unsupported: a list of " << result.getType()
                             << ", whose ranks are not known";
    SmallVector<Type> extents(type.getNumDynamicDims(), builder.getIndexType());
    auto item = rt::ListGetOp::create(
        builder, loc, rt::BufferType::get(op->getContext()), extents, list,
        position, TypeAttr::get(type));
    places[result] = {item.getResult(), SmallVector<Value>(item.getExtents())};
    return success();
  };
  // Results of scalar meaning are rank-0 tensors.
  auto storeScalar = [&](Value value) {
    Value result = op->getResult(0);
    Value buffer = allocate(loc, cast<RankedTensorType>(result.getType()), {});
    rt::StoreOp::create(builder, loc, value, buffer, constantIndex(loc, 0));
    places[result] = {buffer, {}};
  };

  if (auto made = dyn_cast<graph::SeqNewOp>(op)) {
    Value list =
        rt::ListNewOp::create(builder, loc, integer(made.getValues().size()));
    for (Value item : made.getValues())
      if (failed(insert(list, item, nullptr)))
        return failure();
    lists[made.getResult()] = list;
  } else if (auto length = dyn_cast<graph::SeqLengthOp>(op)) {
    storeScalar(
        rt::ListSizeOp::create(builder, loc, listOf(length.getSequence())));
  } else if (auto at = dyn_cast<graph::SeqAtOp>(op)) {
    return get(listOf(at.getSequence()), positionOf(at.getPosition()));
  } else if (auto inserted = dyn_cast<graph::SeqInsertOp>(op)) {
    Value position;
    if (inserted.getPosition())
      position = positionOf(inserted.getPosition());
    Value list = ownList(op, inserted.getSequence());
    if (failed(insert(list, inserted.getValue(), position)))
      return failure();
    lists[inserted.getResult()] = list;
  } else if (auto erased = dyn_cast<graph::SeqEraseOp>(op)) {
    Value position =
        erased.getPosition() ? positionOf(erased.getPosition()) : integer(-1);
    Value list = ownList(op, erased.getSequence());
    rt::ListEraseOp::create(builder, loc, list, position);
    lists[erased.getResult()] = list;
  } else if (auto made = dyn_cast<graph::OptNewOp>(op)) {
    // A list under another type is put into an optional and taken out at once
    // (`mlc::graph::relabel`).
    if (made.getValue() && isList(made.getValue().getType()) &&
        llvm::all_of(made->getUsers(), llvm::IsaPred<graph::OptGetOp>))
      return success();
    Value list = rt::ListNewOp::create(builder, loc, integer(1));
    if (made.getValue() && failed(insert(list, made.getValue(), nullptr)))
      return failure();
    lists[made.getResult()] = list;
  } else if (auto has = dyn_cast<graph::OptHasOp>(op)) {
    Value size =
        rt::ListSizeOp::create(builder, loc, listOf(has.getOptional()));
    storeScalar(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      size, integer(0)));
  } else if (auto content = dyn_cast<graph::OptGetOp>(op)) {
    auto made = content.getOptional().getDefiningOp<graph::OptNewOp>();
    if (made && made.getValue() && !listOf(made.getResult())) {
      lists[content.getResult()] = listOf(made.getValue());
      return success();
    }
    return get(listOf(content.getOptional()), integer(0));
  } else {
    return op->emitError() << "unsupported: '" << op->getName() << "' on lists";
  }
  return success();
}
