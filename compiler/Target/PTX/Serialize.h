//===- Serialize.h - LLVM dialect to PTX ------------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step for NVIDIA GPUs: text that the driver compiles when it loads
// it. No CUDA is needed to make it.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TARGET_PTX_SERIALIZE_H
#define MLC_COMPILER_TARGET_PTX_SERIALIZE_H

#include "compiler/Target/Common/Isa.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlc::ptx {

/// PTX for `level` ("sm_80") of a module in LLVM and NVVM dialect whose
/// entries carry `nvvm.kernel`. Fails when the text would need a function that
/// it does not hold.
llvm::Expected<std::string> serialize(mlir::ModuleOp module,
                                      const IsaLevel &level);

} // namespace mlc::ptx

#endif // MLC_COMPILER_TARGET_PTX_SERIALIZE_H
