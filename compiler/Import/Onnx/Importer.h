//===- Importer.h - Walking a model's graphs -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_IMPORTER_H
#define MLC_COMPILER_IMPORT_ONNX_IMPORTER_H

#include "compiler/Import/Onnx/DoubtfulRanks.h"
#include "compiler/Import/Onnx/Import.h"
#include "compiler/Import/Onnx/NodeContext.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlc::onnx {

/// Names to values, inner graphs to outer ones.
struct Scope {
  const Scope *parent = nullptr;
  llvm::DenseMap<llvm::StringRef, mlir::Value> values;
  /// Results of nodes that could not be imported. Their users are not reported
  /// again.
  llvm::DenseSet<llvm::StringRef> poisoned;

  explicit Scope(const Scope *parent = nullptr) : parent(parent) {}

  mlir::Value find(llvm::StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->parent) {
      auto it = scope->values.find(name);
      if (it != scope->values.end())
        return it->second;
    }
    return nullptr;
  }
  bool isPoisoned(llvm::StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->parent)
      if (scope->poisoned.contains(name))
        return true;
    return false;
  }
};

class Importer {
public:
  Importer(mlir::MLIRContext &context, std::shared_ptr<Model> model,
           const ImportOptions &options,
           std::vector<ImportDiagnostic> &diagnostics);

  mlir::OwningOpRef<mlir::ModuleOp> run();

  //===--------------------------------------------------------------------===//
  // For rows with subgraphs
  //===--------------------------------------------------------------------===//

  /// Imports a subgraph at the builder's insertion point with `arguments` for
  /// its inputs; gives its outputs. False when something in it failed.
  bool importSubgraph(const Graph &graph,
                      llvm::ArrayRef<mlir::Value> arguments,
                      llvm::SmallVectorImpl<mlir::Value> &outputs);

  /// The results of a node of the default domain by its function body. False
  /// with `why`, which is empty when the body's own nodes were reported.
  bool expandStandard(const Node &node, int64_t opset,
                      llvm::ArrayRef<mlir::Value> inputs,
                      llvm::SmallVectorImpl<mlir::Value> &outputs,
                      std::string &why);

  /// A constant of the model as a value. Null with the builder's reason.
  mlir::Value constant(const Tensor &tensor);

  /// A number that no other random node of the model has.
  int64_t nextStream() { return streams++; }

  /// What the model states of a value of its main graph, or null; names in
  /// function bodies are others.
  const Type *declaredType(llvm::StringRef name) const;

  /// Values whose rank the run decides.
  DoubtfulRanks doubtfulRanks;

  /// The type of a declared value, or null with a reason.
  mlir::Type convertType(const Type &type, std::string &why);

private:
  /// What a function body sees instead of the model.
  struct Frame {
    const OpsetImports *opsets;
    /// The call's attributes, which the body's refer to; null in the model.
    const std::vector<Attribute> *attributes = nullptr;
    const std::vector<Attribute> *defaults = nullptr;
    std::string prefix; ///< name of the outermost node expanded
    unsigned depth = 0;
  };

  /// What an entry argument is, once options have been applied.
  struct Argument {
    const ValueInfo *info;
    mlir::Type type;
    std::vector<std::string> dims; ///< symbol per dimension, or ""
  };
  bool collectArguments(std::vector<Argument> &arguments);
  bool applyShapeOptions(std::vector<Argument> &arguments,
                         std::vector<Type> &types);
  void importArguments(mlir::func::FuncOp func,
                       llvm::ArrayRef<Argument> arguments, Scope &scope);
  bool importResults(mlir::func::FuncOp func, Scope &scope);
  static void eraseUnused(mlir::Block &block);
  void importNodes(llvm::ArrayRef<Node> nodes, Scope &scope);
  void importNode(const Node &node, Scope &scope);
  bool expandFunction(const Node &node, const Function &function,
                      llvm::ArrayRef<mlir::Value> inputs,
                      llvm::SmallVectorImpl<mlir::Value> &outputs,
                      std::string &why);
  const Function *standardBody(const Node &node, int64_t version,
                               llvm::ArrayRef<mlir::Value> inputs,
                               std::string &why);
  const Function *modelFunction(const Node &node) const;
  bool importCustom(const Node &node, llvm::ArrayRef<mlir::Value> inputs,
                    llvm::SmallVectorImpl<mlir::Value> &outputs,
                    std::string &why);
  bool resolveAttributes(const Node &node, Node &resolved, std::string &why);
  Type describe(mlir::Value value) const;
  void report(ImportDiagnostic::Kind kind, const Node &node, int64_t version,
              std::string message);
  void reportModel(ImportDiagnostic::Kind kind, std::string message) {
    diagnostics.push_back({kind, "", "", 0, std::move(message)});
  }
  std::string displayName(const Node &node) const;
  void addInitializers(const Graph &graph, Scope &scope);
  void finishSymbols(mlir::ModuleOp module);

  mlir::MLIRContext &context;
  std::shared_ptr<Model> model;
  const ImportOptions &options;
  std::vector<ImportDiagnostic> &diagnostics;
  mlir::OpBuilder builder;
  GraphBuilder g;

  Frame *frame = nullptr;
  /// A subgraph failed only because it reads what could not be imported.
  bool readsPoison = false;
  Scope *currentScope = nullptr;
  size_t importedNodes = 0;
  int64_t streams = 0;
  llvm::StringMap<const Function *> functions;
  /// Types that the model declares for values of its main graph.
  llvm::DenseMap<llvm::StringRef, const Type *> declared;
  /// Bodies the ONNX library built; they must outlive what refers to them.
  std::vector<std::unique_ptr<Function>> bodies;
  /// Dimension names in order of first use, and the extent each stands for.
  std::vector<std::string> symbols;
  llvm::StringMap<mlir::OpFoldResult> symbolExtents;
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_IMPORTER_H
