//===- Library.h - A compiled library and its runs --------------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_CONFORMANCE_DRIVER_LIBRARY_H
#define MLC_TEST_CONFORMANCE_DRIVER_LIBRARY_H

#include "compiler/Reference/Interpreter.h"
#include "mlc/runtime.h"

namespace mlc::conformance {

class Library {
public:
  Library() = default;
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
  ~Library();

  llvm::Error open(const std::string &path);
  /// One run of an entry (null: the only one) in a context of its own, whose
  /// memory is filled with `fill` before. `isa` 0: the best level here.
  llvm::Expected<std::vector<reference::Value>>
  run(const char *entryName, llvm::ArrayRef<reference::Value> inputs,
      uint32_t isa, uint8_t fill);
  int64_t kernels() const;
  /// Code levels inside, bit by bit.
  uint32_t isaMask() const { return mlc_model_isa_mask(model); }
  /// The best level this machine offers.
  uint32_t bestIsa() const { return mlc_model_artifact(model)->best_isa(); }

private:
  mlc_model *model = nullptr;
};

/// Equal kinds, types, shapes and bits.
bool sameBits(const reference::Value &a, const reference::Value &b);

} // namespace mlc::conformance

#endif // MLC_TEST_CONFORMANCE_DRIVER_LIBRARY_H
