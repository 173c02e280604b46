//===- KernelAbi.cpp - Kernel functions with the artifact's signature -----===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inside the compiler a kernel has one typed argument per slot. Outside, it is
//
//   void k(const int64_t *args, int64_t begin, int64_t end, int64_t worker,
//          mlc_exec *exec)                                  (mlc_kernel_fn)
//   int64_t k.items(const int64_t *args)                    (mlc_items_fn)
//
// with eight bytes per slot: an address, an integer, or the bits of a float.
// This pass puts the loads of the slots in front of the body. A buffer becomes
// a memref descriptor of unknown size (kernels get their extents as index
// slots and never ask memref.dim).
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Loop/KernelSlots.h"
#include "compiler/Codegen/Passes.h"

#include "mlir/IR/BuiltinTypes.h"

#include <limits>

using namespace mlir;

namespace mlc {
#define GEN_PASS_DEF_KERNELABIPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

namespace {

constexpr llvm::StringLiteral kItemsSuffix = ".items";
/// begin, end, worker, exec.
constexpr unsigned kFixedArguments = 4;

class KernelAbi : public mlc::impl::KernelAbiPassBase<KernelAbi> {
public:
  void runOnOperation() override {
    bool failed = false;
    getOperation().walk([&](func::FuncOp f) {
      if (!f.isExternal() && !f.isPrivate())
        failed |= mlir::failed(convert(f));
    });
    if (failed)
      signalPassFailure();
  }

private:
  LogicalResult checkSignature(func::FuncOp f, bool isItems, unsigned fixed) {
    FunctionType type = f.getFunctionType();
    if (isItems) {
      if (type.getNumResults() != 1 || !type.getResult(0).isIndex())
        return f.emitError("'")
               << f.getName() << "' must return one index, the item count";
    } else {
      if (type.getNumResults() != 0)
        return f.emitError("kernel '") << f.getName() << "' must return nothing";
      if (type.getNumInputs() < fixed || !type.getInput(0).isIndex() ||
          !type.getInput(1).isIndex() || !type.getInput(2).isIndex() ||
          !isa<LLVM::LLVMPointerType>(type.getInput(3)))
        return f.emitError("kernel '")
               << f.getName()
               << "' must begin with the arguments (begin: index, end: index, "
                  "worker: index, exec: !llvm.ptr)";
    }
    for (Type slot : type.getInputs().drop_front(fixed)) {
      if (auto memref = dyn_cast<MemRefType>(slot)) {
        if (memref.getRank() != 1 || !memref.getLayout().isIdentity())
          return f.emitError("slot of type ")
                 << slot << " of '" << f.getName()
                 << "': buffers must be flat, memref<?xT>";
        continue;
      }
      if (slot.isIndex() || isa<LLVM::LLVMPointerType>(slot))
        continue;
      if (!slot.isIntOrFloat() || slot.getIntOrFloatBitWidth() > 64)
        return f.emitError("slot of type ")
               << slot << " of '" << f.getName() << "' does not fit 8 bytes";
    }
    return success();
  }

  /// Loads slot `number`, as a value of the type that the body uses.
  Value loadSlot(OpBuilder &b, Location loc, Value args, unsigned number,
                 Type type) {
    Type ptr = args.getType();
    Value address = LLVM::GEPOp::create(b, loc, ptr, b.getI64Type(), args,
                                        ArrayRef<LLVM::GEPArg>{int32_t(number)});
    bool isPointer = isa<MemRefType, LLVM::LLVMPointerType>(type);
    Value raw = LLVM::LoadOp::create(
        b, loc, isPointer ? ptr : Type(b.getI64Type()), address,
        /*alignment=*/8, /*isVolatile=*/false, /*isNonTemporal=*/false,
        /*isInvariant=*/true);
    if (auto memref = dyn_cast<MemRefType>(type))
      return mlc::memrefOf(b, loc, raw, memref);
    if (isPointer)
      return raw;
    if (type.isIndex())
      return arith::IndexCastOp::create(b, loc, type, raw);
    unsigned width = type.getIntOrFloatBitWidth();
    if (width < 64)
      raw = arith::TruncIOp::create(b, loc, b.getIntegerType(width), raw);
    if (isa<FloatType>(type))
      raw = arith::BitcastOp::create(b, loc, type, raw);
    return raw;
  }

  LogicalResult convert(func::FuncOp f) {
    bool isItems = f.getName().ends_with(kItemsSuffix);
    unsigned fixed = isItems ? 0 : kFixedArguments;
    if (failed(checkSignature(f, isItems, fixed)))
      return failure();

    MLIRContext *context = &getContext();
    Type ptr = LLVM::LLVMPointerType::get(context);
    Location loc = f.getLoc();
    Block &entry = f.front();
    Value args = entry.insertArgument(0u, ptr, loc);
    OpBuilder b = OpBuilder::atBlockBegin(&entry);
    unsigned slots = entry.getNumArguments() - 1 - fixed;
    for (unsigned i = 0; i < slots; ++i) {
      BlockArgument old = entry.getArgument(1 + fixed + i);
      if (!old.use_empty())
        old.replaceAllUsesWith(loadSlot(b, loc, args, i, old.getType()));
    }
    entry.eraseArguments(1 + fixed, slots);

    f.setFunctionType(FunctionType::get(context, entry.getArgumentTypes(),
                                        f.getFunctionType().getResults()));
    f.removeArgAttrsAttr();
    // Nothing that a kernel writes reaches the args array.
    UnitAttr unit = UnitAttr::get(context);
    f.setArgAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(), unit);
    f.setArgAttr(0, LLVM::LLVMDialect::getReadonlyAttrName(), unit);
    return success();
  }
};

} // namespace
