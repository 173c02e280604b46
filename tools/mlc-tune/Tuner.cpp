//===- Tuner.cpp - Tries a model's schedules, keeps the best --------------
//===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round compiles the model with another choice for every kernel that has one
// left, and runs it in turn with the usual one; so a round tries as many
// choices as there are kernels. What seemed better is measured once more, all
// together, before it is kept: the best of many noisy figures is too good.
//
//===----------------------------------------------------------------------===//

#include "tools/mlc-tune/Tuner.h"

#include "compiler/Artifact/Finish.h"
#include "compiler/Pipelines/Driver.h"
#include "compiler/Target/Common/Tuning.h"
#include "tools/mlc-run/Compare.h"
#include "tools/mlc-tune/Measure.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>
#include <numeric>

using namespace mlc;
using namespace mlc::tune;
using llvm::StringRef;
using run::Nothing;
using run::Outcome;

namespace {

/// Kernels of one key: they get the same choice.
struct Group {
  TunableKernelInfo info; // of the first
  std::vector<std::string> names;
  std::vector<size_t> order; // in which candidates are tried
  size_t next = 0;           // of `order`
  std::string best;          // candidate, "" for the usual choice
  double bestShare = 0;      // of the usual time that it saved
};

class Tuner {
public:
  explicit Tuner(TuneOptions options) : options(std::move(options)) {}
  ~Tuner() {
    if (!folder.empty())
      llvm::sys::fs::remove_directories(folder);
  }
  int run();

private:
  int fail(int code, const llvm::Twine &text) {
    clearLine();
    llvm::errs() << options.run.model << ": " << text << "\n";
    return code;
  }
  int fail(const run::Error &error) { return fail(error.exit, error.text); }
  int prepare();
  int collect();
  /// Compiles with these choices and opens the result.
  int make(const TuningDb &choices, std::unique_ptr<Subject> &subject);
  /// "" when the other's results are those of the usual schedules.
  std::string compareResults(Subject &other);
  int round();
  int confirm();
  int save();
  void report(const Samples &usual, const Samples &tuned);
  void progress(const llvm::Twine &text);
  void clearLine();
  double elapsed() const { return run::secondsNow() - start; }
  TuningRecord record(const Group &group, StringRef tiling) const;
  /// Seconds of a group in each run.
  std::vector<double> secondsOf(const Group &group, const Samples &samples);

  TuneOptions options;
  double start = run::secondsNow();
  llvm::SmallString<128> folder;
  TuningDb db;
  std::vector<Group> groups;
  std::unique_ptr<Subject> usual;
  uint32_t threads = 1;
  double makeSeconds = 0; // of the last library
  unsigned number = 0;    // of libraries
  size_t rounds = 0, failed = 0;
  bool lineShown = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Tuner::clearLine() {
  if (lineShown)
    llvm::errs() << "\r\033[K";
  lineShown = false;
}

void Tuner::progress(const llvm::Twine &text) {
  bool terminal = llvm::sys::Process::StandardErrIsDisplayed();
  clearLine();
  llvm::errs() << llvm::format("[%.0f of %.0f s] ", elapsed(), options.seconds)
               << text << (terminal ? "" : "\n");
  lineShown = terminal;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// 0 to n - 1 so that a part of it is spread over all: neighbours are alike.
static std::vector<size_t> spread(size_t n) {
  std::vector<size_t> order;
  size_t step = std::max<size_t>(1, n * 5 / 8);
  while (n && std::gcd(step, n) != 1)
    ++step;
  for (size_t i = 0; i < n; ++i)
    order.push_back((i * step + 1) % n);
  return order;
}

int Tuner::collect() {
  std::vector<TunableKernelInfo> kernels;
  Driver driver(options.compile, options.run.model, llvm::outs(), llvm::errs());
  if (int code = driver.listTunable(kernels))
    return code;
  std::map<std::string, size_t> known;
  for (TunableKernelInfo &info : kernels) {
    auto [at, added] = known.try_emplace(info.key, groups.size());
    if (!added) {
      groups[at->second].names.push_back(info.name);
      continue;
    }
    Group group;
    group.names.push_back(info.name);
    group.order = spread(info.candidates.size());
    group.info = std::move(info);
    groups.push_back(std::move(group));
  }
  return kDone;
}

int Tuner::make(const TuningDb &choices, std::unique_ptr<Subject> &subject) {
  double begin = run::secondsNow();
  std::string stem = (folder + "/" + llvm::Twine(number++)).str();
  CompileOptions compile = options.compile;
  if (choices.size()) {
    if (llvm::Error problem =
            writeFileAtomically(stem + ".json", choices.print()))
      return fail(kUserError, llvm::toString(std::move(problem)));
    std::string problem;
    if (!compile.set("tuning-db", stem + ".json", problem))
      return fail(kInternalError, problem);
  }
  compile.tool.output = stem + ".so";
  Driver driver(compile, options.run.model, llvm::outs(), llvm::errs());
  if (int code = driver.compile())
    return code;
  Outcome<std::unique_ptr<Subject>> opened =
      Subject::open(options.run, compile.tool.output);
  llvm::sys::fs::remove(compile.tool.output);
  llvm::sys::fs::remove(stem + ".json");
  if (!opened)
    return fail(opened.error());
  subject = std::move(*opened);
  makeSeconds = run::secondsNow() - begin;
  return kDone;
}

int Tuner::prepare() {
  if (llvm::sys::fs::exists(options.database)) {
    llvm::Expected<TuningDb> read = TuningDb::read(options.database);
    if (!read)
      return fail(kUserError, llvm::toString(read.takeError()));
    db = std::move(*read);
  }
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("mlc-tune", folder))
    return fail(kUserError,
                "cannot make a temporary folder: " + code.message());
  if (int code = collect())
    return code;
  progress(llvm::Twine(groups.size()) + " kernels with a choice");
  return make({}, usual);
}

TuningRecord Tuner::record(const Group &group, StringRef tiling) const {
  TuningRecord made;
  made.kernel = group.info.key;
  made.level = group.info.level;
  made.threads = threads;
  made.tiling = tiling.str();
  made.cpu = llvm::sys::getHostCPUName().str();
  return made;
}

std::vector<double> Tuner::secondsOf(const Group &group,
                                     const Samples &samples) {
  std::vector<double> sums;
  for (const std::string &name : group.names) {
    auto at = samples.kernels.find(name);
    if (at == samples.kernels.end())
      continue; // not run by these inputs
    sums.resize(at->second.size());
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] += at->second[i];
  }
  return sums;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

std::string Tuner::compareResults(Subject &other) {
  Outcome<std::vector<run::Value>> want = usual->results();
  Outcome<std::vector<run::Value>> got = other.results();
  if (!want || !got)
    return want ? got.error().text : want.error().text;
  for (size_t i = 0; i < want->size(); ++i) {
    // Where rounding decides about an index or a count, others are right too.
    const run::Value &usualValue = (*want)[i];
    if (usualValue.kind != MLC_TENSOR || !run::isFloat(usualValue.dtype) ||
        usualValue.dims != (*got)[i].dims)
      continue;
    // Sums in another order differ by what rounding makes of the model.
    run::Options tolerance;
    double largest = 0;
    for (uint64_t at = 0; at < usualValue.count(); ++at)
      if (double value = run::elementAsDouble(usualValue, at);
          std::isfinite(value))
        largest = std::max(largest, std::fabs(value));
    tolerance.rtol = 1e-3;
    tolerance.atol = 1e-4 * largest;
    run::Comparison c = run::compare((*got)[i], (*want)[i], tolerance);
    if (!c.pass)
      return c.name + ": " + c.detail;
  }
  return "";
}

int Tuner::round() {
  TuningDb choices;
  std::vector<std::pair<Group *, std::string>> tried;
  for (Group &group : groups)
    if (group.next < group.order.size()) {
      tried.push_back(
          {&group, group.info.candidates[group.order[group.next++]]});
      choices.put(record(group, tried.back().second));
    }
  ++rounds;
  std::unique_ptr<Subject> other;
  if (int code = make(choices, other)) {
    if (code != kInternalError)
      return code;
    ++failed; // told already; the other choices may be good
    return kDone;
  }
  if (std::string wrong = compareResults(*other); !wrong.empty()) {
    ++failed;
    fail(kInternalError, "a choice of round " + llvm::Twine(rounds) +
                             " changes the results: " + wrong);
    return kDone;
  }
  Samples first, second;
  double share = std::max(0.3, options.seconds / 100);
  if (Outcome<Nothing> done = measure(*usual, *other, share, first, second);
      !done)
    return fail(done.error());
  for (auto &[group, tiling] : tried) {
    std::vector<double> before = secondsOf(*group, first);
    double saved = gain(before, secondsOf(*group, second));
    if (saved > 0 && saved / median(before) > group->bestShare) {
      group->bestShare = saved / median(before);
      group->best = tiling;
    }
  }
  return kDone;
}

int Tuner::confirm() {
  TuningDb choices;
  for (const Group &group : groups)
    if (!group.best.empty())
      choices.put(record(group, group.best));
  Samples first, second;
  if (choices.size()) {
    std::unique_ptr<Subject> tuned;
    if (int code = make(choices, tuned))
      return code;
    if (std::string wrong = compareResults(*tuned); !wrong.empty())
      return fail(kInternalError,
                  "the choices together change the results: " + wrong);
    double share = std::max(1.0, options.seconds / 20);
    if (Outcome<Nothing> done = measure(*usual, *tuned, share, first, second);
        !done)
      return fail(done.error());
  }
  for (Group &group : groups) {
    std::vector<double> before = secondsOf(group, first);
    std::vector<double> after = secondsOf(group, second);
    if (!group.best.empty() && gain(before, after) > 0) {
      TuningRecord kept = record(group, group.best);
      kept.usualMicroseconds = median(before) * 1e6;
      kept.tunedMicroseconds = median(after) * 1e6;
      db.put(kept);
      continue;
    }
    group.best.clear();
    // What was tried in full need not be tried again.
    if (group.next == group.order.size())
      db.put(record(group, "default"));
  }
  report(first, second);
  return kDone;
}

void Tuner::report(const Samples &before, const Samples &after) {
  clearLine();
  size_t better = 0;
  for (const Group &group : groups) {
    if (group.best.empty())
      continue;
    double old = median(secondsOf(group, before)) * 1e6;
    double now = median(secondsOf(group, after)) * 1e6;
    if (!better++)
      llvm::outs() << "  usual us  tuned us   gain  kernel  choice\n";
    llvm::outs() << llvm::format("%10.1f%10.1f %5.1f %%  ", old, now,
                                 (1 - now / old) * 100)
                 << llvm::join(group.names, ",") << "  " << group.best << "\n";
  }
  llvm::outs() << options.run.model << ": " << better << " of " << groups.size()
               << " kernels with a choice got faster in " << rounds
               << " rounds, " << llvm::format("%.0f s", elapsed());
  if (!after.whole.empty())
    llvm::outs() << llvm::format("; a run: %.4f ms, before %.4f ms",
                                 median(after.whole) * 1e3,
                                 median(before.whole) * 1e3);
  llvm::outs() << "\n";
  if (failed)
    llvm::outs() << failed << " rounds were left out (see above)\n";
}

int Tuner::save() {
  if (llvm::Error problem = writeFileAtomically(options.database, db.print()))
    return fail(kUserError, llvm::toString(std::move(problem)));
  return kDone;
}

int Tuner::run() {
  if (int code = prepare())
    return code;
  threads = usual->threads();
  size_t before = groups.size();
  llvm::erase_if(groups, [&](const Group &group) {
    return db.find(group.info.key, group.info.level, threads);
  });
  if (before != groups.size())
    progress(llvm::Twine(before - groups.size()) + " of them are in " +
             options.database + " already");
  size_t most = 0;
  for (const Group &group : groups)
    most = std::max(most, group.order.size());
  // The last library is that of the confirmation.
  double share = std::max(1.0, options.seconds / 20);
  while (rounds < most &&
         elapsed() + 2 * makeSeconds + share < options.seconds) {
    if (int code = round())
      return code;
    size_t better = llvm::count_if(
        groups, [](const Group &group) { return !group.best.empty(); });
    progress("round " + llvm::Twine(rounds) + " of " + llvm::Twine(most) +
             ": " + llvm::Twine(better) + " kernels seem faster");
  }
  if (int code = confirm())
    return code;
  return save();
}

int mlc::tune::tune(TuneOptions options) {
  return Tuner(std::move(options)).run();
}
