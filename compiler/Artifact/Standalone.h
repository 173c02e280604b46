//===- Standalone.h - Layout of the standalone structs ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NAME_inputs and NAME_outputs of the generated header, and the functions that
// read them, agree on the layout described here.
//
//   inputs, per value    const T *x;  where an extent is not fixed also
//                        int64_t x_dims[rank];
//   outputs, per value   T *y;  where an extent is not fixed also
//                        uint64_t y_capacity; int64_t y_dims[rank];
//   sequence, optional   an mlc_tensor
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ARTIFACT_STANDALONE_H
#define MLC_COMPILER_ARTIFACT_STANDALONE_H

#include "compiler/Artifact/Manifest.h"

namespace mlc {

inline bool hasFixedShape(const ManifestValue &value) {
  for (const ManifestDim &dim : value.dims)
    if (dim.extent < 0)
      return false;
  return true;
}

/// Byte offsets of one value's fields; only those that exist are meaningful.
struct StandaloneField {
  uint64_t data = 0, capacity = 0, dims = 0;
  bool isList = false, isDynamic = false;
};

/// The fields of all values, and the struct's size in `bytes`.
std::vector<StandaloneField>
standaloneLayout(const std::vector<ManifestValue> &values, bool outputs,
                 uint64_t &bytes);

} // namespace mlc

#endif // MLC_COMPILER_ARTIFACT_STANDALONE_H
