//===- DistDialect.cpp - Registration and placement of shardings ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dist dialect and checks its attributes where they are attached:
// that the mesh and its axes exist and that a sharding has its tensor's rank.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlc::dist;

#include "dialects/Dist/IR/DistAttrsDialect.cpp.inc"

void DistDialect::initialize() { registerAttributes(); }

MeshAttr mlc::dist::lookupMesh(Operation *op, StringRef name) {
  for (; op; op = op->getParentOp())
    if (auto meshes = op->getAttrOfType<DictionaryAttr>(kMeshesAttr))
      if (auto mesh = meshes.getAs<MeshAttr>(name))
        return mesh;
  return nullptr;
}

void mlc::dist::copyShardings(Operation *from, Operation *to) {
  for (NamedAttribute attr : from->getDiscardableAttrs())
    if (attr.getName().getValue() == kShardingsAttr)
      to->setDiscardableAttr(attr.getName(), attr.getValue());
}

// A sharding attached to a value of this type, seen from `op`.
static LogicalResult verifySharding(Operation *op, Attribute attr, Type type) {
  auto sharding = dyn_cast<ShardingAttr>(attr);
  if (!sharding)
    return op->emitOpError() << "expected a #dist.sharding, found " << attr;
  MeshAttr mesh = lookupMesh(op, sharding.getMesh());
  if (!mesh)
    return op->emitOpError() << "no mesh " << sharding.getMesh() << " in '"
                             << kMeshesAttr << "' of an enclosing module";
  if (auto shaped = dyn_cast_or_null<ShapedType>(type);
      shaped && shaped.hasRank() &&
      shaped.getRank() != int64_t(sharding.getDims().size()))
    return op->emitOpError() << "sharding has " << sharding.getDims().size()
                             << " dimensions, but the value is " << type;

  auto verifyAxis = [&](AxisAttr axis) -> LogicalResult {
    std::optional<int64_t> size = mesh.getAxisSize(axis.getName());
    if (!size)
      return op->emitOpError() << "mesh " << sharding.getMesh()
                               << " has no axis " << axis.getName();
    if (axis.isSubAxis() && *size % (axis.getPreSize() * axis.getSize()) != 0)
      return op->emitOpError() << "sub-axis (" << axis.getPreSize() << ")"
                               << axis.getSize() << " does not divide axis "
                               << axis.getName() << " of size " << *size;
    return success();
  };
  for (DimAttr dim : sharding.getDims())
    for (AxisAttr axis : dim.getAxes())
      if (failed(verifyAxis(axis)))
        return failure();
  for (AxisAttr axis : sharding.getReplicated())
    if (failed(verifyAxis(axis)))
      return failure();
  return success();
}

LogicalResult DistDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (name == kMeshesAttr) {
    auto meshes = dyn_cast<DictionaryAttr>(attr.getValue());
    if (!isa<ModuleOp>(op) || !meshes)
      return op->emitOpError()
             << "'" << name << "' must be a dictionary on a module";
    for (NamedAttribute entry : meshes)
      if (!isa<MeshAttr>(entry.getValue()))
        return op->emitOpError() << "entry '" << entry.getName().getValue()
                                 << "' of '" << name << "' is not a mesh";
    return success();
  }
  if (name == kShardingsAttr) {
    auto shardings = dyn_cast<ArrayAttr>(attr.getValue());
    // What works on buffers has no results, but keeps the shardings of what it
    // computes.
    if (shardings && op->getNumResults() == 0) {
      for (Attribute sharding : shardings)
        if (failed(verifySharding(op, sharding, Type())))
          return failure();
      return success();
    }
    if (!shardings || shardings.size() != op->getNumResults())
      return op->emitOpError()
             << "'" << name << "' must have one entry for "
             << "each of the " << op->getNumResults() << " results";
    for (auto [sharding, type] :
         llvm::zip_equal(shardings, op->getResultTypes()))
      if (failed(verifySharding(op, sharding, type)))
        return failure();
    return success();
  }
  return op->emitOpError() << "'" << name
                           << "' does not belong on an operation";
}

LogicalResult DistDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned index,
                                                    NamedAttribute attr) {
  if (attr.getName().getValue() != kShardingAttr)
    return op->emitOpError() << "'" << attr.getName().getValue()
                             << "' does not belong on an argument";
  auto function = dyn_cast<FunctionOpInterface>(op);
  return verifySharding(op, attr.getValue(),
                        function ? function.getArgumentTypes()[index] : Type());
}

LogicalResult DistDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                       unsigned index,
                                                       NamedAttribute attr) {
  if (attr.getName().getValue() != kShardingAttr)
    return op->emitOpError() << "'" << attr.getName().getValue()
                             << "' does not belong on a result";
  auto function = dyn_cast<FunctionOpInterface>(op);
  return verifySharding(op, attr.getValue(),
                        function ? function.getResultTypes()[index] : Type());
}
