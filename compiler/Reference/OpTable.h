//===- OpTable.h - How the interpreter finds and calls its ops --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_REFERENCE_OPTABLE_H
#define MLC_COMPILER_REFERENCE_OPTABLE_H

#include "compiler/Reference/Interpreter.h"
#include "compiler/Support/DTypeMLIR.h"

namespace mlc::reference {

using llvm::ArrayRef;
using llvm::Error;
using llvm::SmallVector;
using Shape = SmallVector<int64_t>;

/// One call of an op: its operands and where its results go.
class OpCall {
public:
  OpCall(Interpreter &interpreter, mlir::Operation *op,
         ArrayRef<Value> operands)
      : interpreter(interpreter), op(op), operands(operands) {}

  Interpreter &interpreter;
  mlir::Operation *op;
  ArrayRef<Value> operands;
  Values results;

  const Literal &in(unsigned i) const { return operands[i].tensor; }
  /// Elements of the operands [first, first + count) as index values.
  Shape indices(unsigned first, unsigned count) const {
    Shape values;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(in(first + i).getInt(0));
    return values;
  }
  /// Element type of result `i`.
  DType resultType(unsigned i = 0) const {
    return dtypeOf(mlir::getElementTypeOrSelf(op->getResult(i).getType()));
  }
  /// Result shape from its type, `?` taken from `dynamic` in order.
  llvm::Expected<Shape> resultShape(ArrayRef<int64_t> dynamic,
                                    unsigned i = 0) const;
  /// A zero-filled literal for a result, charged to the limits.
  llvm::Expected<Literal> make(DType dtype, Shape shape);
  void yield(Literal value) { results.push_back(std::move(value)); }
  void yieldInt(int64_t value) {
    results.push_back(Literal::scalarInt(MLC_I64, value));
  }
};

using OpFn = Error (*)(OpCall &call);
using OpTable = llvm::StringMap<OpFn>;

/// One function per file of op functions.
void addElementwise(OpTable &table);
void addReduction(OpTable &table);
void addWindow(OpTable &table);
void addContraction(OpTable &table);
void addMovement(OpTable &table);
void addIndexing(OpTable &table);
void addOrdering(OpTable &table);
void addQuant(OpTable &table);
void addRandom(OpTable &table);
void addNeural(OpTable &table);
void addRecurrent(OpTable &table);
void addResize(OpTable &table);
void addCollections(OpTable &table);
void addControl(OpTable &table);
void addScalars(OpTable &table);

/// Steps through all indices of a shape in row-major order.
class IndexWalk {
public:
  explicit IndexWalk(ArrayRef<int64_t> shape)
      : shape(shape), index(shape.size(), 0) {
    for (int64_t extent : shape)
      done |= extent == 0;
  }
  bool valid() const { return !done; }
  ArrayRef<int64_t> operator*() const { return index; }
  void next() {
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        return;
      index[d] = 0;
    }
    done = true;
  }

private:
  ArrayRef<int64_t> shape;
  Shape index;
  bool done = false;
};

/// Sum of index[i] * strides[i].
inline int64_t offsetOf(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i)
    offset += index[i] * strides[i];
  return offset;
}

/// A view of a tensor as outer x extent x inner around one dimension.
struct Axis {
  int64_t outer = 1, extent = 1, inner = 1;
  Axis(ArrayRef<int64_t> shape, int64_t dim) {
    for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d)
      (d < dim ? outer : d == dim ? extent : inner) *= shape[d];
  }
  int64_t at(int64_t o, int64_t i, int64_t k) const {
    return (o * extent + i) * inner + k;
  }
};

/// Accumulates and stores floats of `dtype`; f64 uses the wide type.
using Wide = long double;

/// The elements as doubles; for loops that read them many times.
std::vector<double> doublesOf(const Literal &value);
std::vector<int64_t> intsOf(const Literal &value);

/// max and min of floats: NaN wins, +0 above -0.
double maximum(double a, double b);
double minimum(double a, double b);

/// `expected` as the start of a function that returns Error.
#define MLC_TRY(declaration, expected)                                         \
  auto declaration##OrError = (expected);                                      \
  if (!declaration##OrError)                                                   \
    return declaration##OrError.takeError();                                   \
  auto &declaration = *declaration##OrError

} // namespace mlc::reference

#endif // MLC_COMPILER_REFERENCE_OPTABLE_H
