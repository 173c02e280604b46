//===- Registration.h - What a tool must register ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per dialect and per group of passes, shared by all tools.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_REGISTRATION_H
#define MLC_COMPILER_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlc {

/// This project's dialects.
void registerAllDialects(mlir::DialectRegistry &registry);

/// This project's passes, for tools that take a pipeline as text.
void registerAllPasses();

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_REGISTRATION_H
