//===- Version.cpp - What a tool says to --version ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Version.h"
#include "runtime/include/mlc/artifact_abi.h"
#include "llvm/Config/llvm-config.h"

void mlc::printVersion(llvm::raw_ostream &os) {
  os << "mlc " MLC_VERSION ", artifact ABI " << MLC_ABI_MAJOR << "."
     << MLC_ABI_MINOR
     << ", LLVM " LLVM_VERSION_STRING ", ONNX " MLC_ONNX_VERSION "\n";
}
