//===- ImportDiagnostic.h - What is wrong with a model ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_COMMON_IMPORTDIAGNOSTIC_H
#define MLC_COMPILER_IMPORT_COMMON_IMPORTDIAGNOSTIC_H

#include <cstdint>
#include <string>
#include <vector>

namespace mlc {

/// One finding about a model. Importers collect them all before they give up.
struct ImportDiagnostic {
  enum class Kind {
    Invalid,    ///< the model (or an option about it) is wrong: exit code 1
    Unsupported ///< legal, but not supported: exit code 2
  };
  Kind kind = Kind::Invalid;
  std::string node; ///< empty when the model as a whole is meant
  std::string op;   ///< with domain, if not the default one
  int64_t version = 0; ///< since-version of the operator, 0 if unknown
  std::string message;

  /// "node 'conv_12' (Conv-11): message", or the message alone.
  std::string str() const {
    if (node.empty() && op.empty())
      return message;
    std::string text = "node '" + node + "' (" + op;
    if (version > 0)
      text += "-" + std::to_string(version);
    return text + "): " + message;
  }
};

/// 0 for none, 1 when something is invalid, else 2: a damaged model is the
/// user's first problem.
inline int exitCode(const std::vector<ImportDiagnostic> &diagnostics) {
  int code = 0;
  for (const ImportDiagnostic &diagnostic : diagnostics) {
    if (diagnostic.kind == ImportDiagnostic::Kind::Invalid)
      return 1;
    code = 2;
  }
  return code;
}

} // namespace mlc

#endif // MLC_COMPILER_IMPORT_COMMON_IMPORTDIAGNOSTIC_H
