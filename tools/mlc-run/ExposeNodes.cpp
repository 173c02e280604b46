//===- ExposeNodes.cpp - Makes every node's results outputs of the model -===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tools/mlc-run/Reference.h"

#include "tools/mlc-run/Npy.h"

#include <onnx/onnx_pb.h>

#include <set>

using namespace mlc::run;

Outcome<std::vector<Exposed>> mlc::run::exposeNodes(const std::string &path,
                                                    const std::string &to) {
  Outcome<std::vector<uint8_t>> bytes = readWholeFile(path);
  if (!bytes)
    return bytes.error();
  std::vector<Exposed> exposed;
  std::string text;
  try {
    onnx::ModelProto model;
    if (bytes->size() > INT32_MAX ||
        !model.ParseFromArray(bytes->data(), int(bytes->size())))
      return fault(path + ": --per-node needs a binary ONNX model");
    onnx::GraphProto &graph = *model.mutable_graph();
    std::set<std::string> present;
    for (const auto &output : graph.output())
      present.insert(output.name());
    for (const onnx::NodeProto &node : graph.node())
      for (const std::string &value : node.output()) {
        if (value.empty())
          continue;
        exposed.push_back(
            {value, node.name().empty()
                        ? node.op_type() + " of '" + value + "'"
                        : node.name() + " (" + node.op_type() + ")"});
        if (present.insert(value).second)
          graph.add_output()->set_name(value);
      }
    if (!model.SerializeToString(&text))
      return Error{Internal, path + ": cannot be written with more outputs"};
  } catch (const std::exception &) {
    return fault(path + ": --per-node needs a binary ONNX model");
  }
  if (Outcome<Nothing> written = writeWholeFile(to, text.data(), text.size());
      !written)
    return written.error();
  return exposed;
}
