//===- Arrays.h - Between Python objects and tensors -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_PYTHON_ARRAYS_H
#define MLC_RUNTIME_PYTHON_ARRAYS_H

#include "mlc/runtime.h"

#include <nanobind/nanobind.h>

#include <list>
#include <string>
#include <vector>

namespace mlc::python {

/// What the arguments of one call hold on to until it is over.
class Arguments {
public:
  Arguments() = default;
  Arguments(const Arguments &) = delete;
  ~Arguments();

  /// An array, list of arrays (sequence), None (empty optional) or strings as
  /// the tensor that this row wants. Raises a Python error.
  mlc_tensor take(nanobind::handle object, const mlc_value_info &info);

private:
  mlc_tensor takeArray(nanobind::handle object, uint32_t dtype);
  mlc_tensor takeStrings(nanobind::handle object);
  bool viaBuffer(PyObject *object, uint32_t dtype, mlc_tensor &tensor);

  std::vector<Py_buffer> buffers;
  std::vector<nanobind::object> owned;
  std::list<std::vector<mlc_tensor>> tensors;
  std::list<mlc_list> lists;
  std::list<std::vector<mlc_string>> strings;
};

/// A result as a NumPy array that owns the memory, a list of such for
/// sequences, None or an array for optionals. Consumes the tensor.
nanobind::object toPython(mlc_tensor &tensor);

} // namespace mlc::python

#endif // MLC_RUNTIME_PYTHON_ARRAYS_H
