//===- NodeContext.cpp - One node, as an import row sees it --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/NodeContext.h"
#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Import/Onnx/Ops/Regions.h"
#include "compiler/Import/Onnx/Ops/Training.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;

const Attribute *NodeContext::find(StringRef name) const {
  return node.find(name);
}

const Attribute *NodeContext::typed(StringRef name, Attribute::Kind kind) {
  const Attribute *attribute = find(name);
  if (!attribute)
    return nullptr;
  if (attribute->kind == kind)
    return attribute;
  g.fail("attribute '" + name + "' has the wrong type");
  return nullptr;
}

int64_t NodeContext::i64(StringRef name, int64_t byDefault) {
  const Attribute *a = typed(name, Attribute::Kind::Int);
  return a ? a->i : byDefault;
}

double NodeContext::f64(StringRef name, double byDefault) {
  // Attributes are f32, the standard's defaults with them: f64 tensors see it.
  const Attribute *a = typed(name, Attribute::Kind::Float);
  return a ? a->f : static_cast<float>(byDefault);
}

StringRef NodeContext::str(StringRef name, StringRef byDefault) {
  const Attribute *a = typed(name, Attribute::Kind::String);
  return a ? a->s : byDefault;
}

std::optional<llvm::SmallVector<int64_t>> NodeContext::ints(StringRef name) {
  const Attribute *a = typed(name, Attribute::Kind::Ints);
  if (!a)
    return std::nullopt;
  return llvm::SmallVector<int64_t>(a->ints.begin(), a->ints.end());
}

llvm::SmallVector<int64_t> NodeContext::ints(StringRef name, size_t count,
                                             int64_t byDefault) {
  auto given = ints(name);
  if (!given)
    return llvm::SmallVector<int64_t>(count, byDefault);
  if (given->size() != count) {
    g.fail("attribute '" + name + "' has " + llvm::Twine(given->size()) +
           " entries; " + llvm::Twine(count) + " are expected");
    return llvm::SmallVector<int64_t>(count, byDefault);
  }
  return *given;
}

std::optional<llvm::SmallVector<double>> NodeContext::floats(StringRef name) {
  const Attribute *a = typed(name, Attribute::Kind::Floats);
  if (!a)
    return std::nullopt;
  return llvm::SmallVector<double>(a->floats.begin(), a->floats.end());
}

std::vector<std::string> NodeContext::strings(StringRef name) {
  std::vector<std::string> result;
  if (const Attribute *a = typed(name, Attribute::Kind::Strings))
    for (StringRef text : a->strings)
      result.push_back(text.str());
  return result;
}

const Tensor *NodeContext::tensor(StringRef name) {
  const Attribute *a = typed(name, Attribute::Kind::Tensor);
  return a ? &a->tensors[0] : nullptr;
}

const Graph *NodeContext::graph(StringRef name) {
  const Attribute *a = typed(name, Attribute::Kind::Graph);
  return a ? a->graphs[0].get() : nullptr;
}

std::optional<int64_t> NodeContext::declaredRank(size_t i) const {
  const Type *type =
      wants(i) ? importer.declaredType(node.outputs[i]) : nullptr;
  if (!type || type->kind != Type::Kind::Tensor || !type->shape)
    return std::nullopt;
  return type->shape->size();
}

std::optional<llvm::SmallVector<int64_t>> NodeContext::axes(StringRef name,
                                                            size_t index) {
  if (auto given = ints(name))
    return given;
  if (!has(index))
    return std::nullopt;
  auto known = g.integers(in(index));
  if (!known)
    (void)unsupported("its axes are computed at run time, so the rank of its "
                      "result is not known");
  return known;
}

llvm::LogicalResult NodeContext::set(size_t i, mlir::Value value) {
  // A builder failure anywhere in the row counts, results or not.
  if (!value || g.failed())
    return mlir::failure();
  if (i < results.size())
    results[i] = value;
  return mlir::success();
}

llvm::LogicalResult NodeContext::invalid(const llvm::Twine &why) {
  if (reason.empty())
    reason = why.str();
  return mlir::failure();
}

llvm::LogicalResult NodeContext::unsupported(const llvm::Twine &why) {
  if (reason.empty()) {
    reason = why.str();
    isUnsupported = true;
  }
  return mlir::failure();
}

llvm::SmallVector<mlir::Value>
NodeContext::standard(StringRef op, int64_t opset,
                      llvm::ArrayRef<mlir::Value> operands,
                      llvm::ArrayRef<Attribute> attributes, size_t count) {
  llvm::SmallVector<mlir::Value> none(count), made;
  if (g.failed() || !reason.empty())
    return none;
  Node inner;
  inner.name = node.name;
  inner.opType = op;
  inner.attributes.assign(attributes.begin(), attributes.end());
  // Results are positions here; the names are for messages only.
  inner.outputs.assign(count, node.outputs.empty() ? op : node.outputs[0]);
  while (!operands.empty() && !operands.back())
    operands = operands.drop_back();
  if (const OnnxTable::Row *row = onnxTable().find("", op, opset)) {
    NodeContext context(importer, g, inner, opset, operands);
    bool done = mlir::succeeded((*row)(context)) && !g.failed();
    if (done)
      return context.results;
    if (!context.wantsBody) {
      reason = context.reason;
      isUnsupported = context.isUnsupported;
      return none;
    }
    g.takeReason();
  }
  std::string why;
  if (!importer.expandStandard(inner, opset, operands, made, why)) {
    (void)unsupported(why);
    return none;
  }
  made.resize(count);
  return made;
}

const OnnxTable &mlc::onnx::onnxTable() {
  static const OnnxTable table = [] {
    OnnxTable t;
    addElementwiseRows(t);
    addLogicRows(t);
    addActivationRows(t);
    addReductionRows(t);
    addContractionRows(t);
    addConvolutionRows(t);
    addPoolingRows(t);
    addMovementRows(t);
    addSliceRows(t);
    addIndexingRows(t);
    addShapeRows(t);
    addConstantRows(t);
    addOrderingRows(t);
    addQuantRows(t);
    addNormalizationRows(t);
    addRecurrentRows(t);
    addResizeRows(t);
    addControlRows(t);
    addCollectionRows(t);
    addRandomRows(t);
    addEinsumRows(t);
    addSpectralRows(t);
    addDeterminantRows(t);
    addMelWeightRows(t);
    addTfIdfRows(t);
    addAffineGridRows(t);
    addUniqueRows(t);
    addSamplingRows(t);
    addDetectionRows(t);
    addLegacyRows(t);
    addTrainingRows(t);
    addColumnRows(t);
    addRegionRows(t);
    addContribRows(t);
    addMlRows(t);
    return t;
  }();
  return table;
}
