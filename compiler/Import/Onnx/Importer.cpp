//===- Importer.cpp - Walking a model's graphs ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Proto/ProtoSchema.h"
#include "compiler/Import/Onnx/ReadModel.h"
#include "compiler/Support/DTypeMLIR.h"
#include "compiler/Support/NodeName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;
using mlir::Value;
using Kind = ImportDiagnostic::Kind;

namespace {
/// Functions call functions; the total bounds what a small file can ask for.
constexpr size_t maxImportedNodes = size_t(1) << 20;
constexpr unsigned maxCallDepth = 64;
} // namespace

Importer::Importer(mlir::MLIRContext &context, std::shared_ptr<Model> model,
                   const ImportOptions &options,
                   std::vector<ImportDiagnostic> &diagnostics)
    : context(context), model(std::move(model)), options(options),
      diagnostics(diagnostics), builder(&context), g(builder) {
  for (const Function &function : this->model->functions)
    functions[(function.domain + "\n" + function.name + "\n" +
               function.overload).str()] = &function;
  for (const auto *list :
       {&this->model->graph.valueInfos, &this->model->graph.outputs})
    for (const ValueInfo &info : *list)
      declared.try_emplace(info.name, &info.type);
}

//===----------------------------------------------------------------------===//
// Names and reports
//===----------------------------------------------------------------------===//

std::string Importer::displayName(const Node &node) const {
  // Inside a function body the user's own node is the one to name.
  if (frame && !frame->prefix.empty())
    return frame->prefix;
  if (!node.name.empty())
    return node.name.str();
  for (StringRef output : node.outputs)
    if (!output.empty())
      return output.str();
  return node.opType.str();
}

void Importer::report(Kind kind, const Node &node, int64_t version,
                      std::string message) {
  ImportDiagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.node = displayName(node);
  diagnostic.op = qualifiedName(node);
  if (auto facts = schemaFacts(node.domain, node.opType, version))
    diagnostic.version = facts->sinceVersion;
  diagnostic.message = std::move(message);
  diagnostics.push_back(std::move(diagnostic));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Importer::constant(const Tensor &tensor) {
  if (tensor.dtype == MLC_STRING)
    return g.fail("string tensors are not supported");
  TensorSpec spec;
  spec.dtype = tensor.dtype;
  spec.shape.assign(tensor.dims.begin(), tensor.dims.end());
  if (!spec.isValid())
    return g.fail("the constant's shape is not valid");
  auto bytes = llvm::ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(tensor.bytes.data()),
      tensor.bytes.size());
  // The model owns the file's mapping and the arena; whoever keeps the bytes
  // keeps it.
  return g.constant(Literal::view(spec, bytes, model));
}

void Importer::addInitializers(const Graph &graph, Scope &scope) {
  for (const Tensor &tensor : graph.initializers) {
    g.loc = nodeLocation(&context, tensor.name);
    Value value = constant(tensor);
    if (value) {
      scope.values[tensor.name] = value;
      continue;
    }
    reportModel(Kind::Unsupported,
                "initializer '" + tensor.name.str() + "': " + g.takeReason());
    scope.poisoned.insert(tensor.name);
  }
  for (StringRef name : graph.sparseInitializers) {
    reportModel(Kind::Unsupported,
                "initializer '" + name.str() +
                    "': sparse tensors are not supported");
    scope.poisoned.insert(name);
  }
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

bool Importer::resolveAttributes(const Node &node, Node &resolved,
                                 std::string &why) {
  resolved = node;
  resolved.attributes.clear();
  for (const Attribute &attribute : node.attributes) {
    if (attribute.refName.empty()) {
      resolved.attributes.push_back(attribute);
      continue;
    }
    const Attribute *source = nullptr;
    if (frame->attributes)
      for (const Attribute &given : *frame->attributes)
        if (given.name == attribute.refName)
          source = &given;
    if (!source && frame->defaults)
      for (const Attribute &given : *frame->defaults)
        if (given.name == attribute.refName)
          source = &given;
    // An attribute the call leaves out is left out here too.
    if (!source)
      continue;
    Attribute copy = *source;
    copy.name = attribute.name;
    copy.refName = StringRef();
    resolved.attributes.push_back(std::move(copy));
  }
  (void)why;
  return true;
}

const Function *Importer::modelFunction(const Node &node) const {
  auto it = functions.find((canonicalDomain(node.domain) + "\n" + node.opType +
                            "\n" + node.overload).str());
  return it == functions.end() ? nullptr : it->second;
}

Type Importer::describe(Value value) const {
  Type type;
  if (!value)
    return type;
  if (auto sequence = llvm::dyn_cast<graph::SeqType>(value.getType())) {
    type.kind = Type::Kind::Sequence;
    type.element = std::make_shared<Type>();
    if (auto tensor =
            llvm::dyn_cast<mlir::TensorType>(sequence.getElementType())) {
      type.element->kind = Type::Kind::Tensor;
      type.element->dtype = dtypeOf(tensor.getElementType());
    }
    return type;
  }
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (!tensor)
    return type;
  type.kind = Type::Kind::Tensor;
  type.dtype = dtypeOf(tensor.getElementType());
  type.shape.emplace();
  for (int64_t extent : tensor.getShape()) {
    Dim dim;
    if (!mlir::ShapedType::isDynamic(extent))
      dim.value = extent;
    type.shape->push_back(dim);
  }
  return type;
}

const Function *Importer::standardBody(const Node &node, int64_t version,
                                       llvm::ArrayRef<Value> inputs,
                                       std::string &why) {
  std::vector<Type> types;
  for (Value input : inputs)
    types.push_back(describe(input));
  std::string bytes;
  if (!functionBody(node, version, types, bytes, why))
    return nullptr;
  auto function = std::make_unique<Function>();
  std::shared_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "function body");
  if (!readFunction(buffer, *model, *function, why))
    return nullptr;
  // Schema bodies of the default domain import it; others may forget to.
  function->opsets.try_emplace(canonicalDomain(node.domain), version);
  auto usual = frame->opsets->find("");
  if (usual != frame->opsets->end())
    function->opsets.try_emplace("", usual->second);
  bodies.push_back(std::move(function));
  return bodies.back().get();
}

bool Importer::expandFunction(const Node &node, const Function &function,
                              llvm::ArrayRef<Value> inputs,
                              llvm::SmallVectorImpl<Value> &outputs,
                              std::string &why) {
  if (frame->depth >= maxCallDepth) {
    why = "function calls nest deeper than " + std::to_string(maxCallDepth);
    return false;
  }
  if (inputs.size() > function.inputs.size()) {
    why = "it has " + std::to_string(inputs.size()) +
          " inputs; its function takes " +
          std::to_string(function.inputs.size());
    return false;
  }
  Frame inner;
  inner.opsets = &function.opsets;
  inner.attributes = &node.attributes;
  inner.defaults = &function.attributeDefaults;
  inner.prefix = displayName(node);
  inner.depth = frame->depth + 1;

  Scope scope; // a function sees nothing but its inputs
  for (auto [i, name] : llvm::enumerate(function.inputs))
    scope.values[name] = i < inputs.size() ? inputs[i] : Value();
  size_t before = diagnostics.size();
  Frame *outer = std::exchange(frame, &inner);
  importNodes(function.nodes, scope);
  frame = outer;
  if (diagnostics.size() != before)
    return false; // reported already
  for (StringRef name : function.outputs)
    outputs.push_back(scope.find(name));
  return true;
}

const Type *Importer::declaredType(StringRef name) const {
  if (frame && frame->depth > 0)
    return nullptr;
  auto known = declared.find(name);
  return known == declared.end() ? nullptr : known->second;
}

bool Importer::expandStandard(const Node &node, int64_t opset,
                              llvm::ArrayRef<Value> inputs,
                              llvm::SmallVectorImpl<Value> &outputs,
                              std::string &why) {
  const Function *function = standardBody(node, opset, inputs, why);
  return function && expandFunction(node, *function, inputs, outputs, why);
}

/// An operator of the user's op library. Its results have the types that the
/// model declares; the library's shape rule is asked when the model runs.
bool Importer::importCustom(const Node &node, llvm::ArrayRef<Value> inputs,
                            llvm::SmallVectorImpl<Value> &outputs,
                            std::string &why) {
  llvm::SmallVector<mlir::Type> types;
  for (StringRef output : node.outputs) {
    auto known = declared.find(output);
    mlir::Type type =
        known == declared.end() ? mlir::Type() : convertType(*known->second, why);
    if (!type || !llvm::isa<mlir::RankedTensorType>(type)) {
      why = "the model does not declare the type of its result '" +
            output.str() + "'";
      return false;
    }
    types.push_back(type);
  }
  for (Value input : inputs)
    if (!GraphBuilder::isTensor(input)) {
      why = "an input of a custom operator is left out or no tensor";
      return false;
    }
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  for (const Attribute &attribute : node.attributes) {
    mlir::Attribute value;
    switch (attribute.kind) {
    case Attribute::Kind::Int:
      value = builder.getI64IntegerAttr(attribute.i);
      break;
    case Attribute::Kind::Float:
      value = builder.getF64FloatAttr(attribute.f);
      break;
    case Attribute::Kind::String:
      value = builder.getStringAttr(attribute.s);
      break;
    case Attribute::Kind::Ints:
      value = builder.getDenseI64ArrayAttr(attribute.ints);
      break;
    case Attribute::Kind::Floats:
      value = builder.getDenseF32ArrayAttr(attribute.floats);
      break;
    default:
      why = "attribute '" + attribute.name.str() +
            "' of a custom operator has a type that cannot be passed on";
      return false;
    }
    attributes.emplace_back(builder.getStringAttr(attribute.name), value);
  }
  auto op = graph::CustomOp::create(
      builder, g.loc, types, builder.getStringAttr(qualifiedName(node)), inputs,
      builder.getDictionaryAttr(attributes));
  if (!g.verify(op)) {
    why = g.takeReason();
    return false;
  }
  outputs.append(op->result_begin(), op->result_end());
  return true;
}

void Importer::importNodes(llvm::ArrayRef<Node> nodes, Scope &scope) {
  Scope *outer = std::exchange(currentScope, &scope);
  for (const Node &node : nodes) {
    if (++importedNodes > maxImportedNodes) {
      if (importedNodes == maxImportedNodes + 1)
        reportModel(Kind::Invalid,
                    "the model has more than " +
                        std::to_string(maxImportedNodes) +
                        " nodes once its functions are expanded");
      break;
    }
    importNode(node, scope);
  }
  currentScope = outer;
}

void Importer::importNode(const Node &given, Scope &scope) {
  auto poison = [&](const Node &node) {
    for (StringRef output : node.outputs)
      if (!output.empty())
        scope.poisoned.insert(output);
  };
  const Node *node = &given;
  Node resolved;
  std::string why;
  if (llvm::any_of(given.attributes, [](const Attribute &a) {
        return !a.refName.empty();
      })) {
    resolveAttributes(given, resolved, why);
    node = &resolved;
  }

  if (llvm::is_contained(options.customOps, qualifiedName(*node))) {
    llvm::SmallVector<Value> inputs, outputs;
    for (StringRef name : node->inputs) {
      if (scope.isPoisoned(name))
        return poison(*node);
      inputs.push_back(name.empty() ? Value() : scope.find(name));
    }
    g.loc = nodeLocation(&context, displayName(*node));
    if (!importCustom(*node, inputs, outputs, why)) {
      report(Kind::Unsupported, *node, 0, why);
      return poison(*node);
    }
    for (auto [name, value] : llvm::zip(node->outputs, outputs))
      scope.values[name] = value;
    return;
  }

  const Function *function = modelFunction(*node);
  auto imported = frame->opsets->find(canonicalDomain(node->domain));
  int64_t version =
      imported == frame->opsets->end() ? 0 : imported->second;
  if (!function && version == 0) {
    report(Kind::Unsupported, *node, 0,
           domainVersions(node->domain)
               ? "the model does not import the operator set of its domain"
               : "operators of domain '" + node->domain.str() +
                     "' are not supported");
    return poison(*node);
  }

  const OnnxTable::Row *row =
      function ? nullptr : onnxTable().find(node->domain, node->opType, version);
  std::optional<SchemaFacts> facts;
  if (!function) {
    facts = schemaFacts(node->domain, node->opType, version);
    if (!facts && !row && onnxTable().hasDomain(node->domain) &&
        !domainVersions(node->domain)) {
      report(Kind::Unsupported, *node, version,
             "the operator is not supported");
      return poison(*node);
    }
    if (!facts && !row) {
      bool known = domainVersions(node->domain).has_value();
      report(known ? Kind::Invalid : Kind::Unsupported, *node, version,
             known ? "opset " + std::to_string(version) +
                         " has no such operator"
                   : "operators of domain '" + node->domain.str() +
                         "' are not supported");
      return poison(*node);
    }
    // One that was deprecated at once (GroupNormalization-18) still has a body.
    if (facts && facts->deprecated && !facts->hasFunction) {
      report(Kind::Invalid, *node, version,
             "the operator is deprecated since opset " +
                 std::to_string(facts->sinceVersion));
      return poison(*node);
    }
    if (!row && !facts->hasFunction) {
      report(Kind::Unsupported, *node, version,
             "the operator is not supported");
      return poison(*node);
    }
    int64_t count = node->inputs.size();
    if (facts && (count < facts->minInputs || count > facts->maxInputs)) {
      report(Kind::Invalid, *node, version,
             "it has " + std::to_string(count) + " inputs; the operator takes " +
                 std::to_string(facts->minInputs) +
                 (facts->maxInputs == facts->minInputs ? ""
                  : facts->maxInputs > 1000
                      ? " or more"
                      : " to " + std::to_string(facts->maxInputs)));
      return poison(*node);
    }
  }

  llvm::SmallVector<Value> inputs;
  for (auto [i, name] : llvm::enumerate(node->inputs)) {
    Value value = name.empty() ? Value() : scope.find(name);
    if (!value && !name.empty() && scope.isPoisoned(name))
      return poison(*node); // its source was reported
    inputs.push_back(value);
    if (!value && facts && facts->needs(i)) {
      report(Kind::Invalid, *node, version,
             "its input " + std::to_string(i) + " is missing");
      return poison(*node);
    }
    if (value && !function &&
        !llvm::isa<mlir::RankedTensorType>(value.getType()) &&
        !(facts && facts->takesList(i))) {
      report(Kind::Invalid, *node, version,
             "its input " + std::to_string(i) +
                 " is a sequence or an optional");
      return poison(*node);
    }
  }
  while (!inputs.empty() && !inputs.back())
    inputs.pop_back();
  // The nodes of a body are asked one by one.
  auto ranks = DoubtfulRanks::Result::Known;
  if (row)
    ranks = doubtfulRanks.of(*node, inputs);
  if (ranks == DoubtfulRanks::Result::Unknown) {
    report(Kind::Unsupported, *node, version,
           "it reads a value whose rank depends on which branch of an If runs");
    return poison(*node);
  }

  std::string name = displayName(*node);
  g.loc = nodeLocation(&context, name);
  llvm::SmallVector<Value> outputs;
  size_t before = diagnostics.size();
  bool done = false;
  NodeContext context(*this, g, *node, version, inputs);
  if (row) {
    done = mlir::succeeded((*row)(context)) && !g.failed();
    outputs.append(context.out().begin(), context.out().end());
    if (!done && !context.wantsBody) {
      std::string reason = g.takeReason();
      if (!context.reason.empty())
        reason = context.reason;
      bool silent = std::exchange(readsPoison, false) && reason.empty();
      if (diagnostics.size() == before && !silent)
        report(context.isUnsupported ? Kind::Unsupported : Kind::Invalid, *node,
               version, reason.empty() ? "it cannot be imported" : reason);
      return poison(*node);
    }
  }
  if (!done) {
    g.takeReason();
    outputs.clear();
    if (!function)
      function = standardBody(*node, version, inputs, why);
    if (!function || !expandFunction(*node, *function, inputs, outputs, why)) {
      if (diagnostics.size() == before)
        report(Kind::Unsupported, *node, version, why);
      return poison(*node);
    }
  }
  for (auto [i, output] : llvm::enumerate(node->outputs)) {
    if (output.empty())
      continue;
    if (i >= outputs.size() || !outputs[i]) {
      report(Kind::Unsupported, *node, version,
             "its result " + std::to_string(i) + " is not supported");
      scope.poisoned.insert(output);
      continue;
    }
    scope.values[output] = outputs[i];
    if (ranks == DoubtfulRanks::Result::Doubtful)
      doubtfulRanks.add(outputs[i]);
  }
}

bool Importer::importSubgraph(const Graph &graph,
                              llvm::ArrayRef<Value> arguments,
                              llvm::SmallVectorImpl<Value> &outputs) {
  mlir::Location loc = g.loc;
  auto restore = llvm::scope_exit([&] { g.loc = loc; });
  Scope scope(currentScope);
  for (auto [info, value] : llvm::zip(graph.inputs, arguments))
    scope.values[info.name] = value;
  size_t before = diagnostics.size();
  addInitializers(graph, scope);
  importNodes(graph.nodes, scope);
  if (diagnostics.size() != before)
    return false;
  for (const ValueInfo &info : graph.outputs) {
    Value value = scope.find(info.name);
    if (!value) {
      readsPoison |= scope.isPoisoned(info.name);
      return false;
    }
    outputs.push_back(value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

mlir::OwningOpRef<mlir::ModuleOp> Importer::run() {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  builder.setInsertionPointToEnd(module->getBody());
  Frame top;
  top.opsets = &model->opsets;
  frame = &top;

  Scope scope;
  std::vector<Argument> arguments;
  if (!collectArguments(arguments))
    return nullptr;
  llvm::SmallVector<mlir::Type> types;
  for (const Argument &argument : arguments)
    types.push_back(argument.type);
  auto func = mlir::func::FuncOp::create(
      builder, mlir::UnknownLoc::get(&context), options.entry,
      builder.getFunctionType(types, {}));
  func->setAttr(graph::GraphDialect::kEntryAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(func.addEntryBlock());
  importArguments(func, arguments, scope);
  addInitializers(model->graph, scope);
  importNodes(model->graph.nodes, scope);
  if (!diagnostics.empty())
    return nullptr;

  g.loc = mlir::UnknownLoc::get(&context);
  if (!importResults(func, scope))
    return nullptr;
  eraseUnused(func.front());
  finishSymbols(*module);
  module->walk([&](graph::SeqInsertOp op) {
    if (op.getSequence().getType() != op.getType())
      reportModel(Kind::Unsupported,
                  "node '" + nodeName(op.getLoc()).str() +
                      "': a sequence changes the rank of its values");
  });
  if (!diagnostics.empty())
    return nullptr;
  // Rows verify what they make; this catches what only shows as a whole, and
  // would be a fault of ours.
  if (mlir::failed(mlir::verify(*module))) {
    reportModel(Kind::Invalid, "internal error: the imported module does not "
                               "verify");
    return nullptr;
  }
  return module;
}
