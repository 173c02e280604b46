//===- GraphInterfaces.h - What engines ask of an op ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_H
#define MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

#include "dialects/Graph/IR/GraphEnums.h.inc"

namespace mlc::graph {

/// An index along one dimension for all lanes of a vector at once: lane `l`
/// has index `base + l * step`. A step of zero means that all lanes agree.
struct LaneIndex {
  mlir::Value base;
  int64_t step = 0;
};

/// What `buildElement` may use: the builder, the elements of operands, and
/// extents. Implemented by the loop emitter; kernels for GPUs implement it too.
class ElementContext {
public:
  virtual ~ElementContext() = default;
  virtual mlir::OpBuilder &builder() = 0;
  virtual mlir::Location loc() = 0;
  /// Lanes computed at once: 1 means plain scalars.
  virtual unsigned lanes() const = 0;
  /// The element(s) of `tensor` at `index`: a scalar if no index has a step,
  /// else a vector of `lanes()` elements. Fails where lanes are not supported.
  virtual mlir::FailureOr<mlir::Value>
  element(mlir::Value tensor, llvm::ArrayRef<LaneIndex> index) = 0;
  /// Extent of a dimension as an index value.
  virtual mlir::Value extent(mlir::Value tensor, unsigned dim) = 0;
  /// An index or other scalar operand as seen inside the kernel.
  virtual mlir::Value scalar(mlir::Value value) = 0;
  /// A loop nest over `extents` (outermost first) that carries values: the body
  /// gets the induction variables and the values so far and returns the next
  /// ones. Everything emitted in the body through this context lies inside.
  virtual mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  carryLoop(llvm::ArrayRef<mlir::Value> extents, mlir::ValueRange initial,
            llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
                llvm::ArrayRef<mlir::Value> ivs, mlir::ValueRange carried)>
                body) = 0;
  /// Records a run-time failure of the model node at `op` when `bad` (i1) is
  /// true; execution goes on, so accesses must be made safe by the caller.
  virtual void failIf(mlir::Operation *op, mlir::Value bad, int32_t code,
                      mlir::Value value, mlir::Value bound) = 0;
};

enum class LayoutPreference { None, Follows, Neutral, Prefers };

/// What `buildBlocked` may use; implemented by the pass that assigns layouts.
class LayoutContext {
public:
  virtual ~LayoutContext() = default;
  virtual mlir::OpBuilder &builder() = 0;
  /// Channels of a block.
  virtual int64_t block() const = 0;
  /// `tensor` in the blocked layout, its dimension `channels` being the one
  /// that is cut: the value itself where it is there already, else a reordered
  /// copy.
  virtual mlir::FailureOr<mlir::Value> blocked(mlir::Value tensor,
                                               unsigned channels = 1) = 0;
  /// A constant in the order a kernel reads it, as a recipe of the pool; fails
  /// where `tensor` is no constant or does not fit the recipe.
  virtual mlir::FailureOr<mlir::Value>
  packed(llvm::StringRef recipe, mlir::Value tensor,
         llvm::ArrayRef<int64_t> parameters) = 0;
};

/// The type of a tensor in the blocked layout; the channels must be static.
mlir::RankedTensorType blockedType(mlir::RankedTensorType plain, int64_t block,
                                   unsigned channels = 1);
/// Whether a tensor of this type has a blocked layout: static channels in
/// dimension 1, elements of whole bytes.
bool hasBlockedType(mlir::Type type);

/// Defaults of LayoutOpInterface.
llvm::SmallVector<unsigned> allTensorOperands(mlir::Operation *op);
mlir::FailureOr<mlir::Value> buildBlockedElementwise(mlir::Operation *op,
                                                     LayoutContext &context);

/// Factors of an op: `operands[i][d]` is the factor of dimension d of operand
/// i, or -1 where the dimension must be replicated.
struct ShardingRule {
  llvm::SmallVector<int64_t> factorSizes; // dynamic: ShapedType::kDynamic
  llvm::SmallVector<llvm::SmallVector<int64_t>> operands;
  llvm::SmallVector<llvm::SmallVector<int64_t>> results;
  llvm::SmallVector<int64_t> reductionFactors;
};

/// Lower and upper tensors of a value.
struct Interval {
  mlir::Value lower, upper;
};

/// Which emitter an op brings along for its kernel.
enum class AnchorKind { None, Contraction, Convolution };

enum class ProtectionKind { None, Checksum, RangeGuard, Duplicate };

/// Defaults of StructuredOpInterface: what holds for elementwise ops.
llvm::SmallVector<mlir::utils::IteratorType>
elementwiseIterators(mlir::Operation *op);
mlir::AffineMap elementwiseMap(mlir::Operation *op, unsigned operand);

/// Default of ElementOpInterface for structured ops without reduction loops.
mlir::FailureOr<mlir::Value>
buildStructuredElement(mlir::Operation *op, ElementContext &context,
                       llvm::ArrayRef<LaneIndex> index);
/// Defaults of FusionOpInterface: no results, or collections in or out; and one
/// element of each operand, without a loop.
bool touchesNoTensor(mlir::Operation *op);
bool isPointwise(mlir::Operation *op);
/// Iteration count times operations of the body, for structured ops.
std::optional<int64_t> defaultFlops(mlir::Operation *op);
/// Bytes of all tensor operands and results when static.
std::optional<int64_t> defaultBytes(mlir::Operation *op);

/// Factors of a structured op: its loops.
mlir::FailureOr<ShardingRule> defaultShardingRule(mlir::Operation *op);

// Explicit opt-outs: an op that has no such rule says so, with the reason in
// its definition. A test holds every core op to one or the other.
template <typename T>
class NotDifferentiable
    : public mlir::OpTrait::TraitBase<T, NotDifferentiable> {};
template <typename T>
class NotBoundable : public mlir::OpTrait::TraitBase<T, NotBoundable> {};
template <typename T>
class NotShardable : public mlir::OpTrait::TraitBase<T, NotShardable> {};

/// Evaluates `expr` of dims over lane indices; fails where the result is not
/// affine along the lanes (a mod or floordiv of a varying index).
mlir::FailureOr<LaneIndex> applyToLanes(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        mlir::AffineExpr expr,
                                        llvm::ArrayRef<LaneIndex> dims);

} // namespace mlc::graph

#include "dialects/Interfaces/GraphInterfaces.h.inc"

#endif // MLC_DIALECTS_INTERFACES_GRAPHINTERFACES_H
