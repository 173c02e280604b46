//===- KernelDialect.cpp - Registration and attribute checks --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the kernel dialect and checks its discardable attributes wherever
// they are attached.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kernel/IR/Scratch.h"

using namespace mlir;
using namespace mlc::kernel;

#include "dialects/Kernel/IR/KernelOpsDialect.cpp.inc"

void KernelDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Kernel/IR/KernelOps.cpp.inc"
      >();
}

LogicalResult KernelDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName().getValue();

  if (name == kIsaAttr) {
    if (!isa<ModuleOp>(op))
      return op->emitOpError()
             << "'" << name << "' belongs on a module of lowered kernels";
    if (!isa<StringAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a string";
    return success();
  }

  bool known = name == kKindAttr || name == kNodesAttr || name == kFlopsAttr ||
               name == kBytesAttr || name == kIndexAttr || name == kRowsAttr ||
               name == kGenericAttr || name == kOriginsAttr ||
               name == kScratchAttr;
  if (!known)
    return op->emitOpError()
           << "unknown attribute '" << name << "' of the kernel dialect";
  // Lowered kernels are func.func of the same name and keep what was known.
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError() << "'" << name << "' belongs on a kernel";

  if (name == kGenericAttr) {
    if (!isa<UnitAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' takes no value";
    return success();
  }
  if (name == kOriginsAttr) {
    if (!isa<DenseI64ArrayAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be an array of i64";
    return success();
  }
  if (name == kKindAttr) {
    if (!isa<StringAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a string";
    return success();
  }
  if (name == kNodesAttr) {
    auto nodes = dyn_cast<ArrayAttr>(attr.getValue());
    if (!nodes || !llvm::all_of(nodes, llvm::IsaPred<StringAttr>))
      return op->emitOpError()
             << "'" << name << "' must be an array of strings";
    return success();
  }
  auto number = dyn_cast<IntegerAttr>(attr.getValue());
  if (!number || !number.getType().isSignlessInteger(64) || number.getInt() < 0)
    return op->emitOpError()
           << "'" << name << "' must be a 64-bit integer of at least 0";
  return success();
}

uint64_t mlc::kernel::scratchBytes(ModuleOp module) {
  uint64_t most = 0;
  for (auto kernel : module.getOps<FuncOp>())
    if (auto bytes = kernel->getAttrOfType<IntegerAttr>(kScratchAttr))
      most = std::max<uint64_t>(most, bytes.getInt());
  return most;
}
