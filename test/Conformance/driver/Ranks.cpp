//===- Ranks.cpp - Ranks that a test's model leaves out -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/Ranks.h"
#include "compiler/Import/Onnx/ReadModel.h"
#include "test/Conformance/driver/TestData.h"

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

/// The first tensor inside a value, or null.
static const Value *firstTensor(const Value &value) {
  if (value.kind == Value::Kind::Tensor)
    return &value;
  for (const Value &item : value.items)
    if (const Value *found = firstTensor(item))
      return found;
  return nullptr;
}

std::vector<onnx::ImportOptions::Shape>
mlc::conformance::undeclaredRanks(llvm::StringRef directory) {
  std::vector<onnx::ImportOptions::Shape> shapes;
  auto buffer = llvm::MemoryBuffer::getFile(directory + "/model.onnx",
                                            /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  onnx::Model model;
  std::string error;
  if (!buffer || !onnx::readModel(std::move(*buffer), directory, model, error))
    return shapes; // the import says why
  size_t position = 0;
  for (const onnx::ValueInfo &input : model.graph.inputs) {
    if (llvm::any_of(model.graph.initializers, [&](const onnx::Tensor &tensor) {
          return tensor.name == input.name;
        }))
      continue;
    std::string kind;
    const onnx::Type *type = &input.type;
    for (; type->element; type = type->element.get())
      kind += type->kind == onnx::Type::Kind::Sequence ? 's' : 'o';
    size_t at = position++;
    if (kind.empty() || type->shape)
      continue;
    llvm::Expected<Value> value = readValue(
        (directory + "/test_data_set_0/input_" + llvm::Twine(at) + ".pb").str(),
        kind + "t");
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    if (const Value *tensor = firstTensor(*value))
      shapes.push_back(
          {input.name.str(),
           std::vector<int64_t>(tensor->tensor.spec().shape.size(), -1), ""});
  }
  return shapes;
}
