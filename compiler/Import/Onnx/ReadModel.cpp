//===- ReadModel.cpp - ONNX bytes to plain data --------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per message of onnx.proto; the numbers are its field numbers.
// Unknown fields are stepped over, as protobuf does. Recursion happens only
// through subgraphs and nested types, and both are counted.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/ReadModel.h"
#include "compiler/Import/Onnx/ExternalData.h"
#include "compiler/Import/Onnx/Proto/ProtoText.h"
#include "compiler/Import/Onnx/ReadTensor.h"
#include "compiler/Import/Onnx/WireReader.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlc::onnx;
using llvm::StringRef;

namespace {

class ModelReader {
public:
  ModelReader(Model &model, std::string &error, const ReadLimits &limits,
              ExternalData &external)
      : model(model), error(error), limits(limits),
        tensors{model, limits, external, error} {}

  bool readModel(StringRef bytes);
  bool readFunction(StringRef bytes, Function &function);

private:
  bool readGraph(StringRef bytes, Graph &graph);
  bool readNode(StringRef bytes, Node &node);
  bool readAttribute(StringRef bytes, Attribute &attribute);
  bool readValueInfo(StringRef bytes, ValueInfo &info);
  bool readType(StringRef bytes, Type &type);
  bool readTensorType(StringRef bytes, Type &type);
  bool readShape(StringRef bytes, Type &type);
  bool readOpset(StringRef bytes, OpsetImports &opsets);

  /// Ends a message loop: damage becomes the error.
  bool finish(const WireReader &reader, const char *what) {
    if (!error.empty())
      return false;
    if (!reader.damaged())
      return true;
    return fail(std::string("damaged ") + what + ": " + reader.reason());
  }
  bool fail(std::string why) {
    if (error.empty())
      error = std::move(why);
    return false;
  }

  Model &model;
  std::string &error;
  const ReadLimits &limits;
  TensorReader tensors;
  unsigned graphDepth = 0, typeDepth = 0;
  size_t nodeCount = 0;
};

} // namespace

bool ModelReader::readOpset(StringRef bytes, OpsetImports &opsets) {
  WireReader r(bytes);
  StringRef domain;
  int64_t version = 0;
  while (r.next()) {
    if (r.field() == 1)
      domain = r.bytes();
    else if (r.field() == 2)
      version = r.integer();
  }
  if (!finish(r, "opset import"))
    return false;
  auto [at, fresh] = opsets.try_emplace(canonicalDomain(domain), version);
  if (!fresh && at->second != version)
    return fail("the domain '" + domain.str() + "' is imported twice, as opset " +
                std::to_string(at->second) + " and " + std::to_string(version));
  return true;
}

bool ModelReader::readShape(StringRef bytes, Type &type) {
  type.shape.emplace();
  WireReader r(bytes);
  while (r.next()) {
    if (r.field() != 1)
      continue;
    Dim dim;
    WireReader d(r.bytes());
    while (d.next()) {
      if (d.field() == 1)
        dim.value = d.integer();
      else if (d.field() == 2)
        dim.param = d.bytes();
    }
    if (!finish(d, "dimension"))
      return false;
    // Some write "?" for "unknown": two of them are not the same extent.
    if (llvm::none_of(dim.param, [](char c) { return llvm::isAlnum(c); }))
      dim.param = {};
    // Exporters write -1 for "unknown".
    if (dim.value && *dim.value < 0)
      dim.value.reset();
    if (dim.value && static_cast<uint64_t>(*dim.value) > limits.tensorBytes)
      return fail("an extent of " + std::to_string(*dim.value) +
                  " is beyond any memory");
    type.shape->push_back(dim);
    if (type.shape->size() > limits.rank)
      return fail("a type has more than " + std::to_string(limits.rank) +
                  " dimensions");
  }
  return finish(r, "shape");
}

bool ModelReader::readTensorType(StringRef bytes, Type &type) {
  WireReader r(bytes);
  while (r.next()) {
    if (r.field() == 1) {
      int64_t number = r.integer();
      type.dtype = dtypeFromOnnx(number);
      if (number != 0 && type.dtype == MLC_DTYPE_INVALID)
        return fail("unknown element type " + std::to_string(number));
    } else if (r.field() == 2) {
      if (!readShape(r.bytes(), type))
        return false;
    }
  }
  return finish(r, "tensor type");
}

bool ModelReader::readType(StringRef bytes, Type &type) {
  if (++typeDepth > limits.typeDepth)
    return fail("types nest deeper than " + std::to_string(limits.typeDepth));
  auto readElement = [&](StringRef message) {
    type.element = std::make_shared<Type>();
    WireReader e(message);
    while (e.next())
      if (e.field() == 1 && !readType(e.bytes(), *type.element))
        return false;
    return finish(e, "element type");
  };
  WireReader r(bytes);
  while (r.next()) {
    switch (r.field()) {
    case 1:
      type.kind = Type::Kind::Tensor;
      if (!readTensorType(r.bytes(), type))
        return false;
      break;
    case 4:
      type.kind = Type::Kind::Sequence;
      if (!readElement(r.bytes()))
        return false;
      break;
    case 5:
      type.kind = Type::Kind::Map;
      break;
    case 7:
      type.kind = Type::Kind::Opaque;
      break;
    case 8:
      type.kind = Type::Kind::SparseTensor;
      if (!readTensorType(r.bytes(), type))
        return false;
      break;
    case 9:
      type.kind = Type::Kind::Optional;
      if (!readElement(r.bytes()))
        return false;
      break;
    }
  }
  --typeDepth;
  return finish(r, "type");
}

bool ModelReader::readValueInfo(StringRef bytes, ValueInfo &info) {
  WireReader r(bytes);
  StringRef type;
  bool typed = false;
  while (r.next()) {
    if (r.field() == 1)
      info.name = r.bytes();
    else if (r.field() == 2)
      type = r.bytes(), typed = true;
  }
  if (!finish(r, "value description"))
    return false;
  if (typed && !readType(type, info.type)) {
    error = "value '" + info.name.str() + "': " + error;
    return false;
  }
  return true;
}

bool ModelReader::readAttribute(StringRef bytes, Attribute &attribute) {
  WireReader r(bytes);
  int64_t declared = 0;
  Attribute::Kind present = Attribute::Kind::None;
  using Kind = Attribute::Kind;
  while (r.next()) {
    switch (r.field()) {
    case 1:
      attribute.name = r.bytes();
      break;
    case 2:
      attribute.f = r.float32();
      present = Kind::Float;
      break;
    case 3:
      attribute.i = r.integer();
      present = Kind::Int;
      break;
    case 4:
      attribute.s = r.bytes();
      present = Kind::String;
      break;
    case 5:
      attribute.tensors.assign(1, Tensor());
      present = Kind::Tensor;
      if (!tensors.read(r.bytes(), attribute.tensors[0]))
        return false;
      break;
    case 6: {
      auto graph = std::make_shared<Graph>();
      present = Kind::Graph;
      if (!readGraph(r.bytes(), *graph))
        return false;
      attribute.graphs.assign(1, std::move(graph));
      break;
    }
    case 7:
      r.appendFloats(attribute.floats);
      present = Kind::Floats;
      break;
    case 8:
      r.appendIntegers(attribute.ints);
      present = Kind::Ints;
      break;
    case 9:
      attribute.strings.push_back(r.bytes());
      present = Kind::Strings;
      break;
    case 10:
      attribute.tensors.emplace_back();
      present = Kind::Tensors;
      if (!tensors.read(r.bytes(), attribute.tensors.back()))
        return false;
      break;
    case 11:
      attribute.graphs.push_back(std::make_shared<Graph>());
      present = Kind::Graphs;
      if (!readGraph(r.bytes(), *attribute.graphs.back()))
        return false;
      break;
    case 14:
      present = Kind::Type;
      if (!readType(r.bytes(), attribute.type))
        return false;
      break;
    case 15:
    case 22:
    case 23:
      present = r.field() == 22 ? Kind::SparseTensor : Kind::Other;
      break;
    case 20:
      declared = r.integer();
      break;
    case 21:
      attribute.refName = r.bytes();
      break;
    }
  }
  if (!finish(r, "attribute"))
    return false;
  if (attribute.name.empty())
    return fail("an attribute has no name");

  // An empty list or a zero leaves no field behind, so the declared type
  // decides; the oldest files declare none, so what is present does.
  switch (declared) {
  case 0:
    attribute.kind = present;
    break;
  case 1: attribute.kind = Kind::Float; break;
  case 2: attribute.kind = Kind::Int; break;
  case 3: attribute.kind = Kind::String; break;
  case 4: attribute.kind = Kind::Tensor; break;
  case 5: attribute.kind = Kind::Graph; break;
  case 6: attribute.kind = Kind::Floats; break;
  case 7: attribute.kind = Kind::Ints; break;
  case 8: attribute.kind = Kind::Strings; break;
  case 9: attribute.kind = Kind::Tensors; break;
  case 10: attribute.kind = Kind::Graphs; break;
  case 11: attribute.kind = Kind::SparseTensor; break;
  case 13: attribute.kind = Kind::Type; break;
  default: attribute.kind = Kind::Other; break;
  }
  if (!attribute.refName.empty())
    return true;
  if ((attribute.kind == Kind::Tensor && attribute.tensors.size() != 1) ||
      (attribute.kind == Kind::Graph && attribute.graphs.size() != 1))
    return fail("attribute '" + attribute.name.str() +
                "' says that it holds a " +
                (attribute.kind == Kind::Tensor ? "tensor" : "graph") +
                ", but holds none");
  return true;
}

bool ModelReader::readNode(StringRef bytes, Node &node) {
  if (++nodeCount > limits.nodes)
    return fail("more than " + std::to_string(limits.nodes) + " nodes");
  WireReader r(bytes);
  std::vector<StringRef> attributes;
  while (r.next()) {
    switch (r.field()) {
    case 1: node.inputs.push_back(r.bytes()); break;
    case 2: node.outputs.push_back(r.bytes()); break;
    case 3: node.name = r.bytes(); break;
    case 4: node.opType = r.bytes(); break;
    case 5: attributes.push_back(r.bytes()); break;
    case 7: node.domain = canonicalDomain(r.bytes()); break;
    case 8: node.overload = r.bytes(); break;
    }
  }
  if (!finish(r, "node"))
    return false;
  if (node.opType.empty())
    return fail("node '" + node.name.str() + "' has no operator type");
  node.attributes.reserve(attributes.size());
  for (StringRef message : attributes) {
    node.attributes.emplace_back();
    if (!readAttribute(message, node.attributes.back())) {
      // One prefix is enough, however deep the graph lies.
      if (!StringRef(error).starts_with("node '"))
        error = "node '" + node.name.str() + "' (" + qualifiedName(node) +
                "): " + error;
      return false;
    }
  }
  return true;
}

bool ModelReader::readGraph(StringRef bytes, Graph &graph) {
  if (++graphDepth > limits.graphDepth)
    return fail("subgraphs nest deeper than " +
                std::to_string(limits.graphDepth));
  WireReader r(bytes);
  while (r.next()) {
    switch (r.field()) {
    case 1:
      graph.nodes.emplace_back();
      if (!readNode(r.bytes(), graph.nodes.back()))
        return false;
      break;
    case 2:
      graph.name = r.bytes();
      break;
    case 5:
      graph.initializers.emplace_back();
      if (!tensors.read(r.bytes(), graph.initializers.back()))
        return false;
      break;
    case 11:
      graph.inputs.emplace_back();
      if (!readValueInfo(r.bytes(), graph.inputs.back()))
        return false;
      break;
    case 12:
      graph.outputs.emplace_back();
      if (!readValueInfo(r.bytes(), graph.outputs.back()))
        return false;
      break;
    case 13:
      graph.valueInfos.emplace_back();
      if (!readValueInfo(r.bytes(), graph.valueInfos.back()))
        return false;
      break;
    case 15: {
      // values.name (field 1 of field 1) names the tensor.
      StringRef name;
      WireReader sparse(r.bytes());
      while (sparse.next())
        if (sparse.field() == 1) {
          WireReader values(sparse.bytes());
          while (values.next())
            if (values.field() == 8)
              name = values.bytes();
        }
      graph.sparseInitializers.push_back(name);
      break;
    }
    }
  }
  --graphDepth;
  return finish(r, "graph");
}

bool ModelReader::readFunction(StringRef bytes, Function &function) {
  WireReader r(bytes);
  while (r.next()) {
    switch (r.field()) {
    case 1: function.name = r.bytes(); break;
    case 4: function.inputs.push_back(r.bytes()); break;
    case 5: function.outputs.push_back(r.bytes()); break;
    case 6: function.attributes.push_back(r.bytes()); break;
    case 7:
      function.nodes.emplace_back();
      if (!readNode(r.bytes(), function.nodes.back()))
        return false;
      break;
    case 9:
      if (!readOpset(r.bytes(), function.opsets))
        return false;
      break;
    case 10: function.domain = canonicalDomain(r.bytes()); break;
    case 11:
      function.attributeDefaults.emplace_back();
      if (!readAttribute(r.bytes(), function.attributeDefaults.back()))
        return false;
      break;
    case 13: function.overload = r.bytes(); break;
    }
  }
  return finish(r, "function");
}

bool ModelReader::readModel(StringRef bytes) {
  WireReader r(bytes);
  bool hasGraph = false;
  while (r.next()) {
    switch (r.field()) {
    case 1: model.irVersion = r.integer(); break;
    case 2: model.producer = r.bytes(); break;
    case 7:
      if (hasGraph)
        return fail("the model holds two graphs");
      hasGraph = true;
      if (!readGraph(r.bytes(), model.graph))
        return false;
      break;
    case 8:
      if (!readOpset(r.bytes(), model.opsets))
        return false;
      break;
    case 25:
      model.functions.emplace_back();
      if (!readFunction(r.bytes(), model.functions.back())) {
        error = "function '" + model.functions.back().name.str() + "': " +
                error;
        return false;
      }
      break;
    }
  }
  if (!finish(r, "model"))
    return false;
  if (!hasGraph)
    return fail("the file holds no graph");
  return true;
}

/// The text format opens with the model's properties; white space and comments
/// may stand before them.
static StringRef skipComments(StringRef text) {
  for (text = text.ltrim(); text.starts_with("#"); text = text.ltrim())
    text = text.drop_front(std::min(text.find('\n'), text.size()));
  return text;
}

bool mlc::onnx::looksLikeOnnx(StringRef bytes) {
  StringRef text = skipComments(bytes);
  if (text.starts_with("<"))
    return text.take_front(4096).contains("ir_version");
  // Field 1 (ir_version, a small varint) comes first in what exporters write;
  // otherwise one of the other fields of ModelProto with its wire type.
  if (bytes.size() < 4)
    return false;
  uint8_t tag = static_cast<uint8_t>(bytes[0]);
  return tag == 0x08 || tag == 0x12 || tag == 0x1a || tag == 0x22 ||
         tag == 0x3a || tag == 0x42;
}

bool mlc::onnx::readModel(std::shared_ptr<llvm::MemoryBuffer> buffer,
                          StringRef directory, Model &model,
                          std::string &error, const ReadLimits &limits) {
  error.clear();
  StringRef bytes = buffer->getBuffer();
  if (bytes.empty()) {
    error = "the file is empty";
    return false;
  }
  if (skipComments(bytes).starts_with("<")) {
    std::string binary;
    if (!parseText(bytes, binary, error))
      return false;
    buffer = llvm::MemoryBuffer::getMemBufferCopy(binary, "onnx text");
    bytes = buffer->getBuffer();
  }
  model.buffers.push_back(std::move(buffer));
  ExternalData external(directory, model.buffers);
  return ModelReader(model, error, limits, external).readModel(bytes);
}

bool mlc::onnx::readFunction(std::shared_ptr<llvm::MemoryBuffer> bytes,
                             Model &model, Function &function,
                             std::string &error) {
  error.clear();
  ReadLimits limits;
  ExternalData external("", model.buffers);
  model.buffers.push_back(bytes);
  return ModelReader(model, error, limits, external)
      .readFunction(bytes->getBuffer(), function);
}

bool mlc::onnx::readTensor(StringRef bytes, Model &owner, Tensor &tensor,
                           std::string &error) {
  error.clear();
  ReadLimits limits;
  ExternalData external("", owner.buffers);
  return TensorReader{owner, limits, external, error}.read(bytes, tensor);
}
