//===- GraphBuilder.h - Building graph ops from a model --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What importers build through. It keeps the location and insertion point,
// makes broadcast explicit, and knows three things of every value it made:
//
//   extents    one OpFoldResult per dimension, so that two dynamic extents that
//              are the same number are the same SSA value and need no broadcast
//   elements   of small integer (and scalar) tensors: one OpFoldResult each, so
//              that shape arithmetic never becomes tensor arithmetic
//   literal    of constants
//
// Failure is a null Value and a reason. A null operand gives a null result and
// keeps the first reason, so calls nest without checks in between.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_COMMON_GRAPHBUILDER_H
#define MLC_COMPILER_IMPORT_COMMON_GRAPHBUILDER_H

#include "compiler/Constants/Literal.h"
#include "dialects/Graph/IR/Graph.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <limits>
#include <map>
#include <optional>
#include <string>

namespace mlc {

using Extents = llvm::SmallVector<mlir::OpFoldResult, 6>;

class GraphBuilder {
public:
  explicit GraphBuilder(mlir::OpBuilder &builder)
      : b(builder), loc(builder.getUnknownLoc()) {
    memos.emplace_back();
  }

  mlir::OpBuilder &b;
  mlir::Location loc;

  /// Largest tensor whose elements are tracked one by one.
  static constexpr int64_t maxElements = 64;

  //===--------------------------------------------------------------------===//
  // Failure
  //===--------------------------------------------------------------------===//

  std::nullptr_t fail(const llvm::Twine &why) {
    if (reason.empty())
      reason = why.str();
    return nullptr;
  }
  /// The first reason since the last call.
  std::string takeReason() { return std::exchange(reason, std::string()); }
  bool failed() const { return !reason.empty(); }

  //===--------------------------------------------------------------------===//
  // Index arithmetic (GraphBuilderIndex.cpp)
  //===--------------------------------------------------------------------===//

  mlir::OpFoldResult index(int64_t value) { return b.getIndexAttr(value); }
  /// The number, if the extent is static.
  static std::optional<int64_t> fixed(mlir::OpFoldResult value) {
    return mlir::getConstantIntValue(value);
  }
  /// -value, or the largest number where there is none: as a divisor of extents
  /// that does the same.
  static int64_t opposite(int64_t value) {
    return value == std::numeric_limits<int64_t>::min()
               ? std::numeric_limits<int64_t>::max()
               : -value;
  }
  /// As an SSA value of index type.
  mlir::Value indexValue(mlir::OpFoldResult value);
  mlir::OpFoldResult add(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult sub(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult mul(mlir::OpFoldResult x, mlir::OpFoldResult y);
  /// Quotients of a number by a positive one.
  mlir::OpFoldResult floorDiv(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult min(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult max(mlir::OpFoldResult x, mlir::OpFoldResult y);
  /// x < 0 ? x + extent : x.
  mlir::OpFoldResult wrapNegative(mlir::OpFoldResult x,
                                  mlir::OpFoldResult extent);
  /// x == value ? same : other.
  mlir::OpFoldResult selectIf(mlir::OpFoldResult x, int64_t value,
                              mlir::OpFoldResult same,
                              mlir::OpFoldResult other);
  /// Known not to be negative: extents, and what is made of them.
  static bool isNonNegative(mlir::OpFoldResult value, unsigned depth = 0);
  mlir::OpFoldResult product(llvm::ArrayRef<mlir::OpFoldResult> values);
  /// An index as a tracked element of integer type `type`, and back. Run-time
  /// elements of i64 tensors are kept as index values, others in their type.
  mlir::OpFoldResult toElement(mlir::OpFoldResult index, mlir::Type type);
  mlir::OpFoldResult toIndex(mlir::OpFoldResult element);

  /// Values made inside a region must not be reused outside of it, and facts
  /// about them not outlive it: the region may be erased and its memory reused.
  void enterRegion() { memos.emplace_back(); }
  void leaveRegion();

  //===--------------------------------------------------------------------===//
  // Facts about values
  //===--------------------------------------------------------------------===//

  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static bool isTensor(mlir::Value value) {
    return value && llvm::isa<mlir::RankedTensorType>(value.getType());
  }
  static int64_t rank(mlir::Value value) { return typeOf(value).getRank(); }
  static mlir::Type element(mlir::Value value) {
    return typeOf(value).getElementType();
  }
  mlir::OpFoldResult extent(mlir::Value value, int64_t dim);
  Extents extents(mlir::Value value);
  void setExtents(mlir::Value value, llvm::ArrayRef<mlir::OpFoldResult> known);

  /// Elements of a small constant or tracked tensor.
  std::optional<llvm::SmallVector<mlir::OpFoldResult>>
  elements(mlir::Value value);
  void setElements(mlir::Value value,
                   llvm::ArrayRef<mlir::OpFoldResult> elements);
  /// Operators on tracked elements (GraphBuilderElements.cpp). Null without a
  /// reason when the operands are not tracked or the case is not covered: the
  /// tensor op is the answer then.
  enum class Scalar { Add, Sub, Mul, Div, Mod, Rem, Min, Max, EQ, NE, LT, LE,
                      GT, GE, And, Or };
  mlir::Value trackedBinary(Scalar op, mlir::Value x, mlir::Value y);
  mlir::Value trackedNot(mlir::Value x);
  mlir::Value trackedSelect(mlir::Value pred, mlir::Value x, mlir::Value y);
  mlir::Value trackedCast(mlir::Value x, mlir::Type elementType);
  /// Tracked elements at these positions, as a rank-1 or rank-0 tensor.
  mlir::Value trackedPick(mlir::Value x, llvm::ArrayRef<int64_t> positions,
                          bool isScalar);
  /// The value of a constant, or null.
  const Literal *literal(mlir::Value value) const;
  /// Elements of an integer constant.
  std::optional<llvm::SmallVector<int64_t>> integers(mlir::Value value);
  /// Elements of a rank 0 or 1 integer tensor as index values: tracked ones, or
  /// read at run time. The length must be static.
  std::optional<Extents> indices(mlir::Value value);

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  mlir::Value constant(const Literal &literal);
  mlir::Value splat(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                    double value);
  mlir::Value scalar(mlir::Type elementType, double value) {
    return splat(elementType, {}, value);
  }
  /// One value in every element of a possibly dynamic shape.
  mlir::Value fill(mlir::Type elementType,
                   llvm::ArrayRef<mlir::OpFoldResult> shape, double value);
  mlir::Value integerVector(mlir::Type elementType,
                            llvm::ArrayRef<int64_t> values);
  /// A rank-1 (or, `isScalar`, rank-0) tensor from scalars of its element type.
  mlir::Value fromElements(llvm::ArrayRef<mlir::OpFoldResult> elements,
                           mlir::Type elementType, bool isScalar);

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// The type of these extents; null with a reason when one is negative or the
  /// tensor is beyond any memory.
  mlir::RankedTensorType
  tensorType(llvm::ArrayRef<mlir::OpFoldResult> shape, mlir::Type elementType);
  /// SSA values of the dynamic extents, in order.
  llvm::SmallVector<mlir::Value>
  dynamicExtents(llvm::ArrayRef<mlir::OpFoldResult> shape);

  //===--------------------------------------------------------------------===//
  // Elementwise
  //===--------------------------------------------------------------------===//

  /// Numpy's rule for shapes, aligned at the right.
  bool broadcastShape(Extents &shape, llvm::ArrayRef<mlir::OpFoldResult> other);
  /// `value` repeated to `shape`, aligned at the right, or with operand
  /// dimension i at result dimension dims[i].
  mlir::Value broadcastTo(mlir::Value value,
                          llvm::ArrayRef<mlir::OpFoldResult> shape);
  mlir::Value broadcastTo(mlir::Value value,
                          llvm::ArrayRef<mlir::OpFoldResult> shape,
                          llvm::ArrayRef<int64_t> dims);
  /// All values repeated to their common shape. False on failure.
  bool broadcastTogether(llvm::MutableArrayRef<mlir::Value> values);

  template <typename Op>
  mlir::Value unary(mlir::Value x) {
    if (!x)
      return nullptr;
    return keep(Op::create(b, loc, x.getType(), x), x);
  }
  template <typename Op>
  mlir::Value binary(mlir::Value x, mlir::Value y) {
    mlir::Value operands[] = {x, y};
    if (!sameElementType(x, y) || !broadcastTogether(operands))
      return nullptr;
    return keep(Op::create(b, loc, operands[0].getType(), operands[0],
                           operands[1]), operands[0]);
  }
  mlir::Value addT(mlir::Value x, mlir::Value y) {
    return binary<graph::AddOp>(x, y);
  }
  mlir::Value subT(mlir::Value x, mlir::Value y) {
    return binary<graph::SubOp>(x, y);
  }
  mlir::Value mulT(mlir::Value x, mlir::Value y) {
    return binary<graph::MulOp>(x, y);
  }
  mlir::Value divT(mlir::Value x, mlir::Value y) {
    return binary<graph::DivOp>(x, y);
  }
  mlir::Value compare(graph::Predicate predicate, mlir::Value x,
                      mlir::Value y);
  mlir::Value select(mlir::Value pred, mlir::Value onTrue,
                     mlir::Value onFalse);
  mlir::Value cast(mlir::Value x, mlir::Type elementType,
                   bool saturate = true);
  /// In f32 if its elements are narrower floats, else as it is: sums of powers
  /// overflow a type in which their root has a value.
  mlir::Value widened(mlir::Value x);
  /// A constant of the element type of `like`, rank 0.
  mlir::Value scalarLike(mlir::Value like, double value) {
    return like ? scalar(element(like), value) : mlir::Value();
  }

  //===--------------------------------------------------------------------===//
  // Movement
  //===--------------------------------------------------------------------===//

  /// Whether each of `dims` is one of `rank` dimensions and none comes twice;
  /// fails with the reason if not.
  bool areDims(llvm::ArrayRef<int64_t> dims, int64_t rank);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<mlir::OpFoldResult> shape);
  mlir::Value transpose(mlir::Value x, llvm::ArrayRef<int64_t> permutation);
  /// Adds dimensions of extent 1 at these positions of the result.
  mlir::Value unsqueeze(mlir::Value x, llvm::ArrayRef<int64_t> positions);
  /// Drops these dimensions, which must have extent 1.
  mlir::Value squeeze(mlir::Value x, llvm::ArrayRef<int64_t> dims);
  mlir::Value slice(mlir::Value x, llvm::ArrayRef<mlir::OpFoldResult> starts,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    llvm::ArrayRef<int64_t> steps);
  /// Elements [start, start + size) of one dimension.
  mlir::Value sliceDim(mlir::Value x, int64_t dim, mlir::OpFoldResult start,
                       mlir::OpFoldResult size);
  mlir::Value pad(graph::PadMode mode, mlir::Value x, mlir::Value value,
                  llvm::ArrayRef<mlir::OpFoldResult> low,
                  llvm::ArrayRef<mlir::OpFoldResult> high);
  mlir::Value concat(llvm::ArrayRef<mlir::Value> values, int64_t dim);
  mlir::Value gather(mlir::Value x, mlir::Value indices, int64_t dim);
  /// 0, 1, 2, ... along `dim` of `shape`.
  mlir::Value iota(mlir::Type elementType,
                   llvm::ArrayRef<mlir::OpFoldResult> shape, int64_t dim);

  //===--------------------------------------------------------------------===//
  // Reduction and contraction
  //===--------------------------------------------------------------------===//

  mlir::Value reduce(graph::Combiner combiner, mlir::Value x,
                     llvm::ArrayRef<int64_t> dims, bool keepDims);
  mlir::Value mean(mlir::Value x, llvm::ArrayRef<int64_t> dims, bool keepDims);
  mlir::Value dot(mlir::Value x, mlir::Value y, llvm::ArrayRef<int64_t> xBatch,
                  llvm::ArrayRef<int64_t> yBatch,
                  llvm::ArrayRef<int64_t> xContract,
                  llvm::ArrayRef<int64_t> yContract, mlir::Type resultElement);
  /// Numpy's matmul: rank 1 is a vector, leading dimensions broadcast.
  mlir::Value matmul(mlir::Value x, mlir::Value y, mlir::Type resultElement);

  //===--------------------------------------------------------------------===//
  // Registering what was made
  //===--------------------------------------------------------------------===//

  /// Verifies an op at once, so that the diagnostic belongs to the model's
  /// node. False (op erased) with the verifier's words as reason.
  bool verify(mlir::Operation *op);
  /// Result 0 of a verified op whose extents are `like`'s.
  template <typename Op>
  mlir::Value keep(Op op, mlir::Value like) {
    if (!verify(op.getOperation()))
      return nullptr;
    mlir::Value result = op->getResult(0);
    setExtents(result, extents(like));
    return result;
  }
  template <typename Op>
  mlir::Value keep(Op op, llvm::ArrayRef<mlir::OpFoldResult> shape) {
    if (!verify(op.getOperation()))
      return nullptr;
    mlir::Value result = op->getResult(0);
    setExtents(result, shape);
    return result;
  }
  bool sameElementType(mlir::Value x, mlir::Value y);

  /// Normalises an axis to [0, rank); nothing with a reason otherwise.
  std::optional<int64_t> axis(int64_t value, int64_t rank);
  std::optional<llvm::SmallVector<int64_t>> axes(llvm::ArrayRef<int64_t> values,
                                                 int64_t rank);

private:
  std::optional<mlir::OpFoldResult> scalarBinary(Scalar op,
                                                 mlir::OpFoldResult x,
                                                 mlir::OpFoldResult y,
                                                 mlir::Type elementType);
  mlir::Value elementValue(mlir::OpFoldResult element, mlir::Type type);

  /// What was computed in one region: index expressions by operator and
  /// operands, and extents by value and dimension.
  struct Memo {
    std::map<std::tuple<int, void *, void *>, mlir::Value> arithmetic;
    llvm::DenseMap<mlir::Value, Extents> extents;
    llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::OpFoldResult>> elements;
    llvm::DenseMap<mlir::Value, Literal> literals;
  };
  /// Looks an expression up in this region and the ones around it.
  template <typename Make>
  mlir::OpFoldResult memoised(int op, mlir::OpFoldResult x,
                              mlir::OpFoldResult y, Make make) {
    std::tuple<int, void *, void *> key(op, x.getOpaqueValue(),
                                        y.getOpaqueValue());
    for (Memo &memo : memos) {
      auto it = memo.arithmetic.find(key);
      if (it != memo.arithmetic.end())
        return it->second;
    }
    mlir::Value made = make();
    memos.back().arithmetic[key] = made;
    return made;
  }
  mlir::OpFoldResult canonicalExtent(mlir::OpFoldResult extent);

  std::string reason;
  llvm::SmallVector<Memo, 4> memos;
};

} // namespace mlc

#endif // MLC_COMPILER_IMPORT_COMMON_GRAPHBUILDER_H
