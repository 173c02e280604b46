//===- TestData.cpp - ONNX test data on disk ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/TestData.h"
#include "compiler/Import/Onnx/ReadModel.h"
#include "compiler/Import/Onnx/WireReader.h"
#include "dialects/Graph/IR/Graph.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

std::string mlc::conformance::kindOf(mlir::Type type) {
  if (auto sequence = mlir::dyn_cast<graph::SeqType>(type))
    return "s" + kindOf(sequence.getElementType());
  if (auto optional = mlir::dyn_cast<graph::OptType>(type))
    return "o" + kindOf(optional.getElementType());
  return "t";
}

static llvm::Expected<Value> parseTensor(llvm::StringRef bytes) {
  onnx::Model owner;
  onnx::Tensor tensor;
  std::string error;
  if (!onnx::readTensor(bytes, owner, tensor, error))
    return makeError(error);
  TensorSpec spec{tensor.dtype, llvm::SmallVector<int64_t>(
                                    llvm::ArrayRef<int64_t>(tensor.dims))};
  if (tensor.dtype == MLC_STRING)
    return makeError("a tensor of strings");
  if (!spec.isValid() || spec.bytes() != tensor.bytes.size())
    return makeError("a tensor of type ", spec.str());
  return Value(Literal::copy(
      spec, {reinterpret_cast<const uint8_t *>(tensor.bytes.data()),
             tensor.bytes.size()}));
}

/// Field numbers of onnx-data.proto.
enum { sequenceTensors = 3, sequenceSequences = 5, sequenceOptionals = 7 };
enum { optionalTensor = 3, optionalSequence = 5, optionalOptional = 7 };

static llvm::Expected<Value> parseValue(llvm::StringRef bytes,
                                        llvm::StringRef kind) {
  if (kind == "t")
    return parseTensor(bytes);
  std::vector<Value> items;
  onnx::WireReader reader(bytes);
  while (reader.next()) {
    // Both messages number tensors, sequences and optionals alike.
    if (reader.field() != sequenceTensors &&
        reader.field() != sequenceSequences &&
        reader.field() != sequenceOptionals)
      continue;
    if (reader.type() != onnx::WireReader::Bytes)
      continue;
    llvm::Expected<Value> item = parseValue(reader.bytes(), kind.drop_front());
    if (!item)
      return item.takeError();
    items.push_back(std::move(*item));
  }
  if (reader.damaged())
    return makeError("damaged: ", reader.reason());
  return kind.front() == 's' ? Value::sequence(std::move(items))
                             : Value::optional(std::move(items));
}

llvm::Expected<Value> mlc::conformance::readValue(llvm::StringRef path,
                                                  llvm::StringRef kind) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError("cannot read '", path, "': ", buffer.getError().message());
  llvm::Expected<Value> value = parseValue((*buffer)->getBuffer(), kind);
  if (!value)
    return makeError("'", path, "': ", llvm::toString(value.takeError()));
  return value;
}

llvm::Expected<std::vector<DataSet>> mlc::conformance::readDataSets(
    llvm::StringRef directory, llvm::ArrayRef<std::string> inputKinds,
    llvm::ArrayRef<std::string> outputKinds, llvm::StringRef prefix) {
  std::vector<DataSet> sets;
  for (int n = 0;; ++n) {
    std::string set = (directory + "/" + prefix + llvm::Twine(n)).str();
    if (!llvm::sys::fs::is_directory(set))
      break;
    DataSet data;
    auto read = [&](llvm::StringRef what, llvm::ArrayRef<std::string> kinds,
                    std::vector<Value> &values) -> llvm::Error {
      for (size_t i = 0; i < kinds.size(); ++i) {
        llvm::Expected<Value> value = readValue(
            (set + "/" + what + "_" + llvm::Twine(i) + ".pb").str(), kinds[i]);
        if (!value)
          return value.takeError();
        values.push_back(std::move(*value));
      }
      return llvm::Error::success();
    };
    if (llvm::Error error = read("input", inputKinds, data.inputs))
      return error;
    if (llvm::Error error = read("output", outputKinds, data.outputs))
      return error;
    sets.push_back(std::move(data));
  }
  return sets;
}
