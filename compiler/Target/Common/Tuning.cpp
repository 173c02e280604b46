//===- Tuning.cpp - Measured choices of schedules -------------------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/Common/Tuning.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlc;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Texts of kernels and tilings
//===----------------------------------------------------------------------===//

std::string mlc::tilingText(llvm::ArrayRef<sched::LevelAttr> tiling) {
  if (tiling.empty())
    return "default";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      tiling, os,
      [&](sched::LevelAttr level) {
        os << sched::stringifyLevelKind(level.getKind()) << " [";
        llvm::interleaveComma(level.getSizes(), os);
        os << "]";
      },
      " ");
  return text;
}

std::string mlc::tuningKey(kernel::FuncOp kernel) {
  // Longer texts (long chains of pointwise operations) end with a hash.
  constexpr size_t kLongest = 600;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << kernel.getKind() << " " << kernel.getFunctionType();
  for (mlir::Operation &op : kernel.getBody().front().without_terminator()) {
    // Indices and constants are there to be folded, earlier or later.
    if (!llvm::all_of(op.getResultTypes(), llvm::IsaPred<mlir::TensorType>) ||
        mlir::matchPattern(&op, mlir::m_Constant()))
      continue;
    os << " " << op.getName();
    if (mlir::DictionaryAttr attributes = op.getAttrDictionary();
        !attributes.empty())
      os << attributes;
  }
  if (text.size() <= kLongest)
    return text;
  std::string hash = llvm::utohexstr(llvm::xxh3_64bits(StringRef(text)), true);
  return text.substr(0, kLongest) + "... #" + hash;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static constexpr StringRef kFormat = "mlc-tuning-1";

static llvm::Error wrong(const Twine &what) {
  return llvm::createStringError(what);
}

/// The JSON reader calls itself for each bracket.
static bool isShallow(StringRef text) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
      continue;
    }
    if (c == '"')
      quoted = true;
    else if (c == '[' || c == '{')
      if (++depth > TuningDb::kMostDepth)
        return false;
    if ((c == ']' || c == '}') && depth)
      --depth;
  }
  return true;
}

static llvm::Error readText(const llvm::json::Object &from, StringRef name,
                            const Twine &where, std::string &to) {
  auto text = from.getString(name);
  if (!text || text->empty() || text->size() > TuningDb::kMostText)
    return wrong(where + ": '" + name + "' must be a text of 1 to " +
                 Twine(TuningDb::kMostText) + " bytes");
  to = text->str();
  return llvm::Error::success();
}

static llvm::Expected<TuningRecord> readRecord(const llvm::json::Value &value,
                                               size_t number) {
  std::string where = ("record " + Twine(number)).str();
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return wrong(where + ": no object");
  TuningRecord record;
  if (llvm::Error e = readText(*object, "kernel", where, record.kernel))
    return std::move(e);
  if (llvm::Error e = readText(*object, "level", where, record.level))
    return std::move(e);
  if (llvm::Error e = readText(*object, "tiling", where, record.tiling))
    return std::move(e);
  if (object->get("cpu"))
    if (llvm::Error e = readText(*object, "cpu", where, record.cpu))
      return std::move(e);
  auto threads = object->getInteger("threads");
  if (!threads || *threads < 1 || *threads > 4096)
    return wrong(where + ": 'threads' must be a whole number from 1 to 4096");
  record.threads = uint32_t(*threads);
  record.usualMicroseconds = object->getNumber("usual_us").value_or(0);
  record.tunedMicroseconds = object->getNumber("tuned_us").value_or(0);
  return record;
}

llvm::Expected<TuningDb> TuningDb::parse(StringRef text) {
  if (text.size() > kMostBytes)
    return wrong("larger than " + Twine(kMostBytes >> 20) + " MiB");
  if (!isShallow(text))
    return wrong("nested deeper than a tuning database");
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return wrong("no JSON: " + llvm::toString(value.takeError()));
  const llvm::json::Object *root = value->getAsObject();
  if (!root || root->getString("format") != kFormat)
    return wrong("no tuning database: 'format' is not '" + kFormat + "'");
  const llvm::json::Array *list = root->getArray("records");
  if (!list)
    return wrong("no tuning database: it has no 'records'");
  if (list->size() > kMostRecords)
    return wrong("more than " + Twine(kMostRecords) + " records");
  TuningDb db;
  for (auto [number, entry] : llvm::enumerate(*list)) {
    llvm::Expected<TuningRecord> record = readRecord(entry, number);
    if (!record)
      return record.takeError();
    if (db.find(record->kernel, record->level, record->threads))
      return wrong(
          "record " + Twine(number) +
          ": an earlier one is for the same kernel, level and threads");
    db.put(std::move(*record));
  }
  return db;
}

llvm::Expected<TuningDb> TuningDb::read(StringRef path) {
  uint64_t size = 0;
  if (std::error_code code = llvm::sys::fs::file_size(path, size))
    return wrong(path + ": " + code.message());
  if (size > kMostBytes)
    return wrong(path + ": larger than " + Twine(kMostBytes >> 20) + " MiB");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return wrong(path + ": " + buffer.getError().message());
  llvm::Expected<TuningDb> db = parse((*buffer)->getBuffer());
  if (!db)
    return wrong(path + ": " + llvm::toString(db.takeError()));
  return db;
}

std::string TuningDb::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 1);
  json.object([&] {
    json.attribute("format", kFormat);
    json.attributeArray("records", [&] {
      for (const auto &[key, record] : records)
        json.object([&, &record = record] {
          json.attribute("kernel", llvm::json::fixUTF8(record.kernel));
          json.attribute("level", record.level);
          json.attribute("threads", int64_t(record.threads));
          json.attribute("tiling", record.tiling);
          if (!record.cpu.empty())
            json.attribute("cpu", record.cpu);
          json.attribute("usual_us", record.usualMicroseconds);
          json.attribute("tuned_us", record.tunedMicroseconds);
        });
    });
  });
  return text + "\n";
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void TuningDb::put(TuningRecord record) {
  Key key(record.kernel, record.level, record.threads);
  records[std::move(key)] = std::move(record);
}

const TuningRecord *TuningDb::find(StringRef kernel, StringRef level) const {
  // Keys with more threads come later.
  auto at = records.upper_bound(Key(kernel.str(), level.str(), UINT32_MAX));
  if (at == records.begin())
    return nullptr;
  --at;
  return at->second.kernel == kernel && at->second.level == level ? &at->second
                                                                  : nullptr;
}

const TuningRecord *TuningDb::find(StringRef kernel, StringRef level,
                                   uint32_t threads) const {
  auto at = records.find(Key(kernel.str(), level.str(), threads));
  return at == records.end() ? nullptr : &at->second;
}
