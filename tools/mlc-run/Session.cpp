//===- Session.cpp - Opening what is to be run ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Model.h"

#include <chrono>
#include <dlfcn.h>

using namespace mlc::run;

double mlc::run::secondsNow() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

Error mlc::run::openError(const mlc_status &status) {
  return {status.code == MLC_UNSUPPORTED ? Unsupported : UserFault,
          status.message};
}

Error mlc::run::runError(const mlc_status &status) {
  // A broken contract is the caller's fault; anything later is the run's.
  bool contract = status.node < 0 && (status.code == MLC_INVALID_ARGUMENT ||
                                      status.code == MLC_SHAPE_MISMATCH);
  return {contract ? UserFault : RunFailed, status.message};
}

Session::~Session() {
  mlc_context_destroy(context);
  mlc_model_close(model);
  for (void *library : opLibraries)
    dlclose(library);
}

static Outcome<Nothing> openOpLibrary(Session &session,
                                      const std::string &path) {
  // A name without a slash would be looked up in the system's folders.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return fault(path +
                 ": cannot load the op library: " + (reason ? reason : "?"));
  }
  session.opLibraries.push_back(library);
  auto query = reinterpret_cast<mlc_op_library_fn>(
      dlsym(library, MLC_OP_LIBRARY_SYMBOL));
  const mlc_op_library *ops = query ? query(MLC_ABI_VERSION) : nullptr;
  if (!ops || ops->magic != MLC_ABI_MAGIC)
    return fault(
        path + ": not an op library: " +
        (query ? "it refuses ABI 1" : "it lacks " MLC_OP_LIBRARY_SYMBOL));
  session.customOps.insert(session.customOps.end(), ops->ops,
                           ops->ops + ops->n_ops);
  return Nothing{};
}

static std::string entryNames(const mlc_model *model) {
  std::string names;
  for (uint64_t i = 0; i < mlc_model_entry_count(model); ++i)
    names += (i ? ", " : "") +
             std::string(mlc_entry_name(mlc_model_entry_at(model, i)));
  return names;
}

Outcome<mlc_context *> mlc::run::makeContext(const Session &session,
                                             const Options &options,
                                             uint32_t threads,
                                             mlc_profile_fn profile,
                                             void *profileSelf) {
  mlc_context_options make = {};
  make.size = sizeof(make);
  make.threads = threads;
  make.isa = options.isa;
  make.profile = profile;
  make.profile_self = profileSelf;
  if (options.fill >= 0) {
    make.flags |= MLC_CONTEXT_FILL;
    make.fill_byte = uint32_t(options.fill);
  }
  mlc_status status = {};
  mlc_context *context = nullptr;
  if (mlc_context_create(session.model, &make, &context, &status))
    return openError(status);
  return context;
}

Outcome<Nothing> mlc::run::openSession(Session &session, const Options &options,
                                       const std::string &library,
                                       mlc_profile_fn profile,
                                       void *profileSelf) {
  for (const std::string &path : options.opLibraries)
    if (Outcome<Nothing> opened = openOpLibrary(session, path); !opened)
      return opened;

  mlc_status status = {};
  mlc_open_options open = {};
  open.size = sizeof(open);
  open.flags = options.verify ? MLC_OPEN_VERIFY : 0;
  open.weights_path =
      options.weightsPath.empty() ? nullptr : options.weightsPath.c_str();
  open.custom_ops = session.customOps.data();
  open.n_custom_ops = session.customOps.size();
  double begin = secondsNow();
  if (mlc_model_open(library.c_str(), &open, &session.model, &status))
    return openError(status);
  Outcome<mlc_context *> context =
      makeContext(session, options, options.threads, profile, profileSelf);
  if (!context)
    return context.error();
  session.context = *context;
  session.loadSeconds = secondsNow() - begin;

  const char *name = options.entry.empty() ? nullptr : options.entry.c_str();
  session.entry = mlc_model_entry(session.model, name);
  if (!session.entry)
    return fault(library + ": no entry '" + options.entry + "'; there is " +
                 entryNames(session.model));
  return Nothing{};
}
