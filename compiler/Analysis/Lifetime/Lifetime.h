//===- Lifetime.h - When the buffers of an entry are in use -----*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps are numbered in program order, nested regions included. A buffer lives
// from its `rt.alloc` to the last step that may touch it through any name:
// region results and loop-carried values are other names of it. A buffer from
// outside a loop that is touched inside lives through the whole loop, since the
// next iteration may need it. The branches of an `if` have steps of their own,
// so what only one of them needs may share space with what only the other
// needs.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_COMPILER_ANALYSIS_LIFETIME_LIFETIME_H
#define MLC_COMPILER_ANALYSIS_LIFETIME_LIFETIME_H

#include "dialects/Rt/IR/Rt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LogicalResult.h"

namespace mlc {

/// A buffer is written first at step `first` and touched last at step `last`.
struct Lifetime {
  int32_t first = 0, last = 0;

  bool overlaps(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct BufferLifetime {
  rt::AllocOp alloc;
  Lifetime lifetime;
};

/// The lifetimes of all allocations of an entry, in program order. Fails with a
/// diagnostic when an allocation inside a loop would outlive its iteration.
llvm::FailureOr<llvm::SmallVector<BufferLifetime>>
computeLifetimes(rt::EntryOp entry);

/// Alignment of every buffer in a workspace.
inline constexpr uint64_t kBufferAlignment = 64;

struct ArenaPlan {
  llvm::SmallVector<uint64_t> offsets;
  uint64_t bytes = 0;
};

/// Places buffers of known sizes such that no two with overlapping lifetimes
/// share a byte: the largest first, each at the lowest place that is free. The
/// planner that artifacts carry for dynamic shapes does the same.
ArenaPlan planArena(llvm::ArrayRef<Lifetime> lifetimes,
                    llvm::ArrayRef<uint64_t> sizes);

} // namespace mlc

#endif // MLC_COMPILER_ANALYSIS_LIFETIME_LIFETIME_H
