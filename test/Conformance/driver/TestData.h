//===- TestData.h - ONNX test data on disk ----------------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of the ONNX backend tests: DIR/model.onnx beside
// DIR/test_data_set_N/{input,output}_K.pb, each a serialised TensorProto,
// SequenceProto or OptionalProto, as the type of the model's value says.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_TESTDATA_H
#define MLC_TEST_CONFORMANCE_DRIVER_TESTDATA_H

#include "compiler/Reference/Interpreter.h"

namespace mlc::conformance {

struct DataSet {
  std::vector<reference::Value> inputs, outputs;
};

/// The kinds of a model's values, outermost first: "t" tensor, "s" sequence,
/// "o" optional; "os" is an optional sequence.
std::string kindOf(mlir::Type type);

/// Reads one file as a value of this kind.
llvm::Expected<reference::Value> readValue(llvm::StringRef path,
                                           llvm::StringRef kind);

/// Reads the folders `prefix`0, `prefix`1, ... below `directory`. Kinds are
/// given per input and output.
llvm::Expected<std::vector<DataSet>>
readDataSets(llvm::StringRef directory, llvm::ArrayRef<std::string> inputKinds,
             llvm::ArrayRef<std::string> outputKinds,
             llvm::StringRef prefix = "test_data_set_");

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_TESTDATA_H
