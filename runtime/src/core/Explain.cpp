//===- Explain.cpp - Words for a failed run ------------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/core/Context.h"
#include "runtime/src/core/Text.h"

#include <string.h>

using namespace mlc::rt;

/// "f32[2,?,batch]" of a table row.
static void printRow(Text &out, const mlc_value_info &value) {
  out << mlc_dtype_name(value.dtype) << "[";
  for (uint32_t d = 0; d < value.rank; ++d) {
    out << (d ? "," : "");
    if (value.extents[d] >= 0)
      out << value.extents[d];
    else
      out << (value.symbols[d] ? value.symbols[d] : "?");
  }
  out << "]";
}

static void printTensor(Text &out, const mlc_tensor &tensor) {
  out << mlc_dtype_name(tensor.dtype) << "[";
  for (uint32_t d = 0; d < tensor.rank && d < MLC_MAX_RANK; ++d)
    out << (d ? "," : "") << tensor.dims[d];
  out << "]";
}

/// Where a symbol got its value: the first input that names it.
static void printOrigin(Text &out, const mlc_entry &entry, const char *symbol) {
  for (uint32_t i = 0; i < entry.desc->n_inputs; ++i)
    for (uint32_t d = 0; d < entry.inputs[i].rank; ++d) {
      const char *name =
          entry.inputs[i].symbols ? entry.inputs[i].symbols[d] : nullptr;
      if (!name || strcmp(name, symbol) != 0)
        continue;
      out << " (dimension " << d << " of input ";
      out.quote(entry.inputs[i].name) << ")";
      return;
    }
}

/// Dimension clauses: "dimension 1 ('batch') is 5, ...".
static void printDimClause(Text &out, const mlc_entry &entry,
                           const mlc_value_info &value,
                           const mlc_error_record &record) {
  uint32_t d = record.dim;
  const char *symbol =
      d < value.rank && value.symbols ? value.symbols[d] : nullptr;
  out << "dimension " << d;
  if (symbol) {
    out << " (";
    out.quote(symbol) << ")";
  }
  out << " is " << record.value;
  switch (record.clause) {
  case MLC_CLAUSE_EXTENT:
    out << ", the model needs " << record.bound;
    return;
  case MLC_CLAUSE_SYMBOL:
    out << ", but ";
    out.quote(symbol) << " is already " << record.bound;
    if (symbol)
      printOrigin(out, entry, symbol);
    return;
  case MLC_CLAUSE_DIVISOR:
    out << ", it must be a multiple of " << record.bound;
    return;
  default:
    out << (record.value < record.bound ? ", it must be at least "
                                        : ", it must be at most ")
        << record.bound;
  }
}

static void printClause(Text &out, const mlc_entry &entry,
                        const mlc_tensor *inputs,
                        const mlc_error_record &record) {
  static const char *const kinds[] = {"a tensor", "a sequence", "an optional"};
  const mlc_value_info &value = record.is_output ? entry.outputs[record.index]
                                                 : entry.inputs[record.index];
  out << (record.is_output ? "output " : "input ");
  out.quote(value.name) << ": ";
  switch (record.clause) {
  case MLC_CLAUSE_KIND:
    // Of the value, or of something in a list that it is.
    if (!record.is_output && inputs[record.index].kind == value.kind)
      out << "item " << uint64_t(record.dim) << " ";
    out << "is "
        << kinds[record.value >= 0 && record.value < 3 ? record.value : 0]
        << ", the model needs "
        << kinds[record.bound >= 0 && record.bound < 3 ? record.bound : 0];
    break;
  case MLC_CLAUSE_DTYPE:
    out << "element type is " << mlc_dtype_name(uint32_t(record.value))
        << ", the model needs " << mlc_dtype_name(value.dtype);
    break;
  case MLC_CLAUSE_RANK:
    out << "has " << record.value << " dimensions, the model needs "
        << record.bound;
    break;
  case MLC_CLAUSE_DATA:
    if (record.value == 0)
      out << "its data is null";
    else
      out << "its data is not aligned to its element size of " << record.bound
          << " bytes";
    break;
  case MLC_CLAUSE_CAPACITY:
    if (record.value < 0)
      out << "is too large to be addressed";
    else if (record.value == 0 && record.is_output)
      out << "cannot allocate " << record.bound << " bytes";
    else
      out << "its buffer has " << record.value << " bytes, needed are "
          << record.bound;
    break;
  default:
    printDimClause(out, entry, value, record);
  }
  if (value.kind != MLC_TENSOR || record.clause == MLC_CLAUSE_KIND)
    return;
  out << "; expected ";
  printRow(out, value);
  if (!record.is_output) {
    out << ", got ";
    printTensor(out, inputs[record.index]);
  }
}

static void printStep(Text &out, const mlc_error_record &record) {
  switch (record.code) {
  case MLC_OUT_OF_BOUNDS:
    out << "index " << record.value << " is out of bounds for an extent of "
        << record.bound;
    break;
  case MLC_OUT_OF_MEMORY:
    out << "cannot allocate " << record.value << " bytes";
    if (record.bound > 0)
      out << " within the limit of " << record.bound;
    break;
  case MLC_SHAPE_MISMATCH:
    if (record.value == record.bound) { // what the check excludes
      out << "an extent is " << record.value
          << ", which the model was compiled to exclude; state it with --shape";
      break;
    }
    out << "an extent of " << record.value << " does not fit one of "
        << record.bound;
    break;
  case MLC_INVALID_ARGUMENT:
    if (record.value == record.bound) { // what the operator excludes
      out << "the operator does not take " << record.value << " here";
      break;
    }
    out << "a window of " << record.value << " is larger than its input of "
        << record.bound << " elements with pads";
    break;
  case MLC_INVALID_RESHAPE:
    out << "cannot reshape: " << record.value << " elements wanted, there are "
        << record.bound;
    break;
  case MLC_LOOP_LIMIT:
    out << "the loop ran " << record.value << " times, its limit is "
        << record.bound;
    break;
  case MLC_CHECK_FAILED:
    out << "a redundant computation disagrees at item " << record.item;
    break;
  case MLC_CUSTOM_OP_FAILED:
    out << "the custom op returned status " << record.value;
    break;
  default:
    out << mlc_code_name(mlc_code(record.code)) << " (value " << record.value
        << ", bound " << record.bound << ")";
  }
}

mlc_code mlc::rt::explainRun(const mlc_context &context, const mlc_entry &entry,
                             const mlc_tensor *inputs,
                             const mlc_error_record &record,
                             mlc_status *status) {
  auto code = mlc_code(record.code);
  Failure failure(status, code);
  if (!status)
    return code;
  status->node = record.node;
  status->item = record.item;
  status->value = record.value;
  status->bound = record.bound;

  const mlc_artifact &artifact = *context.model->artifact;
  Text &out = failure.out();
  out << context.model->path << ": ";
  if (record.node >= 0 && uint64_t(record.node) < artifact.n_nodes) {
    const char *name = artifact.nodes[record.node];
    Text(status->node_name, sizeof(status->node_name)) << name;
    out << "node ";
    out.quote(name) << ": ";
    printStep(out, record);
  } else if (record.clause == MLC_CLAUSE_WORKSPACE) {
    out << "cannot allocate a workspace";
    if (record.bound > 0)
      out << " of " << record.bound << " bytes";
  } else if (record.clause != MLC_CLAUSE_NONE) {
    out << "entry ";
    out.quote(entry.desc->name) << ": ";
    printClause(out, entry, inputs, record);
  } else {
    out << "entry ";
    out.quote(entry.desc->name) << ": ";
    printStep(out, record);
  }
  return code;
}
