//===- ReadTensor.h - TensorProto to dense bytes ---------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor's elements come in one of eight fields or from another file. They
// are accepted only when exactly one source holds exactly as many elements as
// the dimensions say.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_IMPORT_ONNX_READTENSOR_H
#define MLC_COMPILER_IMPORT_ONNX_READTENSOR_H

#include "compiler/Import/Onnx/ExternalData.h"
#include "compiler/Import/Onnx/ReadModel.h"

namespace mlc::onnx {

struct TensorReader {
  Model &model;
  const ReadLimits &limits;
  ExternalData &external;
  std::string &error;

  /// Reads a TensorProto. Raw and external data stay where they are.
  bool read(llvm::StringRef message, Tensor &tensor);

private:
  struct Fields;
  bool scan(llvm::StringRef message, Tensor &tensor, Fields &fields);
  bool readExternal(const Fields &fields, uint64_t size, Tensor &tensor);
  bool readTyped(llvm::StringRef message, uint32_t field, uint64_t entries,
                 unsigned entryBytes, Tensor &tensor);
  bool readStrings(llvm::StringRef message, uint64_t count, Tensor &tensor);
  bool fail(const Tensor &tensor, const std::string &why);
};

} // namespace mlc::onnx

#endif // MLC_COMPILER_IMPORT_ONNX_READTENSOR_H
