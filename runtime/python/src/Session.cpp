//===- Session.cpp - A loaded model as Python sees it --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/python/src/Session.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using namespace mlc::python;

static void *allocate(void *, uint64_t bytes, uint64_t alignment) {
  if (alignment < 64)
    alignment = 64;
  uint64_t rounded = (bytes + alignment - 1) & ~(alignment - 1);
  return rounded < bytes ? nullptr : aligned_alloc(alignment, rounded);
}

static void release(void *, void *block, uint64_t) { free(block); }

mlc_allocator mlc::python::arrayAllocator() {
  return {nullptr, allocate, release};
}

static StatusError openFailure(const std::string &text) {
  StatusError error = {};
  error.opening = true;
  error.status.code = MLC_INVALID_ARGUMENT;
  error.status.node = -1;
  snprintf(error.status.message, sizeof(error.status.message), "%s",
           text.c_str());
  return error;
}

Session::Session(const OpenArguments &given) : arguments(given) {
  mlc_status status = {};
  for (const std::string &path : arguments.opLibraries) {
    std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      throw openFailure(path + ": cannot load the op library: " + dlerror());
    libraries.push_back(library);
    auto query = reinterpret_cast<mlc_op_library_fn>(
        dlsym(library, MLC_OP_LIBRARY_SYMBOL));
    const mlc_op_library *ops = query ? query(MLC_ABI_VERSION) : nullptr;
    if (!ops || ops->magic != MLC_ABI_MAGIC)
      throw openFailure(path + ": not an op library");
    customOps.insert(customOps.end(), ops->ops, ops->ops + ops->n_ops);
  }
  mlc_open_options options = {};
  options.size = sizeof(options);
  options.flags = arguments.verify ? MLC_OPEN_VERIFY : 0;
  options.weights_path =
      arguments.weights.empty() ? nullptr : arguments.weights.c_str();
  options.custom_ops = customOps.data();
  options.n_custom_ops = customOps.size();
  if (mlc_model_open(arguments.path.c_str(), &options, &model, &status))
    throw StatusError{status, true};
  // The first context is made now, so that a bad level or thread count is found
  // at load and the first call pays for nothing.
  try {
    idle.push_back(makeContext(nullptr, nullptr));
  } catch (const StatusError &) {
    mlc_model_close(model);
    throw;
  }
}

Session::~Session() {
  for (mlc_context *context : idle)
    mlc_context_destroy(context);
  mlc_model_close(model);
  for (void *library : libraries)
    dlclose(library);
}

mlc_context *Session::makeContext(mlc_profile_fn profile, void *self) {
  mlc_context_options options = {};
  options.size = sizeof(options);
  options.allocator = arrayAllocator();
  options.threads = arguments.threads;
  options.isa = arguments.isa;
  options.profile = profile;
  options.profile_self = self;
  mlc_context *context = nullptr;
  mlc_status status = {};
  if (mlc_context_create(model, &options, &context, &status))
    throw StatusError{status, true};
  return context;
}

mlc_context *Session::take() {
  if (hasState())
    stateful.lock();
  {
    std::lock_guard<std::mutex> guard(mutex);
    if (!idle.empty()) {
      mlc_context *context = idle.back();
      idle.pop_back();
      return context;
    }
  }
  return makeContext(nullptr, nullptr);
}

void Session::giveBack(mlc_context *context) {
  {
    std::lock_guard<std::mutex> guard(mutex);
    idle.push_back(context);
  }
  if (hasState())
    stateful.unlock();
}
