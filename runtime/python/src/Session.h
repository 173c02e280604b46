//===- Session.h - A loaded model as Python sees it ------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Session per model. Contexts are handed out to the threads that call: a
// model without state runs in several threads at once, one with state waits its
// turn, since its blocks are one set.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_RUNTIME_PYTHON_SESSION_H
#define MLC_RUNTIME_PYTHON_SESSION_H

#include "mlc/runtime.h"

#include <mutex>
#include <string>
#include <vector>

namespace mlc::python {

struct OpenArguments {
  std::string path, weights;
  std::vector<std::string> opLibraries;
  uint32_t threads = 0, isa = 0;
  bool verify = false;
};

/// Thrown and turned into the Python exception that fits.
struct StatusError {
  mlc_status status;
  bool opening;
};

class Session {
public:
  explicit Session(const OpenArguments &arguments);
  ~Session();
  Session(const Session &) = delete;

  mlc_model *get() const { return model; }
  bool hasState() const { return mlc_model_artifact(model)->n_states != 0; }

  /// A context for the length of one call.
  class Lease {
  public:
    explicit Lease(Session &session)
        : session(session), context(session.take()) {}
    ~Lease() { session.giveBack(context); }
    Lease(const Lease &) = delete;
    mlc_context *get() const { return context; }

  private:
    Session &session;
    mlc_context *context;
  };

  /// A context of its own, with a profile hook; ended by the caller.
  mlc_context *makeContext(mlc_profile_fn profile, void *self);

private:
  mlc_context *take();
  void giveBack(mlc_context *context);

  OpenArguments arguments;
  mlc_model *model = nullptr;
  std::vector<void *> libraries;
  std::vector<mlc_custom_op> customOps;
  std::mutex mutex;    // guards `idle`
  std::mutex stateful; // held during calls of a model with state
  std::vector<mlc_context *> idle;
};

/// The allocator of all contexts: outputs outlive them, as arrays.
mlc_allocator arrayAllocator();

} // namespace mlc::python

#endif // MLC_RUNTIME_PYTHON_SESSION_H
