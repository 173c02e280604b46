//===- Reference.h - The same model by another engine ----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_TOOLS_MLC_RUN_REFERENCE_H
#define MLC_TOOLS_MLC_RUN_REFERENCE_H

#include "tools/mlc-run/Model.h"
#include "tools/mlc-run/Values.h"

namespace mlc::run {

/// Runs the model file with options.reference and returns its outputs.
Outcome<std::vector<Value>> runReference(const Options &options,
                                         const std::vector<Value> &inputs,
                                         const mlc_value_info *outputs,
                                         uint32_t n);

/// Writes a copy of an ONNX model in which the results of all nodes of the main
/// graph are outputs too. Returns the node's name for each added output, in
/// program order. Lies in ExposeNodes.cpp, which sees the ONNX library.
struct Exposed {
  std::string value, node;
};
Outcome<std::vector<Exposed>> exposeNodes(const std::string &model,
                                          const std::string &to);

/// A folder in which the model's external data can be found as well, and the
/// model that exposeNodes makes of it.
class ExposedModel {
public:
  ~ExposedModel();
  Outcome<Nothing> make(const std::string &model);
  const std::string &path() const { return file; }
  const std::vector<Exposed> &nodes() const { return exposed; }

private:
  std::string folder, file;
  std::vector<std::string> links;
  std::vector<Exposed> exposed;
};

} // namespace mlc::run

#endif // MLC_TOOLS_MLC_RUN_REFERENCE_H
