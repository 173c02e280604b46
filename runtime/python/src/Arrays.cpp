//===- Arrays.cpp - Between Python objects and tensors -------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quick way in is the buffer protocol, which every C-contiguous NumPy array
// offers. All else (other layouts, dlpack producers, lists, scalars, the types
// of ml_dtypes) goes through mlc._convert, in Python, and comes back as an
// array.
//
//===----------------------------------------------------------------------===//

#include "runtime/python/src/Arrays.h"

#include <nanobind/ndarray.h>

#include <cstdlib>
#include <cstring>

namespace nb = nanobind;
using namespace mlc::python;

Arguments::~Arguments() {
  for (Py_buffer &buffer : buffers)
    PyBuffer_Release(&buffer);
}

/// Element type of a buffer's format letter, in native order.
static uint32_t dtypeOfFormat(const char *format, Py_ssize_t size) {
  if (!format)
    return MLC_U8;
  if (*format == '@' || *format == '=' || *format == '<')
    ++format;
  if (format[0] == 'Z')
    return format[1] == 'f'   ? MLC_C64
           : format[1] == 'd' ? MLC_C128
                              : MLC_DTYPE_INVALID;
  if (format[0] == 0 || format[1] != 0)
    return MLC_DTYPE_INVALID;
  switch (*format) {
  case '?':
    return MLC_BOOL;
  case 'e':
    return MLC_F16;
  case 'f':
    return MLC_F32;
  case 'd':
    return MLC_F64;
  case 'b':
    return MLC_I8;
  case 'B':
    return MLC_U8;
  case 'h':
    return MLC_I16;
  case 'H':
    return MLC_U16;
  case 'i':
  case 'l':
  case 'q':
    return size == 8 ? MLC_I64 : MLC_I32;
  case 'I':
  case 'L':
  case 'Q':
    return size == 8 ? MLC_U64 : MLC_U32;
  default:
    return MLC_DTYPE_INVALID;
  }
}

/// Types that NumPy lacks arrive as unsigned integers of their width.
static bool storedAs(uint32_t wanted, uint32_t have) {
  uint32_t bits = mlc_dtype_bits(wanted);
  bool narrow =
      wanted == MLC_BF16 || (wanted >= MLC_F8E4M3FN && wanted <= MLC_F8E8M0);
  return narrow &&
         ((bits == 16 && have == MLC_U16) || (bits == 8 && have == MLC_U8));
}

bool Arguments::viaBuffer(PyObject *object, uint32_t dtype,
                          mlc_tensor &tensor) {
  Py_buffer buffer;
  if (PyObject_GetBuffer(object, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) !=
      0) {
    PyErr_Clear();
    return false;
  }
  uint32_t have = dtypeOfFormat(buffer.format, buffer.itemsize);
  if (have == MLC_DTYPE_INVALID || buffer.ndim > MLC_MAX_RANK) {
    PyBuffer_Release(&buffer);
    return false;
  }
  buffers.push_back(buffer);
  tensor.data = buffer.buf;
  tensor.dtype = storedAs(dtype, have) ? dtype : have;
  tensor.rank = uint32_t(buffer.ndim);
  for (int i = 0; i < buffer.ndim; ++i)
    tensor.dims[i] = buffer.shape[i];
  tensor.capacity = uint64_t(buffer.len);
  return true;
}

mlc_tensor Arguments::takeArray(nb::handle object, uint32_t dtype) {
  mlc_tensor tensor = {};
  // Below a byte the runtime wants packed elements: only _convert makes them.
  bool packed = dtype != MLC_DTYPE_INVALID && mlc_dtype_bits(dtype) < 8;
  if (!packed && viaBuffer(object.ptr(), dtype, tensor))
    return tensor;
  nb::object made = nb::module_::import_("mlc._convert")
                        .attr("to_buffer")(object, mlc_dtype_name(dtype));
  nb::object array = made[0];
  owned.push_back(array);
  if (!viaBuffer(array.ptr(), dtype, tensor))
    throw nb::type_error("an input cannot be read as an array");
  if (packed) {
    // Packed bytes beside the logical shape.
    tensor.dtype = dtype;
    nb::tuple shape = nb::cast<nb::tuple>(made[1]);
    tensor.rank = uint32_t(shape.size());
    for (size_t i = 0; i < shape.size() && i < MLC_MAX_RANK; ++i)
      tensor.dims[i] = nb::cast<int64_t>(shape[i]);
  }
  return tensor;
}

mlc_tensor Arguments::takeStrings(nb::handle object) {
  nb::object made =
      nb::module_::import_("mlc._convert").attr("to_strings")(object);
  nb::list bytes = nb::cast<nb::list>(made[0]);
  nb::tuple shape = nb::cast<nb::tuple>(made[1]);
  owned.push_back(bytes);
  strings.emplace_back();
  for (nb::handle item : bytes) {
    auto text = nb::cast<nb::bytes>(item);
    strings.back().push_back({text.c_str(), text.size()});
  }
  mlc_tensor tensor = {};
  tensor.dtype = MLC_STRING;
  tensor.rank = uint32_t(shape.size());
  for (size_t i = 0; i < shape.size() && i < MLC_MAX_RANK; ++i)
    tensor.dims[i] = nb::cast<int64_t>(shape[i]);
  tensor.data = strings.back().data();
  tensor.capacity = strings.back().size() * sizeof(mlc_string);
  return tensor;
}

mlc_tensor Arguments::take(nb::handle object, const mlc_value_info &info) {
  if (info.kind == MLC_TENSOR)
    return info.dtype == MLC_STRING ? takeStrings(object)
                                    : takeArray(object, info.dtype);
  tensors.emplace_back();
  std::vector<mlc_tensor> &items = tensors.back();
  mlc_value_info inner = info;
  inner.kind = MLC_ITEM_KIND(info.items);
  inner.items = MLC_ITEMS_OF_ITEM(info.items);
  auto add = [&](nb::handle item) {
    items.push_back(inner.kind == MLC_TENSOR ? takeArray(item, info.dtype)
                                             : take(item, inner));
  };
  if (info.kind == MLC_OPTIONAL) {
    if (!object.is_none())
      add(object);
  } else {
    for (nb::handle item : nb::cast<nb::sequence>(object))
      add(item);
  }
  lists.push_back({items.size(), items.size(), items.data()});
  mlc_tensor tensor = {};
  tensor.kind = info.kind;
  tensor.dtype = info.dtype;
  tensor.data = &lists.back();
  return tensor;
}

static nb::dlpack::dtype dlpackType(uint32_t dtype) {
  auto make = [](nb::dlpack::dtype_code code, uint8_t bits) {
    return nb::dlpack::dtype{uint8_t(code), bits, 1};
  };
  auto bits = uint8_t(mlc_dtype_bits(dtype));
  switch (dtype) {
  case MLC_BOOL:
    return make(nb::dlpack::dtype_code::Bool, 8);
  case MLC_F16:
  case MLC_F32:
  case MLC_F64:
    return make(nb::dlpack::dtype_code::Float, bits);
  case MLC_C64:
  case MLC_C128:
    return make(nb::dlpack::dtype_code::Complex, bits);
  case MLC_I8:
  case MLC_I16:
  case MLC_I32:
  case MLC_I64:
    return make(nb::dlpack::dtype_code::Int, bits);
  case MLC_BF16:
    return make(nb::dlpack::dtype_code::UInt, 16);
  default:
    return make(nb::dlpack::dtype_code::UInt, bits < 8 ? 8 : bits);
  }
}

static bool isNumpyType(uint32_t dtype) {
  return mlc_dtype_bits(dtype) >= 8 && dtype != MLC_BF16 &&
         !(dtype >= MLC_F8E4M3FN && dtype <= MLC_F4E2M1);
}

/// An array over `tensor`'s data, kept alive by `owner`.
static nb::object arrayOver(const mlc_tensor &tensor, nb::handle owner) {
  size_t shape[MLC_MAX_RANK];
  size_t rank = tensor.rank;
  for (size_t i = 0; i < rank; ++i)
    shape[i] = size_t(tensor.dims[i]);
  if (mlc_dtype_bits(tensor.dtype) < 8) {
    shape[0] = size_t(mlc_tensor_bytes(tensor.dtype, tensor.rank, tensor.dims));
    rank = 1;
  }
  nb::ndarray<nb::numpy> array(tensor.data, rank, shape, owner, nullptr,
                               dlpackType(tensor.dtype));
  nb::object result = nb::cast(array);
  if (isNumpyType(tensor.dtype))
    return result;
  nb::list dims;
  for (uint32_t i = 0; i < tensor.rank; ++i)
    dims.append(tensor.dims[i]);
  return nb::module_::import_("mlc._convert")
      .attr("from_raw")(result, mlc_dtype_name(tensor.dtype), dims);
}

static nb::object stringsOf(const mlc_tensor &tensor) {
  nb::list texts, dims;
  auto *strings = static_cast<const mlc_string *>(tensor.data);
  uint64_t n = mlc_tensor_bytes(tensor.dtype, tensor.rank, tensor.dims) /
               sizeof(mlc_string);
  for (uint64_t i = 0; i < n; ++i)
    texts.append(nb::bytes(strings[i].data, strings[i].size));
  for (uint32_t i = 0; i < tensor.rank; ++i)
    dims.append(tensor.dims[i]);
  return nb::module_::import_("mlc._convert").attr("from_strings")(texts, dims);
}

/// What lies in a block that `owner` keeps, lists included.
static nb::object valueOver(const mlc_tensor &tensor, nb::handle owner) {
  if (tensor.kind == MLC_TENSOR)
    return tensor.dtype == MLC_STRING ? stringsOf(tensor)
                                      : arrayOver(tensor, owner);
  auto *list = static_cast<const mlc_list *>(tensor.data);
  nb::list items;
  for (uint64_t i = 0; i < list->size; ++i)
    items.append(valueOver(list->items[i], owner));
  if (tensor.kind == MLC_OPTIONAL)
    return list->size ? nb::object(items[0]) : nb::none();
  return items;
}

nb::object mlc::python::toPython(mlc_tensor &tensor) {
  // Without elements there may be no block: NumPy still wants an address.
  void *block = tensor.data ? tensor.data : malloc(64);
  tensor.data = block;
  nb::capsule owner(block, [](void *p) noexcept { free(p); });
  tensor.flags = 0;
  return valueOver(tensor, owner);
}
