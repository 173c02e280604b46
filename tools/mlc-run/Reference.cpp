//===- Reference.cpp - The same model by another engine ------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Reference.h"

#include "tools/mlc-run/Exchange.h"
#include "tools/mlc-run/Npy.h"
#include "tools/mlc-run/ProtoFile.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace mlc;
using namespace mlc::run;

/// What ONNX Runtime's side runs: model, folder, number of inputs.
static const char onnxruntimeScript[] = R"(
import sys
import numpy as np, onnx
from onnx import numpy_helper
import onnxruntime as ort
model, folder, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
options = ort.SessionOptions()
options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
feed = {}
for i, value in enumerate(session.get_inputs()):
    with open(f"{folder}/input_{i}.pb", "rb") as file:
        data = file.read()
    if value.type.startswith("seq"):
        feed[value.name] = numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    else:
        feed[value.name] = numpy_helper.to_array(onnx.TensorProto.FromString(data))
for i, result in enumerate(session.run(None, feed)):
    if isinstance(result, list):
        proto = numpy_helper.from_list([np.asarray(r) for r in result])
    else:
        proto = numpy_helper.from_array(np.asarray(result))
    with open(f"{folder}/output_{i}.pb", "wb") as file:
        file.write(proto.SerializeToString())
)";

namespace {
/// A temporary folder and everything in it.
class Scratch {
public:
  Scratch() {
    const char *base = getenv("TMPDIR");
    path = std::string(base && *base ? base : "/tmp") + "/mlc-run-XXXXXX";
    if (!mkdtemp(path.data()))
      path.clear();
  }
  ~Scratch() {
    DIR *dir = path.empty() ? nullptr : opendir(path.c_str());
    while (dirent *entry = dir ? readdir(dir) : nullptr)
      unlink((path + "/" + entry->d_name).c_str());
    if (dir)
      closedir(dir);
    rmdir(path.c_str());
  }
  Scratch(const Scratch &) = delete;
  std::string path;
};
} // namespace

static std::string ownFolder() {
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
  std::string path(self, n > 0 ? size_t(n) : 0);
  return path.substr(0, path.rfind('/') + 1);
}

static Outcome<Nothing> spawn(std::vector<std::string> words,
                              const char *what) {
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int error = posix_spawnp(&child, arguments[0], nullptr, nullptr,
                           arguments.data(), environ);
  if (error)
    return fault(std::string("mlc-run: cannot start ") + words[0] +
                 " for --reference=" + what + ": " + strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Nothing{};
  bool unsupported = WIFEXITED(status) && WEXITSTATUS(status) == Unsupported;
  return Error{unsupported ? Unsupported : RunFailed,
               std::string("mlc-run: the reference (") + what + ") failed"};
}

static void write(exchange::Writer &out, const Value &value) {
  out.number(value.kind);
  out.number(value.dtype);
  if (value.kind != MLC_TENSOR) {
    out.number(value.items.size());
    for (const Value &item : value.items)
      write(out, item);
    return;
  }
  out.number(value.dims.size());
  for (int64_t extent : value.dims)
    out.number(uint64_t(extent));
  out.block(value.data.data(), value.data.size());
}

static Value read(exchange::Reader &in, unsigned depth) {
  Value value;
  value.kind = uint32_t(in.number());
  value.dtype = uint32_t(in.number());
  uint64_t n = in.number();
  if (value.kind != MLC_TENSOR) {
    in.good &= depth < exchange::mostDims;
    for (uint64_t i = 0; i < n && in.good; ++i)
      value.items.push_back(read(in, depth + 1));
    return value;
  }
  in.good &= n <= exchange::mostDims;
  for (uint64_t i = 0; i < n && in.good; ++i)
    value.dims.push_back(int64_t(in.number()));
  value.data = in.block();
  return value;
}

static Outcome<std::vector<Value>> interpret(const Options &options,
                                             const std::vector<Value> &inputs,
                                             const std::string &folder) {
  exchange::Writer out;
  out.number(inputs.size());
  for (const Value &value : inputs) {
    if (value.dtype == MLC_STRING)
      return Error{Unsupported, "mlc-run: the interpreter has no strings"};
    write(out, value);
  }
  std::string from = folder + "/inputs", to = folder + "/outputs";
  if (Outcome<Nothing> w =
          writeWholeFile(from, out.bytes.data(), out.bytes.size());
      !w)
    return w.error();
  std::string tool = ownFolder() + "mlc-reference";
  if (Outcome<Nothing> done =
          spawn({tool, options.model, from, to}, "interpreter");
      !done)
    return done.error();
  Outcome<std::vector<uint8_t>> bytes = readWholeFile(to);
  if (!bytes)
    return bytes.error();
  exchange::Reader in(*bytes);
  std::vector<Value> values;
  for (uint64_t n = in.number(); n > 0 && in.good; --n)
    values.push_back(read(in, 0));
  if (!in.good)
    return Error{Internal, "mlc-run: mlc-reference wrote a damaged file"};
  return values;
}

/// Python of the build or the installation, else the one on the path.
static std::string findPython() {
  if (const char *given = getenv("MLC_PYTHON"); given && *given)
    return given;
  std::string beside = ownFolder() + "../venv/bin/python";
  return access(beside.c_str(), X_OK) == 0 ? beside : "python3";
}

static Outcome<std::vector<Value>>
runOnnxruntime(const Options &options, const std::vector<Value> &inputs,
               const mlc_value_info *outputs, uint32_t n,
               const std::string &folder) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Outcome<Nothing> w = writeProto(
            folder + "/input_" + std::to_string(i) + ".pb", inputs[i]);
        !w)
      return w.error();
  if (Outcome<Nothing> done =
          spawn({findPython(), "-c", onnxruntimeScript, options.model, folder,
                 std::to_string(inputs.size())},
                "onnxruntime");
      !done)
    return done.error();
  std::vector<Value> values;
  for (uint32_t i = 0; i < n; ++i) {
    Outcome<Value> value = readProto(
        folder + "/output_" + std::to_string(i) + ".pb", outputs[i].kind);
    if (!value)
      return value.error();
    values.push_back(std::move(*value));
  }
  return values;
}

Outcome<std::vector<Value>>
mlc::run::runReference(const Options &options, const std::vector<Value> &inputs,
                       const mlc_value_info *outputs, uint32_t n) {
  Scratch scratch;
  if (scratch.path.empty())
    return fault(std::string("mlc-run: cannot make a temporary folder: ") +
                 strerror(errno));
  Outcome<std::vector<Value>> values =
      options.reference == "interpreter"
          ? interpret(options, inputs, scratch.path)
          : runOnnxruntime(options, inputs, outputs, n, scratch.path);
  if (!values)
    return values;
  if (values->size() != n)
    return Error{Internal, "mlc-run: the reference gave " +
                               std::to_string(values->size()) +
                               " outputs, the model has " + std::to_string(n)};
  for (uint32_t i = 0; i < n; ++i)
    (*values)[i].name = outputs[i].name;
  return values;
}

ExposedModel::~ExposedModel() {
  for (const std::string &link : links)
    unlink(link.c_str());
  if (!file.empty())
    unlink(file.c_str());
  if (!folder.empty())
    rmdir(folder.c_str());
}

Outcome<Nothing> ExposedModel::make(const std::string &model) {
  const char *base = getenv("TMPDIR");
  std::string pattern =
      std::string(base && *base ? base : "/tmp") + "/mlc-run-XXXXXX";
  if (!mkdtemp(pattern.data()))
    return fault(pattern +
                 ": cannot make a temporary folder: " + strerror(errno));
  folder = pattern;
  // Tensors in files of their own are looked for beside the model.
  char absolute[PATH_MAX];
  if (!realpath(model.c_str(), absolute))
    return fault(model + ": the path cannot be resolved");
  std::string home(absolute);
  home.resize(home.rfind('/'));
  DIR *dir = opendir(home.c_str());
  while (dirent *entry = dir ? readdir(dir) : nullptr) {
    if (entry->d_name[0] == '.')
      continue;
    std::string link = folder + "/" + entry->d_name;
    if (symlink((home + "/" + entry->d_name).c_str(), link.c_str()) == 0)
      links.push_back(link);
  }
  if (dir)
    closedir(dir);
  file = folder + "/mlc-run-exposed.onnx";
  Outcome<std::vector<Exposed>> found = exposeNodes(model, file);
  if (!found)
    return found.error();
  exposed = std::move(*found);
  return Nothing{};
}
