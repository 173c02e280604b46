//===- Matmul.h - Matrix products -------------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[b.., m, n] = sum over k of A[b.., m, k] * B[b.., k, n], written as loops
// over register tiles. Every size and stride is an index value; constants
// specialise the code, anything else stays general. Strides are in elements, a
// stride of zero broadcasts.
//
// The nest:
//   item:  one batch entry x one block of rows x a group of panels (32
//   columns),
//          of each group of columns the same
//     panel:  [pack a slice of B]     only when B is computed at run time
//       slice of k:
//         tile of rows: accumulators in registers, all of the slice
//     rows of the block: epilogue and store
//
// A packed panel holds [K][32] elements, columns past N are zeros, and the
// panels of a matrix follow each other (see PackWeights.h).
//
// Results do not depend on how items are cut into calls: an item is computed by
// one call, its order of summation follows from the shape.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CODEGEN_CONTRACTION_MATMUL_H
#define MLC_COMPILER_CODEGEN_CONTRACTION_MATMUL_H

#include "compiler/Codegen/Contraction/EpilogueReductions.h"
#include <array>
#include <optional>

namespace mlc {

/// An operand: where it lies and how to step through it.
struct MatrixOperand {
  mlir::Value memref;                          // flat
  llvm::SmallVector<mlir::Value> batchStrides; // one per batch dimension
  mlir::Value rowStride, columnStride;
  mlir::Value offset;      // null: 0
  bool isUnsigned = false; // integer elements
};

/// Rows of A that are the windows of an image, one per output pixel: bytes in
/// the order N, H, W, C, the border inside; the depth counts kernel rows,
/// kernel columns, channels.
struct Patches {
  mlir::Value height, width; // of the image
  int64_t channels = 0;
  std::array<int64_t, 2> kernel, strides, dilations;
  mlir::Value outHeight, outWidth;
};

/// B is packed at 8, 4 or 2 bits (see PackFewBits.h): scales and zero points,
/// in panels like its own, one of each per column and `block` rows.
struct FewBits {
  int64_t bits = 8, block = 1;
  mlir::Value scale, zero; // zero null: zero
};

struct MatmulParams {
  llvm::SmallVector<mlir::Value> batch; // extents; empty: one product
  mlir::Value m, n, k;
  MatrixOperand a;
  /// Row-major or transposed according to its strides. With `packedB` the
  /// batch strides count elements of packed data, the others are unused.
  MatrixOperand b;
  bool packedB = false;
  /// A and B are bytes (see ByteMatmul.h); packed ones are signed, and
  /// `columnSums` holds the sum of each of their columns.
  bool bytes = false;
  mlir::Value columnSums;
  /// Of packed B with floats A only; n and k are constants then.
  std::optional<FewBits> fewBits;
  /// A and B are bf16 and a step takes two elements of the depth (see
  /// PairProduct.h); a packed panel holds [ceil(K/2)][32][2].
  bool pairs = false;
  /// Of bytes only: A's memref is an image, its strides are unused.
  std::optional<Patches> patches;
  /// Sums are kept in this type: f32 for f16, bf16 and f32; i32 for i8; ...
  mlir::Type accumulator;
  /// The register tile of the schedule; none: the level's usual one.
  std::optional<TileShape> tile;
  /// Sums that should be in flight at least, so that no step waits for the one
  /// before; a tile of few rows then keeps several sums per element.
  int64_t sums = 1;
  /// Of the schedule, 0 where it leaves that to the emitter: terms that one
  /// pass over packed floats adds up, rows of a work item at most, its panels.
  int64_t terms = 0, blockRows = 0, itemPanels = 0;
  /// A number that counts the steps of a loop around the kernel, or null. Every
  /// other step then passes over the items from the last to the first: it
  /// begins with the weights that the step before has left in the cache.
  mlir::Value step;
  /// Buffer of rowCopyElements accumulators; null: on the stack where needed.
  mlir::Value rowCopies;
  /// Groups of columns, `groupColumns` (whole panels) wide, that the epilogue
  /// sees together (see ColumnGroups.h): only with packed floats and n
  /// constant.
  int64_t groups = 1, groupColumns = 0;
  /// Where m is not a constant: a bound that it is known to keep, or 0.
  int64_t mostRows = 0;
  /// Where results go, of one group's columns if there are groups; their column
  /// stride must be 1. Empty if the epilogue
  /// stores by itself.
  llvm::SmallVector<MatrixOperand> outputs;
  /// Taken from the vectors that the epilogue returns behind those of the
  /// outputs, one per reduction.
  llvm::SmallVector<EpilogueReduction> reductions;
  Epilogue epilogue = plainEpilogue;
};

/// The tile that `params` are computed with.
TileShape tileOf(const KernelBuilder &k, const MatmulParams &params);

/// Number of work items, an index; built from the sizes alone.
mlir::Value matmulItems(KernelBuilder &k, const MatmulParams &params);

/// Elements of scratch of each worker that the kernel gains by, or 0.
int64_t rowCopyElements(KernelBuilder &k, const MatmulParams &params);

/// Computes the items [begin, end).
void emitMatmul(KernelBuilder &k, const MatmulParams &params, mlir::Value begin,
                mlir::Value end);

} // namespace mlc

#endif // MLC_COMPILER_CODEGEN_CONTRACTION_MATMUL_H
