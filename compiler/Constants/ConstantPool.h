//===- ConstantPool.h - Constants of a compilation, by content --*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants live here and not in the MLIRContext, so that they can be mapped
// from the model file, freed, and evaluated one at a time. The IR names them by
// content hash, never by a running number: equal constants are equal attributes
// and neither CSE nor kernel hashing depends on the order of creation.
//
// An entry is dense bytes (owned, or a view of a mapped file), a splat, or a
// recipe: a named function of other entries that is evaluated when its bytes
// are needed (transposes, casts and packing of weights), so that the pool never
// holds a weight and its packed form at once. A recipe's hash covers its name,
// parameters and inputs; equal recipes are one entry.
//
// All members are safe to call from several threads.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_CONSTANTS_CONSTANTPOOL_H
#define MLC_COMPILER_CONSTANTS_CONSTANTPOOL_H

#include "compiler/Constants/Hash.h"
#include "compiler/Constants/Literal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <mutex>
#include <vector>

namespace mlc {

/// A constant computed from others when needed.
struct Recipe {
  std::string name;
  llvm::SmallVector<int64_t> ints;
  llvm::SmallVector<Hash128> inputs;
  TensorSpec result;
};

/// Computes a recipe. `inputs` may be splats or views. Must return a literal of
/// `recipe.result`'s spec and must check `ints` against the inputs: recipes can
/// come from a file.
using RecipeFn = std::function<llvm::Expected<Literal>(
    const Recipe &recipe, llvm::ArrayRef<Literal> inputs)>;

class ConstantPool {
public:
  /// Knows the movement recipes of Recipes.h.
  ConstantPool();
  ConstantPool(const ConstantPool &) = delete;
  ConstantPool &operator=(const ConstantPool &) = delete;

  /// Adds a value and returns its name. Bytes are shared, not copied; a value
  /// whose elements are all equal becomes a splat.
  Hash128 add(Literal value);
  /// Adds a copy of `bytes`, which must have the spec's size.
  Hash128 addCopy(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes);
  /// Adds a view of bytes kept alive by `owner` (see MappedFile).
  Hash128 addMapped(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes,
                    std::shared_ptr<const void> owner);
  Hash128 addSplat(TensorSpec spec, llvm::ArrayRef<uint8_t> element);
  /// Adds a computed constant. Fails for an unknown name, a missing input or an
  /// invalid result spec; the parameters are checked when it is evaluated.
  llvm::Expected<Hash128> addRecipe(Recipe recipe);

  /// Makes a recipe known. The first registration of a name wins.
  void registerRecipe(llvm::StringRef name, RecipeFn fn);
  bool hasRecipe(llvm::StringRef name) const;

  bool contains(const Hash128 &hash) const;
  /// Null when the pool has no such constant.
  const TensorSpec *spec(const Hash128 &hash) const;
  /// The recipe behind a constant, or null.
  const Recipe *recipe(const Hash128 &hash) const;
  /// The value if it is there without computing: null for recipes and unknown.
  const Literal *value(const Hash128 &hash) const;

  /// The value, computed if it is a recipe (and not kept). May be a splat or a
  /// view: see Literal.
  llvm::Expected<Literal> evaluate(const Hash128 &hash) const;
  /// Writes the dense bytes to `destination`, which must have their size.
  llvm::Error evaluateInto(const Hash128 &hash,
                           llvm::MutableArrayRef<uint8_t> destination) const;

  /// Notes that a constant is part of the output and returns its position in
  /// first-use order.
  size_t use(const Hash128 &hash);
  std::vector<Hash128> usedInOrder() const;
  /// Every entry, in order of addition.
  std::vector<Hash128> allInOrder() const;
  /// Bytes held in anonymous memory (mapped views and recipes cost none).
  uint64_t ownedBytes() const;

private:
  struct Entry {
    TensorSpec spec;
    Literal value; // null for a recipe
    Recipe recipe; // name empty for a value
    uint64_t ownedBytes = 0;
  };
  const Entry *find(const Hash128 &hash) const;
  Hash128 insert(const Hash128 &hash, std::unique_ptr<Entry> entry);
  llvm::Expected<Literal> evaluate(const Hash128 &hash, unsigned depth,
                                   unsigned &budget) const;

  mutable std::mutex mutex;
  llvm::DenseMap<Hash128, std::unique_ptr<Entry>> entries;
  std::vector<Hash128> order;
  std::vector<Hash128> used;
  llvm::DenseMap<Hash128, size_t> usedIndex;
  llvm::StringMap<RecipeFn> recipes;
  uint64_t owned = 0;
};

} // namespace mlc

#endif // MLC_COMPILER_CONSTANTS_CONSTANTPOOL_H
