//===- CompileOptions.h - One immutable struct of options -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything a user may choose about a compilation, built from the table in
// CompileOptions.def. Passes never read it: the pipelines fill pass options
// from it. Filled by `set` or `parseCompileOptions`, then only read.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_COMPILEOPTIONS_H
#define MLC_COMPILER_PIPELINES_COMPILEOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlc {

/// The phases of a compilation, in order.
enum class Phase {
  Import,
  Infer,
  Simplify,
  Transform,
  Layout,
  Fuse,
  Schedule,
  Lower,
  Buffers,
  Object,
  Artifact
};
constexpr unsigned kNumPhases = unsigned(Phase::Artifact) + 1;

/// The name users write ("import", "infer", ...).
llvm::StringRef phaseName(Phase phase);
/// One line saying what the IR is after the phase.
llvm::StringRef phaseSummary(Phase phase);
std::optional<Phase> parsePhase(llvm::StringRef name);

enum class OnOff { Off, On };
enum class Precision { F32, BF16, F16 };
enum class Winograd { Auto, Off };
enum class LayoutChoice { Auto, Plain, Blocked };
enum class Denormals { Ieee, Flush };
enum class OptLevel { O0, O1, O2, O3 };
enum class Emit { Lib, StaticLib, Obj, Asm, LLVM, PTX, Graph, Header };
enum class ListFormat { None, Text, Json };

/// `x=1x3x?xf32`: `input` is a name or a position; -1 is a dynamic extent.
struct ShapeOverride {
  std::string input;
  std::vector<int64_t> shape;
  std::string dtype; // empty: the model's own
};

/// `batch=1..32:8`; min == max fixes the symbol. `tuned` is 0 when not given.
struct DimBound {
  std::string symbol;
  int64_t min = 0, max = 0, tuned = 0;
};

struct NamedFile {
  std::string name, path;
};

struct WeightPlace {
  enum Kind { Auto, Embed, File } kind = Auto;
  std::string path; // of the side file
};

/// A database of measured schedules; `hash` is that of its content, "" without.
struct TuningFile {
  std::string path, hash;
};

/// One row of the table as text, for help, docs and completion.
struct OptionInfo {
  llvm::StringRef area, flag, argument, help;
  /// Text of the default, "" where there is none worth printing.
  std::string defaultText;
  /// Whether the flag may be given several times.
  bool repeatable;
};

struct CompileOptions {
#define MLC_MEMBER(member, type, init, flag, argument, help) type member = init;
  struct ImportOptions {
#define MLC_IMPORT_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } import;
  struct GraphOptions {
#define MLC_GRAPH_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } graph;
  struct TargetOptions {
#define MLC_TARGET_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } target;
  struct CodegenOptions {
#define MLC_CODEGEN_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } codegen;
  struct ArtifactOptions {
#define MLC_ARTIFACT_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } artifact;
  struct ToolOptions {
#define MLC_TOOL_OPTION MLC_MEMBER
#include "compiler/Pipelines/CompileOptions.def"
  } tool;
#undef MLC_MEMBER

  /// Gives one option its value as a user writes it; false with `error` filled
  /// when there is no such flag or the value is malformed. A repeatable option
  /// appends.
  bool set(llvm::StringRef flag, llvm::StringRef value, std::string &error);

  /// Options that contradict each other; empty when they fit together.
  std::string validate() const;
  /// What is asked for and known, but not there yet (exit code 2); empty when
  /// everything is.
  std::string unsupported() const;

  /// With -g: the text that the debug information's lines are of.
  std::string linesFile() const;

  /// The options that shape the result, in table order, defaults left out:
  /// part of the manifest and of cache keys.
  std::string canonical() const;
};

/// The rows of the table, in order.
llvm::ArrayRef<OptionInfo> optionTable();
/// The row with this flag, or null.
const OptionInfo *findOption(llvm::StringRef flag);

/// Reads command-line words: `--flag=value`, `--flag value`, `-flag`, `-oX`,
/// `-O2`. Words that are no options are appended to `positional`. Returns false
/// with `error` filled at the first bad word.
bool parseCompileOptions(llvm::ArrayRef<llvm::StringRef> words,
                         CompileOptions &options,
                         std::vector<std::string> &positional,
                         std::string &error);

/// Reads what mlir-opt hands to a pipeline: "fast-math=on shape=x=1x3".
bool parsePipelineOptions(llvm::StringRef text, CompileOptions &options,
                          std::string &error);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_COMPILEOPTIONS_H
