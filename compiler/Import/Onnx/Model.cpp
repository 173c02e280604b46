//===- Model.cpp - An ONNX model as plain data ---------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Model.h"

using namespace mlc::onnx;
using llvm::StringRef;

namespace {
struct DtypeRow {
  int onnx;
  mlc_dtype dtype;
};
} // namespace

// The standard's numbers are fixed; the order here is theirs.
static const DtypeRow dtypeRows[] = {
    {1, MLC_F32},
    {2, MLC_U8},
    {3, MLC_I8},
    {4, MLC_U16},
    {5, MLC_I16},
    {6, MLC_I32},
    {7, MLC_I64},
    {8, MLC_STRING},
    {9, MLC_BOOL},
    {10, MLC_F16},
    {11, MLC_F64},
    {12, MLC_U32},
    {13, MLC_U64},
    {14, MLC_C64},
    {15, MLC_C128},
    {16, MLC_BF16},
    {17, MLC_F8E4M3FN},
    {18, MLC_F8E4M3FNUZ},
    {19, MLC_F8E5M2},
    {20, MLC_F8E5M2FNUZ},
    {21, MLC_U4},
    {22, MLC_I4},
    {23, MLC_F4E2M1},
    {24, MLC_F8E8M0},
    {25, MLC_U2},
    {26, MLC_I2},
};

mlc_dtype mlc::onnx::dtypeFromOnnx(int64_t number) {
  for (const DtypeRow &row : dtypeRows)
    if (row.onnx == number)
      return row.dtype;
  return MLC_DTYPE_INVALID;
}

int64_t mlc::onnx::dtypeToOnnx(mlc_dtype dtype) {
  for (const DtypeRow &row : dtypeRows)
    if (row.dtype == dtype)
      return row.onnx;
  return 0;
}

int64_t Tensor::numElements() const {
  // The reader has bounded the product, so it cannot overflow here.
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  return count;
}

const Attribute *Node::find(StringRef attribute) const {
  for (const Attribute &a : attributes)
    if (a.name == attribute)
      return &a;
  return nullptr;
}

StringRef mlc::onnx::canonicalDomain(StringRef domain) {
  return domain == "ai.onnx" ? StringRef() : domain;
}

std::string mlc::onnx::qualifiedName(const Node &node) {
  StringRef domain = canonicalDomain(node.domain);
  return domain.empty() ? node.opType.str()
                        : (domain + "." + node.opType).str();
}
