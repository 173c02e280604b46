# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Builds the extension from the runtime's sources; see pyproject.toml."""

import pathlib

import nanobind
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = (ROOT / "VERSION").read_text(encoding="utf-8").split()[0]
NANOBIND = pathlib.Path(nanobind.include_dir()).parent

# Not given to setuptools: it refuses absolute paths and parents.
SOURCES = [
    *sorted((ROOT / "runtime" / "src" / "core").glob("*.cpp")),
    *sorted((ROOT / "runtime" / "src" / "loader").glob("*.cpp")),
    *sorted((ROOT / "runtime" / "profile").glob("*.cpp")),
    *sorted((HERE / "src").glob("*.cpp")),
    NANOBIND / "src" / "nb_combined.cpp",
]
includes = [
    ROOT,
    ROOT / "runtime" / "include",
    NANOBIND / "include",
    NANOBIND / "ext" / "robin_map" / "include",
]


class BuildExt(build_ext):
    """Objects of sources outside this folder stay inside the build folder."""

    def build_extension(self, ext):
        temp = pathlib.Path(self.build_temp).resolve()
        objects = []
        for source in map(str, SOURCES):
            folder = temp / pathlib.Path(source).parent.name
            made = self.compiler.compile(
                [source],
                output_dir=str(folder),
                include_dirs=ext.include_dirs,
                macros=ext.define_macros,
                extra_postargs=ext.extra_compile_args,
            )
            objects += made
        self.compiler.link_shared_object(
            objects,
            self.get_ext_fullpath(ext.name),
            target_lang="c++",
            libraries=["dl", "pthread"],
            extra_postargs=["-s"],
        )


setup(
    version=VERSION,
    cmdclass={"build_ext": BuildExt},
    ext_modules=[
        Extension(
            "mlc._mlc",
            sources=[],
            include_dirs=[str(i) for i in includes],
            define_macros=[
                ("MLC_VERSION", f'"{VERSION}"'),
                ("MLC_RUNTIME_STATIC", None),
                ("NB_COMPACT_ASSERTIONS", None),
                ("NDEBUG", None),
            ],
            extra_compile_args=[
                "-std=c++17",
                "-O2",
                "-fvisibility=hidden",
                "-fno-strict-aliasing",
            ],
        )
    ],
)
