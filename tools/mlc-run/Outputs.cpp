//===- Outputs.cpp - Running once, showing and writing what came out -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Outputs.h"

#include "tools/mlc-run/Npy.h"
#include "tools/mlc-run/ProtoFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <sys/stat.h>

using namespace mlc::run;

static constexpr uint64_t shownValues = 8;

Outcome<std::vector<Value>>
mlc::run::runOnce(const Session &session, const std::vector<Value> &inputs) {
  ViewStorage storage;
  std::vector<mlc_tensor> in;
  for (const Value &value : inputs)
    in.push_back(viewOf(value, storage));
  uint32_t m = 0;
  const mlc_value_info *infos = mlc_entry_outputs(session.entry, &m);
  std::vector<mlc_tensor> out(m);
  mlc_status status = {};
  if (mlc_run(session.context, session.entry, in.data(), uint32_t(in.size()),
              out.data(), m, &status))
    return runError(status);
  std::vector<Value> outputs;
  for (uint32_t i = 0; i < m; ++i) {
    outputs.push_back(copyOf(out[i], infos[i].name));
    mlc_tensor_release(session.context, &out[i]);
  }
  return outputs;
}

namespace {
struct Summary {
  double low = INFINITY, high = -INFINITY, sum = 0;
  uint64_t nans = 0;
};
} // namespace

static Summary summarise(const Value &value) {
  Summary s;
  uint64_t n = parts(value);
  for (uint64_t i = 0; i < n; ++i) {
    double x = elementAsDouble(value, i);
    if (std::isnan(x)) {
      ++s.nans;
      continue;
    }
    s.low = std::min(s.low, x);
    s.high = std::max(s.high, x);
    s.sum += x;
  }
  if (n > s.nans)
    s.sum /= double(n - s.nans);
  return s;
}

static void printTensor(const Value &value, const std::string &indent) {
  printf("%s%s: %s", indent.c_str(), value.name.c_str(),
         typeText(value).c_str());
  uint64_t n = value.dtype == MLC_STRING ? value.texts.size() : parts(value);
  if (value.dtype != MLC_STRING && n > 1) {
    Summary s = summarise(value);
    printf("  min %.6g  mean %.6g  max %.6g", s.low, s.sum, s.high);
    if (s.nans)
      printf("  NaN %llu", static_cast<unsigned long long>(s.nans));
  }
  printf("\n%s  ", indent.c_str());
  for (uint64_t i = 0; i < n && i < shownValues; ++i)
    printf("%s%s", i ? ", " : "", elementText(value, i).c_str());
  printf(n > shownValues ? ", ...\n" : n ? "\n" : "(empty)\n");
}

static void printValues(const std::vector<Value> &values,
                        const std::string &indent) {
  for (const Value &value : values) {
    if (value.kind == MLC_TENSOR) {
      printTensor(value, indent);
      continue;
    }
    printf("%s%s: %s of %zu\n", indent.c_str(), value.name.c_str(),
           value.kind == MLC_SEQUENCE ? "sequence" : "optional",
           value.items.size());
    printValues(value.items, indent + "  ");
  }
}

void mlc::run::printOutputs(const std::vector<Value> &outputs) {
  printValues(outputs, "");
}

static void tensorJson(Json &json, const Value &value) {
  json.beginObject();
  json.field("name", value.name).field("dtype", mlc_dtype_name(value.dtype));
  if (value.kind != MLC_TENSOR) {
    json.field("kind", value.kind == MLC_SEQUENCE ? "sequence" : "optional");
    json.key("items").beginArray();
    for (const Value &item : value.items)
      tensorJson(json, item);
    json.endArray().endObject();
    return;
  }
  json.key("shape").beginArray();
  for (int64_t extent : value.dims)
    json.value(extent);
  json.endArray();
  json.key("first").beginArray();
  uint64_t n = value.dtype == MLC_STRING ? value.texts.size() : parts(value);
  for (uint64_t i = 0; i < n && i < shownValues; ++i) {
    if (value.dtype == MLC_STRING)
      json.value(value.texts[i]);
    else if (isInteger(value.dtype))
      json.value(elementAsInteger(value, i));
    else
      json.value(elementAsDouble(value, i));
  }
  json.endArray();
  if (value.dtype != MLC_STRING && n) {
    Summary s = summarise(value);
    json.field("min", s.low).field("mean", s.sum).field("max", s.high);
    json.field("nan", s.nans);
  }
  json.endObject();
}

void mlc::run::writeOutputsJson(Json &json, const std::vector<Value> &outputs) {
  json.key("outputs").beginArray();
  for (const Value &value : outputs)
    tensorJson(json, value);
  json.endArray();
}

std::string mlc::run::safeName(const std::string &name) {
  std::string safe = name;
  for (char &c : safe)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' &&
        c != '-')
      c = '_';
  // Neither empty nor a way out of the folder.
  return safe.empty() || safe[0] == '.' ? "_" + safe : safe;
}

Outcome<Nothing> mlc::run::makeFolder(const std::string &path) {
  for (size_t at = 1; at <= path.size(); ++at) {
    if (at < path.size() && path[at] != '/')
      continue;
    std::string prefix = path.substr(0, at);
    if (mkdir(prefix.c_str(), 0777) != 0 && errno != EEXIST)
      return fault(prefix + ": cannot make the folder: " + strerror(errno));
  }
  return Nothing{};
}

static void addFiles(const Value &value, const std::string &format,
                     std::vector<const Value *> &files) {
  if (value.kind == MLC_TENSOR || format == "pb") {
    files.push_back(&value);
    return;
  }
  for (const Value &item : value.items)
    addFiles(item, format, files);
}

Outcome<Nothing> mlc::run::writeOutputs(const std::vector<Value> &outputs,
                                        const std::string &folder,
                                        const std::string &format) {
  if (Outcome<Nothing> made = makeFolder(folder); !made)
    return made;
  // A sequence is one .pb, or one .npy per tensor in it.
  std::vector<const Value *> files;
  for (const Value &value : outputs)
    addFiles(value, format, files);
  Json json;
  json.beginObject();
  std::set<std::string> taken;
  for (const Value *value : files) {
    std::string file = safeName(value->name);
    while (!taken.insert(file).second)
      file += "_";
    file += "." + format;
    std::string path = folder + "/" + file;
    Outcome<Nothing> written =
        format == "pb" ? writeProto(path, *value) : writeNpy(path, *value);
    if (!written)
      return written;
    json.key(value->name).beginObject();
    json.field("file", file).field("dtype", mlc_dtype_name(value->dtype));
    json.key("shape").beginArray();
    for (int64_t extent : value->dims)
      json.value(extent);
    json.endArray().endObject();
  }
  json.endObject();
  std::string text = json.str() + "\n";
  return writeWholeFile(folder + "/INDEX.json", text.data(), text.size());
}
