//===- ImportEntry.cpp - The entry's arguments and results ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared types become argument types; named dimensions become symbols of the
// module, of which every use is one SSA value. The user's shapes and ranges are
// applied first, so everything built afterwards sees fixed extents as numbers.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Importer.h"
#include "compiler/Support/DTypeMLIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::StringRef;
using mlir::Value;
using Kind = ImportDiagnostic::Kind;
using graph::GraphDialect;

mlir::Type Importer::convertType(const Type &type, std::string &why) {
  switch (type.kind) {
  case Type::Kind::Tensor: {
    if (type.dtype == MLC_DTYPE_INVALID) {
      why = "has no declared element type";
      return {};
    }
    mlir::Type element = mlirTypeOf(&context, type.dtype);
    if (!element) {
      why = "has elements of type " + dtypeName(type.dtype).str() +
            ", which is not supported";
      return {};
    }
    if (!type.shape) {
      why = "has no declared rank; state its shape with --shape";
      return {};
    }
    Extents shape;
    llvm::SmallVector<int64_t> dims;
    int64_t count = 1;
    for (const Dim &dim : *type.shape) {
      dims.push_back(dim.value ? *dim.value : mlir::ShapedType::kDynamic);
      if (dim.value &&
          (llvm::MulOverflow(count, std::max<int64_t>(*dim.value, 1), count) ||
           count > (int64_t(1) << 44))) {
        why = "has a shape beyond any memory";
        return {};
      }
    }
    return mlir::RankedTensorType::get(dims, element);
  }
  case Type::Kind::Sequence:
  case Type::Kind::Optional: {
    mlir::Type element;
    if (type.element && type.element->kind == Type::Kind::Tensor &&
        !type.element->shape)
      // The items of a list may have any ranks.
      if (mlir::Type leaf = mlirTypeOf(&context, type.element->dtype))
        element = mlir::UnrankedTensorType::get(leaf);
    if (type.element && !element)
      element = convertType(*type.element, why);
    if (!element) {
      if (why.empty())
        why = "has no declared element type";
      return {};
    }
    if (type.kind == Type::Kind::Sequence)
      return graph::SeqType::get(&context, element);
    return graph::OptType::get(&context, element);
  }
  case Type::Kind::None:
    why = "has no declared type; state its shape with --shape";
    return {};
  case Type::Kind::SparseTensor:
    why = "is a sparse tensor, which is not supported";
    return {};
  case Type::Kind::Map:
  case Type::Kind::Opaque:
    why = "is a map, which is not supported";
    return {};
  }
  return {};
}

/// Puts `--shape` and `--dim` into the declared types. A shape that fixes one
/// use of a symbol fixes them all.
bool Importer::applyShapeOptions(std::vector<Argument> &arguments,
                                 std::vector<Type> &types) {
  size_t before = diagnostics.size();
  llvm::StringMap<int64_t> fixedSymbols;
  auto fixSymbol = [&](StringRef symbol, int64_t value, StringRef what) {
    auto [it, fresh] = fixedSymbols.try_emplace(symbol, value);
    if (!fresh && it->second != value)
      reportModel(Kind::Invalid,
                  what.str() + ": the symbol '" + symbol.str() + "' is fixed to " +
                      std::to_string(it->second) + " and to " +
                      std::to_string(value));
  };

  for (const ImportOptions::Shape &shape : options.shapes) {
    std::string what = "--shape " + shape.input;
    size_t at = arguments.size();
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (argument.info->name == shape.input)
        at = i;
    unsigned position;
    if (at == arguments.size() &&
        !StringRef(shape.input).getAsInteger(10, position))
      at = std::min<size_t>(position, arguments.size());
    if (at == arguments.size()) {
      std::string names;
      for (const Argument &argument : arguments)
        names += (names.empty() ? "" : ", ") + argument.info->name.str();
      reportModel(Kind::Invalid,
                  what + ": the model has no such input; it has: " + names);
      continue;
    }
    // Of a sequence or optional: the shape of what it holds.
    Type *leaf = &types[at];
    while (leaf->element && (leaf->kind == Type::Kind::Sequence ||
                             leaf->kind == Type::Kind::Optional)) {
      leaf->element = std::make_shared<Type>(*leaf->element);
      leaf = leaf->element.get();
    }
    Type &type = *leaf;
    if (type.kind == Type::Kind::None)
      type.kind = Type::Kind::Tensor;
    if (type.kind != Type::Kind::Tensor) {
      reportModel(Kind::Invalid, what + ": the input is not a tensor");
      continue;
    }
    if (!shape.dtype.empty()) {
      DType dtype = parseDType(shape.dtype);
      if (type.dtype == MLC_DTYPE_INVALID)
        type.dtype = dtype;
      else if (type.dtype != dtype)
        reportModel(Kind::Invalid, what + ": the model's element type is " +
                                       dtypeName(type.dtype).str() + ", not " +
                                       shape.dtype);
    }
    if (!type.shape)
      type.shape.emplace(shape.dims.size());
    if (type.shape->size() != shape.dims.size()) {
      reportModel(Kind::Invalid,
                  what + ": the input has rank " +
                      std::to_string(type.shape->size()) + ", not " +
                      std::to_string(shape.dims.size()));
      continue;
    }
    for (auto [i, pair] : llvm::enumerate(llvm::zip(*type.shape, shape.dims))) {
      auto &[dim, wanted] = pair;
      if (wanted < 0)
        continue;
      if (dim.value && *dim.value != wanted)
        reportModel(Kind::Invalid,
                    what + ": the model fixes dimension " + std::to_string(i) +
                        " to " + std::to_string(*dim.value) + ", not " +
                        std::to_string(wanted));
      if (!dim.param.empty())
        fixSymbol(dim.param, wanted, what);
      dim.value = wanted;
    }
  }

  llvm::StringMap<bool> known;
  for (Type &type : types)
    if (type.shape)
      for (Dim &dim : *type.shape)
        if (!dim.param.empty())
          known[dim.param] = true;
  for (const ImportOptions::Bound &bound : options.bounds) {
    if (!known.count(bound.symbol)) {
      std::string names;
      for (const auto &entry : known)
        names += (names.empty() ? "" : ", ") + entry.first().str();
      reportModel(Kind::Invalid, "--dim " + bound.symbol +
                                     ": the model has no such symbol" +
                                     (names.empty() ? "" : "; it has: " + names));
    } else if (bound.min == bound.max) {
      fixSymbol(bound.symbol, bound.min, "--dim " + bound.symbol);
    }
  }
  for (Type &type : types)
    if (type.shape)
      for (Dim &dim : *type.shape)
        if (!dim.value && !dim.param.empty()) {
          auto it = fixedSymbols.find(dim.param);
          if (it != fixedSymbols.end())
            dim.value = it->second;
        }
  return diagnostics.size() == before;
}

bool Importer::collectArguments(std::vector<Argument> &arguments) {
  llvm::DenseSet<StringRef> initialized;
  for (const Tensor &tensor : model->graph.initializers)
    initialized.insert(tensor.name);
  std::vector<Type> types;
  for (const ValueInfo &info : model->graph.inputs) {
    if (initialized.contains(info.name))
      continue; // a default value, which we take
    arguments.push_back({&info, {}, {}});
    types.push_back(info.type);
  }
  if (!applyShapeOptions(arguments, types))
    return false;
  size_t before = diagnostics.size();
  for (auto [argument, type] : llvm::zip(arguments, types)) {
    std::string why;
    argument.type = convertType(type, why);
    if (!argument.type) {
      reportModel(Kind::Unsupported,
                  "input '" + argument.info->name.str() + "' " + why);
      continue;
    }
    if (type.kind == Type::Kind::Tensor)
      for (const Dim &dim : *type.shape)
        argument.dims.push_back(dim.value ? std::string() : dim.param.str());
  }
  return diagnostics.size() == before;
}

void Importer::importArguments(mlir::func::FuncOp func,
                               llvm::ArrayRef<Argument> arguments,
                               Scope &scope) {
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Value value = func.getArgument(i);
    scope.values[argument.info->name] = value;
    func.setArgAttr(i, GraphDialect::kNameAttr,
                    builder.getStringAttr(argument.info->name));
    if (!GraphBuilder::isTensor(value))
      continue;
    llvm::SmallVector<mlir::Attribute> names;
    Extents extents;
    bool named = false;
    for (auto [d, symbol] : llvm::enumerate(argument.dims)) {
      names.push_back(builder.getStringAttr(symbol));
      named |= !symbol.empty();
      auto known = symbolExtents.find(symbol);
      if (!symbol.empty() && known != symbolExtents.end()) {
        extents.push_back(known->second);
        continue;
      }
      extents.push_back(g.extent(value, d));
      if (!symbol.empty()) {
        symbols.push_back(symbol);
        symbolExtents[symbol] = extents.back();
      }
    }
    g.setExtents(value, extents);
    if (named)
      func.setArgAttr(i, GraphDialect::kDimsAttr, builder.getArrayAttr(names));
  }
}

bool Importer::importResults(mlir::func::FuncOp func, Scope &scope) {
  llvm::SmallVector<Value> results;
  for (const ValueInfo &info : model->graph.outputs) {
    Value value = scope.find(info.name);
    if (!value) {
      reportModel(Kind::Invalid, "the output '" + info.name.str() +
                                     "' is an input that was left out");
      return false;
    }
    if (doubtfulRanks.contains(value)) {
      reportModel(Kind::Unsupported,
                  "the rank of the output '" + info.name.str() +
                      "' depends on which branch of an If runs");
      return false;
    }
    results.push_back(value);
  }
  llvm::SmallVector<llvm::SmallVector<mlir::Attribute>> dims(results.size());
  for (auto [i, value] : llvm::enumerate(results)) {
    if (!GraphBuilder::isTensor(value) ||
        GraphBuilder::typeOf(value).hasStaticShape())
      continue;
    bool named = false;
    for (mlir::OpFoldResult extent : g.extents(value)) {
      StringRef name;
      for (const std::string &symbol : symbols)
        if (!GraphBuilder::fixed(extent) && symbolExtents[symbol] == extent)
          name = symbol;
      named |= !name.empty();
      dims[i].push_back(builder.getStringAttr(name));
    }
    if (!named)
      dims[i].clear();
  }
  mlir::func::ReturnOp::create(builder, g.loc, results);
  llvm::SmallVector<mlir::Type> types;
  for (Value value : results)
    types.push_back(value.getType());
  func.setFunctionType(
      builder.getFunctionType(func.getFunctionType().getInputs(), types));
  for (auto [i, info] : llvm::enumerate(model->graph.outputs)) {
    func.setResultAttr(i, GraphDialect::kNameAttr,
                       builder.getStringAttr(info.name));
    if (!dims[i].empty())
      func.setResultAttr(i, GraphDialect::kDimsAttr,
                         builder.getArrayAttr(dims[i]));
  }
  return true;
}

/// Shape arithmetic that served the importer only, unused weights.
void Importer::eraseUnused(mlir::Block &block) {
  for (mlir::Operation &op :
       llvm::make_early_inc_range(llvm::reverse(block))) {
    if (mlir::isOpTriviallyDead(&op)) {
      op.erase();
      continue;
    }
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region)
        eraseUnused(inner);
  }
}

void Importer::finishSymbols(mlir::ModuleOp module) {
  builder.setInsertionPointToStart(module.getBody());
  for (const std::string &symbol : symbols) {
    int64_t min = 0, max = std::numeric_limits<int64_t>::max();
    for (const ImportOptions::Bound &bound : options.bounds)
      if (bound.symbol == symbol) {
        min = bound.min;
        max = bound.max;
      }
    graph::SymbolOp::create(builder, mlir::UnknownLoc::get(&context), symbol,
                            min, max, /*divisor=*/1);
  }
}
