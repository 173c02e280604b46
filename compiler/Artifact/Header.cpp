//===- Header.cpp - The C header of a compiled model ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structs follow Standalone.h field by field.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Header.h"
#include "compiler/Artifact/Link.h"
#include "compiler/Artifact/Standalone.h"
#include "compiler/Artifact/Tables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlc;
using llvm::StringRef;

std::string mlc::cIdentifier(StringRef name) {
  std::string text;
  for (char c : name)
    text += llvm::isAlnum(c) ? c : '_';
  if (text.empty() || llvm::isDigit(text[0]))
    text.insert(text.begin(), '_');
  static const llvm::StringSet<> keywords = {
      "auto",      "break",    "case",     "char",    "const",   "continue",
      "default",   "do",       "double",   "else",    "enum",    "extern",
      "float",     "for",      "goto",     "if",      "inline",  "int",
      "long",      "register", "restrict", "return",  "short",   "signed",
      "sizeof",    "static",   "struct",   "switch",  "typedef", "union",
      "unsigned",  "void",     "volatile", "while",   "class",   "new",
      "delete",    "this",     "template", "private", "public",  "protected",
      "namespace", "operator", "bool",     "true",    "false"};
  if (keywords.contains(text))
    text += '_';
  return text;
}

/// The C type of an element; types C lacks are raw bits.
static StringRef cType(DType dtype) {
  switch (dtype) {
  case MLC_I8:
    return "int8_t";
  case MLC_I16:
    return "int16_t";
  case MLC_I32:
    return "int32_t";
  case MLC_I64:
    return "int64_t";
  case MLC_U16:
  case MLC_F16:
  case MLC_BF16:
    return "uint16_t";
  case MLC_U32:
    return "uint32_t";
  case MLC_U64:
    return "uint64_t";
  case MLC_F32:
  case MLC_C64: // real and imaginary part in turn
    return "float";
  case MLC_F64:
  case MLC_C128:
    return "double";
  case MLC_STRING:
    return "mlc_string";
  default:
    return "uint8_t";
  }
}

/// A name may hold anything; a comment must not end early.
static std::string commentText(StringRef text) {
  std::string safe;
  for (char c : text)
    safe += llvm::isPrint(c) && c != '*' && c != '\\' ? c : '?';
  return safe;
}

static std::string shapeText(const Manifest &manifest,
                             const std::vector<ManifestDim> &dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    text += i ? ", " : "";
    text += dims[i].extent >= 0 ? std::to_string(dims[i].extent)
            : dims[i].symbol >= 0
                ? commentText(manifest.symbols[dims[i].symbol].name)
                : "?";
  }
  return text + "]";
}

static void writeStruct(llvm::raw_ostream &os, const Manifest &manifest,
                        const std::vector<ManifestValue> &values,
                        const std::string &name, bool outputs) {
  uint64_t bytes;
  auto fields = standaloneLayout(values, outputs, bytes);
  os << "typedef struct " << name << " {\n";
  llvm::StringSet<> taken;
  for (size_t i = 0; i < values.size(); ++i) {
    const ManifestValue &value = values[i];
    std::string field = cIdentifier(value.name);
    while (!taken.insert(field).second)
      field += "_";
    os << "  /* " << commentText(value.name) << ": " << dtypeName(value.dtype)
       << shapeText(manifest, value.dims) << " */\n";
    if (fields[i].isList) {
      os << "  mlc_tensor " << field << ";\n";
      continue;
    }
    os << "  " << (outputs ? "" : "const ") << cType(value.dtype) << " *"
       << field << ";\n";
    if (!fields[i].isDynamic)
      continue;
    if (outputs)
      os << "  uint64_t " << field << "_capacity; /* bytes behind it */\n";
    os << "  int64_t " << field << "_dims[" << value.dims.size() << "];"
       << (outputs ? " /* set by the run */" : "") << "\n";
  }
  if (values.empty())
    os << "  char none;\n";
  os << "} " << name << ";\n\n";
}

static void writeEntry(llvm::raw_ostream &os, const Manifest &manifest,
                       size_t index, StringRef name) {
  const ManifestEntry &entry = manifest.entries[index];
  std::string stem = standaloneStem(name, manifest, index);
  writeStruct(os, manifest, entry.inputs, stem + "_inputs", false);
  writeStruct(os, manifest, entry.outputs, stem + "_outputs", true);
  size_t extents = 0;
  for (const ManifestValue &output : entry.outputs)
    extents += output.dims.size();
  os << "/* Bytes of workspace for these values of the symbols (one thread). "
        "*/\n"
     << "uint64_t " << stem << "_workspace_size(const int64_t *dims);\n\n"
     << "/* Extents of all outputs one after another (" << extents
     << "), -1 where only a run can\n   tell. Returns an mlc_code. */\n"
     << "int32_t " << stem
     << "_output_shapes(const int64_t *dims, int64_t *shapes);\n\n"
     << "/* Runs the model. `workspace` is 64-byte aligned; `host` may be "
        "null. "
        "Returns an\n   mlc_code, 0 on success. */\n"
     << "int32_t " << stem << "_run(const " << stem << "_inputs *inputs, "
     << stem
     << "_outputs *outputs,\n    void *workspace, const mlc_host "
        "*host);\n\n";
}

std::string mlc::headerText(const Manifest &manifest, StringRef name,
                            StringRef prefix) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string guard = "MLC_MODEL_" + name.upper() + "_H";
  os << "/* Generated by compile-model " << commentText(manifest.compiler)
     << ". */\n#ifndef " << guard << "\n#define " << guard << "\n\n"
     << abiHeaderText() << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  os << "/* The tables of the library, for the runtime. */\nconst mlc_artifact "
        "*"
     << (prefix.empty() ? StringRef("mlc") : prefix)
     << "_query(uint32_t max_abi);\n\n";
  if (!manifest.symbols.empty()) {
    os << "/* Symbols, as indices of `dims`. */\nenum {\n";
    for (const ManifestSymbol &symbol : manifest.symbols)
      os << "  " << name << "_dim_" << cIdentifier(symbol.name) << ",\n";
    os << "  " << name << "_n_dims\n};\n\n";
  }
  for (size_t i = 0; i < manifest.entries.size(); ++i)
    writeEntry(os, manifest, i, name);
  os << "#ifdef __cplusplus\n}\n#endif\n#endif\n";
  return text;
}
