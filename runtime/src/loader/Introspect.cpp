//===- Introspect.cpp - What a model says of itself ----------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/src/loader/Model.h"

#include <string.h>

using namespace mlc::rt;

const mlc_artifact *mlc_model_artifact(const mlc_model *model) {
  return model->artifact;
}

const char *mlc_model_manifest(const mlc_model *model) {
  return model->artifact->manifest ? model->artifact->manifest : "{}";
}

const char *mlc_model_path(const mlc_model *model) { return model->path; }

uint32_t mlc_model_isa_mask(const mlc_model *model) { return model->isaMask; }

mlc_code mlc_model_verify(const mlc_model *model, mlc_status *status) {
  return verifyWeights(*model, status);
}

uint64_t mlc_model_entry_count(const mlc_model *model) {
  return model->artifact->n_entries;
}

const mlc_entry *mlc_model_entry_at(const mlc_model *model, uint64_t i) {
  return i < model->artifact->n_entries ? &model->entries[i] : nullptr;
}

const mlc_entry *mlc_model_entry(const mlc_model *model, const char *name) {
  if (!name)
    return &model->entries[0];
  for (uint64_t i = 0; i < model->artifact->n_entries; ++i)
    if (strcmp(model->entries[i].desc->name, name) == 0)
      return &model->entries[i];
  return nullptr;
}

const char *mlc_entry_name(const mlc_entry *entry) { return entry->desc->name; }

const mlc_value_info *mlc_entry_inputs(const mlc_entry *entry, uint32_t *n) {
  *n = entry->desc->n_inputs;
  return entry->inputs;
}

const mlc_value_info *mlc_entry_outputs(const mlc_entry *entry, uint32_t *n) {
  *n = entry->desc->n_outputs;
  return entry->outputs;
}
