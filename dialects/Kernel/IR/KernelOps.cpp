//===- KernelOps.cpp - Operations of the kernel dialect -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing, printing, verification and accessors of kernel.func, kernel.return
// and kernel.call.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlc::kernel;

unsigned mlc::kernel::countDynamicExtents(TypeRange types) {
  unsigned count = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      count += tensor.getNumDynamicDims();
  return count;
}

//===----------------------------------------------------------------------===//
// kernel.func
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type, StringRef kind) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  if (!kind.empty())
    state.addAttribute(kKindAttr, builder.getStringAttr(kind));
  Region *body = state.addRegion();
  Block &block = body->emplaceBlock();
  for (Type input : type.getInputs())
    block.addArgument(input, state.location);
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildFunctionType =
      [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
         function_interface_impl::VariadicFlag,
         std::string &) { return builder.getFunctionType(arguments, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildFunctionType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult FuncOp::verify() {
  if (getBody().getBlocks().size() != 1)
    return emitOpError("needs a body of one block");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    bool scalar = type.isSignlessIntOrIndexOrFloat();
    if (!isa<RankedTensorType>(type) && !scalar)
      return emitOpError() << "argument " << index
                           << " must be a ranked tensor, index, integer or "
                              "float, but is "
                           << type;
  }
  for (auto [index, type] : llvm::enumerate(getResultTypes()))
    if (!isa<RankedTensorType>(type))
      return emitOpError() << "result " << index
                           << " must be a ranked tensor, but is " << type;
  if (!isa<ReturnOp>(getBody().front().back()))
    return emitOpError("must end in kernel.return");
  return success();
}

unsigned FuncOp::getNumArgumentExtents() {
  return countDynamicExtents(getArgumentTypes());
}

unsigned FuncOp::getNumResultExtents() {
  return countDynamicExtents(getResultTypes());
}

StringRef FuncOp::getKind() {
  auto kind = (*this)->getAttrOfType<StringAttr>(kKindAttr);
  return kind ? kind.getValue() : StringRef();
}

void FuncOp::setKind(StringRef kind) {
  (*this)->setAttr(kKindAttr, StringAttr::get(getContext(), kind));
}

static int64_t numberOr(Operation *op, StringRef name, int64_t absent) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  return number ? number.getInt() : absent;
}

std::optional<int64_t> FuncOp::getIndex() {
  int64_t index = numberOr(*this, kIndexAttr, -1);
  return index < 0 ? std::nullopt : std::optional<int64_t>(index);
}

void FuncOp::setIndex(int64_t index) {
  (*this)->setAttr(kIndexAttr, Builder(getContext()).getI64IntegerAttr(index));
}

int64_t FuncOp::getFlops() { return numberOr(*this, kFlopsAttr, 0); }
int64_t FuncOp::getBytes() { return numberOr(*this, kBytesAttr, 0); }

void FuncOp::setCost(int64_t flops, int64_t bytes) {
  Builder builder(getContext());
  (*this)->setAttr(kFlopsAttr, builder.getI64IntegerAttr(flops));
  (*this)->setAttr(kBytesAttr, builder.getI64IntegerAttr(bytes));
}

OperandRange FuncOp::getReturned() {
  return cast<ReturnOp>(getBody().front().getTerminator()).getValues();
}

//===----------------------------------------------------------------------===//
// kernel.return
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  auto kernel = cast<FuncOp>((*this)->getParentOp());
  ArrayRef<Type> wanted = kernel.getResultTypes();
  if (getValues().size() != wanted.size())
    return emitOpError() << "returns " << getValues().size() << " values, but '"
                         << kernel.getSymName() << "' has " << wanted.size()
                         << " results";
  for (auto [index, value, type] : llvm::enumerate(getValues(), wanted))
    if (value.getType() != type)
      return emitOpError() << "returns " << value.getType() << " as result "
                           << index << ", which '" << kernel.getSymName()
                           << "' declares as " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// kernel.call
//===----------------------------------------------------------------------===//

void CallOp::build(OpBuilder &builder, OperationState &state, FuncOp callee,
                   ValueRange inputs, ValueRange dims) {
  build(builder, state, callee.getResultTypes(), callee.getSymName(), inputs,
        dims);
}

LogicalResult CallOp::verify() {
  unsigned wanted = countDynamicExtents(getResultTypes());
  if (getDims().size() != wanted)
    return emitOpError() << "has " << getDims().size()
                         << " result extents in 'dims', but its result types "
                            "have "
                         << wanted << " dynamic dimensions";
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!kernel)
    return emitOpError() << "'" << getCallee() << "' is not a kernel.func";

  auto differ = [&](StringRef what, auto given, ArrayRef<Type> wanted) {
    if (given.size() != wanted.size()) {
      InFlightDiagnostic error =
          emitOpError() << "has " << given.size() << " " << what << "s, but '"
                        << getCallee() << "' has " << wanted.size();
      error.attachNote(kernel.getLoc()) << "the kernel is here";
      return true;
    }
    for (auto [index, type] : llvm::enumerate(given)) {
      if (type == wanted[index])
        continue;
      InFlightDiagnostic error =
          emitOpError() << what << " " << index << " is " << type << ", but '"
                        << getCallee() << "' has " << wanted[index];
      error.attachNote(kernel.getLoc()) << "the kernel is here";
      return true;
    }
    return false;
  };
  return failure(
      differ("operand", getInputs().getTypes(), kernel.getArgumentTypes()) ||
      differ("result", getResultTypes(), kernel.getResultTypes()));
}

FuncOp CallOp::getKernel(SymbolTableCollection &symbols) {
  return symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
}

FuncOp CallOp::getKernel() {
  return SymbolTable::lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
}

OperandRange CallOp::getResultDims(unsigned index) {
  TypeRange types = getResultTypes();
  return getDims().slice(countDynamicExtents(types.take_front(index)),
                         countDynamicExtents(types[index]));
}

OpFoldResult CallOp::getResultExtent(unsigned index, unsigned dim) {
  auto type = cast<RankedTensorType>(getResultTypes()[index]);
  if (!type.isDynamicDim(dim))
    return Builder(getContext()).getIndexAttr(type.getDimSize(dim));
  return getResultDims(index)[type.getDynamicDimIndex(dim)];
}

#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.cpp.inc"
