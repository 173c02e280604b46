//===- Regions.h - Rows that gather and scatter pixels ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_OPS_REGIONS_H
#define MLC_COMPILER_IMPORT_ONNX_OPS_REGIONS_H

#include "compiler/Import/Onnx/NodeContext.h"

namespace mlc::onnx {

/// Col2Im.
void addColumnRows(OnnxTable &table);
/// RoiAlign.
void addRegionRows(OnnxTable &table);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_OPS_REGIONS_H
