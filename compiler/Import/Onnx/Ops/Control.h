//===- Control.h - If, Loop and Scan on scf ---------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch or body is imported straight into its region. Types must agree at
// the region's border: branches join to the type both fit, and a loop-carried
// extent is first assumed to stay what it is at the start, then, if the body
// does not keep it, imported again as dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_CONTROL_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_CONTROL_H

#include "compiler/Import/Onnx/Importer.h"
#include <functional>
#include <optional>

namespace mlc::onnx {

llvm::LogicalResult ifRow(NodeContext &n);
llvm::LogicalResult loopRow(NodeContext &n);
llvm::LogicalResult scanRow(NodeContext &n);
llvm::LogicalResult batchedScanRow(NodeContext &n);

//===----------------------------------------------------------------------===//
// At the border of a region
//===----------------------------------------------------------------------===//

/// A value's extents, or nothing for a sequence or optional.
Extents extentsOf(GraphBuilder &g, mlir::Value value);
/// The tensor type of `like` with dynamic extents where `shape` has none.
mlir::Type carriedType(GraphBuilder &g, mlir::Value like,
                       llvm::ArrayRef<mlir::OpFoldResult> shape);
/// The same tensor under a type with fewer or more static extents.
mlir::Value retype(GraphBuilder &g, mlir::Value value, mlir::Type type);
/// Whether a value is there outside of `region`.
bool definedOutside(mlir::OpFoldResult extent, mlir::Region &region);
/// A scalar of `region` computed before the op that has the region, if it is
/// made from what is there by arithmetic that cannot fail; null otherwise.
mlir::OpFoldResult hoist(mlir::OpFoldResult scalar, mlir::Region &region);

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A Loop or Scan, so that both are built by the same code.
struct LoopShape {
  const Graph *body = nullptr;
  /// Instead of `body`: builds one iteration from the body's arguments.
  std::function<bool(llvm::ArrayRef<mlir::Value> arguments,
                     llvm::SmallVectorImpl<mlir::Value> &outputs)>
      build;
  llvm::SmallVector<mlir::Value> initial; ///< loop-carried values at the start
  mlir::OpFoldResult trips;               ///< null: unbounded
  mlir::Value condition;                  ///< i1; null: true
  bool passesIteration = false; ///< the body takes iteration and condition
  size_t scanOutputs = 0;
  /// The standard lets no carried value change its shape (Scan).
  bool keepsShapes = false;
  /// Body arguments beyond the carried ones, for this iteration (Scan's
  /// elements).
  std::function<bool(mlir::Value iteration,
                     llvm::SmallVectorImpl<mlir::Value> &)>
      elements;
  /// Where iteration i puts its scan output (a Scan may run backwards).
  std::function<mlir::OpFoldResult(size_t output, mlir::Value iteration)>
      position;
};

class LoopBuilder {
public:
  LoopBuilder(NodeContext &n, const LoopShape &loop)
      : n(n), g(n.g), loop(loop) {
    for (mlir::Value value : loop.initial)
      shapes.push_back(extentsOf(g, value));
    givenBack.resize(shapes.size());
  }

  /// Builds the loop and gives carried results, then stacked scan outputs.
  llvm::LogicalResult build(llvm::SmallVectorImpl<mlir::Value> &results);
  /// Builds the loop whose results are the node's outputs, one for one.
  llvm::LogicalResult buildOutputs();

private:
  enum class Outcome { Done, Again, Failed };
  Outcome tryFor(llvm::SmallVectorImpl<mlir::Value> &results);
  Outcome tryWhile(llvm::SmallVectorImpl<mlir::Value> &results);
  bool importBody(mlir::Block *block, mlir::Value iteration,
                  mlir::ValueRange carried,
                  llvm::SmallVectorImpl<mlir::Value> &outputs,
                  llvm::SmallVectorImpl<Extents> &extents);
  /// Extents of a scan output as they hold outside of the body; null where only
  /// the body's run tells.
  Extents outerExtents(size_t scan, llvm::ArrayRef<mlir::OpFoldResult> extents,
                       mlir::Region &region);
  bool keepsExtents(llvm::ArrayRef<mlir::Value> outputs,
                    llvm::ArrayRef<Extents> extents, mlir::Region &region);
  llvm::SmallVector<mlir::Value> startValues();
  /// Remembers what the scan outputs' elements are. False with a reason on
  /// failure.
  bool recordStacks(llvm::ArrayRef<mlir::Value> outputs,
                    llvm::ArrayRef<Extents> extents, mlir::Region &region);
  /// What an iteration puts into stack `scan`, under the element's outer type.
  mlir::Value scanElement(size_t scan, mlir::Value output);
  /// The stack with the extents of `element` where nobody knew them before: the
  /// first iteration decides, the others must agree.
  mlir::Value fitStack(size_t scan, mlir::Value stack, mlir::Value element,
                       mlir::Value iteration);
  /// Gives the loop's results their extents.
  void collect(mlir::ValueRange loopResults,
               llvm::ArrayRef<Extents> stackShapes,
               llvm::SmallVectorImpl<mlir::Value> &results);

  NodeContext &n;
  GraphBuilder &g;
  LoopShape loop;
  llvm::SmallVector<Extents> shapes;  ///< assumed of the carried values
  /// Carried as optionals that the body and what follows take for values.
  llvm::SmallVector<bool> givenBack;
  llvm::SmallVector<Extents> stacked; ///< of the scan outputs' elements
  llvm::SmallVector<mlir::Type> stackedElements;
  bool exitsEarly = false; ///< the body computes a condition
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_CONTROL_H
