//===- mlc-reference.cpp - The reference interpreter as a program --------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlc-reference MODEL INPUTS OUTPUTS: imports an ONNX model and runs its entry
// by the reference interpreter. The other side of `mlc-run
// --reference=interpreter`; both files are in the format of Exchange.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Import.h"
#include "compiler/Reference/Interpreter.h"
#include "dialects/Graph/IR/Graph.h"
#include "tools/mlc-run/Exchange.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlc;
using reference::Value;

static void write(exchange::Writer &out, const Value &value) {
  out.number(uint64_t(value.kind));
  if (value.kind != Value::Kind::Tensor) {
    out.number(value.items.empty() ? 0
                                   : uint64_t(value.items[0].tensor.dtype()));
    out.number(value.items.size());
    for (const Value &item : value.items)
      write(out, item);
    return;
  }
  out.number(uint64_t(value.tensor.dtype()));
  out.number(value.tensor.spec().shape.size());
  for (int64_t extent : value.tensor.spec().shape)
    out.number(uint64_t(extent));
  Literal dense =
      value.tensor.isSplat() ? value.tensor.expanded() : value.tensor;
  out.block(dense.bytes().data(), dense.bytes().size());
}

static Value read(exchange::Reader &in, unsigned depth) {
  auto kind = Value::Kind(in.number());
  TensorSpec spec;
  spec.dtype = DType(in.number());
  uint64_t n = in.number();
  if (kind != Value::Kind::Tensor) {
    std::vector<Value> items;
    in.good &= depth < exchange::mostDims;
    for (uint64_t i = 0; i < n && in.good; ++i)
      items.push_back(read(in, depth + 1));
    return kind == Value::Kind::Sequence ? Value::sequence(std::move(items))
                                         : Value::optional(std::move(items));
  }
  in.good &= n <= exchange::mostDims;
  for (uint64_t i = 0; i < n && in.good; ++i)
    spec.shape.push_back(int64_t(in.number()));
  std::vector<uint8_t> bytes = in.block();
  in.good &= in.good && spec.isValid() && spec.bytes() == bytes.size();
  if (!in.good)
    return {};
  return Value(Literal::copy(spec, bytes));
}

static int fail(const llvm::Twine &text, int code) {
  llvm::errs() << text << "\n";
  return code;
}

static int importFailure(const std::vector<ImportDiagnostic> &diagnostics) {
  int code = 2;
  for (const ImportDiagnostic &diagnostic : diagnostics) {
    if (diagnostic.kind == ImportDiagnostic::Kind::Invalid)
      code = 1;
    llvm::errs() << diagnostic.str() << "\n";
  }
  return code;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return fail("usage: mlc-reference MODEL INPUTS OUTPUTS", 1);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::vector<ImportDiagnostic> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      onnx::importOnnxFile(context, argv[1], {}, diagnostics);
  if (!module)
    return importFailure(diagnostics);

  auto file = llvm::MemoryBuffer::getFile(argv[2], /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(llvm::Twine(argv[2]) + ": " + file.getError().message(), 3);
  std::vector<uint8_t> bytes((*file)->getBuffer().bytes_begin(),
                             (*file)->getBuffer().bytes_end());
  exchange::Reader in(bytes);
  std::vector<Value> inputs;
  for (uint64_t n = in.number(); n > 0 && in.good; --n)
    inputs.push_back(read(in, 0));
  if (!in.good)
    return fail(llvm::Twine(argv[2]) + ": damaged", 3);

  for (auto function : module->getOps<mlir::func::FuncOp>()) {
    if (!function->hasAttr(graph::GraphDialect::kEntryAttr))
      continue;
    reference::Interpreter interpreter;
    llvm::Expected<reference::Values> results =
        interpreter.run(function, inputs);
    if (!results)
      return fail(
          llvm::Twine(argv[1]) + ": " + llvm::toString(results.takeError()), 5);
    exchange::Writer out;
    out.number(results->size());
    for (const Value &value : *results)
      write(out, value);
    std::error_code code;
    llvm::raw_fd_ostream os(argv[3], code);
    if (!code)
      os << out.bytes;
    os.close();
    return code || os.has_error()
               ? fail(llvm::Twine(argv[3]) + ": cannot write", 1)
               : 0;
  }
  return fail(llvm::Twine(argv[1]) + ": no entry", 3);
}
