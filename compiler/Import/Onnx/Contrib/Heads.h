//===- Heads.h - What the attention operators share ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_CONTRIB_HEADS_H
#define MLC_COMPILER_IMPORT_ONNX_CONTRIB_HEADS_H

#include "compiler/Import/Onnx/Contrib/Contrib.h"

namespace mlc::onnx {

/// B x S x (heads * D) as B x heads x S x D, and back. Null with a reason when
/// the width is known not to divide.
mlir::Value splitHeads(GraphBuilder &g, mlir::Value x, int64_t heads);
mlir::Value joinHeads(GraphBuilder &g, mlir::Value x);

/// `cache` (if any), then `fresh`, along the tokens of B x heads x S x D.
mlir::Value withPast(GraphBuilder &g, mlir::Value past, mlir::Value fresh);

/// The additive mask that a mask input stands for, of rank 4 and broadcastable
/// to B x heads x rows x columns: 0 where the input lets see, else the node's
/// mask_filter_value. Null with a reason for a form that is not supported.
///   B x columns, B x rows x columns   1 is visible
///   B                                 visible below this column
///   2 * B                             below the first B, from the others on
mlir::Value maskBias(NodeContext &n, mlir::Value mask, mlir::Value query,
                     mlir::OpFoldResult columns);

/// What stays of the operators once query, key and value have heads.
struct AttentionParts {
  mlir::Value query, key, value; ///< B x heads x tokens x D
  mlir::Value mask, bias;        ///< additive, of rank 4; may be null
  bool causal = false;
  double softcap = 0;
};

/// softmax(scale * Q K^T + mask + bias) V with its heads joined. The scale is
/// the node's, or one by the root of the head's width.
mlir::Value attend(NodeContext &n, const AttentionParts &parts);

/// Rotates the heads of B x heads x S x D by the rows of two caches that
/// `positions` (B x S) names.
mlir::Value rotated(NodeContext &n, mlir::Value x, mlir::Value cosines,
                    mlir::Value sines, mlir::Value positions, bool interleaved);

void addContribAttentionRows(OnnxTable &t);
void addContribGroupQueryRows(OnnxTable &t);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_CONTRIB_HEADS_H
