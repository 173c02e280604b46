//===- Standalone.cpp - Functions that run an entry alone -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NAME_run gathers the caller's plain pointers into tensors and calls
// mlc_rt_standalone. It is straight-line code made from the manifest, so the
// library needs no runtime and the caller no knowledge of tensors.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Standalone.h"
#include "compiler/Artifact/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace mlc;
using llvm::FunctionType;
using llvm::IRBuilder;
using llvm::StringRef;
using llvm::Value;

std::string mlc::standaloneStem(StringRef name, const Manifest &manifest,
                                size_t entry) {
  const std::string &entryName = manifest.entries[entry].name;
  if (manifest.entries.size() == 1 || entryName == "main")
    return name.str();
  return name.str() + "_" + entryName;
}

std::vector<StandaloneField>
mlc::standaloneLayout(const std::vector<ManifestValue> &values, bool outputs,
                      uint64_t &bytes) {
  std::vector<StandaloneField> fields;
  bytes = 0;
  for (const ManifestValue &value : values) {
    StandaloneField field;
    field.data = bytes;
    if (value.kind != MLC_TENSOR) {
      field.isList = true;
      bytes += sizeof(mlc_tensor);
      fields.push_back(field);
      continue;
    }
    bytes += sizeof(void *);
    field.isDynamic = !hasFixedShape(value);
    if (field.isDynamic && outputs) {
      field.capacity = bytes;
      bytes += sizeof(uint64_t);
    }
    if (field.isDynamic) {
      field.dims = bytes;
      bytes += sizeof(int64_t) * value.dims.size();
    }
    fields.push_back(field);
  }
  return fields;
}

namespace {
/// Emits the body of one NAME_run.
struct RunBuilder {
  IRBuilder<> &builder;

  Value *at(Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base,
                                              offset);
  }
  void store(Value *base, uint64_t offset, Value *value) {
    builder.CreateStore(value, at(base, offset));
  }
  Value *load(Value *base, uint64_t offset, llvm::Type *type) {
    return builder.CreateLoad(type, at(base, offset));
  }
  void copyWords(Value *to, uint64_t toOffset, Value *from, uint64_t fromOffset,
                 uint64_t words) {
    for (uint64_t i = 0; i < words; ++i)
      store(to, toOffset + 8 * i,
            load(from, fromOffset + 8 * i, builder.getInt64Ty()));
  }

  /// An array of tensors on the stack, filled from the caller's struct.
  Value *tensors(const std::vector<ManifestValue> &values,
                 const std::vector<StandaloneField> &fields, Value *from,
                 bool outputs) {
    Value *array = builder.CreateAlloca(
        builder.getInt8Ty(),
        builder.getInt64(sizeof(mlc_tensor) *
                         std::max<size_t>(1, values.size())));
    llvm::cast<llvm::AllocaInst>(array)->setAlignment(llvm::Align(16));
    for (size_t i = 0; i < values.size(); ++i) {
      const ManifestValue &value = values[i];
      const StandaloneField &field = fields[i];
      uint64_t base = sizeof(mlc_tensor) * i;
      if (field.isList) {
        copyWords(array, base, from, field.data, sizeof(mlc_tensor) / 8);
        continue;
      }
      store(array, base + offsetof(mlc_tensor, data),
            load(from, field.data, builder.getPtrTy()));
      auto put32 = [&](uint64_t offset, uint32_t number) {
        store(array, base + offset, builder.getInt32(number));
      };
      put32(offsetof(mlc_tensor, dtype), value.dtype);
      put32(offsetof(mlc_tensor, rank), value.dims.size());
      put32(offsetof(mlc_tensor, kind), MLC_TENSOR);
      put32(offsetof(mlc_tensor, flags), 0);
      uint64_t bytes = 0;
      if (!field.isDynamic) {
        int64_t count = 1;
        for (const ManifestDim &dim : value.dims)
          count *= dim.extent;
        bytes = storageBytes(value.dtype, count).value_or(0);
      }
      // An input's capacity is what its dims say: the entry checks them.
      Value *capacity = !field.isDynamic ? builder.getInt64(bytes)
                        : outputs
                            ? load(from, field.capacity, builder.getInt64Ty())
                            : builder.getInt64(INT64_MAX);
      store(array, base + offsetof(mlc_tensor, capacity), capacity);
      for (size_t d = 0; d < value.dims.size(); ++d)
        store(array, base + offsetof(mlc_tensor, dims) + 8 * d,
              field.isDynamic
                  ? load(from, field.dims + 8 * d, builder.getInt64Ty())
                  : builder.getInt64(value.dims[d].extent));
    }
    return array;
  }

  /// What the run found out about its outputs.
  void writeBack(const std::vector<ManifestValue> &values,
                 const std::vector<StandaloneField> &fields, Value *array,
                 Value *to) {
    for (size_t i = 0; i < values.size(); ++i) {
      uint64_t base = sizeof(mlc_tensor) * i;
      const StandaloneField &field = fields[i];
      copyWords(to, field.data, array, base,
                field.isList ? sizeof(mlc_tensor) / 8 : 1);
      if (field.isDynamic)
        copyWords(to, field.dims, array, base + offsetof(mlc_tensor, dims),
                  values[i].dims.size());
    }
  }
};
} // namespace

static llvm::Function *addFunction(llvm::Module &module,
                                   const std::string &name, FunctionType *type,
                                   IRBuilder<> &builder) {
  auto *function = llvm::Function::Create(
      type, llvm::GlobalValue::ExternalLinkage, name, module);
  markExported(function);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", function));
  return function;
}

/// int NAME_run(const NAME_inputs *, NAME_outputs *, void *, const mlc_host *)
static void addRun(const std::string &name, const ManifestEntry &entry,
                   uint32_t index, llvm::Module &module,
                   llvm::Constant *artifact) {
  IRBuilder<> builder(module.getContext());
  llvm::Type *ptr = builder.getPtrTy(), *i32 = builder.getInt32Ty();
  llvm::Function *run =
      addFunction(module, name,
                  FunctionType::get(i32, {ptr, ptr, ptr, ptr}, false), builder);
  RunBuilder body{builder};
  uint64_t bytes;
  auto inFields = standaloneLayout(entry.inputs, false, bytes);
  auto outFields = standaloneLayout(entry.outputs, true, bytes);
  Value *inputs = body.tensors(entry.inputs, inFields, run->getArg(0), false);
  Value *outputs = body.tensors(entry.outputs, outFields, run->getArg(1), true);
  auto callee = module.getOrInsertFunction(
      "mlc_rt_standalone",
      FunctionType::get(i32, {ptr, i32, ptr, ptr, ptr, ptr}, false));
  Value *code =
      builder.CreateCall(callee, {artifact, builder.getInt32(index), inputs,
                                  outputs, run->getArg(2), run->getArg(3)});
  body.writeBack(entry.outputs, outFields, outputs, run->getArg(1));
  builder.CreateRet(code);
}

/// uint64_t NAME_workspace_size(const int64_t *dims)
static void addWorkspaceSize(const std::string &name, const std::string &callee,
                             bool exists, llvm::Module &module) {
  IRBuilder<> builder(module.getContext());
  llvm::Type *ptr = builder.getPtrTy(), *i32 = builder.getInt32Ty(),
             *i64 = builder.getInt64Ty();
  llvm::Function *function =
      addFunction(module, name, FunctionType::get(i64, {ptr}, false), builder);
  if (!exists) {
    builder.CreateRet(builder.getInt64(0));
    return;
  }
  auto target = module.getOrInsertFunction(
      callee, FunctionType::get(i64, {ptr, i32}, false));
  builder.CreateRet(
      builder.CreateCall(target, {function->getArg(0), builder.getInt32(1)}));
}

/// int NAME_output_shapes(const int64_t *dims, int64_t *shapes): all extents
/// one after another, -1 where only a run can tell.
static void addOutputShapes(const std::string &name, const std::string &callee,
                            bool exists, const ManifestEntry &entry,
                            llvm::Module &module) {
  IRBuilder<> builder(module.getContext());
  llvm::Type *ptr = builder.getPtrTy(), *i32 = builder.getInt32Ty();
  auto *type = FunctionType::get(i32, {ptr, ptr}, false);
  llvm::Function *function = addFunction(module, name, type, builder);
  if (exists) {
    auto target = module.getOrInsertFunction(callee, type);
    builder.CreateRet(
        builder.CreateCall(target, {function->getArg(0), function->getArg(1)}));
    return;
  }
  RunBuilder body{builder};
  uint64_t at = 0;
  for (const ManifestValue &output : entry.outputs)
    for (const ManifestDim &dim : output.dims) {
      Value *extent = dim.extent < 0 && dim.symbol >= 0
                          ? body.load(function->getArg(0), 8 * dim.symbol,
                                      builder.getInt64Ty())
                          : builder.getInt64(dim.extent);
      body.store(function->getArg(1), at, extent);
      at += 8;
    }
  builder.CreateRet(builder.getInt32(0));
}

std::vector<std::string> mlc::addStandaloneFunctions(const TableInputs &inputs,
                                                     llvm::Module &module,
                                                     llvm::Constant *artifact) {
  const Manifest &manifest = *inputs.manifest;
  std::vector<std::string> names;
  auto defined = [&](const std::string &name) {
    return llvm::binary_search(inputs.hostSymbols, name);
  };
  for (auto [i, entry] : llvm::enumerate(manifest.entries)) {
    std::string stem = standaloneStem(inputs.name, manifest, i);
    addRun(stem + "_run", entry, i, module, artifact);
    std::string workspace = "mlc_workspace_" + entry.name;
    addWorkspaceSize(stem + "_workspace_size", workspace, defined(workspace),
                     module);
    std::string shapes = "mlc_shapes_" + entry.name;
    addOutputShapes(stem + "_output_shapes", shapes, defined(shapes), entry,
                    module);
    for (const char *suffix : {"_run", "_workspace_size", "_output_shapes"})
      names.push_back(stem + suffix);
  }
  return names;
}
