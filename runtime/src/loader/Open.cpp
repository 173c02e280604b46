//===- Open.cpp - Opening and closing a model ----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is checked before any of its code is mapped; what dlopen then loaded
// is compared with what was checked, by its note.
//
// dlopen answers a name that it has seen with the library it loaded then, even
// when the file was replaced since. So each open spells the path in its own way
// (the kernel reads "/./" as "/").
//
//===----------------------------------------------------------------------===//

#include "runtime/src/core/Text.h"
#include "runtime/src/loader/ArtifactHash.h"
#include "runtime/src/loader/Model.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

using namespace mlc::rt;

static mlc_code outOfMemory(const char *path, mlc_status *status) {
  return Failure(status, MLC_OUT_OF_MEMORY) << path << ": out of memory";
}

/// A model with one hold and nothing in it yet.
static mlc_model *makeModel(const mlc_open_options &options, const char *path) {
  mlc_allocator allocator = chooseAllocator(options.allocator);
  auto *block = allocateArray<uint8_t>(allocator, sizeof(mlc_model));
  if (!block)
    return nullptr;
  auto *model = new (block) mlc_model();
  model->holds.store(1);
  model->allocator = allocator;
  model->path = copyText(allocator, path);
  if (model->path)
    return model;
  freeArray(allocator, block, sizeof(mlc_model));
  return nullptr;
}

static mlc_code checkFile(const uint8_t *data, uint64_t size, const char *path,
                          NoteLocation &found, mlc_status *status) {
  if (mlc_code code = findNote(data, size, path, found, status))
    return code;
  uint64_t hash[2];
  hashCode(data, size, found, hash);
  if (hash[0] != found.note.code_hash[0] || hash[1] != found.note.code_hash[1])
    return Failure(status, MLC_DATA_CORRUPTION)
           << path << ": damaged: the file does not match its hash";
  return MLC_OK;
}

/// Ten thousand models a microsecond would be needed for two equal spellings.
static void spellUniquely(Text &out, const char *directory, const char *name) {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  uint64_t number = uint64_t(t.tv_sec) * 1000000000 + uint64_t(t.tv_nsec);
  out << directory << "/";
  for (; number; number >>= 1)
    out << (number & 1 ? "./" : "/");
  out << name;
}

static mlc_code loadLibrary(mlc_model &model, const char *directory,
                            const char *name, const NoteLocation &found,
                            mlc_status *status) {
  char spelled[PATH_MAX + 256];
  Text out(spelled, sizeof(spelled));
  spellUniquely(out, directory, name);
  model.library = dlopen(spelled, RTLD_NOW | RTLD_LOCAL);
  if (!model.library) {
    const char *error = dlerror();
    return Failure(status, MLC_IO_ERROR)
           << model.path
           << ": the system cannot load it: " << (error ? error : "?");
  }
  link_map *map = nullptr;
  bool same =
      dlinfo(model.library, RTLD_DI_LINKMAP, &map) == 0 &&
      memcmp(reinterpret_cast<const void *>(map->l_addr + found.address),
             &found.note, sizeof(mlc_note)) == 0;
  if (!same)
    return Failure(status, MLC_DATA_CORRUPTION)
           << model.path << ": the file changed while it was being loaded";
  model.note = found.note;

  auto query =
      reinterpret_cast<mlc_query_fn>(dlsym(model.library, MLC_QUERY_SYMBOL));
  model.artifact = query ? query(MLC_ABI_VERSION) : nullptr;
  if (!model.artifact)
    return Failure(status, MLC_VERSION_MISMATCH)
           << model.path
           << (query ? ": the artifact refuses ABI "
                     : ": no " MLC_QUERY_SYMBOL " for ABI ")
           << MLC_ABI_MAJOR << "." << MLC_ABI_MINOR;
  return MLC_OK;
}

/// What all three ways of opening end with; consumes the model on failure.
static mlc_code finish(mlc_model *model, const mlc_open_options &options,
                       mlc_code code, mlc_model **result, mlc_status *status) {
  if (!code)
    code = describeModel(*model, options, status);
  if (!code && (options.flags & MLC_OPEN_VERIFY))
    code = verifyWeights(*model, status);
  if (code) {
    releaseModel(model);
    return code;
  }
  *result = model;
  return MLC_OK;
}

mlc_code mlc_model_open(const char *path, const mlc_open_options *given,
                        mlc_model **result, mlc_status *status) {
  clearStatus(status);
  *result = nullptr;
  mlc_open_options options = copyOptions(given);
  mlc_model *model = makeModel(options, path);
  if (!model)
    return outOfMemory(path, status);

  FileMap file;
  NoteLocation found;
  mlc_code code = file.open(path, "model", status);
  if (!code)
    code = checkFile(file.data, file.size, path, found, status);
  char absolute[PATH_MAX];
  if (!code && !realpath(path, absolute))
    code = Failure(status, MLC_IO_ERROR)
           << path << ": the path cannot be resolved";
  if (!code) {
    char *slash = strrchr(absolute, '/');
    *slash = 0;
    code = loadLibrary(*model, absolute, slash + 1, found, status);
  }
  file.close();
  return finish(model, options, code, result, status);
}

static mlc_code writeAll(int file, const void *bytes, uint64_t n,
                         mlc_status *status) {
  auto *at = static_cast<const uint8_t *>(bytes);
  while (n > 0) {
    ssize_t written = write(file, at, n);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return Failure(status, MLC_OUT_OF_MEMORY)
             << "a model in memory: no room for a loadable copy";
    at += written;
    n -= uint64_t(written);
  }
  return MLC_OK;
}

mlc_code mlc_model_open_memory(const void *bytes, uint64_t n,
                               const mlc_open_options *given,
                               mlc_model **result, mlc_status *status) {
  clearStatus(status);
  *result = nullptr;
  mlc_open_options options = copyOptions(given);
  const char *path = "a model in memory";
  mlc_model *model = makeModel(options, path);
  if (!model)
    return outOfMemory(path, status);

  NoteLocation found;
  mlc_code code =
      checkFile(static_cast<const uint8_t *>(bytes), n, path, found, status);
  int file = -1;
  if (!code && (file = memfd_create("mlc-model", MFD_CLOEXEC)) < 0)
    code = Failure(status, MLC_IO_ERROR)
           << path << ": the system gives no memory file";
  if (!code)
    code = writeAll(file, bytes, n, status);
  if (!code) {
    char name[16];
    Text(name, sizeof(name)) << file;
    code = loadLibrary(*model, "/proc/self/fd", name, found, status);
  }
  if (file >= 0)
    close(file);
  return finish(model, options, code, result, status);
}

mlc_code mlc_model_open_linked(const mlc_artifact *artifact,
                               const mlc_open_options *given,
                               mlc_model **result, mlc_status *status) {
  clearStatus(status);
  *result = nullptr;
  mlc_open_options options = copyOptions(given);
  mlc_model *model = makeModel(options, "a linked model");
  if (!model)
    return outOfMemory("a linked model", status);
  model->artifact = artifact;
  mlc_code code = MLC_OK;
  if (!artifact)
    code = Failure(status, MLC_INVALID_ARGUMENT)
           << "a linked model: no artifact given, or its query refused ABI "
           << MLC_ABI_MAJOR << "." << MLC_ABI_MINOR;
  return finish(model, options, code, result, status);
}

void mlc::rt::releaseModel(mlc_model *model) {
  if (!model || model->holds.fetch_sub(1) != 1)
    return;
  forgetDescription(*model);
  if (model->library)
    dlclose(model->library);
  mlc_allocator allocator = model->allocator;
  freeText(allocator, model->path);
  model->~mlc_model();
  freeArray(allocator, reinterpret_cast<uint8_t *>(model), sizeof(mlc_model));
}

void mlc_model_close(mlc_model *model) { releaseModel(model); }
