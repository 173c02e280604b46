//===- TextIR.h - IR as text files with their weights -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PATH holds the IR, PATH.weights what is too large for text. The first line
// says which version wrote it: text IR is for one version only.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_PIPELINES_TEXTIR_H
#define MLC_COMPILER_PIPELINES_TEXTIR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlc {

/// First line of text IR.
std::string textHeader(llvm::StringRef phase);

/// Known by the ending of its name or by the first line.
bool isTextIR(llvm::StringRef path, llvm::StringRef firstBytes);
bool isTextIR(llvm::StringRef path);

/// Reads IR and weights. The parser's own messages go to the context's handler;
/// the result is then null without an error.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readTextIR(mlir::MLIRContext &context, const std::string &path);

/// Writes `text`, which is `module` printed, and the weights of its context's
/// pool.
llvm::Error writeTextIR(mlir::ModuleOp module, llvm::StringRef text,
                        const std::string &path);

} // namespace mlc

#endif // MLC_COMPILER_PIPELINES_TEXTIR_H
