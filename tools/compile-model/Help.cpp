//===- Help.cpp - The help text of compile-model --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One source for text and meaning: the table in CompileOptions.def.
//
//===----------------------------------------------------------------------===//

#include "tools/compile-model/Help.h"
#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Support/DType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"

using namespace mlc;
using llvm::StringRef;

/// Prints `text` from column `indent` on, broken at blanks before column 79.
static void printWrapped(llvm::raw_ostream &os, StringRef text,
                         unsigned indent) {
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ', -1, false);
  unsigned column = indent;
  for (StringRef word : words) {
    if (column > indent && column + 1 + word.size() > 79) {
      os << "\n";
      os.indent(indent);
      column = indent;
    }
    if (column > indent) {
      os << " ";
      ++column;
    }
    os << word;
    column += word.size();
  }
  os << "\n";
}

static std::string flagText(const OptionInfo &info) {
  // One letter takes its value without "=" (-O2), words with two dashes.
  std::string text = (info.flag.size() == 1 ? "-" : "--") + info.flag.str();
  if (info.argument.empty())
    return text;
  if (info.argument.starts_with("["))
    return text + info.argument.str();
  if (info.flag == "O")
    return text + info.argument.str();
  return text + (info.flag.size() == 1 ? " " : "=") + info.argument.str();
}

void mlc::printHelp(llvm::raw_ostream &os) {
  os << "usage: compile-model MODEL [-o LIB.so] [options]\n"
        "       compile-model --inspect LIB.so | --check MODEL | --list-ops\n\n"
        "Compiles an ONNX model (or .mlir text) to a shared library that needs "
        "nothing\nelse to run. `@FILE` on the command line reads more options "
        "from a file.\n";
  static const std::pair<StringRef, StringRef> areas[] = {
      {"tool", "Files and actions"}, {"import", "The model"},
      {"graph", "Mathematics"},      {"target", "Target"},
      {"codegen", "Generated code"}, {"artifact", "Result"}};
  for (auto [area, title] : areas) {
    os << "\n" << title << ":\n";
    for (const OptionInfo &info : optionTable()) {
      if (info.area != area)
        continue;
      std::string flag = "  " + flagText(info);
      os << flag;
      constexpr unsigned kColumn = 30;
      if (flag.size() + 2 > kColumn)
        os << "\n" << std::string(kColumn, ' ');
      else
        os.indent(kColumn - flag.size());
      std::string help = info.help.str();
      if (!info.defaultText.empty())
        help += " (default: " + info.defaultText + ")";
      printWrapped(os, help, kColumn);
    }
  }
  os << "  --help, --version\n\nExample:\n"
        "  compile-model resnet50.onnx --dim batch=1..32:8 --header -o "
        "resnet50.so\n\n"
        "Exit codes: 0 done, 1 wrong input, 2 not supported, 3 error of the "
        "compiler\n";
}

void mlc::printVersion(llvm::raw_ostream &os) {
  os << "mlc " MLC_VERSION ", artifact ABI " << MLC_ABI_MAJOR << "."
     << MLC_ABI_MINOR << ", LLVM " LLVM_VERSION_STRING ", ONNX 1.22.0\n";
}
