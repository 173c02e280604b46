//===- GraphDialect.cpp - Registration, attributes, constants -----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/ConstantPool.h"
#include "dialects/Graph/IR/ExtentModels.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc::graph;

#include "dialects/Graph/IR/GraphDialect.cpp.inc"
#include "dialects/Graph/IR/GraphEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/IR/GraphAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Graph/IR/GraphTypes.cpp.inc"

void GraphDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerElementwiseOps();
  registerReductionOps();
  registerContractionOps();
  registerMovementOps();
  registerOrderingOps();
  registerQuantOps();
  registerRandomOps();
  registerNeuralOps();
  registerCollectionOps();
  registerStructureOps();
  registerLayoutOps();
  attachExtentModels(*getContext());
}

void GraphDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Graph/IR/GraphTypes.cpp.inc"
      >();
}

void GraphDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Graph/IR/GraphAttributes.cpp.inc"
      >();
}

std::shared_ptr<mlc::ConstantPool> GraphDialect::getSharedConstantPool() {
  if (!constantPool)
    constantPool = std::make_shared<mlc::ConstantPool>();
  return constantPool;
}

mlc::ConstantPool &GraphDialect::getConstantPool() {
  return *getSharedConstantPool();
}

Operation *GraphDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                             Type type, Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return nullptr;
  if (isa<RankedTensorType>(type))
    return ConstantOp::create(builder, loc, type, typed);
  if (arith::ConstantOp::isBuildableWith(value, type))
    return arith::ConstantOp::create(builder, loc, type, typed);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Attributes on functions and their values
//===----------------------------------------------------------------------===//

LogicalResult GraphDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  if (attr.getName() == kEntryAttr && !isa<UnitAttr>(attr.getValue()))
    return op->emitError("'graph.entry' takes no value");
  return success();
}

static LogicalResult verifyValueAttribute(Operation *op, Type type,
                                          NamedAttribute attr, StringRef what,
                                          unsigned index) {
  if (attr.getName() == GraphDialect::kNameAttr &&
      !isa<StringAttr>(attr.getValue()))
    return op->emitError() << "'graph.name' of " << what << " " << index
                           << " must be a string";
  if (attr.getName() == GraphDialect::kDimsAttr) {
    auto dims = dyn_cast<ArrayAttr>(attr.getValue());
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!dims || !tensor || int64_t(dims.size()) != tensor.getRank() ||
        !llvm::all_of(dims, llvm::IsaPred<StringAttr>))
      return op->emitError() << "'graph.dims' of " << what << " " << index
                             << " must hold one string per dimension";
  }
  return success();
}

LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned region,
                                                     unsigned argument,
                                                     NamedAttribute attr) {
  return verifyValueAttribute(
      op, op->getRegion(region).getArgument(argument).getType(), attr,
      "argument", argument);
}

LogicalResult GraphDialect::verifyRegionResultAttribute(Operation *op,
                                                        unsigned region,
                                                        unsigned result,
                                                        NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || result >= function.getNumResults())
    return success();
  return verifyValueAttribute(op, function.getResultTypes()[result], attr,
                              "result", result);
}

//===----------------------------------------------------------------------===//
// #graph.const
//===----------------------------------------------------------------------===//

Attribute ConstAttr::parse(AsmParser &parser, Type type) {
  std::string text;
  Type inner;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseString(&text) || parser.parseColon() ||
      parser.parseType(inner) || parser.parseGreater())
    return {};
  uint64_t high = 0, low = 0;
  if (text.size() != 32 || StringRef(text).take_front(16).getAsInteger(16, high) ||
      StringRef(text).drop_front(16).getAsInteger(16, low)) {
    parser.emitError(loc, "expected 32 hexadecimal digits, found '") << text << "'";
    return {};
  }
  return parser.getChecked<ConstAttr>(loc, parser.getContext(), high, low, inner);
}

void ConstAttr::print(AsmPrinter &printer) const {
  printer << "<\"";
  printer.getStream() << llvm::format_hex_no_prefix(getHigh(), 16)
                      << llvm::format_hex_no_prefix(getLow(), 16);
  printer << "\" : " << getType() << ">";
}

LogicalResult ConstAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                uint64_t, uint64_t, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return emitError() << "a pooled constant has a static tensor type, not "
                       << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

OpFoldResult mlc::graph::extentOf(OpBuilder &builder, Location loc, Value tensor,
                                  unsigned dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  return builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
}

SmallVector<OpFoldResult> mlc::graph::extentsOf(OpBuilder &builder, Location loc,
                                                Value tensor) {
  SmallVector<OpFoldResult> extents;
  for (unsigned d = 0, rank = tensorType(tensor).getRank(); d < rank; ++d)
    extents.push_back(extentOf(builder, loc, tensor, d));
  return extents;
}

SmallVector<OpFoldResult> mlc::graph::extentsFrom(RankedTensorType type,
                                                  ValueRange dynamic) {
  SmallVector<OpFoldResult> extents;
  Builder builder(type.getContext());
  unsigned next = 0;
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent))
      extents.push_back(dynamic[next++]);
    else
      extents.push_back(builder.getIndexAttr(extent));
  }
  return extents;
}

LogicalResult
mlc::graph::reifyLikeOperands(Operation *op, OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &dims) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> extents;
  for (unsigned d = 0, rank = type.getRank(); d < rank; ++d) {
    if (!type.isDynamicDim(d)) {
      extents.push_back(builder.getIndexAttr(type.getDimSize(d)));
      continue;
    }
    Value best;
    for (Value operand : op->getOperands()) {
      auto operandType = dyn_cast<RankedTensorType>(operand.getType());
      if (!operandType || operandType.getRank() != type.getRank())
        continue;
      if (!best || !operandType.isDynamicDim(d))
        best = operand;
    }
    if (!best)
      return failure();
    extents.push_back(extentOf(builder, op->getLoc(), best, d));
  }
  dims.push_back(std::move(extents));
  return success();
}
