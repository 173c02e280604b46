//===- EntryLowering.h - One rt entry to an LLVM function -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on an entry whose control flow is cf already. Replaces each rt
// operation by LLVM operations in place and splits the block behind every step
// that can fail; what is left of arith and cf is converted afterwards by
// upstream patterns.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONVERSION_RTTOLLVM_ENTRYLOWERING_H
#define MLC_COMPILER_CONVERSION_RTTOLLVM_ENTRYLOWERING_H

#include "compiler/Conversion/RtToLLVM/HostTables.h"
#include "compiler/Conversion/RtToLLVM/RuntimeCalls.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlc {

/// The operands of a step as plain values. Steps before it are lowered already,
/// so its buffers and lists are pointers now, which the op's own getters
/// refuse.
template <typename Op>
typename Op::Adaptor lowered(Op op) {
  return typename Op::Adaptor(op);
}

class EntryLowering {
public:
  EntryLowering(rt::EntryOp entry, mlir::ModuleOp host,
                const HostTables &tables);

  /// Emits the functions of the entry into the host module and empties the
  /// entry.
  llvm::LogicalResult run();

private:
  // EntryLowering.cpp: the function itself.
  void makeFrame();
  llvm::LogicalResult lowerOp(mlir::Operation *op);
  void failIf(mlir::Location loc, mlir::Value failed, mlir::Value code);
  void failIfNull(mlir::Location loc, mlir::Value pointer);
  void failIfCode(mlir::Location loc, mlir::Value code);
  void fail(mlir::Location loc, mlir::Value unless, int32_t code,
            mlir::Value found, mlir::Value bound);
  mlir::Value errorCode(mlir::Location loc);
  mlir::Value tensorBytesOf(mlir::Location loc, mlir::RankedTensorType type,
                            mlir::ValueRange extents, mlir::Value scratch);
  void storeDims(mlir::Location loc, mlir::RankedTensorType type,
                 mlir::ValueRange extents, mlir::Value address);
  llvm::LogicalResult lowerLaunch(rt::LaunchOp op);
  llvm::LogicalResult lowerLoad(rt::LoadOp op);
  llvm::LogicalResult lowerStore(rt::StoreOp op);
  llvm::LogicalResult lowerPlan(rt::PlanOp op);
  mlir::Value elementAddress(mlir::Location loc, mlir::Value buffer,
                             mlir::Value index, mlir::Type stored);

  // TensorCalls.cpp: steps that take tensor descriptors.
  void storeDescriptor(mlir::Location loc, unsigned position,
                       mlir::Value buffer, mlir::RankedTensorType type,
                       mlir::ValueRange extents);
  mlir::Value descriptorAt(mlir::Location loc, unsigned position);
  llvm::LogicalResult lowerCustom(rt::CustomOp op);
  llvm::LogicalResult lowerCustomShape(rt::CustomShapeOp op);

  // ListLowering.cpp
  llvm::LogicalResult lowerListOp(mlir::Operation *op);
  llvm::LogicalResult lowerListGet(rt::ListGetOp op);

  // PlanFunctions.cpp: the functions beside it.
  llvm::LogicalResult emitSizes(rt::PlanOp plan);
  void emitWorkspace(rt::ArenaOp arena, rt::PlanOp plan);
  void reserveScratch(bool alone);
  void emitShapes();
  mlir::LLVM::LLVMFuncOp beginFunction(llvm::StringRef name, mlir::Type result,
                                       llvm::ArrayRef<mlir::Type> arguments,
                                       bool isPublic);

  rt::EntryOp entry;
  mlir::ModuleOp host;
  const HostTables &tables;
  mlir::OpBuilder builder;
  HostBuilder h;
  std::string name;

  mlir::LLVM::LLVMFuncOp function;
  mlir::Block *exit = nullptr;
  mlir::Value exec;
  // Stack of the function: the symbols, one argument array that all launches
  // share, extents of one tensor, tensor descriptors.
  mlir::Value symbols, slots, dims, descriptors;
  mlir::LLVM::GlobalOp planTable;
};

} // namespace mlc

#endif // MLC_COMPILER_CONVERSION_RTTOLLVM_ENTRYLOWERING_H
