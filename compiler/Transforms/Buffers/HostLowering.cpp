//===- HostLowering.cpp - The walk, scalars and places --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the lowering: entry and return, scalars on demand, allocation
// and targets.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Buffers/HostLowering.h"

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "runtime/include/mlc/artifact_abi.h"
#include "runtime/include/mlc/lists.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlc;
using namespace mlc::buffers;

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

bool buffers::isList(Type type) {
  return isa<graph::SeqType, graph::OptType>(type);
}

static Type elementOfList(Type type) {
  if (auto optional = dyn_cast<graph::OptType>(type))
    return optional.getElementType();
  return cast<graph::SeqType>(type).getElementType();
}

Type buffers::leafOfList(Type type) {
  while (isList(type))
    type = elementOfList(type);
  return getElementTypeOrSelf(type);
}

/// What the caller gives or takes: a table row tells `MLC_MAX_LIST_DEPTH`
/// kinds.
static LogicalResult checkList(Location loc, Type type, StringRef what,
                               int64_t index) {
  unsigned depth = 0;
  Type inner = type;
  for (; isList(inner); inner = elementOfList(inner))
    ++depth;
  if (isa<TensorType>(inner) && depth <= MLC_MAX_LIST_DEPTH)
    return success();
  return emitError(loc) << "unsupported: " << what << " " << index << " is "
                        << type << "; lists of tensors up to a depth of "
                        << MLC_MAX_LIST_DEPTH << " have a form in memory";
}

HostLowering::HostLowering(func::FuncOp function,
                           SymbolTableCollection &symbols)
    : function(function), symbols(symbols), builder(function) {}

//===----------------------------------------------------------------------===//
// Entry and return
//===----------------------------------------------------------------------===//

// Every `?` of an input is a symbol; those that the model left without a name
// get one here, so that sizes can depend on them.
static LogicalResult nameDimensions(func::FuncOp function, OpBuilder &builder) {
  auto module = function->getParentOfType<ModuleOp>();
  SymbolTable table(module);
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.hasStaticShape())
      continue;
    SmallVector<StringRef> names(tensor.getRank());
    auto given = function.getArgAttrOfType<ArrayAttr>(
        index, graph::GraphDialect::kDimsAttr);
    if (given)
      for (auto [name, attr] : llvm::zip_equal(names, given))
        name = cast<StringAttr>(attr).getValue();
    std::string base = ("arg" + Twine(index)).str();
    if (auto name = function.getArgAttrOfType<StringAttr>(
            index, graph::GraphDialect::kNameAttr))
      base = name.str();
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
      if (!tensor.isDynamicDim(dim))
        continue;
      if (!names[dim].empty()) {
        if (!table.lookup<graph::SymbolOp>(names[dim]))
          return function.emitError()
                 << "dimension " << dim << " of input '" << base
                 << "' is the symbol '" << names[dim]
                 << "', which the module does not declare";
        continue;
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(function);
      auto symbol = graph::SymbolOp::create(
          builder, function.getLoc(),
          builder.getStringAttr(base + "_dim" + Twine(dim)),
          builder.getI64IntegerAttr(0),
          builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max()),
          builder.getI64IntegerAttr(1));
      symbol->remove();
      table.insert(symbol, function->getIterator());
      names[dim] = symbol.getSymName();
    }
    function.setArgAttr(index, graph::GraphDialect::kDimsAttr,
                        builder.getStrArrayAttr(names));
  }
  return success();
}

LogicalResult HostLowering::run() {
  if (!function.getBody().hasOneBlock())
    return function.emitError("an entry must be structured: one block, with "
                              "control flow as scf");
  if (failed(nameDimensions(function, builder)))
    return failure();

  entry = rt::EntryOp::create(
      builder, function.getLoc(), function.getSymNameAttr(),
      TypeAttr::get(function.getFunctionType()), function.getArgAttrsAttr(),
      function.getResAttrsAttr());
  // The function's own discardable attributes, but for the mark of an entry.
  for (NamedAttribute attr : function->getDiscardableAttrs())
    if (attr.getName() != graph::GraphDialect::kEntryAttr)
      entry->setDiscardableAttr(attr.getName(), attr.getValue());
  builder.createBlock(&entry.getBody());

  for (BlockArgument argument : function.getArguments()) {
    Location loc = argument.getLoc();
    int64_t index = argument.getArgNumber();
    if (isa<RankedTensorType>(argument.getType())) {
      Place &place = places[argument];
      place.buffer = rt::InputOp::create(builder, loc, index);
      auto type = cast<RankedTensorType>(argument.getType());
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          place.extents.push_back(symbolOf(argument, dim));
    } else if (isList(argument.getType())) {
      if (failed(checkList(loc, argument.getType(), "input", index)))
        return failure();
      lists[argument] = rt::ListInputOp::create(builder, loc, index);
    } else {
      return function.emitError()
             << "argument " << index << " of an entry must "
             << "be a tensor or a list, but is " << argument.getType();
    }
  }

  Block &block = function.getBody().front();
  auto ret = cast<func::ReturnOp>(block.getTerminator());
  for (auto [index, value] : llvm::enumerate(ret.getOperands())) {
    // An output that may share its buffer with an input is written last, when
    // all reads of the input are over: by the op that updates it, if that is
    // so, or at the end.
    if (auto alias = function.getResultAttrOfType<IntegerAttr>(
            index, graph::GraphDialect::kAliasAttr)) {
      if (Operation *update = findUpdate(value, alias.getInt())) {
        aim(value, &block, {nullptr, int64_t(index), value});
        aliasedInserts.insert(update);
      }
      continue;
    }
    if (isa<RankedTensorType>(value.getType()))
      aim(value, &block, {nullptr, int64_t(index), value});
  }
  pushScope();
  if (failed(lowerBody(block)) || failed(lowerReturn(ret)))
    return failure();
  // The caller of the entry releases what is left.
  scopes.pop_back();
  return success();
}

LogicalResult HostLowering::lowerReturn(func::ReturnOp op) {
  SmallVector<size_t> last;
  auto emit = [&](size_t index) {
    Value value = op.getOperand(index);
    copy(op.getLoc(), placeOf(value), emitOutput(op.getLoc(), index, value),
         cast<RankedTensorType>(value.getType()));
  };
  for (auto [index, value] : llvm::enumerate(op.getOperands())) {
    Type type = value.getType();
    if (isList(type)) {
      if (failed(checkList(op.getLoc(), type, "output", index)))
        return failure();
      rt::ListOutputOp::create(builder, op.getLoc(), listOf(value), index,
                               isa<graph::OptType>(type), leafOfList(type));
      continue;
    }
    if (!isa<RankedTensorType>(type))
      return op.emitError() << "output " << index
                            << " must be a tensor or a list, but is " << type;
    auto target = targets.find(getViewRoot(value));
    if (target != targets.end() && target->second.met &&
        target->second.output == int64_t(index))
      continue;
    if (function.getResultAttr(index, graph::GraphDialect::kAliasAttr))
      last.push_back(index);
    else
      emit(index);
  }
  // Writing an aliased output destroys its input: whatever else still returns
  // that input as it was is saved first.
  for (size_t index : last) {
    Value value = op.getOperand(index);
    if (last.size() > 1 && isa<BlockArgument>(getViewRoot(value))) {
      auto type = cast<RankedTensorType>(value.getType());
      Place &place = placeOf(value);
      Value saved = allocate(op.getLoc(), type, place.extents);
      copy(op.getLoc(), place, saved, type);
      place.buffer = saved;
    }
  }
  for (size_t index : last)
    emit(index);
  rt::ReturnOp::create(builder, op.getLoc());
  return success();
}

LogicalResult HostLowering::lowerBody(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(lowerOp(&op)))
      return failure();
  return success();
}

LogicalResult HostLowering::lowerOp(Operation *op) {
  if (auto dim = dyn_cast<tensor::DimOp>(op);
      dim && (!dim.getConstantIndex() ||
              *dim.getConstantIndex() >=
                  cast<RankedTensorType>(dim.getSource().getType()).getRank()))
    return op->emitError(
        "asks for a dimension that is not constant or does not "
        "exist");
  if (isScalarOp(op) || isa<tensor::DimOp>(op)) {
    // Speculatable ones wait until something needs them.
    if (!isPure(op))
      scalar(op->getResult(0));
    return success();
  }
  bool touchesList = llvm::any_of(op->getOperandTypes(), isList) ||
                     llvm::any_of(op->getResultTypes(), isList);
  if (touchesList && !op->getNumRegions())
    return lowerListOp(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::CallOp call) { return lowerCall(call); })
      .Case([&](graph::CustomOp custom) { return lowerCustom(custom); })
      .Case([&](scf::IfOp branch) { return lowerIf(branch); })
      .Case([&](scf::ForOp loop) { return lowerFor(loop); })
      .Case([&](scf::WhileOp loop) { return lowerWhile(loop); })
      .Case(
          [&](tensor::FromElementsOp made) { return lowerFromElements(made); })
      .Case([&](tensor::ExtractOp extract) { return lowerExtract(extract); })
      .Case([&](tensor::CastOp cast) { return lowerCast(cast); })
      .Case([&](graph::BarrierOp barrier) {
        // A border between kernels: nothing in one sees into the other.
        Place view = placeOf(barrier.getInput());
        places[barrier.getResult()] = std::move(view);
        return success();
      })
      .Case([&](graph::ReshapeOp reshape) { return lowerReshape(reshape); })
      .Case([&](rt::CheckOp made) {
        check(made.getLoc(), scalar(made.getCondition()), made.getCode(),
              scalar(made.getValue()), scalar(made.getBound()));
        return success();
      })
      .Case([&](graph::InsertSliceOp insert) { return lowerInsert(insert); })
      .Case([&](graph::ConcatOp concat) { return lowerConcat(concat); })
      .Case([&](graph::ConstantOp constant) {
        return lowerConstant(constant, constant.getValue());
      })
      .Case([&](arith::ConstantOp constant) {
        return lowerConstant(constant, constant.getValue());
      })
      .Case<arith::SelectOp>(
          [&](Operation *select) { return lowerSelect(select); })
      .Case<graph::StateReadOp, graph::StateWriteOp>(
          [&](Operation *state) { return lowerState(state); })
      .Default([](Operation *other) {
        return other->emitError()
               << "'" << other->getName()
               << "' is left in the host program; fusion must put it into a "
                  "kernel";
      });
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

bool HostLowering::isScalarOp(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         isScalar(op->getResult(0).getType()) && isMemoryEffectFree(op);
}

// Whether an emitted value may be used at the insertion point.
bool HostLowering::isAvailable(Value emitted) {
  return emitted.getParentRegion()->isAncestor(
      builder.getInsertionBlock()->getParent());
}

bool HostLowering::canEmit(Value root) {
  SmallVector<Value> open = {root};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (Value emitted = scalars.lookup(value); emitted && isAvailable(emitted))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (isa<tensor::DimOp>(op)) {
      HostExtent extent = extents.resolve(value);
      if (extent.isIndex() && extent.value != value)
        open.push_back(extent.value);
      else if (!canEmit(extent))
        return false;
      continue;
    }
    // Moving an operation up to here must not make it happen in runs where it
    // would not have.
    if (!isScalarOp(op) || !isPure(op))
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

bool HostLowering::canEmit(const HostExtent &extent) {
  if (extent.isConstant())
    return true;
  if (extent.isIndex())
    return !extent.value.getDefiningOp<tensor::DimOp>() &&
           canEmit(extent.value);
  auto place = places.find(extent.value);
  if (place == places.end())
    return false;
  auto type = cast<RankedTensorType>(extent.value.getType());
  return isAvailable(
      place->second.extents[type.getDynamicDimIndex(extent.dim)]);
}

Value HostLowering::scalar(Value old) {
  if (Value emitted = scalars.lookup(old); emitted && isAvailable(emitted))
    return emitted;
  Operation *op = old.getDefiningOp();
  Value emitted;
  if (isa<tensor::DimOp>(op)) {
    emitted = emitExtent(op->getLoc(), extents.resolve(old));
  } else {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, scalar(operand));
    emitted = builder.clone(*op, mapping)->getResult(0);
  }
  scalars[old] = emitted;
  return emitted;
}

Value HostLowering::constantIndex(Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value HostLowering::emitExtent(Location loc, const HostExtent &extent) {
  if (extent.isConstant())
    return constantIndex(loc, extent.constant);
  if (extent.isIndex())
    return scalar(extent.value);
  auto type = cast<RankedTensorType>(extent.value.getType());
  return placeOf(extent.value).extents[type.getDynamicDimIndex(extent.dim)];
}

FailureOr<SmallVector<Value>> HostLowering::emitExtents(Location loc,
                                                        Value tensor) {
  SmallVector<HostExtent> found;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    found.push_back(extents.resolve(tensor, dim));
    if (!canEmit(found.back()))
      return failure();
  }
  SmallVector<Value> emitted;
  for (const HostExtent &extent : found)
    emitted.push_back(emitExtent(loc, extent));
  return emitted;
}

// The symbols of an entry are read once, at its beginning.
Value HostLowering::symbolOf(BlockArgument argument, int64_t dim) {
  auto names = function.getArgAttrOfType<ArrayAttr>(
      argument.getArgNumber(), graph::GraphDialect::kDimsAttr);
  auto name = cast<StringAttr>(names[dim]);
  for (auto known : entry.getBody().front().getOps<rt::SymbolOp>())
    if (known.getName() == name.getValue())
      return known;
  return rt::SymbolOp::create(builder, argument.getLoc(),
                              FlatSymbolRefAttr::get(name));
}

//===----------------------------------------------------------------------===//
// Buffers and targets
//===----------------------------------------------------------------------===//

// Whether a value follows from constants and symbols without any risk, so that
// the planner may compute it before the run begins.
bool HostLowering::isSymbolic(Value emitted) {
  auto known = symbolic.find(emitted);
  if (known != symbolic.end())
    return known->second;
  Operation *op = emitted.getDefiningOp();
  bool result = op && (isa<rt::SymbolOp>(op) ||
                       (isScalarOp(op) && isPure(op) &&
                        llvm::all_of(op->getOperands(), [&](Value operand) {
                          return isSymbolic(operand);
                        })));
  symbolic[emitted] = result;
  return result;
}

Value HostLowering::allocate(Location loc, RankedTensorType type,
                             ValueRange sizes) {
  auto isKnown = [&](Value extent) { return isSymbolic(extent); };
  if (llvm::all_of(sizes, isKnown))
    return rt::AllocOp::create(builder, loc, sizes, TypeAttr::get(type));
  Value late =
      rt::LateAllocOp::create(builder, loc, sizes, TypeAttr::get(type));
  ++counts.late;
  scopes.back().push_back(late);
  return late;
}

// Checks that `name`, another name of `tensor` behind reshapes and casts, has
// as many elements as what is about to be written: its place is as large as it,
// and the views themselves stand behind the kernel. False when the extents of
// `name` are not known yet.
bool HostLowering::checkViews(Value tensor, Value name, ValueRange sizes) {
  Location loc = name.getLoc();
  FailureOr<SmallVector<Value>> wanted = emitExtents(loc, name);
  if (failed(wanted))
    return false;
  auto from = cast<RankedTensorType>(tensor.getType()),
       to = cast<RankedTensorType>(name.getType());
  if (name == tensor || (from.hasStaticShape() && to.hasStaticShape()))
    return true;
  checkCount(loc, from, sizes, to, *wanted);
  return true;
}

// Where `tensor` is to be computed: at its target if it has one.
Value HostLowering::bufferFor(Value tensor, ValueRange sizes) {
  Location loc = tensor.getLoc();
  auto found = targets.find(tensor);
  if (found != targets.end()) {
    Target &target = found->second;
    // The shape of the place must be known by now; a reshape behind the kernel
    // may have extents that are not.
    bool settled = target.buffer && target.returned == tensor;
    if (settled || checkViews(tensor, target.returned, sizes)) {
      target.met = true;
      return target.buffer ? target.buffer
                           : emitOutput(loc, target.output, target.returned);
    }
  }
  if (Value box = insideInsert(tensor, sizes))
    return box;
  if (Value box = insideConcat(tensor))
    return box;
  return allocate(loc, cast<RankedTensorType>(tensor.getType()), sizes);
}

void HostLowering::copy(Location loc, const Place &from, Value to,
                        RankedTensorType type) {
  rt::CopyOp::create(builder, loc, from.buffer, to, from.extents,
                     TypeAttr::get(type));
  ++counts.copies;
}

// Asks for `value`, which leaves `block`, to be computed at the target. Only
// what the block itself computes can be, and only once.
bool HostLowering::aim(Value value, Block *block, Target target) {
  Value root = getViewRoot(value);
  Operation *op = root.getDefiningOp();
  if (!op || op->getBlock() != block ||
      !isa<kernel::CallOp, graph::CustomOp, graph::InsertSliceOp,
           graph::ConcatOp, tensor::FromElementsOp, scf::IfOp>(op))
    return false;
  if (!target.returned)
    target.returned = value;
  return targets.try_emplace(root, target).second;
}

bool HostLowering::met(Value value, Value buffer) {
  auto found = targets.find(getViewRoot(value));
  return found != targets.end() && found->second.met &&
         found->second.buffer == buffer;
}

Value HostLowering::emitOutput(Location loc, int64_t index, Value tensor) {
  SmallVector<Value> sizes;
  auto place = places.find(tensor);
  if (place != places.end())
    sizes = place->second.extents;
  else
    sizes = *emitExtents(loc, tensor);
  return rt::OutputOp::create(
      builder, loc, builder.getI64IntegerAttr(index), sizes,
      TypeAttr::get(cast<RankedTensorType>(tensor.getType())));
}

void HostLowering::check(Location loc, Value condition, int32_t code,
                         Value found, Value bound) {
  if (matchPattern(condition, m_One()))
    return;
  auto asInteger = [&](Value value) -> Value {
    if (value.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                        value);
    return value;
  };
  rt::CheckOp::create(builder, loc, condition, code, asInteger(found),
                      asInteger(bound));
}

void HostLowering::popScope(Location loc) {
  for (Value late : scopes.pop_back_val())
    rt::LateReleaseOp::create(builder, loc, late);
}
