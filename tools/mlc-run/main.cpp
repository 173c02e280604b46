//===- main.cpp - Runs, checks and times a compiled model ----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Benchmark.h"
#include "tools/mlc-run/Compare.h"
#include "tools/mlc-run/DataSets.h"
#include "tools/mlc-run/Inputs.h"
#include "tools/mlc-run/Npy.h"
#include "tools/mlc-run/Outputs.h"
#include "tools/mlc-run/Profile.h"
#include "tools/mlc-run/Reference.h"

#include <cstdio>
#include <cstdlib>
#include <sched.h>

using namespace mlc::run;

/// Runs of `--profile` unless --iterations says otherwise.
static constexpr int64_t profiledRuns = 10;

static int report(const Error &error) {
  fprintf(stderr, "%s\n", error.text.c_str());
  return error.exit;
}

/// "0-3,8" as the process's affinity.
static Outcome<Nothing> pinTo(const std::string &list) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const char *at = list.c_str();
  while (*at) {
    char *end = nullptr;
    unsigned long first = strtoul(at, &end, 10), last = first;
    if (end == at)
      return fault("mlc-run: option '--cpus' needs a list like 0-3,8, not '" +
                   list + "'");
    if (*end == '-') {
      at = end + 1;
      last = strtoul(at, &end, 10);
    }
    if (end == at || last < first || last >= CPU_SETSIZE ||
        (*end && *end != ','))
      return fault("mlc-run: option '--cpus' needs a list like 0-3,8, not '" +
                   list + "'");
    for (unsigned long cpu = first; cpu <= last; ++cpu)
      CPU_SET(cpu, &set);
    at = *end ? end + 1 : end;
  }
  if (sched_setaffinity(0, sizeof(set), &set) != 0)
    return fault("mlc-run: none of the processors of --cpus=" + list +
                 " can be used");
  return Nothing{};
}

/// The value of the entry's output that --expected names.
static Outcome<size_t> findOutput(const Session &session,
                                  const Binding &expected, size_t position) {
  uint32_t m = 0;
  const mlc_value_info *infos = mlc_entry_outputs(session.entry, &m);
  if (expected.name.empty() && position < m)
    return position;
  std::string names;
  for (uint32_t i = 0; i < m; ++i) {
    if (expected.name == infos[i].name)
      return size_t(i);
    names += (i ? ", " : "") + std::string(infos[i].name);
  }
  return fault(
      "no output '" +
      (expected.name.empty() ? std::to_string(position) : expected.name) +
      "'; the entry gives " + names);
}

static Outcome<int> compareAll(const Session &session, const Options &options,
                               const std::vector<Value> &outputs, Json *json) {
  uint32_t m = 0;
  const mlc_value_info *infos = mlc_entry_outputs(session.entry, &m);
  bool all = true;
  if (json)
    json->key("comparisons").beginArray();
  for (size_t i = 0; i < options.expected.size(); ++i) {
    Outcome<size_t> at = findOutput(session, options.expected[i], i);
    if (!at)
      return at.error();
    Outcome<Value> want = readValue(options.expected[i].text, infos[*at]);
    if (!want)
      return want.error();
    Comparison c = compare(outputs[*at], *want, options);
    all &= c.pass;
    if (json)
      comparisonJson(*json, c);
    else
      printComparison(c);
  }
  if (json)
    json->endArray().field("pass", all);
  else
    printf("%s\n", all ? "PASS" : "FAIL");
  return int(all ? Done : Differs);
}

/// Compares with the other engine; with --per-node in program order and only up
/// to the first node that differs.
static Outcome<int> compareReference(const Session &session,
                                     const Options &options,
                                     const std::vector<Value> &inputs,
                                     const std::vector<Value> &outputs,
                                     const std::vector<Exposed> &nodes,
                                     Json *json) {
  uint32_t m = 0;
  const mlc_value_info *infos = mlc_entry_outputs(session.entry, &m);
  Outcome<std::vector<Value>> want = runReference(options, inputs, infos, m);
  if (!want)
    return want.error();
  auto compareAt = [&](uint32_t i) {
    return compare(outputs[i], (*want)[i], options);
  };
  bool all = true;
  if (json)
    json->key("comparisons").beginArray();
  auto show = [&](const Comparison &c) {
    all &= c.pass;
    if (json)
      comparisonJson(*json, c);
    else
      printComparison(c);
  };
  for (const Exposed &at : nodes) {
    for (uint32_t i = 0; i < m && all; ++i)
      if (at.value == infos[i].name) {
        Comparison c = compareAt(i);
        if (c.pass)
          continue;
        c.detail = "first at node " + at.node + ": " + c.detail;
        show(c);
      }
  }
  for (uint32_t i = 0; i < m && nodes.empty(); ++i)
    show(compareAt(i));
  if (json) {
    json->endArray().field("pass", all);
  } else {
    if (!nodes.empty() && all)
      printf("all %zu results of %s agree\n", nodes.size(),
             options.model.c_str());
    printf("%s\n", all ? "PASS" : "FAIL");
  }
  return int(all ? Done : Differs);
}

static Outcome<int> profileRuns(const Session &session, const Options &options,
                                const std::vector<Value> &inputs,
                                Profile &profile, Json *json) {
  const mlc_artifact &artifact = *mlc_model_artifact(session.model);
  int64_t runs = options.iterations ? options.iterations : profiledRuns;
  Options timed = options;
  timed.iterations = runs;
  // Everything before the measured runs is dropped from the record.
  Options warm = options;
  warm.iterations = 1;
  if (Outcome<Timing> warmed = benchmark(session, inputs, warm); !warmed)
    return warmed.error();
  profile.clear();
  timed.warmupSeconds = 0;
  double begin = secondsNow();
  Outcome<Timing> timing = benchmark(session, inputs, timed);
  double wall = secondsNow() - begin;
  if (!timing)
    return timing.error();
  // The first run of `benchmark` is recorded as well.
  mlc::RooflineRun run = profile.sumUp(artifact, wall, uint64_t(runs + 1));
  mlc_context_stats stats = {};
  mlc_context_get_stats(session.context, &stats);
  run.model = options.model;
  run.isa = mlc_isa_name(stats.isa);
  run.peaks = mlc::measurePeaks(stats.isa, stats.threads);
  if (json)
    Profile::writeJson(*json, run);
  else
    Profile::print(run);
  const std::string &file = options.profileFile;
  if (file.empty())
    return int(Done);
  if (file.size() > 5 && file.compare(file.size() - 5, 5, ".html") == 0) {
    std::string page = mlc::rooflinePage(run);
    if (Outcome<Nothing> written =
            writeWholeFile(file, page.data(), page.size());
        !written)
      return written.error();
  } else if (Outcome<Nothing> written = profile.writeTrace(file, artifact);
             !written) {
    return written.error();
  }
  return int(Done);
}

/// What is left to do once inputs exist.
static Outcome<int> execute(const Session &session, const Options &options,
                            const Library &library, Profile &profile,
                            const std::vector<Exposed> &nodes, Json *json) {
  if (!options.dataDir.empty())
    return runDataSets(session, options, json);
  Outcome<std::vector<Value>> inputs = makeInputs(session, options);
  if (!inputs)
    return inputs.error();
  if (options.benchmark) {
    Outcome<Timing> timing = options.streams > 1
                                 ? benchmarkStreams(session, *inputs, options)
                                 : benchmark(session, *inputs, options);
    if (!timing)
      return timing.error();
    // One more run tells the operations: with the hook attached the others
    // would be slower.
    if (Outcome<Library> again = obtainLibrary(options);
        again && !again->temporary) {
      Session counted;
      if (openSession(counted, options, again->path, Profile::hook, &profile) &&
          runOnce(counted, *inputs))
        timing->flops = profile.flops(*mlc_model_artifact(counted.model));
    }
    reportBenchmark(*timing, session, options, library, json);
    return int(Done);
  }
  if (options.profile)
    return profileRuns(session, options, *inputs, profile, json);

  Outcome<std::vector<Value>> outputs = runOnce(session, *inputs);
  if (!outputs)
    return outputs.error();
  if (!options.outputDir.empty())
    if (Outcome<Nothing> written =
            writeOutputs(*outputs, options.outputDir, options.outputFormat);
        !written)
      return written.error();
  if (!options.stateOut.empty())
    if (Outcome<Nothing> saved = saveStates(session, options.stateOut); !saved)
      return saved.error();
  if (json)
    writeOutputsJson(*json, *outputs);
  else if (options.outputDir.empty() && nodes.empty())
    printOutputs(*outputs);
  if (!options.reference.empty())
    return compareReference(session, options, *inputs, *outputs, nodes, json);
  if (!options.expected.empty())
    return compareAll(session, options, *outputs, json);
  return int(Done);
}

static Outcome<int> run(Options options, Json *json) {
  if (!options.cpus.empty())
    if (Outcome<Nothing> pinned = pinTo(options.cpus); !pinned)
      return pinned.error();
  ExposedModel exposed;
  if (options.perNode) {
    if (Outcome<Nothing> made = exposed.make(options.model); !made)
      return made.error();
    options.model = exposed.path();
    options.useCache = false;
  }
  Outcome<Library> library = obtainLibrary(options);
  if (!library)
    return library.error();
  if (!options.reference.empty() && library->path == options.model)
    return fault(
        "mlc-run: --reference needs the model file, not the compiled " +
        options.model);
  Profile profile;
  Session session;
  Outcome<Nothing> opened =
      openSession(session, options, library->path,
                  options.profile ? Profile::hook : nullptr, &profile);
  removeTemporary(*library);
  if (!opened)
    return opened.error();
  profile.attach(session.context);
  if (!options.stateIn.empty())
    if (Outcome<Nothing> loaded = loadStates(session, options.stateIn); !loaded)
      return loaded.error();
  if (options.verbose) {
    mlc_context_stats stats = {};
    mlc_context_get_stats(session.context, &stats);
    fprintf(
        stderr,
        "mlc-run: %s, entry '%s', isa %s, %u threads, loaded in %.3f ms%s\n",
        library->path.c_str(), mlc_entry_name(session.entry),
        mlc_isa_name(stats.isa), stats.threads, session.loadSeconds * 1e3,
        library->fromCache ? " (from the cache)" : "");
  }
  return execute(session, options, *library, profile, exposed.nodes(), json);
}

int main(int argc, char **argv) {
  Outcome<Options> options = parseOptions(argc, argv);
  if (!options)
    return report(options.error());
  if (options->help) {
    printHelp();
    return Done;
  }
  if (options->version) {
    printf("mlc %s, artifact ABI %u.%u, LLVM %s, ONNX %s\n", mlc_version(),
           MLC_ABI_MAJOR, MLC_ABI_MINOR, MLC_LLVM_VERSION, MLC_ONNX_VERSION);
    return Done;
  }
  Json json;
  json.beginObject();
  Outcome<int> code = run(*options, options->json ? &json : nullptr);
  if (!code)
    return report(code.error());
  if (options->json)
    printf("%s\n", json.endObject().str().c_str());
  if (fflush(stdout) != 0 || ferror(stdout))
    return report(fault("mlc-run: cannot write the results"));
  return *code;
}
