//===- Inputs.cpp - What an entry is called with -------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Inputs.h"

#include "tools/mlc-run/Npy.h"
#include "tools/mlc-run/Outputs.h"
#include "tools/mlc-run/ProtoFile.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace mlc::run;

namespace {

/// Splitmix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// In (0, 1).
  double uniform() { return (double(next() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) *
           std::cos(6.283185307179586 * uniform());
  }

private:
  uint64_t state;
};

struct Generator {
  bool zeros = false;
  uint64_t seed = 0;
  bool range = false;
  double low = 0, high = 1;
};

} // namespace

static bool endsWith(const std::string &text, const char *end) {
  size_t n = strlen(end);
  return text.size() >= n && text.compare(text.size() - n, n, end) == 0;
}

static std::string rowText(const mlc_value_info &info) {
  std::string text;
  for (uint32_t d = 0; d < info.rank; ++d)
    text +=
        (d ? "," : "") + (info.extents[d] >= 0 ? std::to_string(info.extents[d])
                          : info.symbols[d]    ? std::string(info.symbols[d])
                                               : std::string("?"));
  return std::string(mlc_dtype_name(info.dtype)) + "[" + text + "]";
}

Outcome<Value> mlc::run::readValue(const std::string &path,
                                   const mlc_value_info &info) {
  Outcome<Value> value = endsWith(path, ".pb") ? readProto(path, info.kind)
                                               : readNpy(path, info.dtype);
  if (value)
    value->name = info.name;
  return value;
}

/// "random[:seed[:lo:hi]]" or "zeros"; false for anything else.
static bool parseGenerator(const std::string &text, Generator &g) {
  if (text == "zeros") {
    g.zeros = true;
    return true;
  }
  if (text.compare(0, 6, "random") != 0 || (text.size() > 6 && text[6] != ':'))
    return false;
  if (text.size() == 6)
    return true;
  char *end = nullptr;
  errno = 0;
  g.seed = strtoull(text.c_str() + 7, &end, 10);
  if (end == text.c_str() + 7 || errno)
    return false;
  if (!*end)
    return true;
  if (*end != ':')
    return false;
  g.low = strtod(end + 1, &end);
  if (*end != ':')
    return false;
  char *last = nullptr;
  g.high = strtod(end + 1, &last);
  g.range = true;
  return last != end + 1 && !*last && g.low <= g.high;
}

/// Values of the symbols, filled from what is known.
using Symbols = std::map<std::string, int64_t>;

static const mlc_symbol_desc *symbolRow(const Session &session,
                                        const char *name) {
  const mlc_artifact &artifact = *mlc_model_artifact(session.model);
  for (uint64_t i = 0; i < artifact.n_symbols; ++i)
    if (strcmp(artifact.symbols[i].name, name) == 0)
      return &artifact.symbols[i];
  return nullptr;
}

static int64_t chooseExtent(const Session &session, const mlc_value_info &info,
                            uint32_t d, Symbols &symbols) {
  if (info.extents[d] >= 0)
    return info.extents[d];
  const char *name = info.symbols[d];
  if (!name)
    return 1;
  if (auto at = symbols.find(name); at != symbols.end())
    return at->second;
  const mlc_symbol_desc *row = symbolRow(session, name);
  int64_t extent = row && row->min > 1 ? row->min : 1;
  if (row && row->divisor > 1)
    extent = (extent + row->divisor - 1) / row->divisor * row->divisor;
  symbols[name] = extent;
  return extent;
}

static Outcome<Value> emptyValue(const Session &session,
                                 const mlc_value_info &info, Symbols &symbols) {
  Value value;
  value.name = info.name;
  value.kind = info.kind;
  value.dtype = info.dtype;
  if (info.kind != MLC_TENSOR)
    return value;
  for (uint32_t d = 0; d < info.rank; ++d)
    value.dims.push_back(chooseExtent(session, info, d, symbols));
  Outcome<uint64_t> bytes = bytesOf(info.dtype, value.dims);
  if (!bytes)
    return fault(std::string("input '") + info.name +
                 "': " + bytes.error().text);
  if (info.dtype == MLC_STRING)
    value.texts.assign(value.count(), "");
  else
    value.data.assign(*bytes, 0);
  return value;
}

static void generate(Value &value, const Generator &g, uint32_t position) {
  if (g.zeros || value.dtype == MLC_STRING || value.kind != MLC_TENSOR)
    return;
  Random random(g.seed * 0x2545f4914f6cdd1d + position);
  uint64_t n = parts(value);
  for (uint64_t i = 0; i < n; ++i) {
    if (isFloat(value.dtype)) {
      setElement(value, i,
                 g.range ? g.low + (g.high - g.low) * random.uniform()
                         : random.normal());
      continue;
    }
    auto low = int64_t(std::ceil(g.low)), high = int64_t(std::floor(g.high));
    uint64_t span = uint64_t(high) - uint64_t(low) + 1;
    setInteger(value, i,
               low + int64_t(span ? random.next() % span : random.next()));
  }
}

/// A number or a bracketed list of them; nesting gives the shape.
static Outcome<Value> parseInline(const Session &session,
                                  const mlc_value_info &info,
                                  const std::string &text, Symbols &symbols) {
  auto bad = [&](const std::string &why) {
    return fault(std::string("input '") + info.name + "': cannot read '" +
                 text + "': " + why);
  };
  std::vector<std::string> numbers;
  std::vector<int64_t> shape, counts;
  size_t depth = 0, at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (c == '[') {
      if (++depth > MLC_MAX_RANK)
        return bad("nested too deeply");
      counts.resize(depth);
      counts[depth - 1] = 0;
      ++at;
    } else if (c == ']') {
      if (depth == 0)
        return bad("a bracket too many");
      if (shape.size() < depth)
        shape.resize(depth, -1);
      if (shape[depth - 1] < 0)
        shape[depth - 1] = counts[depth - 1];
      if (shape[depth - 1] != counts[depth - 1])
        return bad("its rows have different lengths");
      if (--depth > 0)
        ++counts[depth - 1];
      ++at;
    } else if (c == ',' || c == ' ') {
      ++at;
    } else {
      size_t end = text.find_first_of(",] ", at);
      numbers.push_back(
          text.substr(at, end == std::string::npos ? end : end - at));
      if (depth > 0)
        ++counts[depth - 1];
      at = end == std::string::npos ? text.size() : end;
    }
  }
  if (depth != 0)
    return bad("a bracket is missing");

  Value value;
  value.name = info.name;
  value.dtype = info.dtype;
  value.dims = shape;
  // A flat list or a single number takes the input's own shape where it fits.
  if (shape.size() != info.rank) {
    Outcome<Value> whole = emptyValue(session, info, symbols);
    if (!whole)
      return whole;
    if (shape.size() > 1 ||
        (numbers.size() != 1 && whole->count() != numbers.size()))
      return bad("it has " + std::to_string(numbers.size()) +
                 " elements, the input is " + rowText(info));
    value.dims = whole->dims;
  }
  if (value.dtype == MLC_STRING) {
    value.texts = numbers;
    return value;
  }
  Outcome<uint64_t> bytes = bytesOf(value.dtype, value.dims);
  if (!bytes)
    return bad(bytes.error().text);
  value.data.assign(*bytes, 0);
  for (uint64_t i = 0; i < value.count(); ++i) {
    const std::string &word = numbers[numbers.size() == 1 ? 0 : i];
    char *end = nullptr;
    errno = 0;
    int64_t whole = strtoll(word.c_str(), &end, 10);
    if (isInteger(value.dtype) && !*end && !errno) {
      setInteger(value, i, whole);
    } else {
      double real = word == "true"    ? 1
                    : word == "false" ? 0
                                      : strtod(word.c_str(), &end);
      if (word != "true" && word != "false" && (end == word.c_str() || *end))
        return bad("'" + word + "' is not a number");
      setElement(value, i, real);
    }
  }
  return value;
}

static Outcome<Value> readRaw(const Session &session,
                              const mlc_value_info &info,
                              const std::string &path, Symbols &symbols) {
  Outcome<std::vector<uint8_t>> bytes = readWholeFile(path);
  if (!bytes)
    return bytes.error();
  Outcome<Value> value = emptyValue(session, info, symbols);
  if (!value)
    return value;
  if (bytes->size() != value->data.size())
    return fault(path + ": " + typeText(*value) + " needs " +
                 std::to_string(value->data.size()) +
                 " bytes, the file holds " + std::to_string(bytes->size()) +
                 " (use --dim for symbols)");
  value->data = std::move(*bytes);
  return value;
}

/// Symbols that a given input fixes.
static void learnSymbols(const mlc_value_info &info, const Value &value,
                         Symbols &symbols) {
  for (uint32_t d = 0; d < info.rank && d < value.dims.size(); ++d)
    if (info.extents[d] < 0 && info.symbols[d])
      symbols.emplace(info.symbols[d], value.dims[d]);
}

static std::string inputNames(const mlc_value_info *infos, uint32_t n) {
  std::string names;
  for (uint32_t i = 0; i < n; ++i)
    names +=
        (i ? ", " : "") + std::string(infos[i].name) + ": " + rowText(infos[i]);
  return names;
}

/// One specification per input; empty where none was given.
static Outcome<std::vector<std::string>> assign(const Session &session,
                                                const Options &options) {
  uint32_t n = 0;
  const mlc_value_info *infos = mlc_entry_inputs(session.entry, &n);
  std::vector<std::string> specs(n);
  uint32_t position = 0;
  for (const Binding &given : options.inputs) {
    uint32_t at = 0;
    if (!given.name.empty()) {
      while (at < n && given.name != infos[at].name)
        ++at;
      // The position as a name, "0=x.npy".
      char *end = nullptr;
      unsigned long index = strtoul(given.name.c_str(), &end, 10);
      if (at == n && !*end && index < n)
        at = uint32_t(index);
      if (at == n)
        return fault("no input '" + given.name + "'; the entry takes " +
                     inputNames(infos, n));
    } else {
      while (position < n && !specs[position].empty())
        ++position;
      at = position;
      if (at == n)
        return fault("one input too many: '" + given.text +
                     "'; the entry takes " + inputNames(infos, n));
    }
    specs[at] = given.text;
  }
  return specs;
}

Outcome<std::vector<Value>> mlc::run::makeInputs(const Session &session,
                                                 const Options &options) {
  uint32_t n = 0;
  const mlc_value_info *infos = mlc_entry_inputs(session.entry, &n);
  Outcome<std::vector<std::string>> specs = assign(session, options);
  if (!specs)
    return specs.error();
  Symbols symbols(options.dims.begin(), options.dims.end());
  for (const auto &dim : options.dims)
    if (!symbolRow(session, dim.first.c_str()))
      return fault("--dim: the model has no symbol '" + dim.first + "'");

  // Files first: they fix symbols that generated inputs share.
  std::vector<Value> values(n);
  for (uint32_t i = 0; i < n; ++i) {
    const std::string &spec = (*specs)[i];
    if (!endsWith(spec, ".npy") && !endsWith(spec, ".pb"))
      continue;
    Outcome<Value> value = readValue(spec, infos[i]);
    if (!value)
      return value.error();
    learnSymbols(infos[i], *value, symbols);
    values[i] = std::move(*value);
  }
  for (uint32_t i = 0; i < n; ++i) {
    const std::string &spec = (*specs)[i];
    if (endsWith(spec, ".npy") || endsWith(spec, ".pb"))
      continue;
    Generator generator;
    bool generated = spec.empty() || parseGenerator(spec, generator);
    Outcome<Value> value =
        generated        ? emptyValue(session, infos[i], symbols)
        : spec[0] == '@' ? readRaw(session, infos[i], spec.substr(1), symbols)
                         : parseInline(session, infos[i], spec, symbols);
    if (!value)
      return value.error();
    if (generated)
      generate(*value, generator, i);
    learnSymbols(infos[i], *value, symbols);
    values[i] = std::move(*value);
  }
  return values;
}

/// A state block as a tensor: its declared type where that covers all its
/// bytes, else bytes.
static Value stateValue(const Session &session, uint64_t i) {
  const mlc_artifact &artifact = *mlc_model_artifact(session.model);
  const mlc_state_desc &row = artifact.states[i];
  Value value;
  value.name = row.name;
  value.dtype = row.dtype;
  for (uint32_t d = 0; d < row.rank && row.dims; ++d)
    value.dims.push_back(row.dims[d].extent);
  if (mlc_tensor_bytes(row.dtype, row.rank, value.dims.data()) != row.bytes) {
    value.dtype = MLC_U8;
    value.dims = {int64_t(row.bytes)};
  }
  value.data.assign(row.bytes, 0);
  return value;
}

Outcome<Nothing> mlc::run::loadStates(const Session &session,
                                      const std::string &folder) {
  for (uint64_t i = 0; i < mlc_context_state_count(session.context); ++i) {
    Value want = stateValue(session, i);
    std::string path = folder + "/" + safeName(want.name) + ".npy";
    Outcome<Value> value = readNpy(path, want.dtype);
    if (!value)
      return value.error();
    mlc_status status = {};
    if (mlc_context_state_load(session.context, i, value->data.data(),
                               value->data.size(), &status))
      return fault(path + ": " + status.message);
  }
  return Nothing{};
}

Outcome<Nothing> mlc::run::saveStates(const Session &session,
                                      const std::string &folder) {
  if (Outcome<Nothing> made = makeFolder(folder); !made)
    return made;
  for (uint64_t i = 0; i < mlc_context_state_count(session.context); ++i) {
    Value value = stateValue(session, i);
    mlc_status status = {};
    if (mlc_context_state_save(session.context, i, value.data.data(),
                               value.data.size(), &status))
      return Error{Internal, status.message};
    if (Outcome<Nothing> written =
            writeNpy(folder + "/" + safeName(value.name) + ".npy", value);
        !written)
      return written;
  }
  return Nothing{};
}
