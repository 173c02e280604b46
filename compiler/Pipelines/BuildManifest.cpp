//===- BuildManifest.cpp - The manifest of a module -----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input names and symbols stand on the entry's arguments as `graph.name` and
// `graph.dims`; a dimension without a symbol is unknown until the run ends.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/BuildManifest.h"
#include "compiler/Support/DTypeMLIR.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Scratch.h"
#include "dialects/Rt/IR/Rt.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IntegerSet.h"
#include "runtime/include/mlc/lists.h"
#include "llvm/ADT/StringMap.h"

using namespace mlc;
using llvm::StringRef;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace {
struct ManifestBuilder {
  ManifestBuilder(mlir::ModuleOp module, Manifest &manifest)
      : module(module), manifest(manifest) {}

  mlir::ModuleOp module;
  Manifest &manifest;
  llvm::StringMap<int64_t> symbolRows, stateRows;
  llvm::DenseMap<mlir::Attribute, int64_t> weightRows;

  LogicalResult run();
  LogicalResult addWeights();
  void addSymbol(graph::SymbolOp op);
  LogicalResult addState(graph::StateOp op);
  LogicalResult addEntry(rt::EntryOp op);
  LogicalResult addValue(rt::EntryOp op, mlir::Type type,
                         mlir::DictionaryAttr attrs,
                         const std::string &fallback, ManifestValue &value);
  LogicalResult addKernels();
};
} // namespace

LogicalResult ManifestBuilder::addWeights() {
  auto weights = module->getAttrOfType<mlir::ArrayAttr>(rt::kWeightsAttr);
  std::vector<WeightSize> sizes;
  if (weights)
    for (mlir::Attribute attr : weights) {
      auto constant = llvm::cast<graph::ConstAttr>(attr);
      auto type = llvm::cast<mlir::RankedTensorType>(constant.getType());
      auto bytes =
          storageBytes(dtypeOf(type.getElementType()), type.getNumElements());
      if (!bytes)
        return module.emitError("weight ") << attr << " has no size";
      weightRows[attr] = sizes.size();
      sizes.push_back({Hash128{constant.getLow(), constant.getHigh()}, *bytes});
    }
  layoutWeights(manifest, sizes);
  return success();
}

void ManifestBuilder::addSymbol(graph::SymbolOp op) {
  symbolRows[op.getSymName()] = manifest.symbols.size();
  manifest.symbols.push_back({op.getSymName().str(), int64_t(op.getMin()),
                              int64_t(op.getMax()), int64_t(op.getDivisor())});
}

LogicalResult ManifestBuilder::addState(graph::StateOp op) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(op.getType());
  if (!type || !type.hasStaticShape())
    return op.emitError("a state block needs a static tensor type");
  ManifestState state;
  state.name = op.getSymName().str();
  state.dtype = dtypeOf(type.getElementType());
  for (int64_t extent : type.getShape())
    state.dims.push_back({extent, -1});
  auto bytes = storageBytes(state.dtype, type.getNumElements());
  if (!bytes)
    return op.emitError("a state block of this type has no size");
  state.bytes = *bytes;
  if (auto initial = op.getInitial()) {
    auto row = weightRows.find(*initial);
    if (row == weightRows.end())
      return op.emitError("its initial value is no weight of the artifact");
    state.weight = row->second;
  }
  stateRows[state.name] = manifest.states.size();
  manifest.states.push_back(std::move(state));
  return success();
}

LogicalResult ManifestBuilder::addValue(rt::EntryOp op, mlir::Type type,
                                        mlir::DictionaryAttr attrs,
                                        const std::string &fallback,
                                        ManifestValue &value) {
  value.name = fallback;
  if (attrs)
    if (auto name =
            attrs.getAs<mlir::StringAttr>(graph::GraphDialect::kNameAttr))
      value.name = name.getValue().str();
  auto open = [&](mlc_kind &kind) {
    auto list = llvm::dyn_cast<graph::SeqType>(type);
    auto optional = llvm::dyn_cast<graph::OptType>(type);
    if (!list && !optional)
      return false;
    kind = list ? MLC_SEQUENCE : MLC_OPTIONAL;
    type = list ? list.getElementType() : optional.getElementType();
    return true;
  };
  open(value.kind);
  for (mlc_kind kind; open(kind);)
    value.items.push_back(kind);
  if (value.items.size() >= MLC_MAX_LIST_DEPTH)
    return op.emitError("'")
           << value.name << "' holds lists deeper than " << MLC_MAX_LIST_DEPTH;
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor) {
    // Items of a list may differ in rank; then nothing is said of their shape.
    auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
    if (value.kind == MLC_TENSOR || !shaped)
      return op.emitError("'") << value.name << "' is no ranked tensor";
    value.dtype = dtypeOf(shaped.getElementType());
    return success();
  }
  value.dtype = llvm::isa<graph::StrType>(tensor.getElementType())
                    ? MLC_STRING
                    : dtypeOf(tensor.getElementType());
  if (value.dtype == MLC_DTYPE_INVALID)
    return op.emitError("'")
           << value.name << "' has an element type that artifacts cannot hold";
  auto symbols =
      attrs ? attrs.getAs<mlir::ArrayAttr>(graph::GraphDialect::kDimsAttr)
            : mlir::ArrayAttr();
  for (int64_t d = 0; d < tensor.getRank(); ++d) {
    ManifestDim dim;
    if (!tensor.isDynamicDim(d)) {
      dim.extent = tensor.getDimSize(d);
    } else if (symbols && size_t(d) < symbols.size()) {
      if (auto name = llvm::dyn_cast<mlir::StringAttr>(symbols[d])) {
        auto row = symbolRows.find(name.getValue());
        if (row != symbolRows.end())
          dim.symbol = row->second;
      }
    }
    value.dims.push_back(dim);
  }
  return success();
}

LogicalResult ManifestBuilder::addEntry(rt::EntryOp op) {
  ManifestEntry entry;
  entry.name = op.getSymName().str();
  mlir::FunctionType type = op.getFunctionType();
  auto attrsOf = [](std::optional<mlir::ArrayAttr> all, size_t i) {
    return all && i < all->size()
               ? llvm::dyn_cast<mlir::DictionaryAttr>((*all)[i])
               : mlir::DictionaryAttr();
  };
  llvm::StringMap<int32_t> inputRows;
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    ManifestValue value;
    if (mlir::failed(addValue(op, input, attrsOf(op.getArgAttrs(), i),
                              "input" + std::to_string(i), value)))
      return failure();
    inputRows[value.name] = i;
    entry.inputs.push_back(std::move(value));
  }
  for (auto [i, output] : llvm::enumerate(type.getResults())) {
    ManifestValue value;
    mlir::DictionaryAttr attrs = attrsOf(op.getResAttrs(), i);
    if (mlir::failed(
            addValue(op, output, attrs, "output" + std::to_string(i), value)))
      return failure();
    if (attrs)
      if (auto alias =
              attrs.getAs<mlir::IntegerAttr>(graph::GraphDialect::kAliasAttr))
        value.alias = alias.getInt();
    if (value.alias >= int32_t(entry.inputs.size()))
      return op.emitError("output '")
             << value.name << "' aliases an input that is not there";
    entry.outputs.push_back(std::move(value));
  }
  std::vector<bool> touched(manifest.states.size());
  op.walk([&](rt::StateOp use) {
    auto row = stateRows.find(use.getName());
    if (row != stateRows.end())
      touched[row->second] = true;
  });
  for (size_t row = 0; row < touched.size(); ++row)
    if (touched[row])
      entry.states.push_back(row);
  op.walk([&](rt::ArenaOp arena) {
    entry.workspaceBytes =
        std::max<uint64_t>(entry.workspaceBytes, arena.getBytes());
  });
  // As the entry says itself, for one worker.
  bool planned = op.walk([](rt::PlanOp) {
                     return mlir::WalkResult::interrupt();
                   }).wasInterrupted();
  uint64_t scratch =
      kernel::scratchBytes(op->getParentOfType<mlir::ModuleOp>());
  if (scratch && !planned)
    entry.workspaceBytes = llvm::alignTo(entry.workspaceBytes, 64) + scratch;
  manifest.entries.push_back(std::move(entry));
  return success();
}

/// The kernel's schedule in words.
static void describeSchedule(kernel::FuncOp func, ManifestKernel &kernel) {
  if (auto given =
          func->getAttrOfType<mlir::IntegerSetAttr>(sched::kGivenAttr)) {
    mlir::IntegerSet set = given.getValue();
    llvm::raw_string_ostream os(kernel.given);
    for (unsigned i = 0; i < set.getNumConstraints(); ++i)
      os << (i ? " and " : "") << set.getConstraint(i)
         << (set.isEq(i) ? " == 0" : " >= 0");
  }
  auto schedule =
      func->getAttrOfType<sched::ScheduleAttr>(sched::kScheduleAttr);
  if (!schedule)
    return;
  for (sched::VariantAttr variant : schedule.getVariants()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (variant.getIsa())
      os << variant.getIsa().getValue() << " ";
    if (variant.getBy())
      os << "by " << variant.getBy().getValue() << " ";
    for (sched::LevelAttr level : variant.getLevels()) {
      os << sched::stringifyLevelKind(level.getKind()) << " ";
      llvm::interleave(level.getSizes(), os, "x");
      os << " ";
    }
    kernel.variants.push_back(text.empty() ? "any"
                                           : StringRef(text).rtrim().str());
  }
}

LogicalResult ManifestBuilder::addKernels() {
  for (auto func : module.getOps<kernel::FuncOp>()) {
    auto index = func->getAttrOfType<mlir::IntegerAttr>("kernel.index");
    if (!index)
      return func.emitError("has no row in the kernel table; the pass "
                            "mlc-number-kernels has not run");
    size_t row = index.getInt();
    if (row >= manifest.kernels.size())
      manifest.kernels.resize(row + 1);
    ManifestKernel &kernel = manifest.kernels[row];
    kernel.name = func.getSymName().str();
    if (auto kind = func->getAttrOfType<mlir::StringAttr>("kernel.kind"))
      kernel.kind = kind.getValue().str();
    if (auto nodes = func->getAttrOfType<mlir::ArrayAttr>("kernel.nodes"))
      for (mlir::Attribute node : nodes)
        if (auto name = llvm::dyn_cast<mlir::StringAttr>(node))
          kernel.nodes.push_back(name.getValue().str());
    if (auto flops = func->getAttrOfType<mlir::IntegerAttr>("kernel.flops"))
      kernel.flops = flops.getInt();
    if (auto bytes = func->getAttrOfType<mlir::IntegerAttr>("kernel.bytes"))
      kernel.bytes = bytes.getInt();
    describeSchedule(func, kernel);
  }
  for (const ManifestKernel &kernel : manifest.kernels)
    if (kernel.name.empty())
      return module.emitError("the kernel table has a row without a kernel");
  return success();
}

LogicalResult ManifestBuilder::run() {
  if (mlir::failed(addWeights()))
    return failure();
  for (auto op : module.getOps<graph::SymbolOp>())
    addSymbol(op);
  for (auto op : module.getOps<graph::StateOp>())
    if (mlir::failed(addState(op)))
      return failure();
  for (auto op : module.getOps<rt::EntryOp>())
    if (mlir::failed(addEntry(op)))
      return failure();
  if (manifest.entries.empty())
    return module.emitError("there is no entry to compile");
  if (auto nodes = module->getAttrOfType<mlir::ArrayAttr>(rt::kNodesAttr))
    for (mlir::Attribute node : nodes)
      if (auto name = llvm::dyn_cast<mlir::StringAttr>(node))
        manifest.nodes.push_back(name.getValue().str());
  if (auto ops = module->getAttrOfType<mlir::ArrayAttr>(rt::kCustomOpsAttr))
    for (mlir::Attribute op : ops)
      if (auto name = llvm::dyn_cast<mlir::StringAttr>(op))
        manifest.customOps.push_back({name.getValue().str(), 0});
  return addKernels();
}

LogicalResult mlc::buildManifest(mlir::ModuleOp module,
                                 const CompileOptions &options,
                                 Manifest &manifest) {
  manifest.compiler = MLC_VERSION;
  manifest.options = options.canonical();
  manifest.flushDenormals = options.codegen.denormals == Denormals::Flush;
  return ManifestBuilder(module, manifest).run();
}
