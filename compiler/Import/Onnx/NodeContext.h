//===- NodeContext.h - One node, as an import row sees it ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binder: typed inputs, attributes with defaults, and where the results go.
// A missing or ill-typed attribute is remembered and fails the row at the end,
// so rows read like the operator's text in the standard:
//
//   table.add("LeakyRelu", {6, 16}, [](NodeContext &n) {
//     Value x = n.in(0);
//     return n.set(leaky(n.g, x, n.f64("alpha", 0.01)));
//   });
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_NODECONTEXT_H
#define MLC_COMPILER_IMPORT_ONNX_NODECONTEXT_H

#include "compiler/Import/Common/GraphBuilder.h"
#include "compiler/Import/Common/OpTable.h"
#include "compiler/Import/Onnx/Model.h"

namespace mlc::onnx {

class Importer;
struct Scope;

class NodeContext {
public:
  NodeContext(Importer &importer, GraphBuilder &builder, const Node &node,
              int64_t version, llvm::ArrayRef<mlir::Value> inputs)
      : importer(importer), g(builder), node(node), version(version),
        inputs(inputs), results(node.outputs.size()) {}

  Importer &importer;
  GraphBuilder &g;
  const Node &node;
  /// Opset version of the node's domain.
  int64_t version;

  //===--------------------------------------------------------------------===//
  // Inputs
  //===--------------------------------------------------------------------===//

  /// Input i; null when it is left out.
  mlir::Value in(size_t i) const {
    return i < inputs.size() ? inputs[i] : mlir::Value();
  }
  bool has(size_t i) const { return static_cast<bool>(in(i)); }
  llvm::ArrayRef<mlir::Value> ins() const { return inputs; }
  /// Rank of a tensor input.
  int64_t rank(size_t i) const { return GraphBuilder::rank(in(i)); }
  mlir::Type element(size_t i) const { return GraphBuilder::element(in(i)); }

  //===--------------------------------------------------------------------===//
  // Attributes
  //===--------------------------------------------------------------------===//

  bool hasAttr(llvm::StringRef name) const { return find(name) != nullptr; }
  int64_t i64(llvm::StringRef name, int64_t byDefault);
  bool flag(llvm::StringRef name, bool byDefault) {
    return i64(name, byDefault) != 0;
  }
  double f64(llvm::StringRef name, double byDefault);
  llvm::StringRef str(llvm::StringRef name, llvm::StringRef byDefault);
  std::optional<llvm::SmallVector<int64_t>> ints(llvm::StringRef name);
  llvm::SmallVector<int64_t> ints(llvm::StringRef name, size_t count,
                                  int64_t byDefault);
  std::optional<llvm::SmallVector<double>> floats(llvm::StringRef name);
  std::vector<std::string> strings(llvm::StringRef name);
  const Tensor *tensor(llvm::StringRef name);
  const Graph *graph(llvm::StringRef name);
  const Attribute *find(llvm::StringRef name) const;

  /// The rank that the model states for result i, if it does.
  std::optional<int64_t> declaredRank(size_t i) const;

  /// Axes from attribute `name`, or from input `index` where that is a known
  /// constant. Nothing (and no failure) when neither is given.
  std::optional<llvm::SmallVector<int64_t>> axes(llvm::StringRef name,
                                                 size_t index);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  bool wants(size_t i) const {
    return i < node.outputs.size() && !node.outputs[i].empty();
  }
  /// Gives result i. Fails on a null value (the builder knows why).
  llvm::LogicalResult set(size_t i, mlir::Value value);
  llvm::LogicalResult set(mlir::Value value) { return set(0, value); }
  llvm::ArrayRef<mlir::Value> out() const { return results; }

  //===--------------------------------------------------------------------===//
  // Failure
  //===--------------------------------------------------------------------===//

  /// The model breaks the standard here.
  llvm::LogicalResult invalid(const llvm::Twine &why);
  /// Legal, but not supported.
  llvm::LogicalResult unsupported(const llvm::Twine &why);
  /// This case is left to the standard's function body.
  llvm::LogicalResult useBody() {
    wantsBody = true;
    return mlir::failure();
  }

  bool isUnsupported = false, wantsBody = false;
  std::string reason;

  //===--------------------------------------------------------------------===//
  // Rows made of the standard's operators
  //===--------------------------------------------------------------------===//

  /// The results of an operator of the default domain at an opset version, on
  /// other inputs and attributes: by its row or its function body. All null
  /// when it fails; the reason is this node's then.
  llvm::SmallVector<mlir::Value> standard(llvm::StringRef op, int64_t opset,
                                          llvm::ArrayRef<mlir::Value> operands,
                                          llvm::ArrayRef<Attribute> attributes,
                                          size_t count);
  mlir::Value standard(llvm::StringRef op, int64_t opset,
                       llvm::ArrayRef<mlir::Value> operands,
                       llvm::ArrayRef<Attribute> attributes = {}) {
    return standard(op, opset, operands, attributes, 1)[0];
  }

private:
  const Attribute *typed(llvm::StringRef name, Attribute::Kind kind);

  llvm::ArrayRef<mlir::Value> inputs;
  llvm::SmallVector<mlir::Value> results;
};

using OnnxTable = OpTable<NodeContext>;

/// All rows, by family; built once.
const OnnxTable &onnxTable();

void addElementwiseRows(OnnxTable &table);
void addLogicRows(OnnxTable &table);
void addActivationRows(OnnxTable &table);
void addReductionRows(OnnxTable &table);
void addContractionRows(OnnxTable &table);
void addConvolutionRows(OnnxTable &table);
void addPoolingRows(OnnxTable &table);
void addMovementRows(OnnxTable &table);
void addSliceRows(OnnxTable &table);
void addIndexingRows(OnnxTable &table);
void addShapeRows(OnnxTable &table);
void addConstantRows(OnnxTable &table);
void addOrderingRows(OnnxTable &table);
void addQuantRows(OnnxTable &table);
void addNormalizationRows(OnnxTable &table);
void addRecurrentRows(OnnxTable &table);
void addResizeRows(OnnxTable &table);
void addControlRows(OnnxTable &table);
void addCollectionRows(OnnxTable &table);
void addRandomRows(OnnxTable &table);
void addEinsumRows(OnnxTable &table);
void addSpectralRows(OnnxTable &table);
void addSamplingRows(OnnxTable &table);
void addDetectionRows(OnnxTable &table);
void addLegacyRows(OnnxTable &table);
void addDeterminantRows(OnnxTable &table);
void addMelWeightRows(OnnxTable &table);
void addTfIdfRows(OnnxTable &table);
void addAffineGridRows(OnnxTable &table);
void addUniqueRows(OnnxTable &table);
/// What ONNX Runtime's tools write beyond the standard (Contrib/).
void addContribRows(OnnxTable &table);
/// The classical models of ai.onnx.ml (Ml/).
void addMlRows(OnnxTable &table);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_NODECONTEXT_H
