//===- HostLowering.h - The engine behind mlc-bufferize-host ----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks an entry function once, in order, and emits the rt entry beside it.
// Three ideas carry it:
//
// * A tensor becomes a `Place`: a buffer and the values of its dynamic extents.
// * A `Target` says, before a region is walked, where the values leaving it are
//   wanted: in an output, in the buffer of an `if`, in the spare buffer of what
//   a loop carries. Whoever computes such a value writes straight to its
//   target; what cannot is copied at the end of the region.
// * A late buffer belongs to the scope (block) that made it, which releases it
//   at its end unless it is given away through the terminator.
//
// Scalars are emitted when first needed, so that the extents of an output are
// there when the kernel that fills it runs.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_BUFFERS_HOSTLOWERING_H
#define MLC_COMPILER_TRANSFORMS_BUFFERS_HOSTLOWERING_H

#include "compiler/Analysis/HostExtents.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Rt/IR/Rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace mlc::graph {
class ConcatOp;
class CustomOp;
class InsertSliceOp;
class ReshapeOp;
} // namespace mlc::graph

namespace mlc::buffers {

/// Where a tensor lies; `extents` has one value per `?` of its type.
struct Place {
  mlir::Value buffer;
  llvm::SmallVector<mlir::Value> extents;
};

/// Where a value is wanted.
struct Target {
  mlir::Value buffer; // null: output number `output`
  int64_t output = -1;
  mlir::Value returned; // the value whose shape the place has
  bool met = false;     // something was written there
};

/// Whether a value of this type is a list at run time.
bool isList(mlir::Type type);
/// The type of the elements of the tensors in a list, however deep they lie.
mlir::Type leafOfList(mlir::Type type);

/// For the statistics of the pass.
struct Counts {
  unsigned launches = 0, copies = 0, late = 0;
};

/// One value that a loop carries: tensor, list or scalar.
struct Carried {
  mlir::Value argument;        // of the old loop
  mlir::RankedTensorType type; // null unless a tensor
  bool isList = false;
  bool known = false;
  llvm::SmallVector<mlir::Value> extents; // of a known tensor: outside the loop
  llvm::SmallVector<mlir::Value> initial; // what enters the loop
  // What the region being lowered has for it. Known tensors carry (current,
  // spare), late ones (buffer, extents...).
  llvm::SmallVector<mlir::Value> current;

  mlir::Value buffer() const { return current[0]; }
  mlir::Value spare() const { return current[1]; }
};

class HostLowering {
public:
  HostLowering(mlir::func::FuncOp function,
               mlir::SymbolTableCollection &symbols);

  /// Emits the entry before the function, which is left as it is.
  llvm::LogicalResult run();
  const Counts &getCounts() const { return counts; }

private:
  // HostLowering.cpp: the walk, scalars, places.
  llvm::LogicalResult lowerBody(mlir::Block &block);
  llvm::LogicalResult lowerOp(mlir::Operation *op);
  llvm::LogicalResult lowerReturn(mlir::func::ReturnOp op);
  bool isScalarOp(mlir::Operation *op);
  bool isAvailable(mlir::Value emitted);
  bool canEmit(mlir::Value scalar);
  bool canEmit(const HostExtent &extent);
  mlir::Value scalar(mlir::Value old);
  mlir::Value emitExtent(mlir::Location loc, const HostExtent &extent);
  mlir::Value constantIndex(mlir::Location loc, int64_t value);
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  emitExtents(mlir::Location loc, mlir::Value tensor);
  mlir::Value symbolOf(mlir::BlockArgument argument, int64_t dim);
  Place &placeOf(mlir::Value tensor) { return places[tensor]; }
  bool isSymbolic(mlir::Value emitted);
  mlir::Value allocate(mlir::Location loc, mlir::RankedTensorType type,
                       mlir::ValueRange extents);
  bool checkViews(mlir::Value tensor, mlir::Value name,
                  mlir::ValueRange extents);
  mlir::Value bufferFor(mlir::Value tensor, mlir::ValueRange extents);
  void copy(mlir::Location loc, const Place &from, mlir::Value to,
            mlir::RankedTensorType type);
  bool aim(mlir::Value value, mlir::Block *block, Target target);
  bool met(mlir::Value value, mlir::Value buffer);
  mlir::Value emitOutput(mlir::Location loc, int64_t index, mlir::Value tensor);
  void check(mlir::Location loc, mlir::Value condition, int32_t code,
             mlir::Value found, mlir::Value bound);

  // LowerTensors.cpp: operations on tensors and lists.
  llvm::LogicalResult lowerCall(kernel::CallOp op);
  llvm::LogicalResult lowerCustom(graph::CustomOp op);
  llvm::LogicalResult lowerConstant(mlir::Operation *op, mlir::TypedAttr value);
  llvm::LogicalResult lowerFromElements(mlir::tensor::FromElementsOp op);
  llvm::LogicalResult lowerExtract(mlir::tensor::ExtractOp op);
  llvm::LogicalResult lowerReshape(graph::ReshapeOp op);
  llvm::LogicalResult lowerCast(mlir::tensor::CastOp op);
  llvm::LogicalResult lowerSelect(mlir::Operation *op);
  llvm::LogicalResult lowerState(mlir::Operation *op);
  mlir::Value elementCount(mlir::Location loc, mlir::RankedTensorType type,
                           mlir::ValueRange extents);
  void checkCount(mlir::Location loc, mlir::RankedTensorType from,
                  mlir::ValueRange given, mlir::RankedTensorType to,
                  mlir::ValueRange wanted);

  // LowerInserts.cpp: boxes written inside a buffer.
  llvm::LogicalResult lowerInsert(graph::InsertSliceOp op);
  bool diesIn(mlir::Value tensor, mlir::Operation *user);
  bool canPrepareInsert(graph::InsertSliceOp op);
  void prepareInsert(graph::InsertSliceOp op);
  mlir::Value insideInsert(mlir::Value tensor, mlir::ValueRange extents);
  mlir::Operation *findUpdate(mlir::Value output, int64_t input);

  // LowerConcats.cpp: operands computed in the result's buffer.
  llvm::LogicalResult lowerConcat(graph::ConcatOp op);
  mlir::Value bufferOf(graph::ConcatOp op);
  mlir::Value partOf(mlir::OpOperand &use);
  mlir::Value insideConcat(mlir::Value tensor);

  // LowerLists.cpp
  llvm::LogicalResult lowerListOp(mlir::Operation *op);
  mlir::Value listOf(mlir::Value old) { return lists.lookup(old); }
  mlir::Value ownList(mlir::Operation *op, mlir::Value old);
  mlir::Value positionOf(mlir::Value tensor);

  // LowerRegions.cpp: control flow.
  llvm::LogicalResult lowerIf(mlir::scf::IfOp op);
  llvm::LogicalResult lowerFor(mlir::scf::ForOp op);
  llvm::LogicalResult lowerWhile(mlir::scf::WhileOp op);
  bool knownExtents(mlir::Value tensor,
                    llvm::SmallVectorImpl<mlir::Value> &extents);
  llvm::SmallVector<Carried> startCarried(mlir::Operation *loop,
                                          mlir::ValueRange inits,
                                          mlir::ValueRange arguments);
  llvm::SmallVector<mlir::Value> initialValues(llvm::ArrayRef<Carried> all);
  void bindCarried(llvm::MutableArrayRef<Carried> all,
                   mlir::ValueRange emitted);
  void aimCarried(llvm::ArrayRef<Carried> all, mlir::ValueRange next,
                  mlir::Block *block);
  llvm::SmallVector<mlir::Value> nextCarried(mlir::Location loc,
                                             llvm::ArrayRef<Carried> all,
                                             mlir::ValueRange next);
  void bindResults(llvm::ArrayRef<Carried> all, mlir::ValueRange results,
                   mlir::ValueRange emitted);
  mlir::Value giveAway(mlir::Location loc, mlir::Value tensor);
  /// Appends what stands for `value` where it leaves a region: a buffer and its
  /// dynamic extents, a list, or a scalar.
  void handOn(mlir::Location loc, mlir::Value value,
              llvm::SmallVectorImpl<mlir::Value> &leaving);
  /// The other side: takes what stands for `name`, from emitted[next] on.
  void bindResult(mlir::Value name, mlir::RankedTensorType type,
                  mlir::ValueRange emitted, size_t &next);
  void pushScope() { scopes.emplace_back(); }
  void popScope(mlir::Location loc);

  mlir::func::FuncOp function;
  mlir::SymbolTableCollection &symbols;
  mlir::OpBuilder builder;
  HostExtents extents;
  rt::EntryOp entry;
  Counts counts;

  llvm::DenseMap<mlir::Value, mlir::Value> scalars; // old to emitted
  llvm::DenseMap<mlir::Value, Place> places;        // by old tensor
  llvm::DenseMap<mlir::Value, mlir::Value> lists;   // by old sequence
  llvm::DenseMap<mlir::Value, Target> targets;      // by root of an old tensor
  llvm::DenseMap<mlir::Value, bool> symbolic;       // by emitted value
  llvm::DenseMap<mlir::Operation *, mlir::Value> boxes; // of prepared inserts
  llvm::DenseSet<mlir::Operation *> filledBoxes;        // by their producers
  llvm::DenseMap<mlir::Operation *, mlir::Value> wholes; // buffers of concats
  llvm::DenseSet<mlir::Value> inWholes; // tensors computed in one of them
  llvm::DenseSet<mlir::Operation *> aliasedInserts;     // may update an input
  // Late buffers that each open block has to release.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> scopes;
};

} // namespace mlc::buffers

#endif // MLC_COMPILER_TRANSFORMS_BUFFERS_HOSTLOWERING_H
