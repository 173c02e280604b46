# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Builds the toolchain by CMake and puts it into the Python package.

A configured build folder is used when there is one (MLC_BUILD, else build/), so
that `pip install .` after tools/dev/quickstart takes seconds.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
VERSION = (ROOT / "VERSION").read_text(encoding="utf-8").split()[0]
PROGRAMS = ("compile-model", "mlc-run")


class CMakeBuild(build_ext):
    """Configures where needed, builds, copies."""

    def run(self):
        # Without build isolation the environment's own CMake and Ninja are meant,
        # also where the environment is not activated.
        path = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]
        os.environ["PATH"] = os.pathsep.join(path)
        build = pathlib.Path(os.environ.get("MLC_BUILD", ROOT / "build"))
        if not (build / "CMakeCache.txt").exists():
            configure = ["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja"]
            configure += ["-DCMAKE_BUILD_TYPE=Release", "-DMLC_BUILD_TESTS=OFF"]
            configure += ["-DMLC_ASSERTIONS=OFF"]
            configure += ["-DCMAKE_C_COMPILER=clang-22"]
            configure += ["-DCMAKE_CXX_COMPILER=clang++-22"]
            configure += [f"-DPython_EXECUTABLE={sys.executable}"]
            subprocess.run(configure, check=True)
        targets = [*PROGRAMS, "mlc_python"]
        subprocess.run(["cmake", "--build", str(build), "--target", *targets], check=True)
        module = pathlib.Path(self.get_ext_fullpath("mlc._mlc"))
        (module.parent / "bin").mkdir(parents=True, exist_ok=True)
        (built,) = (build / "python" / "mlc").glob("_mlc*.so")
        shutil.copy2(built, module.parent / built.name)
        for program in PROGRAMS:
            shutil.copy2(build / "bin" / program, module.parent / "bin" / program)


setup(
    version=VERSION,
    cmdclass={"build_ext": CMakeBuild},
    ext_modules=[Extension("mlc._mlc", sources=[])],
)
