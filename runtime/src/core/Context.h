//===- Context.h - What one thread needs to run a model --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_CORE_CONTEXT_H
#define MLC_RUNTIME_CORE_CONTEXT_H

#include "runtime/src/core/ThreadPool.h"
#include "runtime/src/loader/Model.h"

struct mlc_context {
  mlc_model *model;
  mlc_allocator allocator;
  mlc_context_options options;
  mlc::rt::ThreadPool pool;

  mlc_host host; // its `self` is this context
  mlc_exec exec;
  mlc_plan_cache plans;
  void **states;
  uint8_t *workspace;
  uint64_t workspaceBytes; // behind `workspace`
  uint64_t stateBytes;
  uint64_t latePeak;
  uint64_t runs;
  uint8_t *wasGiven; // per output of the run at hand: it came with data
  uint64_t mostOutputs;
};

namespace mlc::rt {

/// Turns the error record of a failed run into words.
mlc_code explainRun(const mlc_context &context, const mlc_entry &entry,
                    const mlc_tensor *inputs, const mlc_error_record &record,
                    mlc_status *status);

/// Allocates all state blocks and sets them to their initial images.
mlc_code createStates(mlc_context &context, mlc_status *status);
void destroyStates(mlc_context &context);

} // namespace mlc::rt

#endif // MLC_RUNTIME_CORE_CONTEXT_H
