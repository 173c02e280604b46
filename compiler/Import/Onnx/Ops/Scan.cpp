//===- Scan.cpp - The operator Scan ---------------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Onnx/Ops/Control.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

LogicalResult onnx::scanRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  LoopShape loop;
  loop.body = n.graph("body");
  loop.keepsShapes = true;
  int64_t scanned = n.i64("num_scan_inputs", 0);
  int64_t total = n.ins().size();
  if (!loop.body || scanned < 1 || scanned > total)
    return n.invalid("it has no body, or num_scan_inputs does not fit");
  int64_t states = total - scanned;
  for (int64_t i = 0; i < total; ++i)
    if (!n.in(i))
      return n.invalid("an input is left out");
  for (int64_t i = 0; i < states; ++i)
    loop.initial.push_back(n.in(i));
  if (static_cast<int64_t>(loop.body->outputs.size()) < states)
    return n.invalid("its body yields fewer values than it carries");
  loop.scanOutputs = loop.body->outputs.size() - states;
  auto inputAxes = n.ints("scan_input_axes", scanned, 0),
       inputDirections = n.ints("scan_input_directions", scanned, 0),
       outputAxes = n.ints("scan_output_axes", loop.scanOutputs, 0),
       outputDirections = n.ints("scan_output_directions", loop.scanOutputs, 0);
  SmallVector<int64_t> axes;
  for (int64_t i = 0; i < scanned; ++i) {
    auto axis = g.axis(inputAxes[i], n.rank(states + i));
    if (!axis)
      return mlir::failure();
    axes.push_back(*axis);
    OpFoldResult extent = g.extent(n.in(states + i), *axis);
    auto a = loop.trips ? GraphBuilder::fixed(loop.trips) : std::nullopt,
         b = GraphBuilder::fixed(extent);
    if (a && b && *a != *b)
      return n.invalid("its scan inputs have different lengths");
    if (!loop.trips || b)
      loop.trips = extent;
  }
  auto turned = [&](Value iteration) -> OpFoldResult {
    return g.sub(g.sub(loop.trips, g.index(1)), iteration);
  };
  loop.elements = [&](Value iteration, llvm::SmallVectorImpl<Value> &out) {
    for (int64_t i = 0; i < scanned; ++i) {
      OpFoldResult at =
          inputDirections[i] ? turned(iteration) : OpFoldResult(iteration);
      Value element = g.squeeze(
          g.sliceDim(n.in(states + i), axes[i], at, g.index(1)), {axes[i]});
      if (!element)
        return false;
      out.push_back(element);
    }
    return true;
  };
  loop.position = [&](size_t output, Value iteration) -> OpFoldResult {
    return outputDirections[output] ? turned(iteration)
                                    : OpFoldResult(iteration);
  };
  SmallVector<Value> results;
  if (mlir::failed(LoopBuilder(n, loop).build(results)))
    return mlir::failure();
  for (auto [i, result] : llvm::enumerate(results)) {
    if (static_cast<int64_t>(i) >= states) {
      // The iterations are stacked in front; move them to their axis.
      int64_t rank = GraphBuilder::rank(result);
      auto axis = g.axis(outputAxes[i - states], rank);
      if (!axis)
        return mlir::failure();
      SmallVector<int64_t> permutation;
      for (int64_t d = 1; d < rank; ++d)
        permutation.push_back(d);
      permutation.insert(permutation.begin() + *axis, 0);
      result = g.transpose(result, permutation);
    }
    if (mlir::failed(n.set(i, result)))
      return mlir::failure();
  }
  return mlir::success();
}
