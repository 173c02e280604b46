//===- PlanArena.cpp - Offsets for buffers of known sizes -----------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy by size. Optimal packing is NP-hard; on real models this is within a
// few per cent of the lower bound (the largest sum of sizes alive at one step).
//
//===----------------------------------------------------------------------===//

#include "compiler/Analysis/Lifetime/Lifetime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlc;

ArenaPlan mlc::planArena(llvm::ArrayRef<Lifetime> lifetimes,
                         llvm::ArrayRef<uint64_t> sizes) {
  llvm::SmallVector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  // Stable: equal sizes keep program order, so the plan is reproducible.
  llvm::stable_sort(order,
                    [&](size_t a, size_t b) { return sizes[a] > sizes[b]; });

  ArenaPlan plan;
  plan.offsets.assign(sizes.size(), 0);
  // Placed buffers, by offset.
  llvm::SmallVector<size_t> placed;
  for (size_t buffer : order) {
    if (sizes[buffer] == 0)
      continue;
    uint64_t size = llvm::alignTo(sizes[buffer], kBufferAlignment);
    uint64_t offset = 0;
    for (size_t other : placed) {
      if (!lifetimes[buffer].overlaps(lifetimes[other]))
        continue;
      if (plan.offsets[other] >= offset + size)
        break;
      offset =
          std::max(offset, plan.offsets[other] +
                               llvm::alignTo(sizes[other], kBufferAlignment));
    }
    plan.offsets[buffer] = offset;
    plan.bytes = std::max(plan.bytes, offset + size);
    auto position = llvm::upper_bound(placed, buffer, [&](size_t a, size_t b) {
      return plan.offsets[a] < plan.offsets[b];
    });
    placed.insert(position, buffer);
  }
  return plan;
}
