"""The exceptions of this package; texts are those of the tools."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


class Error(Exception):
    """Base of all errors of MLC."""


class ModelError(Error):
    """The model, its options or its file are at fault."""


class UnsupportedError(Error):
    """A feature that is not supported; the text lists every one."""


class RunError(Error):
    """A run ended with a status.

    `code` is its name, `node` the model's node ("" when the call itself breaks
    the entry's contract), `value` the offending value.
    """

    code = ""
    node = ""
    value = 0


class InternalError(Error):
    """A defect of MLC; the text names a reproducer where there is one."""
