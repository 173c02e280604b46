//===- OpTable.h - Which operators an importer supports --------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An importer is a table: (domain, operator, since-version) to a function of a
// few lines. A version of an operator that means something else gets a row of
// its own; the row in force at an opset is the newest one not beyond it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_COMMON_OPTABLE_H
#define MLC_COMPILER_IMPORT_COMMON_OPTABLE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlc {

/// One operator for `--list-ops` and the supported-ops page.
struct ListedOp {
  std::string domain, name;
  std::vector<int64_t> versions; ///< since-versions, ascending
  bool viaFunction = false;      ///< runs through the standard's function body
};

template <typename Context>
class OpTable {
public:
  using Row = std::function<llvm::LogicalResult(Context &)>;

  /// Rows for several since-versions that mean the same.
  void add(llvm::StringRef name, llvm::ArrayRef<int64_t> since, Row row,
           llvm::StringRef domain = "") {
    auto &versions = rows[{domain.str(), name.str()}];
    for (int64_t version : since) {
      bool fresh = versions.try_emplace(version, row).second;
      assert(fresh && "a row is given twice");
      (void)fresh;
    }
  }

  /// A row that only says why the operator is refused; no list names it.
  void refuse(llvm::StringRef name, llvm::ArrayRef<int64_t> since, Row row,
              llvm::StringRef domain) {
    add(name, since, std::move(row), domain);
    refused.insert({domain.str(), name.str()});
  }

  /// The row in force at an opset version, or null.
  const Row *find(llvm::StringRef domain, llvm::StringRef name,
                  int64_t opset) const {
    auto it = rows.find({domain.str(), name.str()});
    if (it == rows.end())
      return nullptr;
    auto after = it->second.upper_bound(opset);
    return after == it->second.begin() ? nullptr : &std::prev(after)->second;
  }

  /// Whether any operator of a domain has a row.
  bool hasDomain(llvm::StringRef domain) const {
    auto it = rows.lower_bound({domain.str(), ""});
    return it != rows.end() && it->first.first == domain;
  }

  std::vector<ListedOp> list() const {
    std::vector<ListedOp> result;
    for (const auto &[key, versions] : rows) {
      if (refused.count(key))
        continue;
      ListedOp op{key.first, key.second, {}, false};
      for (const auto &entry : versions)
        op.versions.push_back(entry.first);
      result.push_back(std::move(op));
    }
    return result;
  }

private:
  std::map<std::pair<std::string, std::string>, std::map<int64_t, Row>> rows;
  std::set<std::pair<std::string, std::string>> refused;
};

} // namespace mlc

#endif // MLC_COMPILER_IMPORT_COMMON_OPTABLE_H
