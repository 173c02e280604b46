//===- Tables.cpp - The constant tables of an artifact --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per table. Everything is constant and relocated by base address
// only, so that loading an artifact costs no symbol lookup.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Tables.h"
#include "compiler/Artifact/DataBuilder.h"
#include "runtime/include/mlc/lists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace mlc;
using llvm::Constant;
using llvm::StringRef;
using Blob = DataBuilder::Blob;

/// `field` of a struct appended at `base`.
#define MLC_AT(base, type, field) (base) + offsetof(type, field)

static Constant *dimTable(DataBuilder &data,
                          const std::vector<ManifestDim> &dims) {
  Blob blob;
  for (const ManifestDim &dim : dims) {
    mlc_dim_desc row = {};
    row.extent = dim.extent;
    row.symbol = dim.symbol;
    blob.append(row);
  }
  return data.finish(blob, "mlc.dims");
}

static Constant *valueTable(DataBuilder &data,
                            const std::vector<ManifestValue> &values) {
  Blob blob;
  for (const ManifestValue &value : values) {
    mlc_value_desc row = {};
    row.kind = value.kind;
    row.dtype = value.dtype;
    row.rank = value.dims.size();
    row.alias = value.alias;
    for (auto [depth, kind] : llvm::enumerate(value.items))
      row.reserved[MLC_ITEMS_IN_ARTIFACT] |= uint64_t(kind) << 4 * depth;
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_value_desc, name), data.string(value.name));
    blob.point(MLC_AT(at, mlc_value_desc, dims), dimTable(data, value.dims));
  }
  return data.finish(blob, "mlc.values");
}

static Constant *entryTable(DataBuilder &data, const TableInputs &inputs) {
  auto hostFunction = [&](const std::string &name) -> Constant * {
    return llvm::binary_search(inputs.hostSymbols, name) ? data.external(name)
                                                         : nullptr;
  };
  Blob blob;
  for (const ManifestEntry &entry : inputs.manifest->entries) {
    Blob states;
    for (uint32_t state : entry.states)
      states.append(state);
    mlc_entry_desc row = {};
    row.n_inputs = entry.inputs.size();
    row.n_outputs = entry.outputs.size();
    row.n_states = entry.states.size();
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_entry_desc, name), data.string(entry.name));
    blob.point(MLC_AT(at, mlc_entry_desc, run),
               data.external("mlc_entry_" + entry.name));
    blob.point(MLC_AT(at, mlc_entry_desc, workspace),
               hostFunction("mlc_workspace_" + entry.name));
    blob.point(MLC_AT(at, mlc_entry_desc, inputs),
               valueTable(data, entry.inputs));
    blob.point(MLC_AT(at, mlc_entry_desc, outputs),
               valueTable(data, entry.outputs));
    blob.point(MLC_AT(at, mlc_entry_desc, states),
               data.finish(states, "mlc.entry.states"));
    blob.point(MLC_AT(at, mlc_entry_desc, output_shapes),
               hostFunction("mlc_shapes_" + entry.name));
  }
  return data.finish(blob, "mlc.entries");
}

static Constant *symbolTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestSymbol &symbol : manifest.symbols) {
    mlc_symbol_desc row = {};
    row.min = symbol.min;
    row.max = symbol.max;
    row.divisor = symbol.divisor;
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_symbol_desc, name), data.string(symbol.name));
  }
  return data.finish(blob, "mlc.symbols");
}

/// Hashes stay zero: they are known when the weights have been written, and
/// patched in then. Hence a section of its own.
static Constant *weightTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestWeight &weight : manifest.weights) {
    mlc_weight_desc row = {};
    row.offset = weight.offset;
    row.bytes = weight.bytes;
    blob.append(row);
  }
  return data.finish(blob, "mlc.weight_table", kWeightTableSection);
}

static Constant *stateTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestState &state : manifest.states) {
    mlc_state_desc row = {};
    row.bytes = state.bytes;
    row.alignment = state.alignment;
    row.image =
        state.weight < 0 ? -1 : int64_t(manifest.weights[state.weight].offset);
    row.dtype = state.dtype;
    row.rank = state.dims.size();
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_state_desc, name), data.string(state.name));
    blob.point(MLC_AT(at, mlc_state_desc, dims), dimTable(data, state.dims));
  }
  return data.finish(blob, "mlc.states");
}

static Constant *imageTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestImage &image : manifest.images) {
    Blob bytes;
    bytes.bytes.assign(image.data.begin(), image.data.end());
    bytes.bytes.push_back(0); // the driver wants PTX as a C string
    mlc_device_image_desc row = {};
    row.bytes = image.data.size();
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_device_image_desc, target),
               data.string(image.target));
    blob.point(MLC_AT(at, mlc_device_image_desc, format),
               data.string(image.format));
    blob.point(MLC_AT(at, mlc_device_image_desc, data),
               data.finish(bytes, "mlc.image", "", 64));
  }
  return data.finish(blob, "mlc.images");
}

static Constant *kernelTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestKernel &kernel : manifest.kernels) {
    mlc_kernel_desc row = {};
    row.flops = kernel.flops;
    row.bytes = kernel.bytes;
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_kernel_desc, name), data.string(kernel.name));
    blob.point(MLC_AT(at, mlc_kernel_desc, nodes),
               data.string(llvm::join(kernel.nodes, ",")));
    blob.point(MLC_AT(at, mlc_kernel_desc, kind), data.string(kernel.kind));
  }
  return data.finish(blob, "mlc.kernels");
}

static Constant *nodeTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const std::string &node : manifest.nodes) {
    uint64_t at = blob.append(uint64_t(0));
    blob.point(at, data.string(node));
  }
  return data.finish(blob, "mlc.nodes");
}

static Constant *customOpTable(DataBuilder &data, const Manifest &manifest) {
  Blob blob;
  for (const ManifestCustomOp &op : manifest.customOps) {
    mlc_custom_import row = {};
    row.signature = op.signature;
    uint64_t at = blob.append(row);
    blob.point(MLC_AT(at, mlc_custom_import, name), data.string(op.name));
  }
  return data.finish(blob, "mlc.custom_ops");
}

static Constant *codeTable(DataBuilder &data, const TableInputs &inputs) {
  Blob levels;
  for (unsigned isa = 0; isa < MLC_ISA_COUNT; ++isa) {
    Blob kernels;
    for (const KernelSymbols &symbols : inputs.code[isa]) {
      uint64_t at = kernels.append(mlc_kernel_code{});
      if (!symbols.run.empty())
        kernels.point(MLC_AT(at, mlc_kernel_code, run),
                      data.external(symbols.run));
      if (!symbols.items.empty())
        kernels.point(MLC_AT(at, mlc_kernel_code, items),
                      data.external(symbols.items));
    }
    uint64_t at = levels.append(uint64_t(0));
    levels.point(at, data.finish(kernels, "mlc.code"));
  }
  return data.finish(levels, "mlc.levels");
}

/// The manifest as text, in a section that --inspect finds without running
/// anything.
static Constant *manifestText(DataBuilder &data, const Manifest &manifest) {
  std::string text = manifestJson(manifest);
  Blob blob;
  blob.bytes.assign(text.begin(), text.end());
  blob.bytes.push_back(0);
  return data.finish(blob, "mlc.manifest", kManifestSection, 1);
}

static Constant *artifactTable(DataBuilder &data, const TableInputs &inputs) {
  const Manifest &manifest = *inputs.manifest;
  mlc_artifact row = {};
  row.magic = MLC_ABI_MAGIC;
  row.abi = MLC_ABI_VERSION;
  row.size = sizeof(mlc_artifact);
  row.weight_bytes = manifest.weightBytes;
  row.n_entries = manifest.entries.size();
  row.n_symbols = manifest.symbols.size();
  row.n_weights = manifest.weights.size();
  row.n_states = manifest.states.size();
  row.n_images = manifest.images.size();
  row.n_kernels = manifest.kernels.size();
  row.n_nodes = manifest.nodes.size();
  row.n_custom_ops = manifest.customOps.size();
  row.n_levels = MLC_ISA_COUNT;
  row.entry_stride = sizeof(mlc_entry_desc);
  row.value_stride = sizeof(mlc_value_desc);
  row.symbol_stride = sizeof(mlc_symbol_desc);
  row.weight_stride = sizeof(mlc_weight_desc);
  row.state_stride = sizeof(mlc_state_desc);
  row.image_stride = sizeof(mlc_device_image_desc);
  row.kernel_stride = sizeof(mlc_kernel_desc);
  row.flags = manifest.flushDenormals ? MLC_ARTIFACT_FLUSH_DENORMALS : 0;
  bool embedded = manifest.weightFile.empty() && manifest.weightBytes;

  Blob blob;
  blob.append(row);
  auto point = [&](uint64_t offset, Constant *target) {
    blob.point(offset, target);
  };
  point(offsetof(mlc_artifact, compiler), data.string(manifest.compiler));
  point(offsetof(mlc_artifact, options), data.string(manifest.options));
  point(offsetof(mlc_artifact, manifest), manifestText(data, manifest));
  point(offsetof(mlc_artifact, entries), entryTable(data, inputs));
  point(offsetof(mlc_artifact, symbols), symbolTable(data, manifest));
  point(offsetof(mlc_artifact, weights), weightTable(data, manifest));
  point(offsetof(mlc_artifact, states), stateTable(data, manifest));
  point(offsetof(mlc_artifact, images), imageTable(data, manifest));
  point(offsetof(mlc_artifact, kernels), kernelTable(data, manifest));
  point(offsetof(mlc_artifact, nodes), nodeTable(data, manifest));
  point(offsetof(mlc_artifact, code), codeTable(data, inputs));
  point(offsetof(mlc_artifact, weight_data),
        embedded ? data.external(kWeightsSymbol) : nullptr);
  point(offsetof(mlc_artifact, weight_file),
        manifest.weightFile.empty() ? nullptr
                                    : data.string(manifest.weightFile));
  point(offsetof(mlc_artifact, custom_ops), customOpTable(data, manifest));
  point(offsetof(mlc_artifact, best_isa), data.external("mlc_rt_best_isa"));
  return data.finish(blob, "mlc.artifact", "", 64);
}

/// Hashes, offsets and sizes are patched in after the link.
static void addNote(DataBuilder &data, const Manifest &manifest) {
  struct {
    uint32_t nameBytes = sizeof(MLC_NOTE_OWNER), descBytes = sizeof(mlc_note);
    uint32_t type = MLC_NOTE_TYPE;
    char owner[sizeof(MLC_NOTE_OWNER)] = MLC_NOTE_OWNER;
  } header;
  static_assert(sizeof(header) == 16, "an ELF note header with a 4-byte name");
  mlc_note note = {};
  note.magic = MLC_ABI_MAGIC;
  note.abi = MLC_ABI_VERSION;
  note.isa_mask = manifest.isaMask;
  Blob blob;
  blob.append(header);
  blob.append(note);
  auto *global = data.finish(blob, "mlc.note", kNoteSection, 4);
  llvm::appendToCompilerUsed(data.module, {global});
}

void mlc::markExported(llvm::Function *function) {
  function->addFnAttr("mlc.export");
  function->setVisibility(llvm::GlobalValue::DefaultVisibility);
}

static void addQuery(llvm::Module &module, StringRef name, Constant *artifact) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *ptr = builder.getPtrTy(), *i32 = builder.getInt32Ty();
  auto *type = llvm::FunctionType::get(ptr, {i32}, false);
  auto *query = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                       name, module);
  markExported(query);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", query));
  auto callee = module.getOrInsertFunction(
      "mlc_rt_query", llvm::FunctionType::get(ptr, {ptr, i32}, false));
  builder.CreateRet(builder.CreateCall(callee, {artifact, query->getArg(0)}));
}

TableModule mlc::buildTables(const TableInputs &inputs,
                             llvm::LLVMContext &context) {
  TableModule result;
  result.module = std::make_unique<llvm::Module>("mlc.tables", context);
  result.module->setSourceFileName("mlc");
  DataBuilder data(*result.module);
  Constant *artifact = artifactTable(data, inputs);
  addNote(data, *inputs.manifest);
  if (inputs.exportQuery)
    result.exports.push_back(MLC_QUERY_SYMBOL);
  if (!inputs.prefix.empty() && inputs.prefix + "_query" != MLC_QUERY_SYMBOL)
    result.exports.push_back(inputs.prefix + "_query");
  for (const std::string &name : result.exports)
    addQuery(*result.module, name, artifact);
  for (std::string &name :
       addStandaloneFunctions(inputs, *result.module, artifact))
    result.exports.push_back(std::move(name));
  llvm::sort(result.exports);
  return result;
}
