//===- Model.h - An ONNX model as plain data -------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the importer works on: no protobuf type, nothing owned twice. Strings
// and tensor bytes are views into the mapped model file, into files mapped for
// external data, or into the model's own arena, and live as long as the Model.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_MODEL_H
#define MLC_COMPILER_IMPORT_ONNX_MODEL_H

#include "compiler/Support/DType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlc::onnx {

/// The ABI's number for one of them; MLC_DTYPE_INVALID when unknown.
mlc_dtype dtypeFromOnnx(int64_t number);
/// The standard's number of an ABI dtype; 0 for none.
int64_t dtypeToOnnx(mlc_dtype dtype);

/// A constant tensor. `bytes` is dense, little-endian, sub-byte elements packed
/// low end first: exactly what the artifact stores.
struct Tensor {
  llvm::StringRef name;
  mlc_dtype dtype = MLC_DTYPE_INVALID;
  llvm::SmallVector<int64_t, 4> dims;
  llvm::ArrayRef<char> bytes;
  std::vector<llvm::StringRef> strings; ///< only for MLC_STRING
  /// True when `bytes` points into a mapped file (worth keeping mapped).
  bool mapped = false;

  int64_t numElements() const;
};

/// One extent of a declared type: a number, a named symbol, or neither.
struct Dim {
  std::optional<int64_t> value;
  llvm::StringRef param;
};

/// The type of a value as the model declares it.
struct Type {
  enum class Kind { None, Tensor, SparseTensor, Sequence, Optional, Map, Opaque };
  Kind kind = Kind::None;
  mlc_dtype dtype = MLC_DTYPE_INVALID;
  /// Missing: the rank is not declared.
  std::optional<std::vector<Dim>> shape;
  std::shared_ptr<Type> element; ///< of a sequence or optional
};

struct ValueInfo {
  llvm::StringRef name;
  Type type;
};

struct Graph;

struct Attribute {
  enum class Kind {
    None, Float, Int, String, Tensor, Graph, Floats, Ints, Strings, Tensors,
    Graphs, SparseTensor, Type, Other
  };
  llvm::StringRef name;
  /// Inside a function body: the attribute of the call this one stands for.
  llvm::StringRef refName;
  Kind kind = Kind::None;
  float f = 0;
  int64_t i = 0;
  llvm::StringRef s;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<llvm::StringRef> strings;
  std::vector<Tensor> tensors;                ///< one for Kind::Tensor
  std::vector<std::shared_ptr<Graph>> graphs; ///< one for Kind::Graph
  Type type;
};

struct Node {
  llvm::StringRef name, domain, opType, overload;
  std::vector<llvm::StringRef> inputs, outputs;
  std::vector<Attribute> attributes;

  const Attribute *find(llvm::StringRef attribute) const;
};

struct Graph {
  llvm::StringRef name;
  std::vector<Node> nodes;
  std::vector<ValueInfo> inputs, outputs, valueInfos;
  std::vector<Tensor> initializers;
  std::vector<llvm::StringRef> sparseInitializers; ///< names; not supported
};

/// Operator set versions by domain; the default domain is the empty string.
using OpsetImports = llvm::StringMap<int64_t>;

struct Function {
  llvm::StringRef domain, name, overload;
  std::vector<llvm::StringRef> inputs, outputs, attributes;
  std::vector<Attribute> attributeDefaults;
  std::vector<Node> nodes;
  OpsetImports opsets;
};

struct Model {
  int64_t irVersion = 0;
  llvm::StringRef producer;
  OpsetImports opsets;
  Graph graph;
  std::vector<Function> functions;

  /// Strings made while reading or expanding.
  llvm::BumpPtrAllocator arena;
  llvm::StringSaver saver{arena};
  /// What the views point into. Shared, since constants outlive the model.
  std::vector<std::shared_ptr<llvm::MemoryBuffer>> buffers;

  Model() = default;
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;
};

/// "" and "ai.onnx" name the same domain.
llvm::StringRef canonicalDomain(llvm::StringRef domain);

/// "op" or "domain.op", as diagnostics print it.
std::string qualifiedName(const Node &node);

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_MODEL_H
