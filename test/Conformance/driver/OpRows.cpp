//===- OpRows.cpp - The op conformance table ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Conformance/driver/OpRows.h"
#include "compiler/Constants/DenseAttr.h"
#include "compiler/Pipelines/Registration.h"
#include "compiler/Support/DTypeMLIR.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "test/Conformance/driver/Compare.h"
#include "test/Conformance/driver/Compiled.h"
#include "test/Conformance/driver/Library.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/xxhash.h"
#include <cmath>
#include <limits>

using namespace mlc;
using namespace mlc::conformance;
using reference::Value;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {
/// SplitMix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }

private:
  uint64_t state;
};

struct Row {
  mutable mlir::func::FuncOp function; // its accessors are not const

  std::vector<int64_t> sizes() const;
  Tolerance tolerance() const;
  std::pair<double, double> range(unsigned input, DType dtype) const;
  bool has(llvm::StringRef name) const { return function->hasAttr(name); }
  llvm::Expected<std::vector<Value>> inputs(int64_t size, uint64_t seed) const;
};
} // namespace

static double numberOf(mlir::Attribute attr) {
  if (auto real = mlir::dyn_cast_or_null<mlir::FloatAttr>(attr))
    return real.getValueAsDouble();
  if (auto integer = mlir::dyn_cast_or_null<mlir::IntegerAttr>(attr))
    return static_cast<double>(integer.getInt());
  return 0;
}

std::vector<int64_t> Row::sizes() const {
  bool isDynamic = llvm::any_of(function.getArgumentTypes(), [](mlir::Type t) {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(t);
    return tensor && !tensor.hasStaticShape();
  });
  if (!isDynamic)
    return {0};
  if (auto list = function->getAttrOfType<mlir::ArrayAttr>("sizes")) {
    std::vector<int64_t> values;
    for (mlir::Attribute attr : list)
      values.push_back(static_cast<int64_t>(numberOf(attr)));
    return values;
  }
  // Big ones first: what they leave behind must not show in small ones.
  return {67, 16, 3, 1, 0};
}

Tolerance Row::tolerance() const {
  return {numberOf(function->getAttr("rtol")),
          numberOf(function->getAttr("atol")),
          static_cast<uint64_t>(numberOf(function->getAttr("ulp")))};
}

std::pair<double, double> Row::range(unsigned input, DType dtype) const {
  if (auto ranges = function->getAttrOfType<mlir::ArrayAttr>("ranges"))
    if (input < ranges.size())
      if (auto pair = mlir::dyn_cast<mlir::ArrayAttr>(ranges[input]))
        if (pair.size() == 2)
          return {numberOf(pair[0]), numberOf(pair[1])};
  if (isFloat(dtype) || isComplex(dtype))
    return {-4, 4};
  if (dtype == MLC_BOOL)
    return {0, 1};
  return isSignedInt(dtype) ? std::pair(-8.0, 8.0) : std::pair(0.0, 8.0);
}

static void fill(Literal &literal, std::pair<double, double> range,
                 bool special, Random &random) {
  const DType dtype = literal.dtype();
  const double inf = std::numeric_limits<double>::infinity();
  for (int64_t i = 0; i < literal.count(); ++i) {
    if (isComplex(dtype)) {
      double re = random.uniform(range.first, range.second);
      literal.setComplex(i, {re, random.uniform(range.first, range.second)});
      continue;
    }
    if (!isFloat(dtype)) {
      auto span = static_cast<uint64_t>(range.second - range.first) + 1;
      literal.setInt(i, static_cast<int64_t>(range.first) +
                            static_cast<int64_t>(random.next() % span));
      continue;
    }
    double value = random.uniform(range.first, range.second);
    if (special && i % 3 == 1) {
      double top = maxFinite(dtype);
      double tiny = decodeFloat(dtype, 1);
      const double list[] = {std::nan(""), inf,  -inf,  0.0, -0.0, top,
                             -top,         tiny, -tiny, 1.0, -1.0, 0.5};
      value = list[random.next() % 12];
    }
    literal.setDouble(i, value);
  }
}

llvm::Expected<std::vector<Value>> Row::inputs(int64_t size,
                                               uint64_t seed) const {
  mlir::func::FuncOp f = function;
  llvm::StringMap<int64_t> symbols;
  std::vector<Value> values;
  Random random(seed);
  for (unsigned i = 0; i < f.getNumArguments(); ++i) {
    auto type =
        mlir::dyn_cast<mlir::RankedTensorType>(f.getArgument(i).getType());
    if (!type)
      return makeError("input ", i, " is no tensor");
    auto dims =
        f.getArgAttrOfType<mlir::ArrayAttr>(i, graph::GraphDialect::kDimsAttr);
    TensorSpec spec{dtypeOf(type.getElementType()), {}};
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d)) {
        spec.shape.push_back(type.getDimSize(d));
        continue;
      }
      llvm::StringRef name =
          dims ? mlir::cast<mlir::StringAttr>(dims[d]).getValue() : "";
      int64_t next = size + (has("skewed") ? int64_t(symbols.size()) : 0);
      spec.shape.push_back(symbols.try_emplace(name, next).first->second);
    }
    Literal literal = Literal::zeros(spec);
    fill(literal, range(i, spec.dtype), has("special"), random);
    values.push_back(std::move(literal));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Outcome runRow(const Row &row, Library &library, uint32_t isa) {
  Outcome outcome;
  mlir::func::FuncOp function = row.function;
  std::string entry = function.getName().str();
  for (int64_t size : row.sizes()) {
    auto at = [&](const std::string &text) {
      return size ? "size " + std::to_string(size) + ": " + text : text;
    };
    auto inputs = row.inputs(size, llvm::xxh3_64bits(entry) + size);
    if (!inputs)
      return {"error", llvm::toString(inputs.takeError()), 0, 0};
    reference::Interpreter interpreter;
    auto want = interpreter.run(function, *inputs);
    std::string expected = want ? "" : llvm::toString(want.takeError());
    if (expected.empty() == row.has("fails"))
      return {"error", at("the interpreter: " + expected), 0, 0};
    for (uint8_t fill : {0xff, 0xcb}) {
      auto got = library.run(entry.c_str(), *inputs, isa, fill);
      if (row.has("fails")) {
        if (got)
          return {"wrong", at("should fail: " + expected), 0, 0};
        llvm::consumeError(got.takeError());
        continue;
      }
      if (!got)
        return {"error", at(llvm::toString(got.takeError())), 0, 0};
      Difference difference = compareValues(*got, *want, row.tolerance());
      outcome.maxUlps = std::max(outcome.maxUlps, difference.maxUlps);
      if (!difference.message.empty()) {
        outcome.status = "wrong";
        outcome.detail = at(difference.message);
        return outcome;
      }
    }
  }
  outcome.status = "pass";
  return outcome;
}

/// Writes the module with one entry only.
static void writeAlone(mlir::ModuleOp module, mlir::func::FuncOp entry,
                       llvm::StringRef path) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  llvm::SmallVector<mlir::func::FuncOp> others;
  for (auto function : copy->getOps<mlir::func::FuncOp>())
    if (function->hasAttr(graph::GraphDialect::kEntryAttr) &&
        function.getName() != entry.getName())
      others.push_back(function);
  for (mlir::func::FuncOp function : others)
    function.erase();
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code)
    copy->print(os);
}

void mlc::conformance::runOpRows(
    llvm::StringRef path, const RunOptions &options,
    llvm::function_ref<void(const std::string &, const Outcome &)> report) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                      mlir::math::MathDialect, mlir::scf::SCFDialect,
                      mlir::tensor::TensorDialect>();
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        said += (said.empty() ? "" : "; ") + diagnostic.str();
        return mlir::success();
      });
  mlir::ParserConfig config(&context);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(path, config);
  if (!module)
    return report(path.str(), {"error", "does not parse: " + said, 0, 0});
  llvm::StringRef file = path.substr(path.rfind('/') + 1);
  llvm::SmallVector<mlir::func::FuncOp> rows;
  for (auto function : module->getOps<mlir::func::FuncOp>())
    if (function->hasAttr(graph::GraphDialect::kEntryAttr))
      rows.push_back(function);
  auto runAll = [&](llvm::ArrayRef<mlir::func::FuncOp> some, Library &library) {
    for (mlir::func::FuncOp function : some) {
      std::string name = (file + ":" + function.getName()).str();
      if (library.isaMask() == 0) // host steps only, the same at every level
        report(name, runRow(Row{function}, library, 0));
      for (uint32_t isa = 1; isa <= library.bestIsa(); ++isa)
        if (library.isaMask() >> isa & 1)
          report(name + "@" + mlc_isa_name(isa),
                 runRow(Row{function}, library, isa));
    }
  };
  Library all;
  if (compileLibrary(path, options, all).status == "pass")
    return runAll(rows, all);
  // One row that does not compile must not hide the others.
  for (mlir::func::FuncOp function : rows) {
    llvm::SmallString<128> alone;
    if (llvm::sys::fs::createTemporaryFile("mlc-row", "mlir", alone))
      return report(path.str(), {"error", "no temporary file", 0, 0});
    llvm::FileRemover remover(alone);
    writeAlone(*module, function, alone);
    Library library;
    Outcome compiled = compileLibrary(alone, options, library);
    if (compiled.status == "pass")
      runAll({function}, library);
    else
      report((file + ":" + function.getName()).str(), compiled);
  }
}
