//===- file_type.cpp - Names the type of files from their content ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of the Python package magika in a C++ program, linked with nothing
// but the compiled library. The model sees the first and the last 1,024 bytes of
// a file, without white space at the ends, and scores 214 types.
//
//   usage: file_type FILE...
//
//===----------------------------------------------------------------------===//

#include "magika.h"       // written by compile-model
#include "magika_types.h" // names and thresholds, written by fetch_model.py

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr size_t kPart = 1024;   // bytes of each end that the model sees
constexpr size_t kBlock = 4096;  // bytes of each end that are read
constexpr int32_t kPadding = 256;
constexpr size_t kFewest = 8;    // below it the model is not asked

/// The model with what a run needs; one run at a time.
class Model {
public:
  Model() {
    size_t bytes = (magika_workspace_size(nullptr) + 63) / 64 * 64;
    workspace = std::aligned_alloc(64, std::max<size_t>(bytes, 64));
  }
  ~Model() { std::free(workspace); }

  /// Fills `scores`; false when the run failed.
  bool run(const int32_t (&tokens)[2 * kPart], float (&scores)[kTypeCount]) {
    magika_inputs inputs = {};
    inputs.bytes = tokens;
    magika_outputs outputs = {};
    outputs.target_label = scores;
    return workspace && magika_run(&inputs, &outputs, workspace, nullptr) == 0;
  }

private:
  void *workspace;
};

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Both ends of a file, at most kBlock bytes each.
struct Ends {
  std::string first, last;
  size_t size = 0;
};

bool read(const char *path, Ends &ends) {
  FILE *file = std::fopen(path, "rb");
  if (!file)
    return false;
  bool ok = std::fseek(file, 0, SEEK_END) == 0;
  long size = ok ? std::ftell(file) : -1;
  if (size >= 0) {
    ends.size = size_t(size);
    size_t n = std::min(ends.size, kBlock);
    ends.first.resize(n);
    ends.last.resize(n);
    ok = std::fseek(file, 0, SEEK_SET) == 0 &&
         std::fread(&ends.first[0], 1, n, file) == n &&
         std::fseek(file, long(ends.size - n), SEEK_SET) == 0 &&
         std::fread(&ends.last[0], 1, n, file) == n;
  }
  std::fclose(file);
  return ok && size >= 0;
}

/// Whether the bytes are UTF-8: no overlong form, no surrogate.
bool isUtf8(const std::string &text) {
  for (size_t i = 0; i < text.size();) {
    unsigned char c = text[i];
    size_t n = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2
               : c >= 0xE0 && c < 0xF0                ? 3
               : c >= 0xF0 && c < 0xF5                ? 4
                                                      : 0;
    if (n == 0 || i + n > text.size())
      return false;
    for (size_t k = 1; k < n; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80)
        return false;
    unsigned char next = n > 1 ? text[i + 1] : 0;
    if ((c == 0xE0 && next < 0xA0) || (c == 0xED && next >= 0xA0) ||
        (c == 0xF0 && next < 0x90) || (c == 0xF4 && next >= 0x90))
      return false;
    i += n;
  }
  return true;
}

/// What the model sees: the first bytes, padded behind, then the last bytes,
/// padded in front.
void toTokens(const Ends &ends, int32_t (&tokens)[2 * kPart]) {
  std::fill(std::begin(tokens), std::end(tokens), kPadding);
  size_t begin = 0, end = ends.last.size();
  while (begin < ends.first.size() && isSpace(ends.first[begin]))
    ++begin;
  while (end > 0 && isSpace(ends.last[end - 1]))
    --end;
  size_t n = std::min(kPart, ends.first.size() - begin);
  for (size_t i = 0; i < n; ++i)
    tokens[i] = static_cast<unsigned char>(ends.first[begin + i]);
  n = std::min(kPart, end);
  for (size_t i = 0; i < n; ++i)
    tokens[2 * kPart - n + i] = static_cast<unsigned char>(ends.last[end - n + i]);
}

/// The name of a file's type; null when the model could not run.
const char *classify(Model &model, const Ends &ends, float &score) {
  score = 1;
  if (ends.size == 0)
    return "empty";
  int32_t tokens[2 * kPart];
  toTokens(ends, tokens);
  if (ends.size < kFewest || tokens[kFewest - 1] == kPadding)
    return isUtf8(ends.first) ? "txt" : "unknown";

  float scores[kTypeCount];
  if (!model.run(tokens, scores))
    return nullptr;
  size_t best = std::max_element(scores, scores + kTypeCount) - scores;
  score = scores[best];
  const Type &type = kTypes[best];
  if (score >= type.threshold)
    return type.name;
  return type.isText ? "txt" : "unknown"; // not sure enough
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE...\n", argv[0]);
    return 1;
  }
  Model model;
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    Ends ends;
    float score = 0;
    const char *name = read(argv[i], ends) ? classify(model, ends, score) : nullptr;
    if (!name) {
      std::fprintf(stderr, "%s: cannot be read or classified\n", argv[i]);
      status = 1;
      continue;
    }
    std::printf("%s: %s (%.0f%%)\n", argv[i], name, 100 * score);
  }
  return status;
}
