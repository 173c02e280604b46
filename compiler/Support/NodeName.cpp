//===- NodeName.cpp - Model node names in locations ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/NodeName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlc;

mlir::Location mlc::nodeLocation(mlir::MLIRContext *context,
                                 llvm::StringRef name) {
  return mlir::NameLoc::get(mlir::StringAttr::get(context, name));
}

llvm::SmallVector<llvm::StringRef> mlc::nodeNames(mlir::Location loc,
                                                  size_t limit) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::SmallVector<mlir::Location> stack{loc};
  while (!stack.empty() && names.size() < limit) {
    mlir::Location top = stack.pop_back_val();
    if (auto name = llvm::dyn_cast<mlir::NameLoc>(top)) {
      llvm::StringRef text = name.getName().getValue();
      if (!text.empty() && !llvm::is_contained(names, text))
        names.push_back(text);
    } else if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(top)) {
      // Reversed, since the stack turns the order round again.
      for (mlir::Location inner : llvm::reverse(fused.getLocations()))
        stack.push_back(inner);
    } else if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(top)) {
      stack.push_back(call.getCallee());
    }
  }
  return names;
}

llvm::StringRef mlc::nodeName(mlir::Location loc) {
  auto names = nodeNames(loc, 1);
  return names.empty() ? llvm::StringRef() : names.front();
}

mlir::Location mlc::fuseNodeLocations(mlir::MLIRContext *context,
                                      llvm::ArrayRef<mlir::Location> locs) {
  llvm::SmallVector<llvm::StringRef> names;
  for (mlir::Location loc : locs)
    for (llvm::StringRef name : nodeNames(loc))
      if (names.size() < 8 && !llvm::is_contained(names, name))
        names.push_back(name);
  llvm::SmallVector<mlir::Location> kept;
  for (llvm::StringRef name : names)
    kept.push_back(nodeLocation(context, name));
  if (kept.empty())
    return locs.empty() ? mlir::UnknownLoc::get(context) : locs.front();
  return mlir::FusedLoc::get(context, kept);
}
