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

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

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

VariantAttr mlc::sched::variantOf(Operation *kernel) {
  return kernel->getAttrOfType<VariantAttr>(kVariantAttr);
}

/// A constraint as a weighted sum of slots and a constant behind them.
static std::optional<SmallVector<int64_t>> weightsOf(IntegerSet set,
                                                     unsigned i) {
  SmallVector<int64_t> weights;
  // A remainder would add a local variable.
  if (failed(getFlattenedAffineExpr(set.getConstraint(i), 0,
                                    set.getNumSymbols(), &weights)) ||
      weights.size() != set.getNumSymbols() + 1)
    return std::nullopt;
  return weights;
}

/// The slots with a weight other than 0.
static SmallVector<unsigned> slotsOf(ArrayRef<int64_t> weights) {
  SmallVector<unsigned> slots;
  for (auto [slot, weight] : llvm::enumerate(weights.drop_back()))
    if (weight)
      slots.push_back(slot);
  return slots;
}

std::optional<int64_t> mlc::sched::fixedSlot(IntegerSet given, unsigned slot) {
  for (unsigned i = 0; i < given.getNumConstraints(); ++i) {
    auto weights = weightsOf(given, i);
    if (!given.isEq(i) || !weights || slotsOf(*weights) != ArrayRef(slot))
      continue;
    if (weights->back() % (*weights)[slot] == 0)
      return -weights->back() / (*weights)[slot];
  }
  return std::nullopt;
}

unsigned mlc::sched::sameSlot(IntegerSet given, unsigned slot) {
  SmallVector<unsigned> lowest(
      llvm::to_vector(llvm::seq(given.getNumSymbols())));
  if (slot >= lowest.size())
    return slot;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < given.getNumConstraints(); ++i) {
      auto weights = weightsOf(given, i);
      if (!given.isEq(i) || !weights || weights->back())
        continue;
      SmallVector<unsigned> pair = slotsOf(*weights);
      if (pair.size() != 2 || (*weights)[pair[0]] != -(*weights)[pair[1]])
        continue;
      unsigned &one = lowest[pair[0]], &other = lowest[pair[1]];
      changed |= one != other;
      one = other = std::min(one, other);
    }
  }
  return lowest[slot];
}

std::optional<int64_t> mlc::sched::largestSlot(IntegerSet given,
                                               unsigned slot) {
  std::optional<int64_t> least = fixedSlot(given, slot);
  for (unsigned i = 0; i < given.getNumConstraints(); ++i) {
    // c - f * s >= 0.
    auto weights = weightsOf(given, i);
    if (given.isEq(i) || !weights || slotsOf(*weights) != ArrayRef(slot) ||
        (*weights)[slot] > 0)
      continue;
    int64_t bound = llvm::divideFloorSigned(weights->back(), -(*weights)[slot]);
    least = least ? std::min(*least, bound) : bound;
  }
  return least;
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
  StringAttr isa, by;
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
      (succeeded(parser.parseOptionalKeyword("by")) &&
       parser.parseAttribute(by)) ||
      (succeeded(parser.parseOptionalKeyword("levels")) &&
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      parseLevel)) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    isa, when, by, levels);
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
  if (getBy()) {
    word("by");
    printer << getBy();
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
                                  StringAttr by, ArrayRef<LevelAttr> levels) {
  if (isa && isa.empty())
    return emitError() << "guard names no code level";
  if (by && by.empty())
    return emitError() << "'by' names no emitter";
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

SmallVector<Type> mlc::sched::guardSlots(FunctionOpInterface kernel) {
  SmallVector<Type> slots, scalars;
  Type index = IndexType::get(kernel.getContext());
  auto add = [&](TypeRange types) {
    for (Type type : types) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (!shaped)
        scalars.push_back(type);
      else if (shaped.hasRank())
        slots.append(shaped.getNumDynamicDims(), index);
    }
  };
  add(kernel.getArgumentTypes());
  add(kernel.getResultTypes());
  llvm::append_range(slots, scalars);
  return slots;
}

/// A guard of a kernel in tensor form may only range over slots that it has.
/// Lowered kernels spell their extents as arguments and cannot be counted.
static LogicalResult verifyGuard(FunctionOpInterface kernel, IntegerSet guard,
                                 const Twine &where) {
  if (llvm::none_of(kernel.getArgumentTypes(),
                    llvm::IsaPred<RankedTensorType>) &&
      llvm::none_of(kernel.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return success();
  SmallVector<Type> slots = guardSlots(kernel);
  if (guard.getNumSymbols() > slots.size())
    return kernel.emitOpError()
           << where << " ranges over " << guard.getNumSymbols()
           << " extents and scalars, but the kernel has " << slots.size();
  for (auto [i, type] :
       llvm::enumerate(ArrayRef(slots).take_front(guard.getNumSymbols())))
    if (!type.isIndex() &&
        llvm::any_of(guard.getConstraints(),
                     [&](AffineExpr e) { return e.isFunctionOfSymbol(i); }))
      return kernel.emitOpError() << where << " asks for a scalar of type "
                                  << type << "; only index can be asked for";
  return success();
}

static LogicalResult verifySchedule(FunctionOpInterface kernel,
                                    ScheduleAttr schedule) {
  for (auto [index, variant] : llvm::enumerate(schedule.getVariants()))
    if (variant.getWhen() &&
        failed(verifyGuard(kernel, variant.getWhen().getValue(),
                           "guard of variant " + Twine(index))))
      return failure();
  return success();
}

static LogicalResult verifyCases(FunctionOpInterface kernel, ArrayAttr cases) {
  for (Attribute attr : cases) {
    auto one = dyn_cast<CaseAttr>(attr);
    if (!one)
      return kernel.emitOpError()
             << "'" << kCasesAttr << "' must be a list of #sched.case";
    if (failed(verifyGuard(kernel, one.getWhen().getValue(),
                           "case " + one.getKernel().getValue())))
      return failure();
    auto other = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
        kernel, one.getKernel());
    if (!other || other == kernel)
      return kernel.emitOpError() << "case " << one.getKernel().getValue()
                                  << " names no other kernel";
    if (other.getFunctionType() != kernel.getFunctionType())
      return kernel.emitOpError() << "case " << one.getKernel().getValue()
                                  << " is of another type than the kernel";
  }
  return success();
}

LogicalResult SchedDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  auto kernel = dyn_cast<FunctionOpInterface>(op);
  if (!kernel)
    return op->emitOpError() << "'" << name << "' belongs on a kernel";
  auto wrong = [&](StringRef what) {
    return op->emitOpError() << "'" << name << "' must be " << what;
  };
  Attribute value = attr.getValue();
  if (name == kScheduleAttr) {
    auto schedule = dyn_cast<ScheduleAttr>(value);
    return schedule ? verifySchedule(kernel, schedule)
                    : wrong("a #sched.schedule");
  }
  if (name == kCasesAttr) {
    auto cases = dyn_cast<ArrayAttr>(value);
    return cases ? verifyCases(kernel, cases) : wrong("a list of #sched.case");
  }
  if (name == kGivenAttr) {
    auto given = dyn_cast<IntegerSetAttr>(value);
    return given ? verifyGuard(kernel, given.getValue(), "what is given")
                 : wrong("an affine set");
  }
  if (name == kVariantAttr)
    return isa<VariantAttr>(value) ? success() : wrong("a #sched.variant");
  return op->emitOpError() << "unknown attribute '" << name
                           << "' of the sched dialect";
}
