//===- Compile.cpp - Model files: compiled once, kept in the user's cache ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key covers the model's bytes, the flags, the compiler's build, and where
// the model keeps tensors in files of their own, also those. The folder has
// mode 0700 and must be the user's own: a library found there will be executed.
//
//===----------------------------------------------------------------------===//

#include "tools/mlc-run/Model.h"

#include "runtime/src/loader/ArtifactHash.h"
#include "runtime/src/loader/FileMap.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace mlc::run;

/// compile-model beside this program, else the one on the path.
static std::string findCompiler() {
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
  if (n > 0) {
    std::string path(self, size_t(n));
    path = path.substr(0, path.rfind('/') + 1) + "compile-model";
    if (access(path.c_str(), X_OK) == 0)
      return path;
  }
  return "compile-model";
}

/// Changes with every build: file number, size and time.
static std::string identity(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return path;
  return std::to_string(info.st_size) + "." +
         std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec);
}

static std::string hashText(const void *data, size_t n) {
  uint64_t hash[2];
  mlc::rt::hashBytes(static_cast<const uint8_t *>(data), n, hash);
  char text[40];
  snprintf(text, sizeof(text), "%016llx%016llx",
           static_cast<unsigned long long>(hash[1]),
           static_cast<unsigned long long>(hash[0]));
  return text;
}

/// Names, sizes and times of the files beside a model: where its external data
/// may lie.
static std::string neighbours(const std::string &model) {
  size_t slash = model.rfind('/');
  std::string folder =
      slash == std::string::npos ? "." : model.substr(0, slash + 1);
  std::vector<std::string> rows;
  DIR *dir = opendir(folder.c_str());
  while (dirent *entry = dir ? readdir(dir) : nullptr)
    if (entry->d_name[0] != '.')
      rows.push_back(std::string(entry->d_name) + ":" +
                     identity(folder + "/" + entry->d_name) + ";");
  if (dir)
    closedir(dir);
  std::sort(rows.begin(), rows.end());
  std::string all;
  for (const std::string &row : rows)
    all += row;
  return all;
}

/// The compiler learns shape rules from the op libraries too.
static std::vector<std::string> allFlags(const Options &options) {
  std::vector<std::string> flags = options.compilerFlags;
  for (const std::string &library : options.opLibraries)
    flags.push_back("--op-library=" + library);
  return flags;
}

static Outcome<std::string> cacheKey(const Options &options,
                                     const std::string &compiler) {
  mlc_status status = {};
  mlc::rt::FileMap file;
  if (file.open(options.model.c_str(), "model", &status))
    return openError(status);
  std::string key = hashText(file.data, file.size);
  if (file.size && memmem(file.data, file.size, "location", 8))
    key += neighbours(options.model);
  file.close();
  key += identity(compiler);
  for (const std::string &flag : allFlags(options)) {
    key += "\n" + flag;
    // Files named by a flag (other entries, op libraries) count with their
    // state.
    if (size_t at = flag.rfind('='); at != std::string::npos)
      key += "@" + identity(flag.substr(at + 1));
  }
  return hashText(key.data(), key.size());
}

static bool makePrivate(const std::string &path) {
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return false;
  struct stat info;
  return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

/// The cache folder, or why there is none.
static Outcome<std::string> cacheFolder() {
  const char *base = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  std::string root;
  if (base && base[0] == '/')
    root = base;
  else if (home && home[0] == '/')
    root = std::string(home) + "/.cache";
  else
    return fault("neither XDG_CACHE_HOME nor HOME is set");
  std::string folder = root + "/mlc";
  if (!makePrivate(root) || !makePrivate(folder))
    return fault(folder + ": cannot be made: " + strerror(errno));
  struct stat info;
  if (lstat(folder.c_str(), &info) != 0 || info.st_uid != geteuid() ||
      (info.st_mode & 077) != 0)
    return fault(folder +
                 ": not used as cache: it must belong to you with mode 0700");
  return folder;
}

/// Runs the compiler; its messages go to our stderr.
static Outcome<Nothing> compile(const Options &options,
                                const std::string &compiler,
                                const std::string &output) {
  std::vector<std::string> words = {compiler, options.model, "-o", output};
  std::vector<std::string> flags = allFlags(options);
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  pid_t child = 0;
  int error = posix_spawnp(&child, compiler.c_str(), &actions, nullptr,
                           arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return Error{Internal,
                 "mlc-run: cannot start " + compiler + ": " + strerror(error)};
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Nothing{};
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : int(Internal);
  bool known = code == UserFault || code == Unsupported;
  return Error{known ? Exit(code) : Internal,
               options.model + ": compile-model " +
                   (WIFSIGNALED(status)
                        ? "ended by signal " + std::to_string(WTERMSIG(status))
                        : "failed with exit code " + std::to_string(code))};
}

static Outcome<Library> compileToTemporary(const Options &options,
                                           const std::string &compiler) {
  const char *base = getenv("TMPDIR");
  std::string pattern =
      std::string(base && *base ? base : "/tmp") + "/mlc-run-XXXXXX";
  if (!mkdtemp(pattern.data()))
    return fault(pattern +
                 ": cannot make a temporary folder: " + strerror(errno));
  Library library;
  library.path = pattern + "/model.so";
  library.temporary = true;
  double begin = secondsNow();
  Outcome<Nothing> done = compile(options, compiler, library.path);
  library.compileSeconds = secondsNow() - begin;
  if (done)
    return library;
  removeTemporary(library);
  return done.error();
}

void mlc::run::removeTemporary(const Library &library) {
  if (!library.temporary)
    return;
  std::string folder = library.path.substr(0, library.path.rfind('/'));
  DIR *dir = opendir(folder.c_str());
  while (dirent *entry = dir ? readdir(dir) : nullptr)
    unlink((folder + "/" + entry->d_name).c_str());
  if (dir)
    closedir(dir);
  rmdir(folder.c_str());
}

Outcome<Library> mlc::run::obtainLibrary(const Options &options) {
  Library library;
  char head[4] = {};
  mlc_status status = {};
  mlc::rt::FileMap file;
  if (file.open(options.model.c_str(), "model", &status))
    return openError(status);
  if (file.size >= 4)
    memcpy(head, file.data, 4);
  file.close();
  if (memcmp(head, "\177ELF", 4) == 0) {
    if (!options.compilerFlags.empty())
      return fault("mlc-run: '" + options.compilerFlags[0] +
                   "' is a flag of the compiler; " + options.model +
                   " is compiled already");
    library.path = options.model;
    return library;
  }

  std::string compiler = findCompiler();
  if (!options.useCache)
    return compileToTemporary(options, compiler);
  Outcome<std::string> folder = cacheFolder();
  if (!folder) {
    if (options.verbose)
      fprintf(stderr, "mlc-run: %s\n", folder.error().text.c_str());
    return compileToTemporary(options, compiler);
  }
  Outcome<std::string> key = cacheKey(options, compiler);
  if (!key)
    return key.error();
  library.path = *folder + "/" + *key + ".so";
  if (access(library.path.c_str(), R_OK) == 0) {
    library.fromCache = true;
    return library;
  }
  double begin = secondsNow();
  // compile-model renames a finished file into place.
  if (Outcome<Nothing> done = compile(options, compiler, library.path); !done)
    return done.error();
  library.compileSeconds = secondsNow() - begin;
  return library;
}
