//===- CompileOptionsTest.cpp - Flags, values and their messages ----------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The option table from text to struct and back.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/CompileOptions.h"
#include "compiler/Pipelines/Targets.h"
#include "test/unit/Catch.h"
#include "llvm/ADT/StringSet.h"

using namespace mlc;

static std::string parse(std::initializer_list<llvm::StringRef> words,
                         CompileOptions &options,
                         std::vector<std::string> *files = nullptr) {
  std::vector<std::string> positional;
  std::string error;
  bool good = parseCompileOptions(words, options, positional, error);
  if (files)
    *files = positional;
  CHECK(good == error.empty());
  return error;
}

TEST_CASE("words become options and files") {
  CompileOptions o;
  std::vector<std::string> files;
  CHECK(parse({"m.onnx", "-o", "m.so", "-O1", "--shape", "x=1x?x3",
               "--shape=s=", "--shape=0=2x3xi64", "--dim=batch=1..32:8",
               "--fast-math=on", "--header", "--list-ops=json",
               "--compile-to=fuse", "--", "-x"},
              o, &files) == "");
  CHECK(files == std::vector<std::string>{"m.onnx", "-x"});
  CHECK(o.tool.output == "m.so");
  CHECK(o.graph.optLevel == OptLevel::O1);
  REQUIRE(o.import.shapes.size() == 3);
  CHECK(o.import.shapes[0].shape == std::vector<int64_t>{1, -1, 3});
  CHECK(o.import.shapes[1].shape.empty());
  CHECK(o.import.shapes[2].dtype == "i64");
  REQUIRE(o.import.dims.size() == 1);
  CHECK(o.import.dims[0].min == 1);
  CHECK(o.import.dims[0].max == 32);
  CHECK(o.import.dims[0].tuned == 8);
  CHECK(o.graph.fastMath == OnOff::On);
  CHECK(o.tool.header);
  CHECK(o.tool.listOps == ListFormat::Json);
  CHECK(*o.tool.compileTo == Phase::Fuse);
  CHECK(o.validate() == "");
}

TEST_CASE("the canonical string holds what shapes the result, and only that") {
  CompileOptions o;
  CHECK(o.canonical() == "");
  CHECK(parse({"--threads=3", "-o", "/tmp/x.so", "--report=r.json"}, o) == "");
  CHECK(o.canonical() == "");
  CHECK(parse({"--shape=x=1x3", "--dim=n=4", "--prefix=p",
               "--weights=file:/tmp/w.bin", "-O0"},
              o) == "");
  CHECK(o.canonical() == "--shape=x=1x3 --dim=n=4 --O=0 --prefix=p "
                         "--weights=file:w.bin");
}

TEST_CASE("messages say what would be right") {
  CompileOptions o;
  CHECK(parse({"--fastmath=on"}, o) ==
        "unknown option '--fastmath=on'; did you mean --fast-math?");
  CHECK(parse({"--fast-math=yes"}, o) ==
        "option --fast-math: 'yes' is not one of off, on");
  CHECK(parse({"-o"}, o) == "option '-o' needs a value: PATH");
  CHECK(llvm::StringRef(parse({"--shape=x"}, o)).contains("x=1x3x224x224"));
  CHECK(llvm::StringRef(parse({"--shape=x=1x-3"}, o)).contains("'-3'"));
  CHECK(llvm::StringRef(parse({"--dim=n=4..2"}, o)).contains("batch=1..32:8"));
  CHECK(llvm::StringRef(parse({"--compile-to=nowhere"}, o)).contains("import"));
  CompileOptions p;
  CHECK(parse({"--prefix=1a"}, p) == "");
  CHECK(p.validate() ==
        "option --prefix: '1a' is no C identifier; use letters, digits and _");
  CompileOptions q;
  CHECK(parse({"--compile-from=fuse", "--compile-to=import"}, q) == "");
  CHECK(llvm::StringRef(q.validate()).contains("comes before"));
}

TEST_CASE("pipeline options read the same table") {
  CompileOptions o;
  std::string error;
  CHECK(parsePipelineOptions("fast-math=on shape=x=2x2 header", o, error));
  CHECK(o.graph.fastMath == OnOff::On);
  CHECK(o.tool.header);
  CHECK(!parsePipelineOptions("nothing=1", o, error));
  CHECK(error == "unknown option --nothing");
}

TEST_CASE("every flag has one row and a help line") {
  llvm::StringSet<> flags;
  for (const OptionInfo &info : optionTable()) {
    CHECK(flags.insert(info.flag).second);
    CHECK(!info.help.empty());
  }
}

TEST_CASE("targets") {
  auto select = [](std::vector<std::string> targets, std::string &error) {
    CompileOptions o;
    o.target.targets = std::move(targets);
    std::vector<TargetLevel> selection;
    if (!selectTargets(o, selection, error))
      CHECK(!error.empty());
    std::vector<std::string> names;
    for (const TargetLevel &at : selection)
      names.push_back(at.level->name.str());
    return names;
  };
  using Names = std::vector<std::string>;
  std::string error;
  CHECK(select({}, error).size() == 6);
  CHECK(select({"nvptx:sm_80"}, error).size() == 7);
  CHECK(select({"x86-64-v3", "v2", "nvptx:sm_90a,sm_80"}, error) ==
        Names{"v2", "v3", "sm_80", "sm_90a"});
  CHECK(select({"x86-64:v3"}, error) == Names{"v3"});
  CHECK(select({"haswell"}, error) == Names{"v3"});
  CHECK(select({"skylake-avx512"}, error) == Names{"v4"});
  CHECK(select({"icelake-server"}, error) == Names{"v4+vnni"});
  CHECK(select({"cooperlake"}, error) == Names{"v4+bf16"});
  CHECK(select({"znver4"}, error) == Names{"v4+bf16"});
  CHECK(select({"sapphirerapids"}, error) == Names{"v4+amx"});
  CHECK(error == "");
  select({"pentium9"}, error);
  CHECK(llvm::StringRef(error).starts_with("'pentium9' is no x86-64 CPU"));
  error = "";
  select({"core2"}, error);
  CHECK(llvm::StringRef(error).contains("needs x86-64-v2"));
  error = "";
  select({"nvptx:gtx"}, error);
  CHECK(llvm::StringRef(error).contains("no GPU architecture"));
}
