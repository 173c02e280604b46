//===- Module.cpp - The extension module mlc._mlc ------------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "runtime/profile/Roofline.h"
#include "runtime/python/src/Arrays.h"
#include "runtime/python/src/Session.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdlib>
#include <memory>

namespace nb = nanobind;
using namespace mlc::python;

namespace {

/// Outputs that are freed unless they became arrays.
struct Outputs {
  std::vector<mlc_tensor> tensors;
  explicit Outputs(uint32_t n) : tensors(n) {}
  ~Outputs() {
    for (mlc_tensor &tensor : tensors)
      if (tensor.flags & 1u)
        free(tensor.data);
  }
};

/// The inputs of one call, gathered with the GIL held.
struct Call {
  Session &session;
  const mlc_entry *entry;
  Arguments arguments;
  std::vector<mlc_tensor> inputs;

  Call(Session &session, uint64_t index, nb::handle given)
      : session(session), entry(mlc_model_entry_at(session.get(), index)) {
    uint32_t n = 0;
    const mlc_value_info *infos = mlc_entry_inputs(entry, &n);
    nb::sequence objects = nb::cast<nb::sequence>(given);
    size_t i = 0;
    for (nb::handle object : objects) {
      if (i < n)
        inputs.push_back(arguments.take(object, infos[i]));
      else
        inputs.emplace_back(); // one too many: the run says so
      ++i;
    }
  }

  void run(mlc_context *context, Outputs &outputs) {
    mlc_status status;
    mlc_code code = mlc_run(context, entry, inputs.data(),
                            uint32_t(inputs.size()), outputs.tensors.data(),
                            uint32_t(outputs.tensors.size()), &status);
    if (code)
      throw StatusError{status, false};
  }
};

uint32_t outputCount(const mlc_entry *entry) {
  uint32_t m = 0;
  mlc_entry_outputs(entry, &m);
  return m;
}

nb::tuple runCall(Session &session, uint64_t entry, nb::handle given) {
  Call call(session, entry, given);
  Outputs outputs(outputCount(call.entry));
  {
    nb::gil_scoped_release released;
    Session::Lease context(session);
    call.run(context.get(), outputs);
  }
  nb::tuple result =
      nb::steal<nb::tuple>(PyTuple_New(Py_ssize_t(outputs.tensors.size())));
  for (size_t i = 0; i < outputs.tensors.size(); ++i)
    PyTuple_SET_ITEM(result.ptr(), Py_ssize_t(i),
                     toPython(outputs.tensors[i]).release().ptr());
  return result;
}

double secondsNow() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// Seconds of each run: first, then (after the warm-up) the measured ones.
std::vector<double> timeCall(Session &session, uint64_t entry, nb::handle given,
                             double warmup, double minTime,
                             int64_t iterations) {
  Call call(session, entry, given);
  std::vector<double> seconds;
  nb::gil_scoped_release released;
  Session::Lease context(session);
  Outputs outputs(outputCount(call.entry));
  double begin = secondsNow();
  call.run(context.get(), outputs);
  seconds.push_back(secondsNow() - begin);
  for (double end = secondsNow() + warmup; secondsNow() < end;)
    call.run(context.get(), outputs);
  double start = secondsNow();
  for (int64_t i = 0;; ++i) {
    double before = secondsNow();
    if (iterations > 0 ? i >= iterations : i >= 3 && before - start >= minTime)
      return seconds;
    call.run(context.get(), outputs);
    seconds.push_back(secondsNow() - before);
  }
}

struct Event {
  uint32_t kernel;
  double begin, end;
};

void recordEvent(void *self, uint32_t kernel, uint32_t phase, int64_t) {
  auto &events = *static_cast<std::vector<Event> *>(self);
  if (phase == 0)
    events.push_back({kernel, secondsNow(), 0});
  else if (!events.empty())
    events.back().end = secondsNow();
}

/// Seconds of the last of `runs` runs, and (kernel, nodes, kind, seconds,
/// flops, bytes) of each of its launches.
nb::tuple profileCall(Session &session, uint64_t entry, nb::handle given,
                      int64_t runs) {
  Call call(session, entry, given);
  std::vector<Event> events;
  double seconds = 0;
  {
    nb::gil_scoped_release released;
    mlc_context *context = session.makeContext(recordEvent, &events);
    std::unique_ptr<mlc_context, void (*)(mlc_context *)> end(
        context, mlc_context_destroy);
    for (int64_t i = 0; i < runs; ++i) {
      events.clear();
      Outputs outputs(outputCount(call.entry));
      double begin = secondsNow();
      call.run(context, outputs);
      seconds = secondsNow() - begin;
    }
  }
  const mlc_artifact &artifact = *mlc_model_artifact(session.get());
  nb::list rows;
  for (const Event &event : events) {
    const mlc_kernel_desc &kernel = artifact.kernels[event.kernel];
    rows.append(nb::make_tuple(kernel.name, kernel.nodes ? kernel.nodes : "",
                               kernel.kind ? kernel.kind : "",
                               event.end - event.begin, kernel.flops,
                               kernel.bytes));
  }
  return nb::make_tuple(seconds, rows);
}

/// The page of a profile: rows of (kernel, nodes, kind, calls, seconds, flops,
/// bytes) of one run that took `seconds`.
std::string rooflineOf(Session &session, const std::string &model,
                       double seconds, nb::list rows) {
  mlc::RooflineRun run;
  run.model = model;
  run.runs = 1;
  run.seconds = seconds;
  for (nb::handle given : rows) {
    auto row = nb::cast<nb::tuple>(given);
    mlc::RooflineKernel kernel;
    kernel.name = nb::cast<std::string>(row[0]);
    kernel.nodes = nb::cast<std::string>(row[1]);
    kernel.kind = nb::cast<std::string>(row[2]);
    kernel.calls = nb::cast<uint64_t>(row[3]);
    kernel.seconds = nb::cast<double>(row[4]);
    kernel.flops = nb::cast<uint64_t>(row[5]);
    kernel.bytes = nb::cast<uint64_t>(row[6]);
    run.kernels.push_back(std::move(kernel));
  }
  Session::Lease lease(session);
  mlc_context_stats stats = {};
  stats.size = sizeof(stats);
  mlc_context_get_stats(lease.get(), &stats);
  run.isa = mlc_isa_name(stats.isa);
  nb::gil_scoped_release released;
  run.peaks = mlc::measurePeaks(stats.isa, stats.threads);
  return mlc::rooflinePage(run);
}

/// (name, dtype, kind, shape) per value.
nb::list describe(const mlc_value_info *infos, uint32_t n) {
  static const char *const kinds[] = {"tensor", "sequence", "optional"};
  nb::list values;
  for (uint32_t i = 0; i < n; ++i) {
    nb::list shape;
    for (uint32_t d = 0; d < infos[i].rank && infos[i].extents; ++d) {
      if (infos[i].extents[d] >= 0)
        shape.append(infos[i].extents[d]);
      else if (infos[i].symbols[d])
        shape.append(infos[i].symbols[d]);
      else
        shape.append(nb::none());
    }
    values.append(nb::make_tuple(infos[i].name, mlc_dtype_name(infos[i].dtype),
                                 kinds[infos[i].kind < 3 ? infos[i].kind : 0],
                                 nb::tuple(shape)));
  }
  return values;
}

nb::list entriesOf(const Session &session) {
  nb::list entries;
  for (uint64_t i = 0; i < mlc_model_entry_count(session.get()); ++i) {
    const mlc_entry *entry = mlc_model_entry_at(session.get(), i);
    uint32_t n = 0, m = 0;
    const mlc_value_info *inputs = mlc_entry_inputs(entry, &n);
    const mlc_value_info *outputs = mlc_entry_outputs(entry, &m);
    entries.append(nb::make_tuple(mlc_entry_name(entry), describe(inputs, n),
                                  describe(outputs, m)));
  }
  return entries;
}

nb::dict statsOf(Session &session) {
  Session::Lease context(session);
  mlc_context_stats stats = {};
  mlc_context_get_stats(context.get(), &stats);
  nb::dict result;
  result["arena_bytes"] = stats.workspace_bytes;
  result["state_bytes"] = stats.state_bytes;
  result["threads"] = stats.threads;
  result["isa"] = mlc_isa_name(stats.isa);
  result["plans"] = stats.plans;
  result["late_peak_bytes"] = stats.late_peak_bytes;
  return result;
}

nb::dict saveStates(Session &session) {
  Session::Lease context(session);
  nb::dict states;
  for (uint64_t i = 0; i < mlc_context_state_count(context.get()); ++i) {
    std::string bytes(mlc_context_state_bytes(context.get(), i), '\0');
    mlc_context_state_save(context.get(), i, bytes.data(), bytes.size(),
                           nullptr);
    states[mlc_context_state_name(context.get(), i)] =
        nb::bytes(bytes.data(), bytes.size());
  }
  return states;
}

void loadState(Session &session, const std::string &name, nb::bytes bytes) {
  Session::Lease context(session);
  mlc_status status;
  for (uint64_t i = 0; i < mlc_context_state_count(context.get()); ++i)
    if (name == mlc_context_state_name(context.get(), i)) {
      if (mlc_context_state_load(context.get(), i, bytes.c_str(), bytes.size(),
                                 &status))
        throw StatusError{status, false};
      return;
    }
  throw nb::key_error(("no state block '" + name + "'").c_str());
}

/// Raises mlc.ModelError, UnsupportedError or RunError with the same text as
/// the tools print.
void raise(const std::exception_ptr &pointer, void *) {
  try {
    std::rethrow_exception(pointer);
  } catch (const StatusError &error) {
    const mlc_status &s = error.status;
    bool unsupported = s.code == MLC_UNSUPPORTED;
    const char *name = unsupported     ? "UnsupportedError"
                       : error.opening ? "ModelError"
                                       : "RunError";
    nb::object type = nb::module_::import_("mlc._errors").attr(name);
    nb::object value = type(s.message);
    value.attr("code") = mlc_code_name(s.code);
    value.attr("node") = nb::str(s.node_name);
    value.attr("value") = s.value;
    PyErr_SetObject(type.ptr(), value.ptr());
  }
}

} // namespace

NB_MODULE(_mlc, m) {
  nb::register_exception_translator(raise);
  m.attr("version") = mlc_version();
  m.def("isa_from_name", &mlc_isa_from_name);
  m.def("isa_names", [] {
    std::vector<std::string> names;
    for (uint32_t isa = MLC_ISA_ANY + 1; isa < MLC_ISA_COUNT; ++isa)
      names.push_back(mlc_isa_name(isa));
    return names;
  });
  nb::class_<Session>(m, "Session")
      .def("__init__",
           [](Session *self, std::string path, std::string weights,
              std::vector<std::string> opLibraries, uint32_t threads,
              uint32_t isa, bool verify) {
             new (self) Session({std::move(path), std::move(weights),
                                 std::move(opLibraries), threads, isa, verify});
           })
      .def("run", &runCall)
      .def("time", &timeCall)
      .def("profile", &profileCall)
      .def("roofline", &rooflineOf)
      .def("entries", &entriesOf)
      .def("stats", &statsOf)
      .def("manifest",
           [](const Session &s) { return mlc_model_manifest(s.get()); })
      .def("reset_state",
           [](Session &s) {
             Session::Lease context(s);
             mlc_context_state_reset(context.get());
           })
      .def("save_states", &saveStates)
      .def("load_state", &loadState);
}
