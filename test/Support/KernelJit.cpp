//===- KernelJit.cpp - Compile one kernel and call it ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Support/KernelJit.h"

#include "compiler/Codegen/LowerToLLVM.h"
#include "compiler/Target/Common/TargetBackend.h"
#include "compiler/Target/X86/Emit.h"
#include "compiler/Target/X86/Optimize.h"
#include "compiler/Target/X86/Translate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <chrono>
#include <fstream>
#include <sys/syscall.h>
#include <unistd.h>

using namespace mlir;
using namespace mlc;
using namespace mlc::test;

struct JitKernel::Storage {
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

namespace {

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

MLIRContext &testContext() {
  static MLIRContext *context = [] {
    x86::initialize();
    auto *c = new MLIRContext(MLIRContext::Threading::DISABLED);
    c->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                   func::FuncDialect, LLVM::LLVMDialect, math::MathDialect,
                   memref::MemRefDialect, scf::SCFDialect,
                   vector::VectorDialect>();
    DialectRegistry registry;
    hostBackend().registerDialects(registry);
    c->appendDialectRegistry(registry);
    return c;
  }();
  return *context;
}

JitKernel finish(const IsaLevel &level, ModuleOp module, bool generic,
                 const std::string &dump) {
  JitKernel kernel;
  double start = now();
  if (failed(verify(module))) {
    module.dump();
    return kernel;
  }
  PassManager pm(module->getContext());
  pm.enableVerifier(false);
  KernelLoweringOptions options;
  options.hasFma = level.hasFma;
  options.hasF16C = level.id >= MLC_ISA_V3;
  options.hasScale = level.vectorBits == 512;
  buildKernelToLLVMPipeline(pm, options);
  if (failed(pm.run(module)))
    return kernel;
  kernel.mlirSeconds = now() - start;

  start = now();
  llvm::ExitOnError check("kernel JIT: ");
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  auto code = check(x86::translate(module, *llvmContext, "kernel"));
  x86::prepareModule(*code, {&level, false});
  auto machine = x86::createMachine(level);
  for (llvm::Function &f : *code)
    if (!f.isDeclaration())
      f.setVisibility(llvm::GlobalValue::DefaultVisibility);
  x86::optimize(*code, *machine, generic);
  if (!dump.empty()) {
    auto copy = llvm::CloneModule(*code);
    auto text = check(x86::emit(*copy, *machine, x86::OutputKind::Assembly));
    std::ofstream(dump).write(text.data(), text.size());
  }
  llvm::SmallVector<char, 0> object =
      check(x86::emit(*code, *machine, x86::OutputKind::Object));
  kernel.objectBytes = object.size();
  kernel.llvmSeconds = now() - start;

  auto jit = check(llvm::orc::LLJITBuilder().create());
  jit->getMainJITDylib().addGenerator(
      check(llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
          jit->getDataLayout().getGlobalPrefix())));
  check(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(object.data(), object.size()), "kernel")));
  kernel.run = check(jit->lookup("k")).toPtr<mlc_kernel_fn>();
  if (auto items = jit->lookup("k.items"))
    kernel.items = items->toPtr<mlc_items_fn>();
  else
    llvm::consumeError(items.takeError());
  kernel.storage = std::make_unique<JitKernel::Storage>();
  kernel.storage->jit = std::move(jit);
  return kernel;
}

} // namespace

JitKernel::JitKernel() = default;
JitKernel::JitKernel(JitKernel &&) = default;
JitKernel &JitKernel::operator=(JitKernel &&) = default;
JitKernel::~JitKernel() = default;

void JitKernel::operator()(ArrayRef<int64_t> args, int64_t pieces) const {
  int64_t n = items ? items(args.data()) : 1;
  for (int64_t p = pieces - 1; p >= 0; --p) {
    int64_t begin = n * p / pieces, end = n * (p + 1) / pieces;
    if (begin < end)
      run(args.data(), begin, end, 0, nullptr);
  }
}

bool mlc::test::machineHas(const IsaLevel &level) {
  switch (level.id) {
  case MLC_ISA_V2:
    return __builtin_cpu_supports("x86-64-v2");
  case MLC_ISA_V3:
    return __builtin_cpu_supports("x86-64-v3");
  case MLC_ISA_V4:
    return __builtin_cpu_supports("x86-64-v4");
  case MLC_ISA_V4_VNNI:
    return __builtin_cpu_supports("x86-64-v4") &&
           __builtin_cpu_supports("avx512vnni");
  case MLC_ISA_V4_BF16:
    return __builtin_cpu_supports("x86-64-v4") &&
           __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512bf16");
  case MLC_ISA_V4_AMX: {
    // What the processor has the system must grant, once per process.
    constexpr long requestState = 0x1023, tileData = 18;
    static const bool granted =
        __builtin_cpu_supports("amx-int8") &&
        __builtin_cpu_supports("amx-bf16") &&
        syscall(SYS_arch_prctl, requestState, tileData) == 0;
    return granted;
  }
  default:
    return false;
  }
}

JitKernel mlc::test::compileKernel(const IsaLevel &level,
                                   std::function<void(OpBuilder &)> build,
                                   bool generic, std::string dump) {
  MLIRContext &context = testContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  OpBuilder b = OpBuilder::atBlockBegin(module->getBody());
  double start = now();
  build(b);
  double emitted = now() - start;
  JitKernel kernel = finish(level, *module, generic, dump);
  kernel.mlirSeconds += emitted;
  return kernel;
}

JitKernel mlc::test::compileKernelText(const IsaLevel &level, StringRef text) {
  auto module = parseSourceString<ModuleOp>(text, &testContext());
  return module ? finish(level, *module, false, "") : JitKernel();
}

Type mlc::test::flatBuffer(Type element) {
  return MemRefType::get({ShapedType::kDynamic}, element);
}

void mlc::test::buildKernelFunctions(
    OpBuilder &b, ArrayRef<Type> slots,
    llvm::function_ref<void(Value, Value, ValueRange)> body,
    llvm::function_ref<Value(ValueRange)> items) {
  OpBuilder::InsertionGuard guard(b);
  Location loc = b.getUnknownLoc();
  Type index = b.getIndexType();
  SmallVector<Type> types{index, index, index,
                          LLVM::LLVMPointerType::get(b.getContext())};
  types.append(slots.begin(), slots.end());
  auto run = func::FuncOp::create(b, loc, "k", b.getFunctionType(types, {}));
  auto count = func::FuncOp::create(b, loc, "k.items",
                                    b.getFunctionType(slots, index));
  Block *entry = run.addEntryBlock();
  b.setInsertionPointToStart(entry);
  body(entry->getArgument(0), entry->getArgument(1),
       entry->getArguments().drop_front(4));
  func::ReturnOp::create(b, loc);
  entry = count.addEntryBlock();
  b.setInsertionPointToStart(entry);
  func::ReturnOp::create(b, loc, items(entry->getArguments()));
}
