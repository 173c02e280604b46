//===- Model.h - From a path to a loaded model -----------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_MODEL_H
#define MLC_TOOLS_MLC_RUN_MODEL_H

#include "mlc/runtime.h"
#include "tools/mlc-run/Options.h"

namespace mlc::run {

/// The library to load: the argument itself, or what compile-model made of it.
struct Library {
  std::string path;
  bool temporary = false; // removed by the caller once it is open
  bool fromCache = false;
  double compileSeconds = 0;
};
Outcome<Library> obtainLibrary(const Options &options);
/// Removes a temporary library with its folder (weights may lie beside it).
void removeTemporary(const Library &library);

/// Model, context and entry, ended together.
struct Session {
  mlc_model *model = nullptr;
  mlc_context *context = nullptr;
  const mlc_entry *entry = nullptr;
  std::vector<void *> opLibraries;
  std::vector<mlc_custom_op> customOps;
  double loadSeconds = 0;

  Session() = default;
  Session(const Session &) = delete;
  ~Session();
};

/// Opens library and op libraries, makes a context, finds the entry. `profile`
/// (may be null) is called around each kernel.
Outcome<Nothing> openSession(Session &session, const Options &options,
                             const std::string &library, mlc_profile_fn profile,
                             void *profileSelf);

/// A context of the session's model, as the options ask but for the threads.
Outcome<mlc_context *> makeContext(const Session &session,
                                   const Options &options, uint32_t threads,
                                   mlc_profile_fn profile, void *profileSelf);

/// The error of a status, with the exit code that fits.
Error openError(const mlc_status &status);
Error runError(const mlc_status &status);

double secondsNow();

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_MODEL_H
