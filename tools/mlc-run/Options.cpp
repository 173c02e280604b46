//===- Options.cpp - The command line of mlc-run -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of own flags; everything that compile-model knows (its option
// table) is collected for it and used when the argument is a model file.
//
//===----------------------------------------------------------------------===//

#include "tools/mlc-run/Options.h"

#include "mlc/runtime.h"
#include "tools/mlc-run/Npy.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

using namespace mlc::run;

namespace {

using Action = std::function<std::string(Options &, const std::string &)>;

struct Flag {
  const char *group, *name;
  const char *argument; // "": a switch; "[=X]": optional
  const char *help;
  Action action; // returns what is wrong, or ""
};

struct CompilerFlag {
  const char *area, *name, *argument;
};

const CompilerFlag compilerFlags[] = {
#define MLC_OPTION(area, member, type, init, flag, argument, help)             \
  {#area, flag, argument},
#include "compiler/Pipelines/CompileOptions.def"
};

} // namespace

static Binding splitBinding(const std::string &text) {
  size_t at = text.find('=');
  // A path or a number before '=' is no name; names are checked later.
  if (at == std::string::npos || at == 0)
    return {"", text};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// The code levels that the runtime knows.
static std::string isaNames(const char *separator) {
  std::string names;
  for (uint32_t isa = MLC_ISA_ANY + 1; isa < MLC_ISA_COUNT; ++isa)
    names += (names.empty() ? "" : separator) + std::string(mlc_isa_name(isa));
  return names;
}

static std::string number(const std::string &text, double &to) {
  char *end = nullptr;
  to = strtod(text.c_str(), &end);
  return end == text.c_str() || *end || to < 0
             ? "needs a number, not '" + text + "'"
             : "";
}

static std::string integer(const std::string &text, int64_t least, int64_t most,
                           int64_t &to) {
  char *end = nullptr;
  errno = 0;
  to = strtoll(text.c_str(), &end, 10);
  if (end == text.c_str() || *end || errno || to < least || to > most)
    return "needs a whole number from " + std::to_string(least) + " to " +
           std::to_string(most) + ", not '" + text + "'";
  return "";
}

static std::string runDim(Options &o, const std::string &text) {
  Binding b = splitBinding(text);
  int64_t extent = 0;
  if (b.name.empty() || !integer(b.text, 0, INT64_MAX, extent).empty())
    return "needs SYMBOL=VALUE, not '" + text + "'";
  o.dims[b.name] = extent;
  return "";
}

static std::string later(const char *what) {
  return std::string("\1") + what + " is not supported yet";
}

static std::vector<Flag> makeFlags() {
  static const std::string isas = isaNames("|");
  auto text = [](std::string Options::*member) {
    return [member](Options &o, const std::string &v) {
      o.*member = v;
      return std::string();
    };
  };
  auto on = [](bool Options::*member) {
    return [member](Options &o, const std::string &) {
      o.*member = true;
      return std::string();
    };
  };
  auto real = [](double Options::*member) {
    return [member](Options &o, const std::string &v) {
      return number(v, o.*member);
    };
  };
  return {
      {"Values", "input", "NAME=SPEC",
       "x.npy, x.pb, @raw.bin, 16000, [1,2,3], random[:seed[:lo:hi]] or zeros; "
       "without a name by position (default for all: random with seed 0)",
       [](Options &o, const std::string &v) {
         o.inputs.push_back(splitBinding(v));
         return std::string();
       }},
      {"Values", "dim", "SYMBOL=N",
       "run-time value of a symbol, for generated inputs", runDim},
      {"Values", "entry", "NAME", "which entry to run (default: the first)",
       text(&Options::entry)},
      {"Values", "state-in", "DIR", "load state blocks from NAME.npy files",
       text(&Options::stateIn)},
      {"Values", "state-out", "DIR", "save state blocks after the run",
       text(&Options::stateOut)},
      {"Results", "output-dir", "DIR", "write each output and INDEX.json there",
       text(&Options::outputDir)},
      {"Results", "output-format", "npy|pb",
       "format of those files (default npy)",
       [](Options &o, const std::string &v) {
         o.outputFormat = v;
         return v == "npy" || v == "pb" ? std::string()
                                        : "must be npy or pb, not '" + v + "'";
       }},
      {"Results", "json", "", "one JSON object on stdout instead of text",
       on(&Options::json)},
      {"Comparing", "data", "DIR",
       "ONNX test data (test_data_set_*/input_0.pb, output_0.pb): run all, "
       "compare",
       text(&Options::dataDir)},
      {"Comparing", "expected", "NAME=FILE",
       "compare an output with a .npy or .pb file",
       [](Options &o, const std::string &v) {
         o.expected.push_back(splitBinding(v));
         return std::string();
       }},
      {"Comparing", "rtol", "X", "relative tolerance (default 1e-3)",
       [](Options &o, const std::string &v) {
         o.toleranceGiven = true;
         return number(v, o.rtol);
       }},
      {"Comparing", "atol", "X", "absolute tolerance (default 1e-7)",
       [](Options &o, const std::string &v) {
         o.toleranceGiven = true;
         return number(v, o.atol);
       }},
      {"Comparing", "max-ulp", "N",
       "allow N units in the last place (instead of the tolerances, unless "
       "given too)",
       [](Options &o, const std::string &v) {
         return integer(v, 0, INT64_MAX, o.maxUlp);
       }},
      {"Comparing", "reference", "interpreter|onnxruntime",
       "run that too and compare",
       [](Options &o, const std::string &v) {
         o.reference = v;
         return v == "interpreter" || v == "onnxruntime"
                    ? std::string()
                    : "must be interpreter or onnxruntime, not '" + v + "'";
       }},
      {"Comparing", "per-node", "",
       "with --reference: name the first node whose result differs",
       on(&Options::perNode)},
      {"Timing", "benchmark", "", "measure load, first run and steady time",
       on(&Options::benchmark)},
      {"Timing", "warmup", "S", "seconds of warm-up (default 0.3)",
       real(&Options::warmupSeconds)},
      {"Timing", "min-time", "S", "least seconds of measuring (default 1)",
       real(&Options::minSeconds)},
      {"Timing", "iterations", "N", "exactly N runs instead (of each stream)",
       [](Options &o, const std::string &v) {
         return integer(v, 1, 1000000000, o.iterations);
       }},
      {"Timing", "streams", "N",
       "with --benchmark: N runs at a time, each with its own context and its "
       "share of the threads and --cpus",
       [](Options &o, const std::string &v) {
         int64_t n = 0;
         std::string wrong = integer(v, 1, 4096, n);
         o.streams = uint32_t(n);
         return wrong;
       }},
      {"Timing", "percentile", "P", "report this percentile too",
       real(&Options::percentile)},
      {"Timing", "profile", "[=FILE.json|FILE.html]",
       "table of kernels; with a file also a Chrome trace (.json) or a page "
       "with "
       "their roofline (.html)",
       [](Options &o, const std::string &v) {
         o.profile = true;
         o.profileFile = v;
         return std::string();
       }},
      {"Machine", "threads", "N",
       "worker threads (default: affinity and cgroup quota)",
       [](Options &o, const std::string &v) {
         int64_t n = 0;
         std::string wrong = integer(v, 1, 4096, n);
         o.threads = uint32_t(n);
         return wrong;
       }},
      {"Machine", "cpus", "LIST", "run on these processors only, e.g. 0-3,8",
       text(&Options::cpus)},
      {"Machine", "isa", isas.c_str(),
       "force a code level (default: best; MLC_MAX_ISA caps it)",
       [](Options &o, const std::string &v) {
         o.isa = mlc_isa_from_name(v.c_str());
         return o.isa
                    ? std::string()
                    : "must be one of " + isaNames(", ") + ", not '" + v + "'";
       }},
      {"Machine", "device", "cpu", "where to run",
       [](Options &, const std::string &v) {
         return v == "cpu" ? std::string()
                           : later(("device '" + v + "'").c_str());
       }},
      {"Machine", "fill", "BYTE",
       "fill memory with this byte before each run (finds reads of unwritten "
       "memory)",
       [](Options &o, const std::string &v) {
         int64_t byte = 0;
         std::string wrong = integer(v, 0, 255, byte);
         o.fill = int(byte);
         return wrong;
       }},
      {"Loading", "verify", "", "check the weights' hash as well",
       on(&Options::verify)},
      {"Loading", "weights-file", "FILE",
       "weights of a library that keeps them apart",
       text(&Options::weightsPath)},
      {"Loading", "op-library", "LIB.so", "custom ops, repeatable",
       [](Options &o, const std::string &v) {
         o.opLibraries.push_back(v);
         return std::string();
       }},
      {"Loading", "no-cache", "", "compile a model file anew, keep nothing",
       [](Options &o, const std::string &) {
         o.useCache = false;
         return std::string();
       }},
      {"Common", "help", "", "this text", on(&Options::help)},
      {"Common", "version", "", "versions", on(&Options::version)},
      {"Common", "v", "", "say what is being done", on(&Options::verbose)},
  };
}

void mlc::run::printHelp() {
  printf("usage: mlc-run LIB.so | MODEL [options]\n\n"
         "Runs a compiled model, or compiles a model file first (kept in the "
         "user's\n"
         "cache); any flag of compile-model may then be given too.\n"
         "Response files: @FILE.\n");
  std::string group;
  for (const Flag &flag : makeFlags()) {
    if (group != flag.group) {
      group = flag.group;
      printf("\n%s:\n", flag.group);
    }
    std::string head =
        (strlen(flag.name) == 1 ? "-" : "--") + std::string(flag.name);
    if (*flag.argument)
      head += (*flag.argument == '[' ? "" : "=") + std::string(flag.argument);
    printf("  %-28s %s\n", head.c_str(), flag.help);
  }
  printf(
      "\nexit codes: 0 done, 1 wrong use or input, 2 unsupported, 3 internal,\n"
      "4 a comparison failed, 5 the run returned a status\n\n"
      "example: mlc-run model.so --input x=x.npy --output-dir out\n");
}

/// Words of a response file: whitespace apart, quotes keep it together.
static std::vector<std::string> splitWords(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (char c : text) {
    if (quote ? c == quote : (c == '"' || c == '\'')) {
      quote = quote ? 0 : c;
      inWord = true;
    } else if (!quote && isspace(static_cast<unsigned char>(c))) {
      if (inWord)
        words.push_back(word);
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord)
    words.push_back(word);
  return words;
}

static Outcome<std::vector<std::string>> expand(int argc, char **argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '@') {
      words.push_back(argv[i]);
      continue;
    }
    Outcome<std::vector<uint8_t>> file = readWholeFile(argv[i] + 1);
    if (!file)
      return file.error();
    for (std::string &word :
         splitWords(std::string(file->begin(), file->end())))
      words.push_back(std::move(word));
  }
  return words;
}

/// Flags of compile-model that make sense here: all that shape the result, and
/// those that tell about the compilation.
static const CompilerFlag *findCompilerFlag(const std::string &name) {
  static const char *const refused[] = {"emit", "prefix", "weights"};
  static const char *const telling[] = {"report", "dump-ir", "time-passes",
                                        "save-temps"};
  auto among = [&](const auto &names) {
    for (const char *one : names)
      if (name == one)
        return true;
    return false;
  };
  for (const CompilerFlag &flag : compilerFlags) {
    bool tool = strcmp(flag.area, "tool") == 0;
    if (name == flag.name && !among(refused) && (!tool || among(telling)))
      return &flag;
  }
  return nullptr;
}

/// Flags that both tools have: the value says whose it is.
static bool meantForCompiler(const std::string &name,
                             const std::string &value) {
  if (name == "dim")
    return value.find("..") != std::string::npos;
  if (name == "entry")
    return value.find('=') != std::string::npos;
  return false;
}

static Error wrong(const std::string &text) {
  return fault("mlc-run: " + text);
}

Outcome<Options> mlc::run::parseOptions(int argc, char **argv) {
  Outcome<std::vector<std::string>> expanded = expand(argc, argv);
  if (!expanded)
    return expanded.error();
  const std::vector<std::string> &words = *expanded;
  std::vector<Flag> flags = makeFlags();
  Options options;

  for (size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      if (!options.model.empty())
        return wrong("one model at a time: '" + options.model + "' and '" +
                     word + "'");
      options.model = word;
      continue;
    }
    std::string name = word.substr(word[1] == '-' ? 2 : 1), value;
    bool hasValue = false;
    if (size_t at = name.find('='); at != std::string::npos) {
      value = name.substr(at + 1);
      name.resize(at);
      hasValue = true;
    }
    const Flag *own = nullptr;
    for (const Flag &flag : flags)
      if (name == flag.name)
        own = &flag;
    const CompilerFlag *theirs = findCompilerFlag(name);
    // -O2 is spelled without '='.
    if (!own && !theirs && name.size() == 2 && name[0] == 'O' && !hasValue) {
      options.compilerFlags.push_back(word);
      continue;
    }
    if (!own && !theirs)
      return wrong("unknown option '" + word + "' (see mlc-run --help)");
    const char *argument = own ? own->argument : theirs->argument;
    bool takes = *argument && *argument != '[';
    if (takes && !hasValue) {
      if (i + 1 == words.size())
        return wrong("option '" + word + "' needs a value: " + argument);
      value = words[++i];
      hasValue = true;
    }
    if (!*argument && hasValue)
      return wrong("option '--" + name + "' takes no value");

    if (theirs && (!own || meantForCompiler(name, value))) {
      // What a compilation tells is told only by a new one.
      if (strcmp(theirs->area, "tool") == 0)
        options.useCache = false;
      options.compilerFlags.push_back((name.size() == 1 ? "-" : "--") + name +
                                      (hasValue ? "=" + value : ""));
      continue;
    }
    std::string complaint = own->action(options, value);
    if (!complaint.empty() && complaint[0] == '\1')
      return Error{Unsupported,
                   "mlc-run: option '--" + name + "': " + complaint.substr(1)};
    if (!complaint.empty())
      return wrong("option '--" + name + "' " + complaint);
  }
  if (options.perNode && options.reference.empty())
    return wrong("option '--per-node' needs --reference");
  if (options.streams && !options.benchmark)
    return wrong("option '--streams' needs --benchmark");
  if (options.model.empty() && !options.help && !options.version)
    return wrong("no model given (see mlc-run --help)");
  return options;
}
