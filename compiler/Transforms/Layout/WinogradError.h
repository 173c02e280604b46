//===- WinogradError.h - What Winograd's transform rounds -------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_WINOGRADERROR_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_WINOGRADERROR_H

#include "compiler/Constants/Literal.h"

namespace mlc {

/// The largest error of a convolution with this filter ([OC][IC][3][3], f32) by
/// Winograd's transform to tiles of `tile`, as a share of the largest result:
/// measured on a few tiles of seeded normal numbers against sums in f64, on
/// some of the output channels where there are many. Infinite where a number is
/// not finite.
double winogradError(const Literal &filter, int64_t tile);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_WINOGRADERROR_H
