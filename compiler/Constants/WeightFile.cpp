//===- WeightFile.cpp - The side file of constants ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/WeightFile.h"
#include "compiler/Constants/MappedFile.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlc;
using llvm::ArrayRef;

static constexpr char fileMagic[8] = {'M', 'L', 'C', 'W', 'G', 'T', 'S', '1'};
static constexpr uint32_t fileVersion = 1;
static constexpr uint64_t headerBytes = 64;
static constexpr uint64_t dataAlignment = 64;
static constexpr size_t maxNameBytes = 256;
static constexpr size_t maxListLength = 4096;

namespace {
enum class Kind : uint32_t { Dense = 0, Splat = 1, Recipe = 2 };

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t entries;
  uint64_t tableBytes;
  uint64_t fileBytes;
  uint64_t tableHash[2];
  uint64_t reserved[2];
};
static_assert(sizeof(Header) == headerBytes, "layout");

/// The fixed part of a table entry.
struct EntryHeader {
  uint64_t hash[2];
  uint32_t kind, dtype, rank, nameBytes;
  uint64_t offset, bytes, nInts, nInputs;
};
static_assert(sizeof(EntryHeader) == 64, "layout");
} // namespace

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Appends `hash` and what it needs, inputs first. Recursion is bounded by the
/// pool's own bound on nesting: deeper recipes cannot be evaluated anyway.
static llvm::Error collect(const ConstantPool &pool, const Hash128 &hash,
                           unsigned depth, llvm::DenseSet<Hash128> &seen,
                           std::vector<Hash128> &order) {
  if (seen.contains(hash))
    return llvm::Error::success();
  if (!pool.contains(hash))
    return makeError("constant ", hash.str(), " is missing");
  if (depth > 64)
    return makeError("constant ", hash.str(), ": recipes nest too deep");
  if (const Recipe *recipe = pool.recipe(hash))
    for (const Hash128 &input : recipe->inputs)
      if (llvm::Error error = collect(pool, input, depth + 1, seen, order))
        return error;
  seen.insert(hash);
  order.push_back(hash);
  return llvm::Error::success();
}

template <typename T>
static void append(std::vector<uint8_t> &bytes, const T &value) {
  const auto *raw = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

static std::vector<uint8_t> buildTable(const ConstantPool &pool,
                                       ArrayRef<Hash128> order,
                                       std::vector<uint64_t> &offsets) {
  std::vector<uint8_t> table;
  offsets.clear();
  uint64_t at = 0; // relative to the start of the data
  for (const Hash128 &hash : order) {
    const Recipe *recipe = pool.recipe(hash);
    const Literal *value = pool.value(hash);
    const TensorSpec &spec = *pool.spec(hash);
    EntryHeader entry = {};
    entry.hash[0] = hash.low;
    entry.hash[1] = hash.high;
    entry.kind = static_cast<uint32_t>(recipe             ? Kind::Recipe
                                       : value->isSplat() ? Kind::Splat
                                                          : Kind::Dense);
    entry.dtype = spec.dtype;
    entry.rank = static_cast<uint32_t>(spec.shape.size());
    if (recipe) {
      entry.nameBytes = static_cast<uint32_t>(recipe->name.size());
      entry.nInts = recipe->ints.size();
      entry.nInputs = recipe->inputs.size();
    } else {
      at = llvm::alignTo(at, dataAlignment);
      entry.offset = at;
      entry.bytes = value->storage().size();
      at += entry.bytes;
    }
    offsets.push_back(entry.offset);
    append(table, entry);
    for (int64_t extent : spec.shape)
      append(table, extent);
    if (!recipe)
      continue;
    table.insert(table.end(), recipe->name.begin(), recipe->name.end());
    table.resize(llvm::alignTo(table.size(), 8));
    for (int64_t value : recipe->ints)
      append(table, value);
    for (const Hash128 &input : recipe->inputs) {
      append(table, input.low);
      append(table, input.high);
    }
  }
  return table;
}

llvm::Error mlc::writeWeightFile(const ConstantPool &pool,
                                 ArrayRef<Hash128> hashes,
                                 llvm::StringRef path) {
  std::vector<Hash128> order;
  llvm::DenseSet<Hash128> seen;
  for (const Hash128 &hash : hashes)
    if (llvm::Error error = collect(pool, hash, 0, seen, order))
      return error;
  std::vector<uint64_t> offsets;
  std::vector<uint8_t> table = buildTable(pool, order, offsets);
  const uint64_t dataStart =
      llvm::alignTo(headerBytes + table.size(), dataAlignment);

  Header header = {};
  std::memcpy(header.magic, fileMagic, sizeof fileMagic);
  header.version = fileVersion;
  header.entries = static_cast<uint32_t>(order.size());
  header.tableBytes = table.size();
  header.fileBytes = dataStart;
  for (size_t i = 0; i < order.size(); ++i)
    if (const Literal *value = pool.value(order[i]))
      header.fileBytes = dataStart + offsets[i] + value->storage().size();
  Hash128 tableHash = hashBytes(table);
  header.tableHash[0] = tableHash.low;
  header.tableHash[1] = tableHash.high;

  llvm::Expected<llvm::sys::fs::TempFile> temp =
      llvm::sys::fs::TempFile::create(path + ".tmp%%%%%%");
  if (!temp)
    return makeError("cannot write '", path,
                     "': ", llvm::toString(temp.takeError()));
  bool failed = false;
  std::error_code code;
  {
    llvm::raw_fd_ostream os(temp->FD, /*shouldClose=*/false);
    uint64_t at = 0;
    auto write = [&](ArrayRef<uint8_t> bytes) {
      os.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
      at += bytes.size();
    };
    auto padTo = [&](uint64_t offset) {
      os.write_zeros(static_cast<unsigned>(offset - at));
      at = offset;
    };
    write({reinterpret_cast<const uint8_t *>(&header), sizeof header});
    write(table);
    padTo(dataStart);
    for (size_t i = 0; i < order.size(); ++i)
      if (const Literal *value = pool.value(order[i])) {
        padTo(dataStart + offsets[i]);
        write(value->storage());
      }
    os.flush();
    failed = os.has_error();
    code = os.error();
    os.clear_error();
  }
  if (failed) {
    llvm::consumeError(temp->discard());
    return makeError("cannot write '", path, "': ", code.message());
  }
  if (llvm::Error error = temp->keep(path))
    return makeError("cannot write '", path,
                     "': ", llvm::toString(std::move(error)));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// A cursor over the table that never leaves it.
class Cursor {
public:
  explicit Cursor(ArrayRef<uint8_t> bytes) : bytes(bytes) {}
  bool take(void *to, uint64_t size) {
    if (size > bytes.size())
      return false;
    std::memcpy(to, bytes.data(), size);
    bytes = bytes.drop_front(size);
    return true;
  }
  uint64_t left() const { return bytes.size(); }

private:
  ArrayRef<uint8_t> bytes;
};
} // namespace

static llvm::Error readRecipe(ConstantPool &pool, Cursor &cursor,
                              const EntryHeader &entry, TensorSpec spec,
                              const Hash128 &hash) {
  if (entry.nameBytes > maxNameBytes || entry.nInts > maxListLength ||
      entry.nInputs > maxListLength)
    return makeError("constant ", hash.str(), ": recipe too large");
  Recipe recipe;
  recipe.result = std::move(spec);
  char name[maxNameBytes];
  if (!cursor.take(name, llvm::alignTo(entry.nameBytes, 8)))
    return makeError("the table is truncated");
  recipe.name.assign(name, entry.nameBytes);
  recipe.ints.resize(entry.nInts);
  recipe.inputs.resize(entry.nInputs);
  if (!cursor.take(recipe.ints.data(), entry.nInts * 8))
    return makeError("the table is truncated");
  for (Hash128 &input : recipe.inputs)
    if (!cursor.take(&input.low, 8) || !cursor.take(&input.high, 8))
      return makeError("the table is truncated");
  llvm::Expected<Hash128> added = pool.addRecipe(std::move(recipe));
  if (!added)
    return added.takeError();
  if (*added != hash)
    return makeError("constant ", hash.str(), " is damaged");
  return llvm::Error::success();
}

static llvm::Error readEntry(ConstantPool &pool, Cursor &cursor,
                             const std::shared_ptr<const MappedFile> &file,
                             uint64_t dataStart) {
  EntryHeader entry;
  if (!cursor.take(&entry, sizeof entry))
    return makeError("the table is truncated");
  const Hash128 hash{entry.hash[0], entry.hash[1]};
  if (entry.rank > MLC_MAX_RANK || entry.dtype > MLC_STRING)
    return makeError("constant ", hash.str(), ": bad type");
  TensorSpec spec{static_cast<DType>(entry.dtype), {}};
  spec.shape.resize(entry.rank);
  if (!cursor.take(spec.shape.data(), entry.rank * 8ull))
    return makeError("the table is truncated");
  if (!spec.isValid())
    return makeError("constant ", hash.str(), ": bad shape");
  if (entry.kind == static_cast<uint32_t>(Kind::Recipe))
    return readRecipe(pool, cursor, entry, std::move(spec), hash);

  const bool splat = entry.kind == static_cast<uint32_t>(Kind::Splat);
  if (!splat && entry.kind != static_cast<uint32_t>(Kind::Dense))
    return makeError("constant ", hash.str(), ": unknown kind ", entry.kind);
  uint64_t want = splat ? TensorSpec{spec.dtype, {}}.bytes() : spec.bytes();
  uint64_t offset;
  if (entry.bytes != want || entry.offset % dataAlignment != 0 ||
      __builtin_add_overflow(entry.offset, dataStart, &offset))
    return makeError("constant ", hash.str(), ": bad offset or size");
  llvm::Expected<ArrayRef<uint8_t>> bytes = file->slice(offset, entry.bytes);
  if (!bytes)
    return bytes.takeError();
  Hash128 added = splat ? pool.addSplat(std::move(spec), *bytes)
                        : pool.addMapped(std::move(spec), *bytes, file);
  if (added != hash)
    return makeError("constant ", hash.str(), " is damaged");
  return llvm::Error::success();
}

llvm::Error mlc::readWeightFile(ConstantPool &pool, llvm::StringRef path) {
  llvm::Expected<std::shared_ptr<const MappedFile>> file =
      MappedFile::open(path);
  if (!file)
    return file.takeError();
  auto fail = [&](llvm::Error error) {
    return makeError("'", path, "': ", llvm::toString(std::move(error)));
  };
  ArrayRef<uint8_t> bytes = (*file)->bytes();
  Header header;
  if (bytes.size() < sizeof header)
    return fail(makeError("not a weight file"));
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, fileMagic, sizeof fileMagic) != 0)
    return fail(makeError("not a weight file"));
  if (header.version != fileVersion)
    return fail(makeError("version ", header.version, ", this compiler reads ",
                          fileVersion));
  if (header.fileBytes != bytes.size())
    return fail(makeError("has ", bytes.size(), " bytes, its header says ",
                          header.fileBytes));
  if (header.tableBytes > bytes.size() - sizeof header)
    return fail(makeError("the table is truncated"));
  ArrayRef<uint8_t> table = bytes.slice(sizeof header, header.tableBytes);
  if (hashBytes(table) != Hash128{header.tableHash[0], header.tableHash[1]})
    return fail(makeError("the table is damaged"));
  const uint64_t dataStart =
      llvm::alignTo(headerBytes + header.tableBytes, dataAlignment);
  Cursor cursor(table);
  for (uint32_t i = 0; i < header.entries; ++i)
    if (llvm::Error error = readEntry(pool, cursor, *file, dataStart))
      return fail(std::move(error));
  if (cursor.left() != 0)
    return fail(makeError("the table has ", cursor.left(), " bytes too many"));
  return llvm::Error::success();
}
