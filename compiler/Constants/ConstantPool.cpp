//===- ConstantPool.cpp - Constants of a compilation, by content ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/Recipes.h"
#include <cstring>

using namespace mlc;

/// Recipes of recipes nest this deep at most; layout and packing need three.
static constexpr unsigned maxRecipeDepth = 32;
/// Shared inputs are evaluated again for each use, which a hostile file could
/// make exponential.
static constexpr unsigned maxEvaluations = 8192;
static constexpr size_t maxRecipeInputs = 4096;
static constexpr size_t maxRecipeInts = 4096;

namespace {
/// First word of every hash, so that a splat, its dense form and a recipe can
/// never share a name by accident.
enum class Domain : uint64_t { Dense = 1, Splat = 2, Recipe = 3 };
} // namespace

static void addSpec(Hasher &hasher, const TensorSpec &spec) {
  hasher.add(static_cast<uint64_t>(spec.dtype))
      .add(static_cast<uint64_t>(spec.shape.size()));
  for (int64_t extent : spec.shape)
    hasher.add(static_cast<uint64_t>(extent));
}

static Hash128 hashValue(const Literal &value) {
  Hasher hasher;
  hasher.add(static_cast<uint64_t>(value.isSplat() ? Domain::Splat
                                                   : Domain::Dense));
  addSpec(hasher, value.spec());
  return hasher.addBytes(value.storage()).finish();
}

static Hash128 hashRecipe(const Recipe &recipe) {
  Hasher hasher;
  hasher.add(static_cast<uint64_t>(Domain::Recipe))
      .add(llvm::StringRef(recipe.name));
  addSpec(hasher, recipe.result);
  hasher.add(static_cast<uint64_t>(recipe.ints.size()));
  for (int64_t value : recipe.ints)
    hasher.add(static_cast<uint64_t>(value));
  hasher.add(static_cast<uint64_t>(recipe.inputs.size()));
  for (const Hash128 &input : recipe.inputs)
    hasher.add(input);
  return hasher.finish();
}

ConstantPool::ConstantPool() { registerMovementRecipes(*this); }

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

Hash128 ConstantPool::insert(const Hash128 &hash,
                             std::unique_ptr<Entry> entry) {
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Entry> &slot = entries[hash];
  if (!slot) {
    owned += entry->ownedBytes;
    slot = std::move(entry);
    order.push_back(hash);
  }
  return hash;
}

Hash128 ConstantPool::add(Literal value) {
  assert(!value.isNull() && "a constant needs a value");
  // Zero or one element is not a splat: such tensors have one name, the dense.
  if (value.isSplat() && value.count() < 2)
    value = value.expanded();
  // Bits past the last sub-byte element would make equal values differ.
  if (isSubByte(value.dtype()) && !value.isSplat() && value.count() > 0) {
    uint64_t usedBits =
        static_cast<uint64_t>(value.count()) % 8 * bitWidth(value.dtype()) % 8;
    uint8_t last = value.bytes().back();
    if (usedBits && (last >> usedBits) != 0)
      value.mutableBytes().back() =
          static_cast<uint8_t>(last & ((1u << usedBits) - 1));
  }
  auto entry = std::make_unique<Entry>();
  entry->value = value.compressed();
  entry->spec = value.spec();
  entry->ownedBytes = entry->value.isView() ? 0 : entry->value.storage().size();
  Hash128 hash = hashValue(entry->value);
  return insert(hash, std::move(entry));
}

Hash128 ConstantPool::addCopy(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes) {
  return add(Literal::copy(std::move(spec), bytes));
}

Hash128 ConstantPool::addMapped(TensorSpec spec, llvm::ArrayRef<uint8_t> bytes,
                                std::shared_ptr<const void> owner) {
  return add(Literal::view(std::move(spec), bytes, std::move(owner)));
}

Hash128 ConstantPool::addSplat(TensorSpec spec,
                               llvm::ArrayRef<uint8_t> element) {
  return add(Literal::splat(std::move(spec), element));
}

llvm::Expected<Hash128> ConstantPool::addRecipe(Recipe recipe) {
  if (!recipe.result.isValid())
    return makeError("recipe '", recipe.name, "': invalid result type");
  if (recipe.inputs.size() > maxRecipeInputs ||
      recipe.ints.size() > maxRecipeInts)
    return makeError("recipe '", recipe.name, "': too many parameters");
  if (!hasRecipe(recipe.name))
    return makeError("unknown recipe '", recipe.name, "'");
  for (const Hash128 &input : recipe.inputs)
    if (!contains(input))
      return makeError("recipe '", recipe.name, "': constant ", input.str(),
                       " is missing");
  auto entry = std::make_unique<Entry>();
  entry->spec = recipe.result;
  Hash128 hash = hashRecipe(recipe);
  entry->recipe = std::move(recipe);
  return insert(hash, std::move(entry));
}

void ConstantPool::registerRecipe(llvm::StringRef name, RecipeFn fn) {
  std::lock_guard<std::mutex> lock(mutex);
  recipes.try_emplace(name, std::move(fn));
}

bool ConstantPool::hasRecipe(llvm::StringRef name) const {
  std::lock_guard<std::mutex> lock(mutex);
  return recipes.contains(name);
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// Entries are never removed or changed, so the pointer stays valid outside the
/// lock.
const ConstantPool::Entry *ConstantPool::find(const Hash128 &hash) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = entries.find(hash);
  return it == entries.end() ? nullptr : it->second.get();
}

bool ConstantPool::contains(const Hash128 &hash) const { return find(hash); }

const TensorSpec *ConstantPool::spec(const Hash128 &hash) const {
  const Entry *entry = find(hash);
  return entry ? &entry->spec : nullptr;
}

const Recipe *ConstantPool::recipe(const Hash128 &hash) const {
  const Entry *entry = find(hash);
  return entry && entry->value.isNull() ? &entry->recipe : nullptr;
}

const Literal *ConstantPool::value(const Hash128 &hash) const {
  const Entry *entry = find(hash);
  return entry && !entry->value.isNull() ? &entry->value : nullptr;
}

llvm::Expected<Literal> ConstantPool::evaluate(const Hash128 &hash) const {
  unsigned budget = maxEvaluations;
  return evaluate(hash, 0, budget);
}

llvm::Expected<Literal> ConstantPool::evaluate(const Hash128 &hash,
                                               unsigned depth,
                                               unsigned &budget) const {
  const Entry *entry = find(hash);
  if (!entry)
    return makeError("constant ", hash.str(), " is missing");
  if (!entry->value.isNull())
    return entry->value;
  const Recipe &recipe = entry->recipe;
  if (depth >= maxRecipeDepth)
    return makeError("recipe '", recipe.name, "': nested more than ",
                     maxRecipeDepth, " deep");
  if (budget-- == 0)
    return makeError("recipe '", recipe.name, "': more than ", maxEvaluations,
                     " evaluations for one constant");
  llvm::SmallVector<Literal> inputs;
  for (const Hash128 &input : recipe.inputs) {
    llvm::Expected<Literal> value = evaluate(input, depth + 1, budget);
    if (!value)
      return value.takeError();
    inputs.push_back(std::move(*value));
  }
  RecipeFn fn;
  {
    std::lock_guard<std::mutex> lock(mutex);
    fn = recipes.lookup(recipe.name);
  }
  llvm::Expected<Literal> result = fn(recipe, inputs);
  if (!result)
    return makeError("recipe '", recipe.name,
                     "': ", llvm::toString(result.takeError()));
  if (result->spec() != recipe.result)
    return makeError("recipe '", recipe.name, "' gave ", result->spec().str(),
                     ", expected ", recipe.result.str());
  return result;
}

llvm::Error
ConstantPool::evaluateInto(const Hash128 &hash,
                           llvm::MutableArrayRef<uint8_t> destination) const {
  llvm::Expected<Literal> value = evaluate(hash);
  if (!value)
    return value.takeError();
  if (value->spec().bytes() != destination.size())
    return makeError("constant ", hash.str(), " has ", value->spec().bytes(),
                     " bytes, the destination ", destination.size());
  value->copyTo(destination);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

size_t ConstantPool::use(const Hash128 &hash) {
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = usedIndex.try_emplace(hash, used.size());
  if (isNew)
    used.push_back(hash);
  return it->second;
}

std::vector<Hash128> ConstantPool::usedInOrder() const {
  std::lock_guard<std::mutex> lock(mutex);
  return used;
}

std::vector<Hash128> ConstantPool::allInOrder() const {
  std::lock_guard<std::mutex> lock(mutex);
  return order;
}

uint64_t ConstantPool::ownedBytes() const {
  std::lock_guard<std::mutex> lock(mutex);
  return owned;
}
