//===- PhaseFilters.h - Filters of transposed convolutions ------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution over an input that is spread with zeros meets elements, for
// outputs r, r + s, r + 2s, ..., with every s-th tap of its filter only. So it
// is s ordinary convolutions, one for each phase r, whose results interleave.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_TRANSFORMS_LAYOUT_PHASEFILTERS_H
#define MLC_COMPILER_TRANSFORMS_LAYOUT_PHASEFILTERS_H

#include "compiler/Constants/ConstantPool.h"

namespace mlc {

/// The phases of one dimension: `spread` is the distance of elements of the
/// spread input, `low` the padding in front of it.
struct Phases {
  Phases(int64_t kernel, int64_t spread, int64_t low);
  /// The tap of the filter that phase `phase` has as its tap `tap`; negative or
  /// beyond the kernel where it has none.
  int64_t tapOf(int64_t phase, int64_t tap) const;

  int64_t kernel, spread, low;
  /// All phases share a window of `taps` elements of the input as it is, which
  /// begins `pad` elements in front of the phases' common position.
  int64_t taps = 0, pad = 0;
};

/// The recipe "split_phases": [O, C, kernel...] and, for each spatial
/// dimension, {spread, low} -> [O * spread..., C, taps...], phases innermost.
llvm::Expected<Hash128> addPhaseFilters(ConstantPool &pool,
                                        llvm::StringRef recipe,
                                        const Hash128 &filter,
                                        llvm::ArrayRef<int64_t> ints);

} // namespace mlc

#endif // MLC_COMPILER_TRANSFORMS_LAYOUT_PHASEFILTERS_H
