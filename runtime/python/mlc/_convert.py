"""Slow-path conversions between Python objects and the runtime's arrays."""
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

try:  # names the element types that NumPy lacks
    import ml_dtypes
except ImportError:
    ml_dtypes = None

# MLC's name -> (name in ml_dtypes, storage in NumPy)
_NARROW = {
    "bf16": ("bfloat16", np.uint16),
    "f8e4m3fn": ("float8_e4m3fn", np.uint8),
    "f8e4m3fnuz": ("float8_e4m3fnuz", np.uint8),
    "f8e5m2": ("float8_e5m2", np.uint8),
    "f8e5m2fnuz": ("float8_e5m2fnuz", np.uint8),
    "f8e8m0": ("float8_e8m0fnu", np.uint8),
    "f4e2m1": ("float4_e2m1fn", np.uint8),
    "i4": ("int4", np.int8),
    "u4": ("uint4", np.uint8),
    "i2": ("int2", np.int8),
    "u2": ("uint2", np.uint8),
}
_BITS = {"i2": 2, "u2": 2, "i4": 4, "u4": 4, "f4e2m1": 4}
_NUMPY = {
    "bool": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
    "c64": np.complex64, "c128": np.complex128,
}  # fmt: skip


def _named(dtype):
    """The ml_dtypes type of an MLC type, or None."""
    name = _NARROW.get(dtype, (None,))[0]
    return getattr(ml_dtypes, name, None) if ml_dtypes and name else None


def _as_array(value, dtype):
    if hasattr(value, "__dlpack__") and not isinstance(value, np.ndarray):
        return np.from_dlpack(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    # Lists and numbers take the type that the model wants.
    return np.asarray(value, dtype=_named(dtype) or _NUMPY.get(dtype))


def _pack(bits, width):
    per_byte = 8 // width
    flat = bits.astype(np.uint8).reshape(-1) & ((1 << width) - 1)
    flat = np.concatenate([flat, np.zeros(-flat.size % per_byte, np.uint8)])
    shifts = (np.arange(per_byte) * width).astype(np.uint8)
    return np.bitwise_or.reduce(flat.reshape(-1, per_byte) << shifts, axis=1).astype(
        np.uint8
    )


def _unpack(packed, width, count):
    shifts = (np.arange(8 // width) * width).astype(np.uint8)
    bits = (packed[:, None] >> shifts) & ((1 << width) - 1)
    return bits.reshape(-1)[:count]


def to_buffer(value, dtype):
    """(C-contiguous array with the buffer protocol, logical shape)."""
    array = _as_array(value, dtype)
    shape = tuple(int(n) for n in array.shape)
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("="))
    # ascontiguousarray would give a scalar a dimension.
    array = array if array.flags.c_contiguous else np.ascontiguousarray(array)
    if dtype in _BITS:
        raw = array.view(np.uint8) if array.dtype.itemsize == 1 else array
        return _pack(raw, _BITS[dtype]), shape
    if dtype in _NARROW and array.dtype == _named(dtype):
        array = array.view(_NARROW[dtype][1])
    return array, shape


def from_raw(array, dtype, shape):
    """Unsigned storage as the named type, where ml_dtypes knows it."""
    if dtype in _BITS:
        width = _BITS[dtype]
        bits = _unpack(array, width, int(np.prod(shape, dtype=np.int64)))
        if dtype.startswith("i"):
            sign = 1 << (width - 1)
            bits = (bits.astype(np.int16) ^ sign) - sign
            bits = bits.astype(np.int8)
        array = bits.reshape(shape)
        named = _named(dtype)
        if named is None:
            return array
        return array.view(named) if dtype.startswith("f") else array.astype(named)
    named = _named(dtype)
    return array if named is None else array.view(named)


def to_strings(value):
    array = np.asarray(value, dtype=object)
    texts = [t if isinstance(t, bytes) else str(t).encode() for t in array.reshape(-1)]
    return texts, tuple(int(n) for n in array.shape)


def from_strings(texts, shape):
    array = np.empty(len(texts), dtype=object)
    array[:] = [t.decode("utf-8", "surrogateescape") for t in texts]
    return array.reshape(shape)
