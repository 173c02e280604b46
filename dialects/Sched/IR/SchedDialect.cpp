//===- SchedDialect.cpp - Registration and checks of schedules ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the sched dialect and checks levels, variants, schedules, and that
// the guards of an attached schedule fit its kernel.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sched/IR/Sched.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc::sched;

#include "dialects/Sched/IR/SchedAttrsDialect.cpp.inc"
#include "dialects/Sched/IR/SchedAttrsEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sched/IR/SchedAttrsAttributes.cpp.inc"

void SchedDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Sched/IR/SchedAttrsAttributes.cpp.inc"
      >();
}

ArrayRef<StringRef> mlc::sched::getIsaNames() {
  static const StringRef names[] = {"v2", "v3", "v4", "v4_vnni", "v4_amx"};
  return names;
}

LogicalResult LevelAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                LevelKind kind, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size < 0)
      return emitError() << "tile size " << size << " of level '"
                         << stringifyLevelKind(kind) << "' is negative";
  return success();
}

// By hand, since the generated printer puts no spaces between optional groups.
Attribute VariantAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr isa;
  IntegerSetAttr when;
  SmallVector<LevelAttr> levels;
  auto parseLevel = [&]() -> ParseResult {
    auto level =
        llvm::dyn_cast_or_null<LevelAttr>(LevelAttr::parse(parser, {}));
    if (!level)
      return failure();
    levels.push_back(level);
    return success();
  };
  if (parser.parseLess() ||
      (succeeded(parser.parseOptionalKeyword("isa")) &&
       parser.parseAttribute(isa)) ||
      (succeeded(parser.parseOptionalKeyword("when")) &&
       parser.parseAttribute(when)) ||
      (succeeded(parser.parseOptionalKeyword("levels")) &&
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      parseLevel)) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    isa, when, levels);
}

void VariantAttr::print(AsmPrinter &printer) const {
  StringRef separator = "";
  auto word = [&](StringRef text) {
    printer << separator << text << " ";
    separator = " ";
  };
  printer << "<";
  if (getIsa()) {
    word("isa");
    printer << getIsa();
  }
  if (getWhen()) {
    word("when");
    printer << getWhen();
  }
  if (!getLevels().empty()) {
    word("levels");
    printer << "[";
    llvm::interleaveComma(getLevels(), printer,
                          [&](LevelAttr level) { level.print(printer); });
    printer << "]";
  }
  printer << ">";
}

LogicalResult VariantAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  StringAttr isa, IntegerSetAttr when,
                                  ArrayRef<LevelAttr> levels) {
  if (isa && !llvm::is_contained(getIsaNames(), isa.getValue()))
    return emitError() << "guard names the unknown code level '"
                       << isa.getValue() << "'; known are "
                       << llvm::join(getIsaNames(), ", ");
  if (when && when.getValue().getNumDims() != 0)
    return emitError() << "guard must range over symbols, not dimensions";
  for (size_t i = 0; i < levels.size(); ++i)
    for (size_t j = i + 1; j < levels.size(); ++j)
      if (levels[i].getKind() == levels[j].getKind())
        return emitError() << "level '"
                           << stringifyLevelKind(levels[i].getKind())
                           << "' stands twice in one variant";
  return success();
}

LevelAttr VariantAttr::getLevel(LevelKind kind) const {
  for (LevelAttr level : getLevels())
    if (level.getKind() == kind)
      return level;
  return nullptr;
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<VariantAttr> variants) {
  if (variants.empty())
    return emitError() << "a schedule needs at least one variant";
  if (!variants.back().isUnguarded())
    return emitError() << "the last variant must have no guard";
  for (size_t i = 0; i + 1 < variants.size(); ++i)
    if (variants[i].isUnguarded())
      return emitError() << "variant " << i
                         << " has no guard, so those after it are never taken";
  return success();
}

static unsigned countExtents(TypeRange types) {
  unsigned count = 0;
  for (Type type : types)
    if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
      count += shaped.getNumDynamicDims();
  return count;
}

LogicalResult SchedDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (name != kScheduleAttr)
    return op->emitOpError()
           << "unknown attribute '" << name << "' of the sched dialect";
  auto schedule = dyn_cast<ScheduleAttr>(attr.getValue());
  if (!schedule)
    return op->emitOpError() << "'" << name << "' must be a #sched.schedule";
  auto kernel = dyn_cast<FunctionOpInterface>(op);
  if (!kernel)
    return op->emitOpError() << "'" << name << "' belongs on a kernel";

  // Lowered kernels spell their extents as arguments; only the tensor form can
  // be counted.
  if (llvm::none_of(kernel.getArgumentTypes(),
                    llvm::IsaPred<RankedTensorType>) &&
      llvm::none_of(kernel.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return success();
  unsigned extents = countExtents(kernel.getArgumentTypes()) +
                     countExtents(kernel.getResultTypes());
  for (auto [index, variant] : llvm::enumerate(schedule.getVariants())) {
    if (!variant.getWhen())
      continue;
    unsigned symbols = variant.getWhen().getValue().getNumSymbols();
    if (symbols > extents)
      return op->emitOpError()
             << "guard of variant " << index << " ranges over " << symbols
             << " extents, but the kernel has " << extents;
  }
  return success();
}
