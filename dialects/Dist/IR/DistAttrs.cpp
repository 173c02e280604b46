//===- DistAttrs.cpp - Text and invariants of meshes and shardings --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses, prints and verifies the attributes by themselves. What depends on
// where they are attached is checked in DistDialect.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlc::dist;

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrsAttributes.cpp.inc"

void DistDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Dist/IR/DistAttrsAttributes.cpp.inc"
      >();
}

static FailureOr<StringAttr> parseName(AsmParser &parser) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  return StringAttr::get(parser.getContext(), name);
}

//===----------------------------------------------------------------------===//
// #dist.mesh
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  SMLoc loc = parser.getCurrentLocation();
  auto parseAxis = [&]() -> ParseResult {
    FailureOr<StringAttr> name = parseName(parser);
    int64_t size;
    if (failed(name) || parser.parseEqual() || parser.parseInteger(size))
      return failure();
    names.push_back(*name);
    sizes.push_back(size);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    names, sizes);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      llvm::zip_equal(getNames(), getSizes()), printer, [&](auto axis) {
        printer << std::get<0>(axis) << " = " << std::get<1>(axis);
      });
  printer << "]>";
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names,
                               ArrayRef<int64_t> sizes) {
  if (names.size() != sizes.size())
    return emitError() << "a mesh needs one size per axis";
  int64_t devices = 1;
  for (auto [index, name, size] : llvm::enumerate(names, sizes)) {
    if (name.getValue().empty())
      return emitError() << "an axis of a mesh needs a name";
    if (llvm::is_contained(names.take_front(index), name))
      return emitError() << "axis " << name << " stands twice in the mesh";
    if (size < 1)
      return emitError() << "axis " << name << " has size " << size
                         << ", which must be at least 1";
    if (llvm::MulOverflow(devices, int64_t(size), devices))
      return emitError() << "the mesh has more devices than 64 bits can count";
  }
  return success();
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  for (auto [axis, size] : llvm::zip_equal(getNames(), getSizes()))
    if (axis.getValue() == name)
      return size;
  return std::nullopt;
}

int64_t MeshAttr::getNumDevices() const {
  int64_t devices = 1;
  for (int64_t size : getSizes())
    devices *= size;
  return devices;
}

//===----------------------------------------------------------------------===//
// #dist.axis
//===----------------------------------------------------------------------===//

// `"x"` or `"x":(2)4`.
static AxisAttr parseAxisBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<StringAttr> name = parseName(parser);
  if (failed(name))
    return {};
  int64_t preSize = 0, size = 0;
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen() || parser.parseInteger(preSize) ||
        parser.parseRParen() || parser.parseInteger(size))
      return {};
    if (size == 0) {
      parser.emitError(loc) << "sub-axis of " << *name << " has size 0";
      return {};
    }
  }
  return AxisAttr::getChecked([&] { return parser.emitError(loc); },
                              parser.getContext(), *name, preSize, size);
}

static void printAxisBody(AsmPrinter &printer, AxisAttr axis) {
  printer << axis.getName();
  if (axis.isSubAxis())
    printer << ":(" << axis.getPreSize() << ")" << axis.getSize();
}

Attribute AxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  AxisAttr axis = parseAxisBody(parser);
  if (!axis || parser.parseGreater())
    return {};
  return axis;
}

void AxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisBody(printer, *this);
  printer << ">";
}

LogicalResult AxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringAttr name, int64_t preSize, int64_t size) {
  if (name.getValue().empty())
    return emitError() << "an axis needs a name";
  if (size == 0 && preSize == 0)
    return success();
  int64_t product;
  if (preSize < 1 || size < 2 || llvm::MulOverflow(preSize, size, product))
    return emitError() << "sub-axis of " << name
                       << " needs a pre-size of at least 1 and a size of at "
                          "least 2, but has ("
                       << preSize << ")" << size;
  return success();
}

bool AxisAttr::overlaps(AxisAttr other) const {
  if (getName() != other.getName())
    return false;
  if (!isSubAxis() || !other.isSubAxis())
    return true;
  // Both cover a range of the axis' factors, from pre-size to their product.
  return getPreSize() < other.getPreSize() * other.getSize() &&
         other.getPreSize() < getPreSize() * getSize();
}

//===----------------------------------------------------------------------===//
// #dist.dim
//===----------------------------------------------------------------------===//

static ParseResult parseAxes(AsmParser &parser, SmallVectorImpl<AxisAttr> &axes,
                             bool *open) {
  if (parser.parseLBrace())
    return failure();
  if (succeeded(parser.parseOptionalRBrace()))
    return success();
  do {
    if (open && succeeded(parser.parseOptionalQuestion())) {
      *open = true;
      break;
    }
    AxisAttr axis = parseAxisBody(parser);
    if (!axis)
      return failure();
    axes.push_back(axis);
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseRBrace();
}

static void printAxes(AsmPrinter &printer, ArrayRef<AxisAttr> axes, bool open) {
  printer << "{";
  llvm::interleaveComma(axes, printer,
                        [&](AxisAttr axis) { printAxisBody(printer, axis); });
  if (open)
    printer << (axes.empty() ? "?" : ", ?");
  printer << "}";
}

// `{"x", ?}p1`. The lexer gives `p1` as one word.
static DimAttr parseDimBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisAttr> axes;
  bool open = false;
  int64_t priority = -1;
  if (parseAxes(parser, axes, &open))
    return {};
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    if (!word.consume_front("p") || word.getAsInteger(10, priority) ||
        priority < 0) {
      parser.emitError(loc) << "expected a priority such as p0 after the axes";
      return {};
    }
  }
  return DimAttr::getChecked([&] { return parser.emitError(loc); },
                             parser.getContext(), axes, open, priority);
}

static void printDimBody(AsmPrinter &printer, DimAttr dim) {
  printAxes(printer, dim.getAxes(), dim.getOpen());
  if (dim.getPriority() >= 0)
    printer << "p" << dim.getPriority();
}

Attribute DimAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  DimAttr dim = parseDimBody(parser);
  if (!dim || parser.parseGreater())
    return {};
  return dim;
}

void DimAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDimBody(printer, *this);
  printer << ">";
}

LogicalResult DimAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<AxisAttr> axes, bool open,
                              int64_t priority) {
  if (priority < -1)
    return emitError() << "a priority must be at least 0";
  if (axes.empty() && !open && priority >= 0)
    return emitError() << "a closed dimension without axes takes no priority";
  return success();
}

//===----------------------------------------------------------------------===//
// #dist.sharding
//===----------------------------------------------------------------------===//

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<DimAttr> dims;
  SmallVector<AxisAttr> replicated;
  if (parser.parseLess())
    return {};
  FailureOr<StringAttr> mesh = parseName(parser);
  auto parseDim = [&]() -> ParseResult {
    DimAttr dim = parseDimBody(parser);
    if (!dim)
      return failure();
    dims.push_back(dim);
    return success();
  };
  if (failed(mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("replicated") || parser.parseEqual() ||
        parseAxes(parser, replicated, nullptr))
      return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    *mesh, dims, replicated);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(getDims(), printer,
                        [&](DimAttr dim) { printDimBody(printer, dim); });
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated = ";
    printAxes(printer, getReplicated(), /*open=*/false);
  }
  printer << ">";
}

LogicalResult ShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringAttr mesh, ArrayRef<DimAttr> dims,
                                   ArrayRef<AxisAttr> replicated) {
  if (mesh.getValue().empty())
    return emitError() << "a sharding must name its mesh";
  SmallVector<AxisAttr> used;
  auto use = [&](AxisAttr axis) -> LogicalResult {
    for (AxisAttr other : used)
      if (axis.overlaps(other))
        return emitError() << "axis " << axis.getName()
                           << " is used twice by one sharding";
    used.push_back(axis);
    return success();
  };
  for (DimAttr dim : dims)
    for (AxisAttr axis : dim.getAxes())
      if (failed(use(axis)))
        return failure();
  for (AxisAttr axis : replicated)
    if (failed(use(axis)))
      return failure();
  return success();
}
