//===- DenseAttr.cpp - Literals and dense MLIR attributes -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Constants/DenseAttr.h"
#include "compiler/Support/DTypeMLIR.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

using namespace mlc;

std::optional<TensorSpec> mlc::specOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  TensorSpec spec{dtypeOf(tensor.getElementType()),
                  llvm::SmallVector<int64_t>(tensor.getShape())};
  if (spec.dtype == MLC_DTYPE_INVALID || !spec.isValid())
    return std::nullopt;
  return spec;
}

mlir::RankedTensorType mlc::tensorTypeOf(mlir::MLIRContext *context,
                                         const TensorSpec &spec) {
  return mlir::RankedTensorType::get(spec.shape,
                                     mlirTypeOf(context, spec.dtype));
}

Literal mlc::literalOf(mlir::DenseElementsAttr attr) {
  std::optional<TensorSpec> spec = specOf(attr.getType());
  if (!spec)
    return {};
  const DType dtype = spec->dtype;
  const bool splat = attr.isSplat();
  Literal result =
      Literal::zeros(splat ? TensorSpec{dtype, {}} : *spec);
  const int64_t count = result.count();
  if (isComplex(dtype)) {
    auto values = attr.getValues<std::complex<llvm::APFloat>>();
    auto it = values.begin();
    for (int64_t i = 0; i < count; ++i, ++it) {
      std::complex<llvm::APFloat> value = *it;
      result.setComplex(i, {value.real().convertToDouble(),
                            value.imag().convertToDouble()});
    }
  } else if (isFloat(dtype)) {
    auto values = attr.getValues<llvm::APFloat>();
    auto it = values.begin();
    for (int64_t i = 0; i < count; ++i, ++it)
      result.setBits(i, (*it).bitcastToAPInt().getZExtValue());
  } else {
    auto values = attr.getValues<llvm::APInt>();
    auto it = values.begin();
    for (int64_t i = 0; i < count; ++i, ++it)
      result.setBits(i, (*it).getZExtValue());
  }
  return splat ? Literal::splat(*spec, result.storage()) : result;
}

mlir::DenseElementsAttr mlc::denseAttrOf(mlir::MLIRContext *context,
                                         const Literal &value) {
  mlir::RankedTensorType type = tensorTypeOf(context, value.spec());
  const DType dtype = value.dtype();
  const int64_t count = value.isSplat() ? std::min<int64_t>(value.count(), 1)
                                        : value.count();
  if (isComplex(dtype)) {
    const llvm::fltSemantics &semantics = dtype == MLC_C64
                                              ? llvm::APFloat::IEEEsingle()
                                              : llvm::APFloat::IEEEdouble();
    auto part = [&](double x) {
      llvm::APFloat number(x);
      bool loses;
      number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &loses);
      return number;
    };
    llvm::SmallVector<std::complex<llvm::APFloat>> values;
    for (int64_t i = 0; i < count; ++i) {
      std::complex<double> number = value.getComplex(i);
      values.emplace_back(part(number.real()), part(number.imag()));
    }
    return mlir::DenseElementsAttr::get(type, values);
  }
  const unsigned width = dtype == MLC_BOOL ? 1 : bitWidth(dtype);
  if (isFloat(dtype)) {
    const llvm::fltSemantics &semantics =
        mlir::cast<mlir::FloatType>(type.getElementType()).getFloatSemantics();
    llvm::SmallVector<llvm::APFloat> values;
    for (int64_t i = 0; i < count; ++i)
      values.emplace_back(semantics, llvm::APInt(width, value.getBits(i)));
    return mlir::DenseElementsAttr::get(type, values);
  }
  llvm::SmallVector<llvm::APInt> values;
  for (int64_t i = 0; i < count; ++i)
    values.emplace_back(width, dtype == MLC_BOOL ? value.getBits(i) != 0
                                                 : value.getBits(i));
  return mlir::DenseElementsAttr::get(type, values);
}
