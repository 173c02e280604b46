//===- ListTunable.cpp - What a tuner may choose in a model --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "compiler/Pipelines/DriverState.h"
#include "compiler/Pipelines/Targets.h"
#include "compiler/Transforms/Schedule/TunedVariants.h"

using namespace mlc;

int Driver::listTunable(std::vector<TunableKernelInfo> &kernels) {
  std::vector<TargetLevel> targets;
  std::string problem;
  if (!selectTargets(options, targets, problem))
    return error(kUserError, "option --target: " + problem);
  const IsaLevel *level = nullptr;
  const TargetBackend &host = hostBackend();
  for (const TargetLevel &at : targets)
    if (at.backend == &host)
      level = at.level; // ascending
  if (int code = loadModel())
    return code;
  if (int code = runPhasesTo(Phase::Schedule))
    return code;
  for (auto kernel : state->module->getOps<kernel::FuncOp>()) {
    auto schedule =
        kernel->getAttrOfType<sched::ScheduleAttr>(sched::kScheduleAttr);
    std::optional<TunableKernel> choices =
        tunable(kernel, host, *level, schedule.getVariants());
    if (!choices)
      continue;
    TunableKernelInfo info;
    info.name = kernel.getSymName().str();
    info.key = tuningKey(kernel);
    info.level = tunedLevel(host, *level).symbol.str();
    info.usual = tilingText(choices->usual);
    for (const Tiling &one : choices->candidates)
      if (std::string text = tilingText(one); text != info.usual)
        info.candidates.push_back(std::move(text));
    kernels.push_back(std::move(info));
  }
  return kDone;
}
