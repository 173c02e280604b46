//===- RtOps.cpp - Registration and verification of the rt dialect --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect, checks its attributes and its operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/Rt/IR/Rt.h"

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc::rt;

#include "dialects/Rt/IR/RtOpsDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Rt/IR/RtOpsTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Rt/IR/RtOps.cpp.inc"

void RtDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Rt/IR/RtOpsTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Rt/IR/RtOps.cpp.inc"
      >();
}

LogicalResult RtDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  bool isStrings = name == kNodesAttr || name == kCustomOpsAttr;
  if (!isStrings && name != kWeightsAttr && name != kHostAttr)
    return op->emitOpError()
           << "unknown attribute '" << name << "' of the rt dialect";
  if (!isa<ModuleOp>(op))
    return op->emitOpError() << "'" << name << "' belongs on a module";
  if (name == kHostAttr && !isa<UnitAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be a unit attribute";
  if (name == kWeightsAttr && !isa<ArrayAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be an array";
  if (isStrings) {
    auto nodes = dyn_cast<ArrayAttr>(attr.getValue());
    if (!nodes || !llvm::all_of(nodes, llvm::IsaPred<StringAttr>))
      return op->emitOpError()
             << "'" << name << "' must be an array of strings";
  }
  return success();
}

// Shared by all operations that name a tensor type beside its extents.
static LogicalResult verifyExtents(Operation *op, Type type, size_t given) {
  auto tensor = cast<RankedTensorType>(type);
  if (given == size_t(tensor.getNumDynamicDims()))
    return success();
  return op->emitOpError() << "has " << given << " extents, but " << tensor
                           << " has " << tensor.getNumDynamicDims()
                           << " dynamic dimensions";
}

LogicalResult OutputOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult AllocOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult BytesOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult LateAllocOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult CopyOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult ListInsertOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}
LogicalResult ListGetOp::verify() {
  return verifyExtents(*this, getType(), getExtents().size());
}

// `given` extents for all `?` of the types, ranked tensors each.
static LogicalResult verifyTypes(Operation *op, TypeRange types, size_t given) {
  size_t wanted = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitOpError()
             << "needs ranked tensors in its signature, not " << type;
    wanted += tensor.getNumDynamicDims();
  }
  if (given != wanted)
    return op->emitOpError()
           << "has " << given << " extents, but its signature "
           << "has " << wanted << " dynamic dimensions";
  return success();
}

LogicalResult CustomOp::verify() {
  FunctionType type = getSignature();
  if (getInputs().size() != type.getNumInputs() ||
      getOutputs().size() != type.getNumResults())
    return emitOpError("needs one buffer for each type of its signature");
  SmallVector<Type> types(type.getInputs());
  llvm::append_range(types, type.getResults());
  return verifyTypes(*this, types, getExtents().size());
}

LogicalResult CustomShapeOp::verify() {
  FunctionType type = getSignature();
  if (getInputs().size() != type.getNumInputs())
    return emitOpError("needs one buffer for each operand of its signature");
  if (failed(verifyTypes(*this, type.getInputs(), getExtents().size())))
    return failure();
  return verifyTypes(*this, type.getResults(), getResults().size());
}

//===----------------------------------------------------------------------===//
// rt.entry
//===----------------------------------------------------------------------===//

LogicalResult EntryOp::verify() {
  FunctionType type = getFunctionType();
  if (getBody().front().getNumArguments() != 0)
    return emitOpError("must have no block arguments; inputs are rt.input");
  if (getArgAttrs() && getArgAttrs()->size() != type.getNumInputs())
    return emitOpError() << "has " << getArgAttrs()->size()
                         << " argument attributes for " << type.getNumInputs()
                         << " arguments";
  if (getResAttrs() && getResAttrs()->size() != type.getNumResults())
    return emitOpError() << "has " << getResAttrs()->size()
                         << " result attributes for " << type.getNumResults()
                         << " results";
  return success();
}

static Attribute lookup(std::optional<ArrayAttr> all, unsigned index,
                        StringRef name) {
  if (!all)
    return nullptr;
  return cast<DictionaryAttr>((*all)[index]).get(name);
}

Attribute EntryOp::getArgAttr(unsigned index, StringRef name) {
  return lookup(getArgAttrs(), index, name);
}

Attribute EntryOp::getResultAttr(unsigned index, StringRef name) {
  return lookup(getResAttrs(), index, name);
}

//===----------------------------------------------------------------------===//
// rt.plan
//===----------------------------------------------------------------------===//

LogicalResult PlanOp::verify() {
  ArrayRef<int32_t> lifetimes = getLifetimes();
  auto yield = dyn_cast<PlanYieldOp>(getSizes().front().back());
  if (!yield)
    return emitOpError("must end in rt.plan_yield");
  if (lifetimes.size() != 2 * yield.getSizes().size())
    return emitOpError() << "has " << lifetimes.size() << " lifetime steps for "
                         << yield.getSizes().size()
                         << " buffers, which need two each";
  for (size_t i = 0; i < lifetimes.size(); i += 2)
    if (lifetimes[i] < 0 || lifetimes[i] > lifetimes[i + 1])
      return emitOpError() << "buffer " << i / 2 << " lives from step "
                           << lifetimes[i] << " to " << lifetimes[i + 1];
  for (Type type : getSizes().front().getArgumentTypes())
    if (!type.isIndex())
      return emitOpError("takes one index per symbol");
  return success();
}

//===----------------------------------------------------------------------===//
// rt.launch
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel =
      symbols.lookupNearestSymbolFrom<kernel::FuncOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError() << "'" << getKernel() << "' is not a kernel.func";

  // The slot order of the argument array, spelled out as types.
  SmallVector<Type> wanted;
  Type buffer = BufferType::get(getContext()),
       index = IndexType::get(getContext());
  for (Type type : kernel.getArgumentTypes())
    if (isa<RankedTensorType>(type))
      wanted.push_back(buffer);
  wanted.append(kernel.getNumResults(), buffer);
  wanted.append(kernel.getNumArgumentExtents() + kernel.getNumResultExtents(),
                index);
  for (Type type : kernel.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      wanted.push_back(type);

  if (getSlots().size() != wanted.size())
    return emitOpError() << "has " << getSlots().size() << " slots, but '"
                         << getKernel() << "' takes " << wanted.size();
  for (auto [position, type] : llvm::enumerate(wanted))
    if (getSlots()[position].getType() != type)
      return emitOpError() << "slot " << position << " is "
                           << getSlots()[position].getType() << ", but '"
                           << getKernel() << "' takes " << type;
  return success();
}
