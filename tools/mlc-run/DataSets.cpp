//===- DataSets.cpp - ONNX test data folders -----------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/DataSets.h"

#include "tools/mlc-run/Inputs.h"
#include "tools/mlc-run/Outputs.h"
#include "tools/mlc-run/ProtoFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <unistd.h>

using namespace mlc::run;

static Outcome<std::vector<std::string>> findSets(const std::string &folder) {
  DIR *dir = opendir(folder.c_str());
  if (!dir)
    return fault(folder + ": cannot open: " + strerror(errno));
  std::vector<std::string> sets;
  while (dirent *entry = readdir(dir))
    if (strncmp(entry->d_name, "test_data_set_", 14) == 0)
      sets.push_back(folder + "/" + entry->d_name);
  closedir(dir);
  // By number: set 10 after set 9.
  std::sort(sets.begin(), sets.end(),
            [](const std::string &a, const std::string &b) {
              return a.size() != b.size() ? a.size() < b.size() : a < b;
            });
  if (sets.empty())
    return fault(folder + ": no test_data_set_* in it");
  return sets;
}

/// input_0.pb, input_1.pb, ... A tensor that carries the name of an input goes
/// there; the others keep their place.
static Outcome<std::vector<Value>> readSet(const std::string &set,
                                           const char *prefix,
                                           const mlc_value_info *infos,
                                           uint32_t n) {
  std::vector<Value> values(n);
  for (uint32_t i = 0; i < n; ++i) {
    std::string path = set + "/" + prefix + std::to_string(i) + ".pb";
    if (access(path.c_str(), R_OK) != 0)
      return fault(path + ": missing; the entry has " + std::to_string(n) +
                   " such values");
    Outcome<Value> value = readProto(path, infos[i].kind);
    if (!value)
      return value.error();
    uint32_t at = i;
    for (uint32_t j = 0; j < n; ++j)
      if (!value->name.empty() && value->name == infos[j].name)
        at = j;
    value->name = infos[at].name;
    values[at] = std::move(*value);
  }
  return values;
}

Outcome<int> mlc::run::runDataSets(const Session &session,
                                   const Options &options, Json *json) {
  Outcome<std::vector<std::string>> sets = findSets(options.dataDir);
  if (!sets)
    return sets.error();
  uint32_t n = 0, m = 0;
  const mlc_value_info *ins = mlc_entry_inputs(session.entry, &n);
  const mlc_value_info *outs = mlc_entry_outputs(session.entry, &m);
  bool all = true;
  if (json)
    json->key("sets").beginArray();
  for (const std::string &set : *sets) {
    Outcome<std::vector<Value>> inputs = readSet(set, "input_", ins, n);
    if (!inputs)
      return inputs.error();
    Outcome<std::vector<Value>> want = readSet(set, "output_", outs, m);
    if (!want)
      return want.error();
    mlc_context_state_reset(session.context);
    Outcome<std::vector<Value>> got = runOnce(session, *inputs);
    if (!got)
      return got.error();
    bool pass = true;
    if (json)
      json->beginObject()
          .field("set", set.substr(set.rfind('/') + 1))
          .key("outputs")
          .beginArray();
    for (uint32_t i = 0; i < m; ++i) {
      Comparison c = compare((*got)[i], (*want)[i], options);
      pass &= c.pass;
      if (json)
        comparisonJson(*json, c);
      else
        printComparison(c);
    }
    if (json)
      json->endArray().field("pass", pass).endObject();
    else
      printf("%s: %s\n", set.substr(set.rfind('/') + 1).c_str(),
             pass ? "PASS" : "FAIL");
    all &= pass;
  }
  if (json)
    json->endArray().field("pass", all);
  else
    printf("%s\n", all ? "PASS" : "FAIL");
  return int(all ? Done : Differs);
}
