//===- ManifestJson.cpp - A manifest as JSON ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people and for languages without the C tables. Keys keep one order, so
// that equal manifests are equal text.
//
//===----------------------------------------------------------------------===//

#include "compiler/Artifact/Manifest.h"
#include "compiler/Target/Common/Isa.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlc;
using llvm::json::OStream;

void mlc::layoutWeights(Manifest &manifest,
                        const std::vector<WeightSize> &sizes) {
  uint64_t offset = 0;
  manifest.weights.clear();
  for (const WeightSize &size : sizes) {
    offset =
        (offset + kWeightAlignment - 1) / kWeightAlignment * kWeightAlignment;
    manifest.weights.push_back({size.constant, offset, size.bytes});
    offset += size.bytes;
  }
  manifest.weightBytes = offset;
}

static llvm::StringRef kindName(mlc_kind kind) {
  switch (kind) {
  case MLC_TENSOR:
    return "tensor";
  case MLC_SEQUENCE:
    return "sequence";
  case MLC_OPTIONAL:
    return "optional";
  }
  return "tensor";
}

/// An extent as number, a symbol by name, null where only a run can tell.
static void writeDims(OStream &json, const Manifest &manifest,
                      const std::vector<ManifestDim> &dims) {
  json.attributeArray("shape", [&] {
    for (const ManifestDim &dim : dims)
      if (dim.extent >= 0)
        json.value(dim.extent);
      else if (dim.symbol >= 0)
        json.value(manifest.symbols[dim.symbol].name);
      else
        json.value(nullptr);
  });
}

static void writeValues(OStream &json, const Manifest &manifest,
                        llvm::StringRef key,
                        const std::vector<ManifestValue> &values,
                        const std::vector<ManifestValue> *inputs) {
  json.attributeArray(key, [&] {
    for (const ManifestValue &value : values)
      json.object([&] {
        json.attribute("name", value.name);
        if (value.kind != MLC_TENSOR)
          json.attribute("kind", kindName(value.kind));
        if (!value.items.empty())
          json.attributeArray("items", [&] {
            for (mlc_kind kind : value.items)
              json.value(kindName(kind));
          });
        json.attribute("dtype", dtypeName(value.dtype));
        writeDims(json, manifest, value.dims);
        if (inputs && value.alias >= 0)
          json.attribute("alias", (*inputs)[value.alias].name);
      });
  });
}

std::string mlc::manifestJson(const Manifest &manifest) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OStream json(os, 2);
  json.object([&] {
    json.attribute("format", "mlc-artifact");
    json.attribute("abi", std::to_string(MLC_ABI_MAJOR) + "." +
                              std::to_string(MLC_ABI_MINOR));
    json.attribute("compiler", manifest.compiler);
    json.attribute("options", manifest.options);
    json.attributeArray("isa", [&] {
      for (const IsaLevel &level : isaLevels())
        if (manifest.isaMask & (1u << level.id))
          json.value(level.name);
    });
    json.attribute("denormals", manifest.flushDenormals ? "flush" : "ieee");
    json.attributeArray("symbols", [&] {
      for (const ManifestSymbol &symbol : manifest.symbols)
        json.object([&] {
          json.attribute("name", symbol.name);
          json.attribute("min", symbol.min);
          if (symbol.max != INT64_MAX)
            json.attribute("max", symbol.max);
          json.attribute("divisor", symbol.divisor);
        });
    });
    json.attributeArray("entries", [&] {
      for (const ManifestEntry &entry : manifest.entries)
        json.object([&] {
          json.attribute("name", entry.name);
          writeValues(json, manifest, "inputs", entry.inputs, nullptr);
          writeValues(json, manifest, "outputs", entry.outputs, &entry.inputs);
          if (entry.workspaceBytes)
            json.attribute("workspace_bytes", int64_t(entry.workspaceBytes));
          json.attributeArray("states", [&] {
            for (uint32_t state : entry.states)
              json.value(manifest.states[state].name);
          });
        });
    });
    json.attributeObject("weights", [&] {
      json.attribute("bytes", int64_t(manifest.weightBytes));
      json.attribute("tensors", int64_t(manifest.weights.size()));
      json.attribute("alignment", int64_t(kWeightAlignment));
      json.attribute("place", manifest.weightFile.empty()
                                  ? std::string("embedded")
                                  : "file:" + manifest.weightFile);
    });
    json.attributeArray("states", [&] {
      for (const ManifestState &state : manifest.states)
        json.object([&] {
          json.attribute("name", state.name);
          json.attribute("dtype", dtypeName(state.dtype));
          writeDims(json, manifest, state.dims);
          json.attribute("bytes", int64_t(state.bytes));
          json.attribute("initialised", state.weight >= 0);
        });
    });
    json.attributeArray("kernels", [&] {
      for (const ManifestKernel &kernel : manifest.kernels)
        json.object([&] {
          json.attribute("name", kernel.name);
          json.attribute("kind", kernel.kind);
          json.attributeArray("nodes", [&] {
            for (const std::string &node : kernel.nodes)
              json.value(node);
          });
          json.attribute("flops", int64_t(kernel.flops));
          json.attribute("bytes", int64_t(kernel.bytes));
        });
    });
    json.attributeArray("images", [&] {
      for (const ManifestImage &image : manifest.images)
        json.object([&] {
          json.attribute("target", image.target);
          json.attribute("format", image.format);
          json.attribute("bytes", int64_t(image.data.size()));
        });
    });
    json.attributeArray("custom_ops", [&] {
      for (const ManifestCustomOp &op : manifest.customOps)
        json.value(op.name);
    });
  });
  text += '\n';
  return text;
}
