"""MLC: compile a model to a native library, run it from Python."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ._compile import compile
from ._errors import Error, InternalError, ModelError, RunError, UnsupportedError
from ._mlc import version as __version__
from ._model import Model, Value, load

__all__ = [
    "Error",
    "InternalError",
    "Model",
    "ModelError",
    "RunError",
    "UnsupportedError",
    "Value",
    "compile",
    "load",
]
