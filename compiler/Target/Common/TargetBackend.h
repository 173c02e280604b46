//===- TargetBackend.h - One target, as the compiler sees it -- -*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend is a folder beside this one: its levels (facts), the strategy that
// fills kernels' schedules, the passes down to the LLVM dialect, and what makes
// bytes of that. Shared code asks the registry and names no target.
//
// One backend is the host: its code runs the entries and every kernel. Any
// other makes images beside it, of the kernels that its strategy takes.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_COMMON_TARGETBACKEND_H
#define MLC_COMPILER_TARGET_COMMON_TARGETBACKEND_H

#include "compiler/Target/Common/CodeUnit.h"
#include "compiler/Target/Common/Tuning.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sched/IR/Sched.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"

namespace mlc {

class TargetBackend {
public:
  virtual ~TargetBackend();

  /// "nvptx": the word before the colon in --target, and of its images. The
  /// host's levels may also stand without it.
  virtual llvm::StringRef getName() const = 0;
  virtual bool isHost() const { return false; }

  // Facts.

  /// All levels, lowest first.
  virtual llvm::ArrayRef<IsaLevel> getLevels() const = 0;
  /// The level that a user's word means ("haswell"); null with `error` filled.
  virtual const IsaLevel *parseLevel(llvm::StringRef text,
                                     std::string &error) const = 0;

  // Strategy.

  /// Appends this target's variants of `kernel` for `levels` (ascending, all
  /// chosen by the user), first choice first. The host's last one must have no
  /// guard; all of another backend name a level. No variants from a device
  /// means that it leaves the kernel to the host: `why` then says what is in
  /// the way. Nothing is lowered here.
  virtual void addVariants(kernel::FuncOp kernel,
                           llvm::ArrayRef<const IsaLevel *> levels,
                           llvm::SmallVectorImpl<sched::VariantAttr> &variants,
                           std::string &why) const = 0;

  /// Appends tilings that a tuner may try for `kernel` at a level that inherits
  /// from none, beside what addVariants chose. A recorded choice must be among
  /// them. None where there is nothing to choose.
  virtual void addCandidates(kernel::FuncOp kernel, const IsaLevel &level,
                             llvm::SmallVectorImpl<Tiling> &tilings) const {}

  // Pipeline.

  /// Dialects and translations that lowering to this target needs.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;
  /// Emits the functions of `kernel`, which carries the variant to make, into
  /// `module`. By default through the emitters' table.
  virtual llvm::LogicalResult emit(kernel::FuncOp kernel, const IsaLevel &level,
                                   mlir::ModuleOp module) const;
  /// From what `emit` makes to the LLVM dialect, on a module.
  virtual void buildPipeline(mlir::OpPassManager &pm,
                             const IsaLevel &level) const = 0;

  // Serialiser.

  /// Compiles all units; the first failing one (by index) gives the error.
  virtual llvm::Expected<std::vector<CompiledUnit>>
  serialise(llvm::ArrayRef<CodeUnit> units,
            const CompileSettings &settings) const = 0;
  /// What the bytes of an image are ("ptx"); "" for the host.
  virtual llvm::StringRef getImageFormat() const { return ""; }

  /// By name or symbol; null when it has none such.
  const IsaLevel *findLevel(llvm::StringRef name) const;
  /// The level among `levels` whose code serves the kernels for which `level`
  /// has none of its own; null when it must have all of them.
  const IsaLevel *inheritedFrom(const IsaLevel &level,
                                llvm::ArrayRef<const IsaLevel *> levels) const;
  /// Whether code for `name` runs where `level` does: it is that level or one
  /// below it.
  bool includes(const IsaLevel &level, llvm::StringRef name) const;
};

/// Every backend, the host first. A new one is a line in Registry.cpp.
llvm::ArrayRef<const TargetBackend *> targetBackends();
const TargetBackend &hostBackend();

/// A level and whose it is; `backend` is null when no backend has it.
struct TargetLevel {
  const TargetBackend *backend = nullptr;
  const IsaLevel *level = nullptr;
};
TargetLevel findTargetLevel(llvm::StringRef name);

} // namespace mlc

#endif // MLC_COMPILER_TARGET_COMMON_TARGETBACKEND_H
