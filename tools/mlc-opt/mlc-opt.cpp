//===- mlc-opt.cpp - The pass driver --------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with this project's dialects, passes and pipelines beside the
// upstream ones.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Registration.h"
#include "compiler/Pipelines/Version.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlc::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlc::registerAllDialects(registry);
  llvm::cl::AddExtraVersionPrinter(mlc::printVersion);
  // The name that compile-model gives to the same thing.
  static char dump[] = "--dump-pass-pipeline";
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--print-pipeline")
      argv[i] = dump;
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "MLC pass driver, version " MLC_VERSION "\n", registry));
}
