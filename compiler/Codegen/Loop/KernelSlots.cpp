//===- KernelSlots.cpp - A lowered kernel's arguments by name ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/KernelSlots.h"
#include "dialects/Kernel/IR/Scratch.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "runtime/src/builtins/builtins.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlc;

Type mlc::storageType(Type element) {
  MLIRContext *context = element.getContext();
  if (auto integer = dyn_cast<IntegerType>(element)) {
    unsigned width = integer.getWidth();
    return IntegerType::get(context, width < 8 ? 8 : width);
  }
  if (auto real = dyn_cast<FloatType>(element))
    if (real.getWidth() <= 8)
      return IntegerType::get(context, 8);
  return element;
}

unsigned mlc::storageBits(Type element) {
  if (element.isInteger(1))
    return 8;
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  return element.getIntOrFloatBitWidth();
}

Value mlc::memrefOf(OpBuilder &b, Location loc, Value address,
                    MemRefType type) {
  Type ptr = address.getType();
  Type i64 = b.getI64Type();
  Type one = LLVM::LLVMArrayType::get(i64, 1);
  Type structType = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                                     {ptr, ptr, i64, one, one});
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(value));
  };
  Value d = LLVM::PoisonOp::create(b, loc, structType);
  d = LLVM::InsertValueOp::create(b, loc, d, address, ArrayRef<int64_t>{0});
  d = LLVM::InsertValueOp::create(b, loc, d, address, ArrayRef<int64_t>{1});
  d = LLVM::InsertValueOp::create(b, loc, d, constant(0), ArrayRef<int64_t>{2});
  d = LLVM::InsertValueOp::create(b, loc, d,
                                  constant(std::numeric_limits<int64_t>::max()),
                                  ArrayRef<int64_t>{3, 0});
  d = LLVM::InsertValueOp::create(b, loc, d, constant(1),
                                  ArrayRef<int64_t>{4, 0});
  return UnrealizedConversionCastOp::create(b, loc, type, d).getResult(0);
}

static MemRefType bufferType(RankedTensorType tensor) {
  return MemRefType::get({ShapedType::kDynamic},
                         storageType(tensor.getElementType()));
}

KernelSlots::KernelSlots(kernel::FuncOp kernel, ModuleOp module, bool items)
    : source(kernel), body(kernel.getContext()) {
  MLIRContext *context = kernel.getContext();
  Type index = IndexType::get(context);
  SmallVector<Type> types;
  if (!items)
    types = {index, index, index, LLVM::LLVMPointerType::get(context)};
  unsigned first = types.size();
  Block &block = kernel.getBody().front();
  SmallVector<RankedTensorType> tensors;
  for (Type type : kernel.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      tensors.push_back(tensor);
  for (Type type : kernel.getResultTypes())
    tensors.push_back(cast<RankedTensorType>(type));
  for (RankedTensorType tensor : tensors)
    types.push_back(bufferType(tensor));
  for (RankedTensorType tensor : tensors)
    types.append(tensor.getNumDynamicDims(), index);
  for (Type type : kernel.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      types.push_back(type);

  body.setInsertionPointToEnd(module.getBody());
  std::string name = kernel.getSymName().str() + (items ? ".items" : "");
  auto type = FunctionType::get(context, types,
                                items ? TypeRange(index) : TypeRange());
  lowered = func::FuncOp::create(body, kernel.getLoc(), name, type);
  Block *entry = lowered.addEntryBlock();
  body.setInsertionPointToEnd(entry);
  // Something to insert scalars before; removed by canonicalisation.
  entryEnd = arith::ConstantIndexOp::create(body, loc(), 0);

  for (Operation &op : block.without_terminator())
    classes.add(&op);
  unsigned slot = first;
  for (BlockArgument argument : block.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      buffers[argument] = lowered.getArgument(slot++);
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    resultBuffers.push_back(lowered.getArgument(slot++));
  // Extents and scalars, each what every call of the kernel has checked it to
  // be: a constant, or the same as another.
  unsigned firstExtent = slot;
  auto given = kernel->getAttrOfType<IntegerSetAttr>(sched::kGivenAttr);
  auto next = [&]() -> Value {
    unsigned number = slot++ - firstExtent;
    if (!given)
      return lowered.getArgument(firstExtent + number);
    number = sched::sameSlot(given.getValue(), number);
    if (auto fixed = sched::fixedSlot(given.getValue(), number))
      return constant(*fixed);
    return lowered.getArgument(firstExtent + number);
  };
  // Classes that were given one value are one class.
  SmallVector<std::pair<unsigned, Value>> numbers;
  DenseMap<Value, unsigned> byValue;
  auto setExtent = [&](unsigned number, Value value) {
    if (std::optional<int64_t> fixed = getConstantIntValue(value))
      return classes.join(number, classes.constant(*fixed));
    numbers.emplace_back(number, value);
    classes.join(number, byValue.try_emplace(value, number).first->second);
  };
  for (BlockArgument argument : block.getArguments())
    if (auto tensor = dyn_cast<RankedTensorType>(argument.getType()))
      for (int64_t d = 0; d < tensor.getRank(); ++d)
        if (tensor.isDynamicDim(d))
          setExtent(classes.classOf(argument, d), next());
  for (auto [returned, resultType] :
       llvm::zip(kernel.getReturned(), kernel.getResultTypes())) {
    auto tensor = cast<RankedTensorType>(resultType);
    for (int64_t d = 0; d < tensor.getRank(); ++d)
      if (tensor.isDynamicDim(d))
        setExtent(classes.classOf(returned, d), next());
  }
  for (BlockArgument argument : block.getArguments()) {
    if (isa<RankedTensorType>(argument.getType()))
      continue;
    Value value = next();
    if (value.getType().isIndex())
      setExtent(classes.classOf(argument), value);
    else
      scalars[argument] = value;
  }
  for (auto [number, value] : numbers)
    extents.try_emplace(classes.find(number), value);
}

Value KernelSlots::buffer(BlockArgument tensor) { return buffers.lookup(tensor); }

Value KernelSlots::resultBuffer(unsigned result) { return resultBuffers[result]; }

Value KernelSlots::constant(int64_t value) {
  Value &known = constants[value];
  if (!known) {
    OpBuilder entry(entryEnd);
    known = arith::ConstantIndexOp::create(entry, loc(), value);
  }
  return known;
}

Value KernelSlots::scratch(Type element, int64_t elements) {
  int64_t bytes = llvm::alignTo(
      elements * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8), 64);
  Builder attributes(lowered.getContext());
  lowered->setAttr(kernel::kScratchAttr, attributes.getI64IntegerAttr(bytes));
  OpBuilder entry(entryEnd);
  Type pointer = exec().getType(), byte = entry.getI8Type();
  Value field = LLVM::GEPOp::create(
      entry, loc(), pointer, byte, exec(),
      ArrayRef<LLVM::GEPArg>{int32_t(MLC_RT_SCRATCH_OFFSET)});
  Value first = LLVM::LoadOp::create(entry, loc(), pointer, field);
  Value offset = arith::MulIOp::create(
      entry, loc(), lowered.getArgument(2),
      arith::ConstantIndexOp::create(entry, loc(), bytes));
  offset = arith::IndexCastOp::create(entry, loc(), entry.getI64Type(), offset);
  Value own = LLVM::GEPOp::create(entry, loc(), pointer, byte, first,
                                  ArrayRef<LLVM::GEPArg>{offset});
  return memrefOf(entry, loc(), own,
                  MemRefType::get({ShapedType::kDynamic}, element));
}

Value KernelSlots::resultExtent(unsigned result, unsigned dim) {
  return extent(source.getReturned()[result], dim);
}

Value KernelSlots::extent(Value tensor, unsigned dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  unsigned number = classes.classOf(tensor, dim);
  if (std::optional<int64_t> fixed = classes.fixed(number))
    return constant(*fixed);
  auto known = extents.find(number);
  if (known != extents.end())
    return known->second;
  // Ask the defining op; what it emits into the kernel's own body is then
  // repeated at the entry of the function.
  auto reify = tensor.getDefiningOp<ReifyRankedShapedTypeOpInterface>();
  if (!reify)
    return {};
  OpBuilder inKernel(reify);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reify.reifyResultShapes(inKernel, shapes)))
    return {};
  OpFoldResult answer = shapes[cast<OpResult>(tensor).getResultNumber()][dim];
  Value value;
  if (auto attribute = dyn_cast<Attribute>(answer))
    value = constant(cast<IntegerAttr>(attribute).getInt());
  else
    value = scalar(cast<Value>(answer));
  return extents[number] = value;
}

Value KernelSlots::scalar(Value value) {
  auto known = scalars.find(value);
  if (known != scalars.end())
    return known->second;
  if (value.getType().isIndex()) {
    unsigned number = classes.classOf(value);
    if (std::optional<int64_t> fixed = classes.fixed(number))
      return constant(*fixed);
    if (Value extent = extents.lookup(number))
      return extent;
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions())
    return {};
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> which = dim.getConstantIndex();
    if (!which)
      return {};
    return scalars[value] = extent(dim.getSource(), *which);
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    if (isa<ShapedType>(operand.getType()))
      return {};
    Value mapped = scalar(operand);
    if (!mapped)
      return {};
    mapping.map(operand, mapped);
  }
  OpBuilder entry(entryEnd);
  Operation *copy = entry.clone(*op, mapping);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    scalars[from] = to;
  return scalars[value];
}
