//===- BatchedScan.cpp - The operator Scan before version 9 ---------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version 8 scans a batch: states are [batch, ...], scanned values [batch,
// sequence, ...], and each item of the batch may end early. A loop over the
// batch holds the loop over the sequence; what an item stacks is filled up with
// zeros to the longest sequence.
//
//===----------------------------------------------------------------------===//

#include "compiler/Import/Common/ExtentChecks.h"
#include "compiler/Import/Onnx/Ops/Control.h"

using namespace mlc;
using namespace mlc::onnx;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::OpFoldResult;
using mlir::Value;

namespace {
/// The node's parts.
struct Batch {
  const Graph *body = nullptr;
  int64_t states = 0, scanned = 0, outputs = 0;
  SmallVector<int64_t> directions;
  OpFoldResult items, longest;
};

/// Runs the body over one item: `arguments` are its states, its scanned values
/// and (with lengths) its length.
bool scanItem(NodeContext &n, const Batch &batch,
              llvm::ArrayRef<Value> arguments,
              llvm::SmallVectorImpl<Value> &results) {
  GraphBuilder &g = n.g;
  LoopShape loop;
  loop.body = batch.body;
  loop.scanOutputs = batch.outputs;
  loop.trips = batch.longest;
  loop.keepsShapes = true;
  if (n.has(0)) {
    auto length = g.indices(arguments.back());
    if (!length)
      return false;
    loop.trips = g.min(g.max((*length)[0], g.index(0)), batch.longest);
  }
  for (Value state : arguments.take_front(batch.states))
    loop.initial.push_back(state);
  loop.elements = [&](Value iteration, llvm::SmallVectorImpl<Value> &out) {
    for (int64_t i = 0; i < batch.scanned; ++i) {
      OpFoldResult at = iteration;
      if (batch.directions[i])
        at = g.sub(g.sub(loop.trips, g.index(1)), at);
      Value element = g.squeeze(
          g.sliceDim(arguments[batch.states + i], 0, at, g.index(1)), {0});
      if (!element)
        return false;
      out.push_back(element);
    }
    return true;
  };
  SmallVector<Value> inner;
  if (mlir::failed(LoopBuilder(n, loop).build(inner)))
    return false;
  for (auto [i, value] : llvm::enumerate(inner)) {
    OpFoldResult missing = g.sub(batch.longest, loop.trips);
    if (static_cast<int64_t>(i) >= batch.states && n.has(0)) {
      Extents low(GraphBuilder::rank(value), g.index(0)), high = low;
      high[0] = missing;
      value = g.pad(graph::PadMode::Constant, value, g.scalarLike(value, 0),
                    low, high);
      if (!value)
        return false;
      Extents shape = g.extents(value);
      shape[0] = batch.longest;
      value = g.reshape(value, shape);
    }
    if (!value)
      return false;
    results.push_back(value);
  }
  return true;
}
} // namespace

LogicalResult onnx::batchedScanRow(NodeContext &n) {
  GraphBuilder &g = n.g;
  Batch batch;
  batch.body = n.graph("body");
  batch.scanned = n.i64("num_scan_inputs", 0);
  int64_t values = static_cast<int64_t>(n.ins().size()) - 1;
  if (!batch.body || batch.scanned < 1 || batch.scanned > values)
    return n.invalid("it has no body, or num_scan_inputs does not fit");
  batch.states = values - batch.scanned;
  batch.outputs =
      static_cast<int64_t>(batch.body->outputs.size()) - batch.states;
  if (batch.outputs < 0)
    return n.invalid("its body yields fewer values than it carries");
  batch.directions = n.ints("directions", batch.scanned, 0);
  for (int64_t i = 0; i < values; ++i) {
    Value value = n.in(i + 1);
    bool isScanned = i >= batch.states;
    if (!value || !GraphBuilder::isTensor(value) ||
        GraphBuilder::rank(value) < (isScanned ? 2 : 1))
      return n.invalid("input " + llvm::Twine(i + 1) +
                       " is left out or lacks its batch dimension");
    OpFoldResult items = g.extent(value, 0);
    if (batch.items && !requireEqual(g, batch.items, items))
      return mlir::failure();
    if (!batch.items || GraphBuilder::fixed(items))
      batch.items = items;
    if (!isScanned)
      continue;
    OpFoldResult length = g.extent(value, 1);
    if (batch.longest && !requireEqual(g, batch.longest, length))
      return mlir::failure();
    if (!batch.longest || GraphBuilder::fixed(length))
      batch.longest = length;
  }
  if (n.has(0) &&
      (n.rank(0) != 1 || !requireEqual(g, g.extent(n.in(0), 0), batch.items)))
    return n.invalid("its lengths must be one per item of the batch");

  LoopShape outer;
  outer.trips = batch.items;
  outer.scanOutputs = batch.states + batch.outputs;
  outer.elements = [&](Value item, llvm::SmallVectorImpl<Value> &out) {
    for (int64_t i = 0; i <= values; ++i) {
      Value whole = n.in(i < values ? i + 1 : 0); // the lengths come last
      if (!whole)
        continue;
      Value part =
          g.squeeze(g.sliceDim(whole, 0, OpFoldResult(item), g.index(1)), {0});
      if (!part)
        return false;
      out.push_back(part);
    }
    return true;
  };
  outer.build = [&](llvm::ArrayRef<Value> arguments,
                    llvm::SmallVectorImpl<Value> &results) {
    return scanItem(n, batch, arguments, results);
  };
  return LoopBuilder(n, outer).buildOutputs();
}
