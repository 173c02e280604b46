//===- ProtoSchema.cpp - What the standard says of an operator -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, which the ONNX library throws; none leaves this
// file.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Proto/ProtoSchema.h"

#include "onnx/defs/schema.h"

#include <exception>

using namespace mlc::onnx;
using llvm::StringRef;
namespace lib = ::onnx;

static const lib::OpSchema *findSchema(StringRef domain, StringRef op,
                                       int64_t opset) {
  if (opset < 1 || opset > INT32_MAX)
    return nullptr;
  return lib::OpSchemaRegistry::Schema(op.str(), static_cast<int>(opset),
                                       canonicalDomain(domain).str());
}

std::optional<SchemaFacts> mlc::onnx::schemaFacts(StringRef domain,
                                                  StringRef op,
                                                  int64_t opset) {
  try {
    const lib::OpSchema *schema = findSchema(domain, op, opset);
    if (!schema)
      return std::nullopt;
    SchemaFacts facts;
    facts.sinceVersion = schema->since_version();
    facts.deprecated = schema->deprecated();
    facts.hasFunction =
        schema->HasFunction() || schema->HasContextDependentFunction();
    facts.minInputs = schema->min_input();
    facts.maxInputs = schema->max_input();
    facts.minOutputs = schema->min_output();
    facts.maxOutputs = schema->max_output();
    const auto &inputs = schema->inputs();
    for (int64_t i = 0; i < facts.minInputs; ++i)
      if (i < static_cast<int64_t>(inputs.size()) &&
          inputs[i].GetOption() == lib::OpSchema::Optional)
        facts.optionalInputs.push_back(i);
    if (!inputs.empty() && inputs.back().GetOption() == lib::OpSchema::Variadic)
      facts.firstVariadic = inputs.size() - 1;
    for (const auto &input : inputs) {
      bool list = false;
      for (const auto &type : input.GetTypes())
        list |= !StringRef(*type).starts_with("tensor(");
      facts.listInputs.push_back(list);
    }
    return facts;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

std::optional<std::pair<int64_t, int64_t>>
mlc::onnx::domainVersions(StringRef domain) {
  try {
    const auto &map =
        lib::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    auto it = map.find(canonicalDomain(domain).str());
    if (it == map.end())
      return std::nullopt;
    return std::make_pair(int64_t(it->second.first),
                          int64_t(it->second.second));
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

std::vector<std::pair<std::string, int64_t>> mlc::onnx::functionOps() {
  std::vector<std::pair<std::string, int64_t>> result;
  try {
    for (const lib::OpSchema &schema :
         lib::OpSchemaRegistry::get_all_schemas_with_history())
      if (canonicalDomain(schema.domain()).empty() && !schema.deprecated() &&
          (schema.HasFunction() || schema.HasContextDependentFunction()))
        result.emplace_back(schema.Name(), schema.since_version());
  } catch (const std::exception &) {
    // An incomplete list is the worst that can come of it.
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Plain data back to protobuf, for builders that look at a node
//===----------------------------------------------------------------------===//

static void toProto(const Graph &graph, lib::GraphProto &proto);

static void toProto(const Type &type, lib::TypeProto &proto) {
  switch (type.kind) {
  case Type::Kind::Tensor: {
    auto *tensor = proto.mutable_tensor_type();
    tensor->set_elem_type(static_cast<int>(dtypeToOnnx(type.dtype)));
    if (!type.shape)
      return;
    auto *shape = tensor->mutable_shape();
    for (const Dim &dim : *type.shape) {
      auto *entry = shape->add_dim();
      if (dim.value)
        entry->set_dim_value(*dim.value);
      else if (!dim.param.empty())
        entry->set_dim_param(dim.param.str());
    }
    return;
  }
  case Type::Kind::Sequence:
    if (type.element)
      toProto(*type.element, *proto.mutable_sequence_type()->mutable_elem_type());
    return;
  case Type::Kind::Optional:
    if (type.element)
      toProto(*type.element, *proto.mutable_optional_type()->mutable_elem_type());
    return;
  default:
    return;
  }
}

static void toProto(const Tensor &tensor, lib::TensorProto &proto) {
  proto.set_name(tensor.name.str());
  proto.set_data_type(static_cast<int>(dtypeToOnnx(tensor.dtype)));
  for (int64_t dim : tensor.dims)
    proto.add_dims(dim);
  if (tensor.dtype == MLC_STRING)
    for (StringRef text : tensor.strings)
      proto.add_string_data(text.str());
  else
    proto.set_raw_data(tensor.bytes.data(), tensor.bytes.size());
}

static void toProto(const Attribute &attribute, lib::AttributeProto &proto) {
  using Kind = Attribute::Kind;
  proto.set_name(attribute.name.str());
  if (!attribute.refName.empty())
    proto.set_ref_attr_name(attribute.refName.str());
  switch (attribute.kind) {
  case Kind::Float:
    proto.set_type(lib::AttributeProto::FLOAT);
    proto.set_f(attribute.f);
    break;
  case Kind::Int:
    proto.set_type(lib::AttributeProto::INT);
    proto.set_i(attribute.i);
    break;
  case Kind::String:
    proto.set_type(lib::AttributeProto::STRING);
    proto.set_s(attribute.s.str());
    break;
  case Kind::Floats:
    proto.set_type(lib::AttributeProto::FLOATS);
    for (float value : attribute.floats)
      proto.add_floats(value);
    break;
  case Kind::Ints:
    proto.set_type(lib::AttributeProto::INTS);
    for (int64_t value : attribute.ints)
      proto.add_ints(value);
    break;
  case Kind::Strings:
    proto.set_type(lib::AttributeProto::STRINGS);
    for (StringRef value : attribute.strings)
      proto.add_strings(value.str());
    break;
  case Kind::Tensor:
    proto.set_type(lib::AttributeProto::TENSOR);
    if (!attribute.tensors.empty())
      toProto(attribute.tensors[0], *proto.mutable_t());
    break;
  case Kind::Graph:
    proto.set_type(lib::AttributeProto::GRAPH);
    if (!attribute.graphs.empty())
      toProto(*attribute.graphs[0], *proto.mutable_g());
    break;
  default:
    break;
  }
}

static void toProto(const Node &node, lib::NodeProto &proto) {
  proto.set_name(node.name.str());
  proto.set_domain(node.domain.str());
  proto.set_op_type(node.opType.str());
  for (StringRef input : node.inputs)
    proto.add_input(input.str());
  for (StringRef output : node.outputs)
    proto.add_output(output.str());
  for (const Attribute &attribute : node.attributes)
    toProto(attribute, *proto.add_attribute());
}

// The reader has bounded the nesting of subgraphs.
static void toProto(const Graph &graph, lib::GraphProto &proto) {
  proto.set_name(graph.name.str());
  for (const Node &node : graph.nodes)
    toProto(node, *proto.add_node());
  for (const ValueInfo &info : graph.inputs) {
    auto *value = proto.add_input();
    value->set_name(info.name.str());
    if (info.type.kind != Type::Kind::None)
      toProto(info.type, *value->mutable_type());
  }
  for (const ValueInfo &info : graph.outputs) {
    auto *value = proto.add_output();
    value->set_name(info.name.str());
    if (info.type.kind != Type::Kind::None)
      toProto(info.type, *value->mutable_type());
  }
  for (const Tensor &tensor : graph.initializers)
    toProto(tensor, *proto.add_initializer());
}

//===----------------------------------------------------------------------===//
// Function bodies
//===----------------------------------------------------------------------===//

/// The newest version not beyond `opset`, or else the oldest there is: the
/// standard added bodies to operators later, and a body brings its own opset.
static int bodyVersion(const std::vector<int> &versions, int64_t opset) {
  int best = 0, oldest = 0;
  for (int version : versions) {
    if (version <= opset && version > best)
      best = version;
    if (oldest == 0 || version < oldest)
      oldest = version;
  }
  return best != 0 ? best : oldest;
}

/// Whether each input is a tensor or a sequence where the operator takes one:
/// the library's builders look into types without asking. An optional is
/// described by no type, and no such operator takes one.
static bool haveRightKinds(const lib::OpSchema &schema, const Node &node,
                           const std::vector<lib::TypeProto> &types) {
  const auto &formals = schema.inputs();
  for (size_t i = 0; i < types.size() && !formals.empty(); ++i) {
    if (types[i].value_case() == lib::TypeProto::VALUE_NOT_SET) {
      if (i < node.inputs.size() && !node.inputs[i].empty())
        return false;
      continue; // an input that is left out
    }
    const auto &formal = formals[std::min(i, formals.size() - 1)];
    auto kindOf = [](lib::DataType type) {
      return llvm::StringRef(*type).split('(').first;
    };
    llvm::StringRef kind = kindOf(lib::Utils::DataTypeUtils::ToType(types[i]));
    if (llvm::none_of(formal.GetTypes(),
                      [&](lib::DataType t) { return kindOf(t) == kind; }))
      return false;
  }
  return true;
}

/// The builder is asked for its own version: the library would stamp the requested one on a body written
/// against older operators.
static bool buildFunction(const lib::OpSchema &schema, const Node &node,
                          int64_t opset, llvm::ArrayRef<Type> inputTypes,
                          lib::FunctionProto &body) {
  int version = bodyVersion(
      schema.context_dependent_function_opset_versions(), opset);
  if (version == 0)
    return false;
  lib::NodeProto proto;
  toProto(node, proto);
  std::vector<lib::TypeProto> types(inputTypes.size());
  for (size_t i = 0; i < inputTypes.size(); ++i)
    toProto(inputTypes[i], types[i]);
  if (!haveRightKinds(schema, node, types))
    return false;
  lib::FunctionBodyBuildContextImpl context(proto, types);
  return schema.BuildContextDependentFunction(context, body, version);
}

bool mlc::onnx::functionBody(const Node &node, int64_t opset,
                             llvm::ArrayRef<Type> inputTypes,
                             std::string &serialized, std::string &error) {
  try {
    const lib::OpSchema *schema = findSchema(node.domain, node.opType, opset);
    if (!schema) {
      error = "the standard has no such operator at this opset";
      return false;
    }
    lib::FunctionProto body;
    int version = bodyVersion(schema->function_opset_versions(), opset);
    if (const lib::FunctionProto *fixed =
            version != 0 ? schema->GetFunction(version) : nullptr)
      body = *fixed;
    else if (!buildFunction(*schema, node, opset, inputTypes, body)) {
      error = "the standard gives no function body for these inputs";
      return false;
    }
    for (const auto &entry : schema->attributes()) {
      const lib::AttributeProto &value = entry.second.default_value;
      if (value.type() == lib::AttributeProto::UNDEFINED)
        continue;
      auto *filled = body.add_attribute_proto();
      *filled = value;
      filled->set_name(entry.first);
    }
    if (!body.SerializeToString(&serialized)) {
      error = "the function body cannot be serialised";
      return false;
    }
    return true;
  } catch (const std::exception &e) {
    error = std::string("the ONNX library cannot build its function body: ") +
            e.what();
    return false;
  }
}
