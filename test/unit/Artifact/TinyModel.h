//===- TinyModel.h - A hand-written model for the tests ---------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y[n, 4] = x[n, 4] + w[4], as LLVM IR and a manifest: what the phases before
// the object phase would hand over.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_TEST_UNIT_ARTIFACT_TINYMODEL_H
#define MLC_TEST_UNIT_ARTIFACT_TINYMODEL_H

#include "compiler/Artifact/WriteArtifact.h"
#include <string>

namespace mlc::test {

inline const char *tinyHost() {
  return R"(
declare i32 @mlc_rt_check_inputs(ptr, ptr, ptr, ptr)
declare ptr @mlc_rt_output(ptr, i32, i32, i32, ptr)
declare i32 @mlc_rt_launch(ptr, i32, ptr)

define i32 @mlc_entry_main(ptr %exec) {
  %symbols = alloca [1 x i64]
  %artifact.at = getelementptr i8, ptr %exec, i64 168
  %artifact = load ptr, ptr %artifact.at
  %entry.at = getelementptr i8, ptr %exec, i64 176
  %entry = load ptr, ptr %entry.at
  %bad = call i32 @mlc_rt_check_inputs(ptr %artifact, ptr %entry, ptr %exec, ptr %symbols)
  %failed = icmp ne i32 %bad, 0
  br i1 %failed, label %error, label %go
error:
  ret i32 %bad
go:
  %dims = alloca [2 x i64]
  %n = load i64, ptr %symbols
  store i64 %n, ptr %dims
  %dim1 = getelementptr i64, ptr %dims, i64 1
  store i64 4, ptr %dim1
  %y = call ptr @mlc_rt_output(ptr %exec, i32 0, i32 16, i32 2, ptr %dims)
  %null = icmp eq ptr %y, null
  br i1 %null, label %nomem, label %run
nomem:
  ret i32 4
run:
  %inputs.at = getelementptr i8, ptr %exec, i64 40
  %inputs = load ptr, ptr %inputs.at
  %x = load i64, ptr %inputs
  %weights.at = getelementptr i8, ptr %exec, i64 16
  %w = load i64, ptr %weights.at
  %args = alloca [4 x i64]
  store i64 %x, ptr %args
  %a1 = getelementptr i64, ptr %args, i64 1
  store i64 %w, ptr %a1
  %a2 = getelementptr i64, ptr %args, i64 2
  %y.int = ptrtoint ptr %y to i64
  store i64 %y.int, ptr %a2
  %a3 = getelementptr i64, ptr %args, i64 3
  store i64 %n, ptr %a3
  %code = call i32 @mlc_rt_launch(ptr %exec, i32 0, ptr %args)
  ret i32 %code
}
define i64 @mlc_workspace_main(ptr %symbols, i32 %workers) {
  ret i64 64
}
)";
}

/// The kernel; `extra` is put into its body.
inline std::string tinyKernel(const std::string &extra = "") {
  return R"(
declare float @expf(float)
define void @k0(ptr %args, i64 %begin, i64 %end, i64 %worker, ptr %exec) {
entry:
)" + extra +
         R"(
  %x = load ptr, ptr %args
  %a1 = getelementptr i64, ptr %args, i64 1
  %w = load ptr, ptr %a1
  %a2 = getelementptr i64, ptr %args, i64 2
  %y = load ptr, ptr %a2
  br label %head
head:
  %i = phi i64 [ %begin, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %end
  br i1 %more, label %body, label %done
body:
  %base = mul i64 %i, 4
  %xi = getelementptr float, ptr %x, i64 %base
  %yi = getelementptr float, ptr %y, i64 %base
  %xv = load <4 x float>, ptr %xi, align 4
  %wv = load <4 x float>, ptr %w, align 4
  %sum = fadd <4 x float> %xv, %wv
  store <4 x float> %sum, ptr %yi, align 4
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}
define i64 @k0.items(ptr %args) {
  %a3 = getelementptr i64, ptr %args, i64 3
  %n = load i64, ptr %a3
  ret i64 %n
}
)";
}

inline CodeUnit unit(std::string name, const char *level, std::string ir,
                     bool isKernel) {
  CodeUnit result;
  result.name = std::move(name);
  result.level = findIsaLevel(level);
  result.ir = std::move(ir);
  result.isKernel = isKernel;
  return result;
}

/// Inputs for writeArtifact; `pool` gets the weight.
inline ArtifactInputs tinyModel(ConstantPool &pool) {
  ArtifactInputs inputs;
  Manifest &m = inputs.manifest;
  m.compiler = "0.0.0";
  ManifestEntry entry;
  entry.name = "main";
  entry.inputs = {{"x", MLC_TENSOR, {}, MLC_F32, {{-1, 0}, {4, -1}}, -1}};
  entry.outputs = {{"y", MLC_TENSOR, {}, MLC_F32, {{-1, 0}, {4, -1}}, -1}};
  entry.workspaceBytes = 64;
  m.entries = {entry};
  m.symbols = {{"n", 0, 1024, 1}};
  m.kernels = {{"k0", {"add"}, "elementwise", 0, 0}};
  m.nodes = {"add"};
  float w[4] = {1, 2, 3, 4};
  pool.use(
      pool.addCopy({MLC_F32, {4}}, {reinterpret_cast<uint8_t *>(w), sizeof w}));
  layoutWeights(m, usedWeights(pool));
  inputs.pool = &pool;
  inputs.host = unit("host", "v2", tinyHost(), false);
  for (const char *level : {"v2", "v3", "v4"})
    inputs.kernels.push_back({unit("k0", level, tinyKernel(), true), 0});
  return inputs;
}

} // namespace mlc::test

#endif // MLC_TEST_UNIT_ARTIFACT_TINYMODEL_H
