//===- Driver.cpp - One compilation from file to file ---------------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, runs the phases one by one (so that each can be timed and dumped), and
// hands the result to the artifact library.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipelines/Driver.h"
#include "compiler/Artifact/Finish.h"
#include "compiler/Artifact/Header.h"
#include "compiler/Constants/ConstantPool.h"
#include "compiler/Constants/WeightFile.h"
#include "compiler/Import/Onnx/Import.h"
#include "compiler/Pipelines/ObjectPhase.h"
#include "compiler/Pipelines/OpLibrary.h"
#include "compiler/Pipelines/Phases.h"
#include "compiler/Pipelines/Registration.h"
#include "compiler/Pipelines/Targets.h"
#include "compiler/Support/NodeName.h"
#include "compiler/Target/Common/Parallel.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include <chrono>
#include <map>
#include <mutex>

using namespace mlc;
using llvm::StringRef;
using llvm::Twine;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Driver::State {
  std::unique_ptr<llvm::DefaultThreadPool> threads;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Set by diagnostics: something legal that is not supported was met.
  bool unsupported = false;
  std::mutex lock;
  double start = now();
  bool progressShown = false;
};

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

int Driver::error(int code, const Twine &text) {
  err << (state && state->progressShown ? "\n" : "") << model << ": " << text
      << "\n";
  return code;
}

/// "model.onnx: node 'conv_12': what is wrong".
static void printDiagnostic(mlir::Diagnostic &diagnostic, StringRef model,
                            llvm::raw_ostream &err) {
  err << model << ": ";
  StringRef node = nodeName(diagnostic.getLocation());
  if (!node.empty())
    err << "node '" << node << "': ";
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning)
    err << "warning: ";
  err << diagnostic.str() << "\n";
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    err << model << ":   note: " << note.str() << "\n";
}

Driver::Driver(const CompileOptions &options, std::string model,
               llvm::raw_ostream &out, llvm::raw_ostream &err)
    : options(options), model(std::move(model)), out(out), err(err),
      state(std::make_unique<State>()) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlc::registerAllDialects(registry);
  auto threading = mlir::MLIRContext::Threading::DISABLED;
  state->context = std::make_unique<mlir::MLIRContext>(registry, threading);
  state->context->printOpOnDiagnostic(options.tool.verbose);
  unsigned threads =
      options.tool.threads ? options.tool.threads : availableThreads();
  if (threads > 1) {
    state->threads = std::make_unique<llvm::DefaultThreadPool>(
        llvm::hardware_concurrency(threads));
    state->context->setThreadPool(*state->threads);
  }
  x86::registerTranslations(*state->context);
  State *s = state.get();
  std::string shown = this->model;
  llvm::raw_ostream *stream = &err;
  state->handler = std::make_unique<mlir::ScopedDiagnosticHandler>(
      state->context.get(), [s, shown, stream](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark ||
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Note)
          return mlir::success();
        std::lock_guard<std::mutex> guard(s->lock);
        if (StringRef(diagnostic.str()).starts_with("unsupported"))
          s->unsupported = true;
        printDiagnostic(diagnostic, shown, *stream);
        return mlir::success();
      });
}

Driver::~Driver() {
  // The module goes before its context, the context before its threads.
  state->module = nullptr;
  state->handler.reset();
  state->context.reset();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Driver::modelName() const {
  if (!options.artifact.prefix.empty())
    return options.artifact.prefix;
  return cIdentifier(llvm::sys::path::stem(model));
}

std::string Driver::defaultOutput() const {
  if (!options.tool.output.empty())
    return options.tool.output;
  StringRef extension = ".so";
  switch (options.artifact.emit) {
  case Emit::StaticLib:
    extension = ".a";
    break;
  case Emit::Obj:
    extension = ".o";
    break;
  case Emit::Asm:
    extension = ".s";
    break;
  case Emit::LLVM:
    extension = ".ll";
    break;
  case Emit::PTX:
    extension = ".ptx";
    break;
  case Emit::Graph:
    extension = ".mlir";
    break;
  case Emit::Header:
    extension = ".h";
    break;
  case Emit::Lib:
    break;
  }
  return (llvm::sys::path::stem(model) + extension).str();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// First line of the text IR this compiler writes.
static std::string textHeader(StringRef phase) {
  return ("// mlc " MLC_VERSION " after " + phase + "\n").str();
}

int Driver::readText() {
  auto buffer = llvm::MemoryBuffer::getFile(model);
  if (!buffer)
    return error(kUserError, "cannot be read: " + buffer.getError().message());
  StringRef text = (*buffer)->getBuffer();
  StringRef first = text.split('\n').first;
  if (first.consume_front("// mlc ")) {
    StringRef version = first.split(' ').first;
    if (version != MLC_VERSION)
      return error(kUserError, "written by compiler version " + version +
                                   ", this is " MLC_VERSION
                                   "; text IR is for one version only");
  }
  state->context->loadAllAvailableDialects();
  auto *dialect = state->context->getOrLoadDialect<graph::GraphDialect>();
  std::string weights = model + ".weights";
  if (llvm::sys::fs::exists(weights))
    if (llvm::Error problem =
            readWeightFile(dialect->getConstantPool(), weights))
      return error(kUserError, llvm::toString(std::move(problem)));
  mlir::ParserConfig config(state->context.get());
  state->module = mlir::parseSourceFile<mlir::ModuleOp>(model, config);
  return state->module ? kDone : kUserError;
}

static onnx::ImportOptions importOptions(const CompileOptions &options) {
  onnx::ImportOptions result;
  for (const ShapeOverride &shape : options.import.shapes)
    result.shapes.push_back({shape.input, shape.shape, shape.dtype});
  for (const DimBound &bound : options.import.dims)
    result.bounds.push_back({bound.symbol, bound.min, bound.max, bound.tuned});
  return result;
}

/// Imports one model file, whose bytes say what it is.
mlir::OwningOpRef<mlir::ModuleOp> Driver::importModel(const std::string &path,
                                                      const std::string &entry,
                                                      int &code) {
  auto fail = [&](int failure, const Twine &text) {
    err << path << ": " << text << "\n";
    code = failure;
    return mlir::OwningOpRef<mlir::ModuleOp>();
  };
  llvm::sys::fs::file_status status;
  if (std::error_code problem = llvm::sys::fs::status(path, status))
    return fail(kUserError, "cannot be read: " + problem.message());
  if (status.type() == llvm::sys::fs::file_type::directory_file)
    return fail(kUserError, "is a folder; a model is a file");
  auto head = llvm::MemoryBuffer::getFileSlice(
      path, std::min<uint64_t>(status.getSize(), 4), 0);
  if (!head)
    return fail(kUserError, "cannot be read: " + head.getError().message());
  if ((*head)->getBuffer() == "PK\x03\x04")
    return fail(kUnsupported, "TorchScript and .pt2 files are not supported in "
                              "this version; export the model to ONNX");
  onnx::ImportOptions settings = importOptions(options);
  settings.entry = entry;
  for (const std::string &library : options.import.opLibraries) {
    auto names = opLibraryNames(library);
    if (!names)
      return fail(kUserError, llvm::toString(names.takeError()));
    settings.customOps.insert(settings.customOps.end(), names->begin(),
                              names->end());
  }
  std::vector<ImportDiagnostic> findings;
  auto module = onnx::importOnnxFile(*state->context, path, settings, findings);
  for (const ImportDiagnostic &finding : findings)
    err << path << ": " << finding.str() << "\n";
  if (!module) {
    code = exitCode(findings);
    if (!code)
      return fail(kInternalError, "the importer failed silently");
  }
  return module;
}

/// Moves the declarations and the entry of `other` into the module. A symbol or
/// state of the same name must be declared alike; then the entries share it.
int Driver::addEntry(mlir::ModuleOp other, const NamedFile &entry) {
  mlir::SymbolTable table(*state->module);
  for (mlir::Operation &op :
       llvm::make_early_inc_range(other.getBody()->getOperations())) {
    auto name = mlir::SymbolTable::getSymbolName(&op);
    mlir::Operation *known = table.lookup(name);
    bool shared = llvm::isa<graph::SymbolOp, graph::StateOp>(op);
    if (known && !(shared && known->getName() == op.getName() &&
                   known->getAttrDictionary() == op.getAttrDictionary())) {
      err << entry.path << ": '" << name.getValue() << "' of entry '"
          << entry.name
          << "' is already declared by another entry, and differently\n";
      return kUserError;
    }
    if (known)
      continue;
    op.remove();
    table.insert(&op);
  }
  return kDone;
}

int Driver::loadModel() {
  if (StringRef(model).ends_with(".mlir")) {
    if (!llvm::sys::fs::exists(model))
      return error(kUserError, "cannot be read: No such file or directory");
    return readText();
  }
  int code = kDone;
  state->module = importModel(model, "main", code);
  if (!state->module)
    return code;
  for (const NamedFile &entry : options.import.entries) {
    auto other = importModel(entry.path, entry.name, code);
    if (!other)
      return code;
    if (int problem = addEntry(*other, entry))
      return problem;
  }
  return kDone;
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

int Driver::dumpPhase(Phase phase) {
  StringRef folder = options.tool.dumpIR;
  if (folder.empty())
    return kDone;
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return error(kUserError,
                 "cannot make folder '" + folder + "': " + code.message());
  std::string text;
  llvm::raw_string_ostream os(text);
  state->module->print(os, mlir::OpPrintingFlags().useLocalScope());
  char number[4];
  snprintf(number, sizeof number, "%02u", unsigned(phase));
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path,
                          Twine(number) + "-" + phaseName(phase) + ".mlir");
  if (llvm::Error problem = writeFileAtomically(path, text))
    return error(kUserError, llvm::toString(std::move(problem)));
  return kDone;
}

int Driver::runPhasesTo(Phase last) {
  bool fromText = StringRef(model).ends_with(".mlir");
  Phase first = options.tool.compileFrom.value_or(fromText ? Phase::Infer
                                                           : Phase::Import);
  double start = now();
  if (first == Phase::Import) {
    std::map<std::string, int64_t> counts;
    state->module->walk([&](mlir::Operation *op) {
      if (op != state->module->getOperation())
        ++counts[op->getName().getStringRef().str()];
    });
    compileReport.importedOps.assign(counts.begin(), counts.end());
  }
  for (unsigned p = unsigned(first); p <= unsigned(last); ++p) {
    Phase phase = Phase(p);
    if (phase >= Phase::Object)
      break;
    if (mlir::failed(runPhases(*state->module, options, phase, phase))) {
      if (state->unsupported)
        return kUnsupported;
      // What the model itself may be blamed for ends with inference; that no
      // emitter takes a kernel is a limit of this version.
      if (phase <= Phase::Infer)
        return kUserError;
      if (phase == Phase::Lower)
        return kUnsupported;
      return error(kInternalError, "the phase '" + phaseName(phase) +
                                       "' failed; this is an error of the "
                                       "compiler, not of the model");
    }
    double end = now();
    compileReport.phases.push_back({phaseName(phase).str(), end - start});
    start = end;
    if (int code = dumpPhase(phase))
      return code;
  }
  return kDone;
}

int Driver::writeText(Phase last) {
  std::string text = textHeader(phaseName(last));
  llvm::raw_string_ostream os(text);
  state->module->print(
      os, mlir::OpPrintingFlags().enableDebugInfo(/*enable=*/true, false));
  if (options.tool.output.empty() || options.tool.output == "-") {
    out << text;
    out.flush();
    return kDone;
  }
  if (llvm::Error problem = writeFileAtomically(options.tool.output, text))
    return error(kUserError, llvm::toString(std::move(problem)));
  auto *dialect = state->context->getLoadedDialect<graph::GraphDialect>();
  if (!dialect)
    return kDone;
  ConstantPool &pool = dialect->getConstantPool();
  std::vector<Hash128> all = pool.allInOrder();
  if (all.empty())
    return kDone;
  if (llvm::Error problem =
          writeWeightFile(pool, all, options.tool.output + ".weights"))
    return error(kUserError, llvm::toString(std::move(problem)));
  return kDone;
}

//===----------------------------------------------------------------------===//
// Object and artifact
//===----------------------------------------------------------------------===//

int Driver::buildArtifact() {
  double start = now();
  auto lowered = lowerToLLVM(*state->module, options);
  if (mlir::failed(lowered))
    return state->unsupported
               ? kUnsupported
               : error(kInternalError, "lowering to LLVM failed");
  ArtifactInputs &inputs = lowered->inputs;
  Emit emit = options.artifact.emit;
  ArtifactSettings settings;
  settings.kind = emit == Emit::StaticLib ? ArtifactKind::StaticLibrary
                  : emit == Emit::Obj     ? ArtifactKind::Object
                                          : ArtifactKind::SharedLibrary;
  settings.output = defaultOutput();
  settings.name = modelName();
  settings.prefix = options.artifact.prefix;
  settings.threads = options.tool.threads;
  settings.saveTemps = options.tool.saveTemps;
  bool terminal = llvm::sys::Process::StandardErrIsDisplayed();
  settings.progress = [&](size_t done, size_t total) {
    if (!terminal || now() - state->start < 1)
      return;
    err << "\r[object] kernel " << done << " of " << total
        << (done == total ? "\n" : "");
    err.flush();
    state->progressShown = done != total;
  };

  // Weights beside the library: asked for, or too large to embed.
  const WeightPlace &place = options.artifact.weights;
  constexpr uint64_t kMostEmbedded = uint64_t(1) << 30;
  if (place.kind == WeightPlace::File)
    settings.weightPath = place.path;
  else if (place.kind == WeightPlace::Auto &&
           inputs.manifest.weightBytes > kMostEmbedded)
    settings.weightPath = settings.output + ".weights";
  if (inputs.manifest.weightBytes && !settings.weightPath.empty())
    inputs.manifest.weightFile =
        llvm::sys::path::filename(settings.weightPath).str();

  auto fail = [&](llvm::Error problem, int code) {
    return error(code, llvm::toString(std::move(problem)));
  };
  if (emit == Emit::Header)
    return llvm::errorToBool(writeFileAtomically(
               settings.output,
               headerText(inputs.manifest, settings.name, settings.prefix)))
               ? error(kUserError, "cannot write '" + settings.output + "'")
               : kDone;
  if (emit == Emit::PTX) {
    std::string text;
    for (const ManifestImage &image : inputs.manifest.images)
      text += image.data;
    if (text.empty())
      return error(kUserError,
                   "no GPU is named; add --target=nvptx:sm_80 for example");
    if (llvm::Error problem = writeFileAtomically(settings.output, text))
      return fail(std::move(problem), kUserError);
    return kDone;
  }
  if (emit == Emit::Asm || emit == Emit::LLVM) {
    if (llvm::Error problem =
            writeCodeText(inputs, settings,
                          emit == Emit::Asm ? x86::CodeFormat::Assembly
                                            : x86::CodeFormat::LLVM))
      return fail(std::move(problem), kInternalError);
    return kDone;
  }
  auto objects = compileObjects(inputs, settings, compileReport.artifact);
  if (!objects)
    return fail(objects.takeError(), kInternalError);
  double compiled = now();
  compileReport.phases.push_back({"object", compiled - start});
  if (llvm::Error problem =
          writeArtifact(inputs, *objects, settings, compileReport.artifact))
    return fail(std::move(problem), kUserError);
  if (options.tool.header) {
    StringRef stem = settings.output;
    stem = stem.drop_back(llvm::sys::path::extension(stem).size());
    if (llvm::Error problem = writeFileAtomically(
            (stem + ".h").str(),
            headerText(inputs.manifest, settings.name, settings.prefix)))
      return fail(std::move(problem), kUserError);
  }
  compileReport.phases.push_back({"artifact", now() - compiled});
  compileReport.manifest = std::move(inputs.manifest);
  return kDone;
}

int Driver::compile() {
  TargetSelection targets;
  std::string targetError;
  if (!selectTargets(options, targets, targetError)) {
    err << "compile-model: option --target: " << targetError << "\n";
    return kUserError;
  }
  double start = now();
  if (int code = loadModel())
    return code;
  compileReport.phases.push_back({"load", now() - start});
  bool textOnly = options.artifact.emit == Emit::Graph;
  Phase last = options.tool.compileTo.value_or(textOnly ? Phase::Transform
                                                        : Phase::Artifact);
  if (int code = runPhasesTo(last))
    return code;
  int code = last < Phase::Object ? writeText(last) : buildArtifact();
  if (code)
    return code;
  compileReport.totalSeconds = now() - start;
  if (!options.tool.report.empty())
    if (llvm::Error problem =
            writeFileAtomically(options.tool.report, reportJson(compileReport)))
      return error(kUserError, llvm::toString(std::move(problem)));
  if (options.tool.timePasses)
    printTimes(compileReport, err);
  return kDone;
}

int Driver::check() {
  if (int code = loadModel())
    return code;
  if (int code = runPhasesTo(Phase::Infer))
    return code;
  out << model << ": every node is supported\n";
  return kDone;
}

void mlc::listOperators(ListFormat format, llvm::raw_ostream &os) {
  std::vector<ListedOp> ops = onnx::listOnnxOps();
  if (format == ListFormat::Json) {
    os << "{\n  \"onnx\": [";
    for (auto [i, op] : llvm::enumerate(ops)) {
      os << (i ? ",\n    " : "\n    ") << "{\"domain\": \"" << op.domain
         << "\", \"name\": \"" << op.name << "\", \"versions\": [";
      for (auto [v, version] : llvm::enumerate(op.versions))
        os << (v ? ", " : "") << version;
      os << "], \"via\": \"" << (op.viaFunction ? "function" : "table")
         << "\"}";
    }
    os << "\n  ]\n}\n";
    return;
  }
  for (const ListedOp &op : ops) {
    os << (op.domain.empty() ? "" : op.domain + ".") << op.name;
    const char *separator = " ";
    for (int64_t version : op.versions) {
      os << separator << version;
      separator = ", ";
    }
    os << (op.viaFunction ? " (standard function)" : "") << "\n";
  }
}
