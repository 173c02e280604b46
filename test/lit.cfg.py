# The lit suite: every .mlir, .test, .onnxtxt and .ll file with RUN lines below
# this folder. `lit test/Dialect` works from the checkout; the build folder is
# `build` unless -DBUILD=<folder> or the variable MLC_BUILD names another.

import os
import platform
import shutil
import subprocess

import lit.formats
import lit.util

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(
    lit_config.params.get("BUILD")
    or os.environ.get("MLC_BUILD")
    or os.path.join(root, "build")
)
venv = os.environ.get("MLC_VENV") or os.path.join(build, "venv")
deps = os.environ.get("MLC_DEPS") or os.path.join(build, "deps")
magika = os.path.join(deps, "magika-1.0.3")
llvm_bin = "/usr/lib/llvm-22/bin"
tools_bin = os.path.join(build, "bin")

config.name = "MLC"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".onnxtxt", ".ll"]
config.excludes = ["Inputs", "Conformance", "unit", "python", "lit.cfg.py", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "test")
config.pipefail = True

config.environment["PATH"] = os.pathsep.join(
    [tools_bin, llvm_bin, config.environment.get("PATH", "")]
)
# Tests must not depend on the user's settings or fill the user's cache.
config.environment["LC_ALL"] = "C"
config.environment["XDG_CACHE_HOME"] = os.path.join(build, "test", ".cache")
config.environment["PYTHONPATH"] = os.pathsep.join(
    [os.path.join(build, "python"), os.path.join(root, "python")]
)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%mlc_root", root),
    ("%mlc_build", build),
    ("%python", os.path.join(venv, "bin", "python")),
    ("%cmake", os.path.join(venv, "bin", "cmake")),
    ("%magika", magika),
    ("%cc", "clang-22"),
    ("%cxx", "clang++-22"),
    ("%include", os.path.join(root, "runtime", "include")),
    ("%libdir", os.path.join(build, "lib")),
    # %exits CODE COMMAND...: the exit code must be exactly this one.
    ("%exits", "sh " + os.path.join(root, "test", "Support", "exits.sh")),
    # The artifact written by hand (test/unit/runtime) and its op library.
    ("%artifacts", os.path.join(build, "test", "artifacts")),
]

# REQUIRES: <feature>. A tool that is built gives a feature of its own name.
if os.path.isdir(tools_bin):
    config.available_features.update(os.listdir(tools_bin))
for tool in ("ptxas", "qemu-x86_64"):
    if shutil.which(tool):
        config.available_features.add(tool)
# Whether a file system of our own can be mounted, as in many containers it cannot.
if shutil.which("unshare") and subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
        stderr=subprocess.DEVNULL, check=False).returncode == 0:
    config.available_features.add("small-mounts")
if os.path.exists(os.path.join(venv, "lib")):
    config.available_features.add("python-packages")
config.available_features.add(platform.machine())
if os.path.exists(os.path.join(magika, "magika.onnx")):
    config.available_features.add("magika")
try:
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        flags = next(l for l in info if l.startswith("flags")).split()
except (OSError, StopIteration):
    flags = []
levels = {
    "isa-v2": ["sse4_2", "popcnt"],
    "isa-v3": ["avx2", "fma", "bmi2"],
    "isa-v4": ["avx512f", "avx512bw", "avx512dq", "avx512vl"],
    "isa-v4-vnni": ["avx512f", "avx512_vnni"],
    "isa-v4-bf16": ["avx512f", "avx512_vnni", "avx512_bf16"],
    "isa-v4-amx": ["avx512f", "amx_int8", "amx_bf16"],
}
for feature, needed in levels.items():
    if all(flag in flags for flag in needed):
        config.available_features.add(feature)
if os.path.exists(os.path.join(build, "CMakeCache.txt")):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        for line in cache:
            if line.startswith("MLC_SANITIZE:") and line.strip().split("=", 1)[1]:
                config.available_features.add("sanitizer")
