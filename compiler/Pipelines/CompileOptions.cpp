//===- CompileOptions.cpp - One immutable struct of options ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One `parseValue` and one `printValue` per type of the table; everything else
// is the table's rows put through them.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Target/Common/Tuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <type_traits>

using namespace mlc;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

namespace {
struct PhaseRow {
  StringRef name, summary;
};
} // namespace

static const PhaseRow kPhases[kNumPhases] = {
    {"import", "typed graph of the model, every node with its name"},
    {"infer", "shapes propagated, symbols and their ranges known"},
    {"simplify", "constants folded, composites matched, dead code gone"},
    {"transform", "differentiated, quantised, sharded or hardened as asked"},
    {"layout", "layouts chosen, weights packed by recipes"},
    {"fuse", "kernels as module-level functions and a host function"},
    {"schedule", "variants of each kernel with their guards"},
    {"lower", "loops and vectors per kernel and code level"},
    {"buffers", "host program over planned memory"},
    {"object", "machine code per kernel and code level"},
    {"artifact", "the library"},
};

StringRef mlc::phaseName(Phase phase) { return kPhases[unsigned(phase)].name; }
StringRef mlc::phaseSummary(Phase phase) {
  return kPhases[unsigned(phase)].summary;
}
std::optional<Phase> mlc::parsePhase(StringRef name) {
  for (unsigned i = 0; i < kNumPhases; ++i)
    if (kPhases[i].name == name)
      return Phase(i);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Words of the enumerations
//===----------------------------------------------------------------------===//

template <typename E>
struct EnumWords;
#define MLC_WORDS(E, ...)                                                      \
  template <>                                                                  \
  struct EnumWords<E> {                                                        \
    static llvm::ArrayRef<StringRef> words() {                                 \
      static const StringRef list[] = {__VA_ARGS__};                           \
      return list;                                                             \
    }                                                                          \
  }
MLC_WORDS(OnOff, "off", "on");
MLC_WORDS(Precision, "f32", "bf16", "f16");
MLC_WORDS(Winograd, "auto", "off");
MLC_WORDS(LayoutChoice, "auto", "plain", "blocked");
MLC_WORDS(Denormals, "ieee", "flush");
MLC_WORDS(OptLevel, "0", "1", "2", "3");
MLC_WORDS(Emit, "lib", "static-lib", "obj", "asm", "llvm", "ptx", "graph",
          "header");
MLC_WORDS(ListFormat, "none", "text", "json");
#undef MLC_WORDS

//===----------------------------------------------------------------------===//
// parseValue: false with `error` saying what would be right
//===----------------------------------------------------------------------===//

template <typename E>
static std::enable_if_t<std::is_enum_v<E>, bool>
parseValue(StringRef text, E &value, std::string &error) {
  auto words = EnumWords<E>::words();
  for (auto [i, word] : llvm::enumerate(words))
    if (word == text) {
      value = E(i);
      return true;
    }
  error = ("'" + text + "' is not one of " + llvm::join(words, ", ")).str();
  return false;
}

static bool parseValue(StringRef text, ListFormat &value, std::string &error) {
  if (text.empty() || text == "true" || text == "text") {
    value = ListFormat::Text;
    return true;
  }
  if (text == "json") {
    value = ListFormat::Json;
    return true;
  }
  error = ("'" + text + "' is not one of text, json").str();
  return false;
}

static bool parseValue(StringRef text, bool &value, std::string &error) {
  if (text.empty() || text == "true" || text == "1") {
    value = true;
    return true;
  }
  if (text == "false" || text == "0") {
    value = false;
    return true;
  }
  error = ("'" + text + "' is neither true nor false").str();
  return false;
}

static bool parseValue(StringRef text, int64_t &value, std::string &error) {
  int64_t parsed;
  if (text.getAsInteger(10, parsed) || parsed < 0) {
    error = ("'" + text + "' is not a non-negative number").str();
    return false;
  }
  value = parsed;
  return true;
}

static bool parseValue(StringRef text, std::string &value, std::string &error) {
  if (text.empty()) {
    error = "a value is missing";
    return false;
  }
  value = text.str();
  return true;
}

static bool parseValue(StringRef text, std::optional<Phase> &value,
                       std::string &error) {
  value = parsePhase(text);
  if (value)
    return true;
  error = ("'" + text + "' is no phase; the phases are").str();
  for (const PhaseRow &row : kPhases)
    error += (Twine(" ") + row.name).str();
  return false;
}

static bool parseValue(StringRef text, ShapeOverride &value,
                       std::string &error) {
  size_t equal = text.rfind('=');
  if (equal == StringRef::npos || equal == 0) {
    error = ("'" + text + "' is not INPUT=DIMS, as in x=1x3x224x224").str();
    return false;
  }
  value.input = text.take_front(equal).str();
  StringRef rest = text.drop_front(equal + 1);
  if (rest.empty())
    return true; // a scalar
  llvm::SmallVector<StringRef> parts;
  rest.split(parts, 'x');
  for (auto [i, part] : llvm::enumerate(parts)) {
    int64_t extent;
    if (part == "?") {
      value.shape.push_back(-1);
    } else if (!part.getAsInteger(10, extent) && extent >= 0) {
      value.shape.push_back(extent);
    } else if (i + 1 == parts.size() && !part.empty() &&
               llvm::all_of(part, llvm::isAlnum)) {
      value.dtype = part.str();
    } else {
      error = ("'" + part + "' in '" + text +
               "' is not an extent; write numbers separated by x, ? where the "
               "extent stays dynamic")
                  .str();
      return false;
    }
  }
  return true;
}

static bool parseValue(StringRef text, DimBound &value, std::string &error) {
  auto [symbol, range] = text.split('=');
  auto [bounds, tuned] = range.split(':');
  auto [low, high] = bounds.split("..");
  bool good = !symbol.empty() && !low.getAsInteger(10, value.min);
  value.max = value.min;
  if (good && bounds.contains(".."))
    good = !high.getAsInteger(10, value.max);
  if (good && range.contains(':'))
    good = !tuned.getAsInteger(10, value.tuned) && value.tuned >= value.min &&
           value.tuned <= value.max;
  if (!good || value.min < 0 || value.max < value.min) {
    error = ("'" + text +
             "' is not SYMBOL=RANGE, as in batch=4, batch=1..32 or "
             "batch=1..32:8")
                .str();
    return false;
  }
  value.symbol = symbol.str();
  return true;
}

static bool parseValue(StringRef text, NamedFile &value, std::string &error) {
  auto [name, path] = text.split('=');
  if (name.empty() || path.empty()) {
    error = ("'" + text + "' is not NAME=FILE").str();
    return false;
  }
  value = {name.str(), path.str()};
  return true;
}

static bool parseValue(StringRef text, WeightPlace &value, std::string &error) {
  if (text == "embed") {
    value = {WeightPlace::Embed, ""};
    return true;
  }
  if (text.consume_front("file:") && !text.empty()) {
    value = {WeightPlace::File, text.str()};
    return true;
  }
  error = ("'" + text + "' is neither embed nor file:PATH").str();
  return false;
}

static bool parseValue(StringRef text, TuningFile &value, std::string &error) {
  if (text.empty()) {
    error = "a value is missing";
    return false;
  }
  llvm::Expected<TuningDb> db = TuningDb::read(text);
  if (!db) {
    error = llvm::toString(db.takeError());
    return false;
  }
  value = {text.str(),
           llvm::utohexstr(llvm::xxh3_64bits(StringRef(db->print())), true)};
  return true;
}

template <typename T>
static bool parseValue(StringRef text, std::vector<T> &value,
                       std::string &error) {
  T one{};
  if (!parseValue(text, one, error))
    return false;
  value.push_back(std::move(one));
  return true;
}

//===----------------------------------------------------------------------===//
// printValue: the text that parseValue would read
//===----------------------------------------------------------------------===//

template <typename E>
static std::enable_if_t<std::is_enum_v<E>, std::string> printValue(E value) {
  return EnumWords<E>::words()[unsigned(value)].str();
}
static std::string printValue(bool value) { return value ? "true" : "false"; }
static std::string printValue(int64_t value) { return std::to_string(value); }
static std::string printValue(const std::string &value) { return value; }
static std::string printValue(const std::optional<Phase> &value) {
  return value ? phaseName(*value).str() : "";
}
static std::string printValue(const ShapeOverride &value) {
  std::string text = value.input + "=";
  const char *separator = "";
  for (int64_t extent : value.shape) {
    text += separator + (extent < 0 ? "?" : std::to_string(extent));
    separator = "x";
  }
  return value.dtype.empty() ? text : text + separator + value.dtype;
}
static std::string printValue(const DimBound &value) {
  std::string text = value.symbol + "=" + std::to_string(value.min);
  if (value.max != value.min)
    text += ".." + std::to_string(value.max);
  return value.tuned ? text + ":" + std::to_string(value.tuned) : text;
}
// Paths never reach an output: only the basename counts.
static std::string printValue(const NamedFile &value) {
  return value.name + "=" + llvm::sys::path::filename(value.path).str();
}
// What it says counts, not where it lies.
static std::string printValue(const TuningFile &value) { return value.hash; }
static std::string printValue(const WeightPlace &value) {
  switch (value.kind) {
  case WeightPlace::Auto:
    return "";
  case WeightPlace::Embed:
    return "embed";
  case WeightPlace::File:
    return "file:" + llvm::sys::path::filename(value.path).str();
  }
  return "";
}

/// Appends ` --flag=value` for each value that is not the default.
template <typename T>
static void appendCanonical(std::string &out, StringRef flag, const T &value,
                            const T &init) {
  std::string text = printValue(value);
  if (text == printValue(init))
    return;
  out += (out.empty() ? "--" : " --") + flag.str() + "=" + text;
}
template <typename T>
static void appendCanonical(std::string &out, StringRef flag,
                            const std::vector<T> &value,
                            const std::vector<T> &) {
  for (const T &one : value)
    out += (out.empty() ? "--" : " --") + flag.str() + "=" + printValue(one);
}

template <typename T>
static std::string defaultText(const T &init) {
  return printValue(init);
}
template <typename T>
static std::string defaultText(const std::vector<T> &) {
  return "";
}
static std::string defaultText(const bool &) { return ""; }
static std::string defaultText(const ListFormat &) { return ""; }

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

llvm::ArrayRef<OptionInfo> mlc::optionTable() {
  static const std::vector<OptionInfo> table = [] {
    CompileOptions defaults;
    std::vector<OptionInfo> rows;
#define MLC_OPTION(area, member, type, init, flag, argument, help)             \
  rows.push_back({#area, flag, argument, help,                                 \
                  defaultText(defaults.area.member), IsVector<type>::value});
#include "compiler/Pipelines/CompileOptions.def"
    return rows;
  }();
  return table;
}

const OptionInfo *mlc::findOption(StringRef flag) {
  auto table = optionTable();
  auto *row = llvm::find_if(
      table, [&](const OptionInfo &info) { return info.flag == flag; });
  return row == table.end() ? nullptr : row;
}

bool CompileOptions::set(StringRef flag, StringRef value, std::string &error) {
  std::string why;
#define MLC_OPTION(area, member, type, init, name, argument, help)             \
  if (flag == name) {                                                          \
    if (parseValue(value, area.member, why))                                   \
      return true;                                                             \
    error = ("option --" + flag + ": " + why).str();                           \
    return false;                                                              \
  }
#include "compiler/Pipelines/CompileOptions.def"
  error = ("unknown option --" + flag).str();
  return false;
}

std::string CompileOptions::linesFile() const {
  bool named = !tool.output.empty() && tool.output != "-";
  return (named ? tool.output : "model") + ".fused.mlir";
}

std::string CompileOptions::canonical() const {
  std::string out;
  const CompileOptions defaults;
#define MLC_OPTION(area, member, type, init, flag, argument, help)             \
  if (StringRef(#area) != "tool")                                              \
    appendCanonical(out, flag, area.member, defaults.area.member);
#include "compiler/Pipelines/CompileOptions.def"
  return out;
}

/// Whether `name` can begin a C identifier and a linker symbol.
static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string CompileOptions::validate() const {
  if (!artifact.prefix.empty() && !isIdentifier(artifact.prefix))
    return "option --prefix: '" + artifact.prefix +
           "' is no C identifier; use letters, digits and _";
  for (const NamedFile &entry : import.entries)
    if (!isIdentifier(entry.name))
      return "option --entry: '" + entry.name +
             "' is no C identifier; use letters, digits and _";
  if (tool.compileFrom && tool.compileTo && *tool.compileTo < *tool.compileFrom)
    return ("option --compile-to: phase '" + phaseName(*tool.compileTo) +
            "' comes before the phase '" + phaseName(*tool.compileFrom) +
            "' of --compile-from")
        .str();
  if (tool.check && tool.inspect)
    return "options --check and --inspect exclude each other";
  return "";
}

std::string CompileOptions::unsupported() const {
  if (graph.precision == Precision::F16)
    return "option --precision: f16 is not supported in this version; f32 and "
           "bf16 are";
  return "";
}

//===----------------------------------------------------------------------===//
// Command lines
//===----------------------------------------------------------------------===//

/// Closest flag by edit distance, for "did you mean".
static std::string nearestFlag(StringRef flag) {
  StringRef best;
  unsigned bestDistance = 3;
  for (const OptionInfo &row : optionTable()) {
    unsigned distance = flag.edit_distance(row.flag, true, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = row.flag;
    }
  }
  return best.empty() ? "" : ("; did you mean --" + best + "?").str();
}

bool mlc::parseCompileOptions(llvm::ArrayRef<StringRef> words,
                              CompileOptions &options,
                              std::vector<std::string> &positional,
                              std::string &error) {
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i];
    if (word == "--") {
      for (StringRef rest : words.drop_front(i + 1))
        positional.push_back(rest.str());
      return true;
    }
    if (word.size() < 2 || word[0] != '-') {
      positional.push_back(word.str());
      continue;
    }
    StringRef flag = word.ltrim('-'), value;
    bool hasValue = flag.contains('=');
    if (hasValue)
      std::tie(flag, value) = flag.split('=');
    const OptionInfo *row = findOption(flag);
    // -O2 and -oPATH: the letter and its value in one word.
    if (!row && word[1] != '-' && (flag[0] == 'O' || flag[0] == 'o')) {
      value = word.drop_front(2);
      flag = word.substr(1, 1);
      row = findOption(flag);
      hasValue = true;
    }
    if (!row) {
      error = ("unknown option '" + word + "'" + nearestFlag(flag)).str();
      return false;
    }
    bool isSwitch = row->argument.empty() || row->argument.starts_with("[");
    if (!hasValue && !isSwitch) {
      if (i + 1 == words.size()) {
        error = ("option '" + word + "' needs a value: " + row->argument).str();
        return false;
      }
      value = words[++i];
    }
    if (!options.set(flag, value, error))
      return false;
  }
  return true;
}

bool mlc::parsePipelineOptions(StringRef text, CompileOptions &options,
                               std::string &error) {
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [flag, value] = word.split('=');
    if (!options.set(flag, value, error))
      return false;
  }
  return true;
}
