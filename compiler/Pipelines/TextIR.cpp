//===- TextIR.cpp - IR as text files with their weights -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/TextIR.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Codegen/Contraction/PackBytes.h"
#include "compiler/Codegen/Contraction/PackFewBits.h"
#include "compiler/Codegen/MicroKernel/PackWeights.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/WeightFile.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlc;
using llvm::StringRef;

static constexpr StringRef kMark = "// mlc ";

std::string mlc::textHeader(StringRef phase) {
  return (kMark + MLC_VERSION " after " + phase + "\n").str();
}

bool mlc::isTextIR(StringRef path, StringRef firstBytes) {
  return path.ends_with(".mlir") || firstBytes.starts_with(kMark);
}

bool mlc::isTextIR(StringRef path) {
  auto head = llvm::MemoryBuffer::getFileSlice(path, kMark.size(), 0);
  return isTextIR(path, head ? (*head)->getBuffer() : "");
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
mlc::readTextIR(mlir::MLIRContext &context, const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return makeError("cannot be read: ", buffer.getError().message());
  StringRef first = (*buffer)->getBuffer().split('\n').first;
  if (first.consume_front(kMark)) {
    StringRef version = first.split(' ').first;
    if (version != MLC_VERSION)
      return makeError("written by compiler version ", version,
                       ", this is " MLC_VERSION
                       "; text IR is for one version only");
  }
  context.loadAllAvailableDialects();
  auto *dialect = context.getOrLoadDialect<graph::GraphDialect>();
  // A file written after layout holds packed constants as recipes.
  registerPackingRecipes(dialect->getConstantPool());
  registerBytePackingRecipes(dialect->getConstantPool());
  registerFewBitsRecipes(dialect->getConstantPool());
  std::string weights = path + ".weights";
  if (llvm::sys::fs::exists(weights))
    if (llvm::Error problem =
            readWeightFile(dialect->getConstantPool(), weights))
      return std::move(problem);
  return mlir::parseSourceFile<mlir::ModuleOp>(path,
                                               mlir::ParserConfig(&context));
}

llvm::Error mlc::writeTextIR(mlir::ModuleOp module, StringRef text,
                             const std::string &path) {
  if (llvm::Error problem = writeFileAtomically(path, text))
    return problem;
  auto *dialect = module.getContext()->getLoadedDialect<graph::GraphDialect>();
  if (!dialect)
    return llvm::Error::success();
  ConstantPool &pool = dialect->getConstantPool();
  std::vector<Hash128> all = pool.allInOrder();
  return all.empty() ? llvm::Error::success()
                     : writeWeightFile(pool, all, path + ".weights");
}
