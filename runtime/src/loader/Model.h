//===- Model.h - A loaded artifact -----------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_LOADER_MODEL_H
#define MLC_RUNTIME_LOADER_MODEL_H

#include "runtime/src/core/Memory.h"
#include "runtime/src/loader/FileMap.h"

#include <atomic>

/// One entry as the C interface shows it.
struct mlc_entry {
  const mlc_model *model;
  const mlc_entry_desc *desc;
  mlc_value_info *inputs, *outputs;
  uint64_t index;
};

/// Immutable once open returned; shared by its contexts through `holds`.
struct mlc_model {
  std::atomic<uint32_t> holds;
  mlc_allocator allocator;
  char *path;
  void *library; // of dlopen, null when linked in
  const mlc_artifact *artifact;
  mlc_note note; // zero when linked in
  mlc_entry *entries;
  const mlc_custom_op **customOps; // resolved, in table order
  mlc::rt::FileMap weightFile;
  const uint8_t *weights;
  uint32_t isaMask;
};

namespace mlc::rt {

/// Row i of a table whose rows are `stride` bytes apart: newer artifacts have
/// longer rows.
template <typename T>
const T &tableRow(const T *table, uint32_t stride, uint64_t i) {
  return *reinterpret_cast<const T *>(reinterpret_cast<const uint8_t *>(table) +
                                      i * stride);
}

/// Checks the tables of a loaded artifact and fills the rest of the model from
/// them: entries, custom ops, weights.
mlc_code describeModel(mlc_model &model, const mlc_open_options &options,
                       mlc_status *status);
void forgetDescription(mlc_model &model);

/// Weights embedded, or mapped from the side file.
mlc_code locateWeights(mlc_model &model, const mlc_open_options &options,
                       mlc_status *status);
mlc_code verifyWeights(const mlc_model &model, mlc_status *status);

/// Best level of this machine, at most MLC_MAX_ISA of the environment.
uint32_t cappedIsa(const mlc_artifact &artifact);

/// "v2, v3, v4" of a mask.
struct IsaList {
  explicit IsaList(uint32_t mask);
  char text[64];
};

/// Copies what the caller knows of an option struct over zeros.
template <typename T>
T copyOptions(const T *given) {
  T options;
  __builtin_memset(&options, 0, sizeof(T));
  if (given) {
    uint64_t bytes =
        given->size && given->size < sizeof(T) ? given->size : sizeof(T);
    __builtin_memcpy(&options, given, bytes);
  }
  return options;
}

void releaseModel(mlc_model *model);

} // namespace mlc::rt

#endif // MLC_RUNTIME_LOADER_MODEL_H
