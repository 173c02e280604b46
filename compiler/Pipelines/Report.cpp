//===- Report.cpp - What a compilation tells of itself --------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON for tools, a table for people. Times are the only part that differs
// between two equal compilations.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlc;
using llvm::json::OStream;

static void writeKernels(OStream &json, const CompileReport &report) {
  json.attributeArray("kernels", [&] {
    for (auto [row, kernel] : llvm::enumerate(report.manifest.kernels))
      json.object([&, row = row, &kernel = kernel] {
        json.attribute("name", kernel.name);
        json.attribute("kind", kernel.kind);
        json.attributeArray("nodes", [&] {
          for (const std::string &node : kernel.nodes)
            json.value(node);
        });
        json.attribute("flops", int64_t(kernel.flops));
        json.attribute("bytes", int64_t(kernel.bytes));
        if (!kernel.given.empty())
          json.attribute("given", kernel.given);
        json.attributeArray("schedule", [&] {
          for (const std::string &variant : kernel.variants)
            json.value(variant);
        });
        json.attributeArray("variants", [&] {
          for (const KernelReport &variant : report.artifact.kernels)
            if (variant.kernel == row)
              json.object([&] {
                json.attribute("isa", isaLevel(variant.level).name);
                json.attribute("code_bytes", int64_t(variant.codeBytes));
                json.attribute("seconds", variant.seconds);
                json.attribute("shared", variant.shared);
              });
        });
      });
  });
}

std::string mlc::reportJson(const CompileReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OStream json(os, 2);
  uint64_t workspace = 0;
  for (const ManifestEntry &entry : report.manifest.entries)
    workspace = std::max(workspace, entry.workspaceBytes);
  json.object([&] {
    json.attributeObject("ops", [&] {
      for (auto &[name, count] : report.importedOps)
        json.attribute(name, count);
    });
    json.attribute("groups", int64_t(report.manifest.kernels.size()));
    writeKernels(json, report);
    json.attribute("workspace_bytes", int64_t(workspace));
    json.attribute("weight_bytes", int64_t(report.artifact.weightBytes));
    json.attribute("code_bytes", int64_t(report.artifact.codeBytes));
    json.attribute("artifact_bytes", int64_t(report.artifact.fileBytes));
    json.attribute("peak_anonymous_bytes", int64_t(report.peakAnonymousBytes));
    json.attributeObject("seconds", [&] {
      for (const PhaseTime &phase : report.phases)
        json.attribute(phase.name, phase.seconds);
      json.attribute("total", report.totalSeconds);
    });
  });
  text += '\n';
  return text;
}

void mlc::printTimes(const CompileReport &report, llvm::raw_ostream &os) {
  os << "phase            seconds\n";
  for (const PhaseTime &phase : report.phases)
    os << llvm::format("%-14s %9.3f\n", phase.name.c_str(), phase.seconds);
  os << llvm::format("%-14s %9.3f\n", "total", report.totalSeconds);
  if (report.artifact.kernels.empty())
    return;
  std::vector<KernelReport> slowest = report.artifact.kernels;
  llvm::stable_sort(slowest, [](const KernelReport &a, const KernelReport &b) {
    return a.seconds > b.seconds;
  });
  double sum = 0;
  size_t compiled = 0;
  for (const KernelReport &kernel : slowest) {
    sum += kernel.seconds;
    compiled += !kernel.shared;
  }
  os << llvm::format("\n%zu kernel variants, %zu compiled, %.1f ms CPU each\n",
                     slowest.size(), compiled,
                     compiled ? 1e3 * sum / compiled : 0.0);
  for (const KernelReport &kernel : llvm::ArrayRef(slowest).take_front(10))
    os << llvm::format("  %8.1f ms  %8llu B  ", 1e3 * kernel.seconds,
                       (unsigned long long)kernel.codeBytes)
       << report.manifest.kernels[kernel.kernel].name << " ("
       << isaLevel(kernel.level).name << ")\n";
}
