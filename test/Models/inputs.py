#===- inputs.py - Seeded, realistic inputs of known models -----------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What a model is fed in a comparison: inputs like those it was made for.

Noise hides errors: a normalisation makes all noise alike, and padding or rare
tokens never occur in it. `make(name, values, seed)` gives feeds for one model;
`values` are its inputs as ONNX Runtime lists them, `recorded` is one known feed.
"""
import zlib

import numpy as np


def image(rng, shape):
    """Smooth structures with edges and a little noise, normalised per channel."""
    batch, channels, height, width = shape
    y, x = np.mgrid[0:1:height * 1j, 0:1:width * 1j]
    result = np.zeros(shape)
    for b in range(batch):
        for c in range(channels):
            plane = np.zeros((height, width))
            for _ in range(6):
                fy, fx = rng.uniform(0.5, 12, 2)
                plane += rng.normal() * np.sin(2 * np.pi * (fy * y + fx * x) + rng.uniform(0, 6))
            plane += 2 * (np.hypot(x - rng.uniform(), y - rng.uniform()) < rng.uniform(0.1, 0.4))
            result[b, c] = plane + 0.1 * rng.standard_normal(plane.shape)
    return ((result - result.mean()) / result.std()).astype(np.float32)


# Five columns of seven bits each, the top row in the lowest bit.
GLYPHS = {"A": "7e1111117e", "B": "7f49494936", "C": "3e41414122", "E": "7f49494941", "H": "7f0808087f",
          "I": "00417f4100", "L": "7f40404040", "M": "7f020c027f", "N": "7f0408107f", "O": "3e4141413e",
          "R": "7f09192946", "S": "4649494931", "T": "01017f0101", "2": "4261514946", "7": "0171090503"}


def page(rng, shape, scale):
    """Dark lines of text on a light ground, as a reader of characters sees it."""
    batch, channels, height, width = shape
    grey = np.full((height, width), 0.95)
    for top in range(2 * scale, height - 8 * scale, 14 * scale):
        left = scale * rng.integers(1, 12)
        while left < width - 7 * scale:
            letter = rng.choice([*GLYPHS, " "])
            if letter != " ":
                columns = bytes.fromhex(GLYPHS[letter])
                dots = np.array([[c >> r & 1 for c in columns] for r in range(7)])
                grey[top:top + 7 * scale, left:left + 5 * scale] -= 0.8 * np.kron(dots, np.ones((scale, scale)))
            left += 6 * scale
    grey = grey + 0.01 * rng.standard_normal(grey.shape)
    middle, spread = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
    planes = (grey[None] - middle[:channels, None, None]) / spread[:channels, None, None]
    return np.broadcast_to(planes, shape).astype(np.float32)


def voice(rng, samples, rate=16000):
    """Harmonics of a gliding pitch under an envelope, with pauses and noise."""
    t = np.arange(samples) / rate
    pitch = rng.uniform(90, 260) * (1 + 0.1 * np.sin(2 * np.pi * rng.uniform(1, 4) * t))
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    wave = sum(np.sin(k * phase + rng.uniform(0, 6)) / k for k in range(1, 12))
    envelope = np.clip(np.sin(2 * np.pi * rng.uniform(2, 5) * t + rng.uniform(0, 6)) + 0.5, 0, 1)
    return (0.15 * wave * envelope + 0.003 * rng.standard_normal(samples)).astype(np.float32)


def tokens(rng, shape, vocabulary):
    """Ids by Zipf's law: a few are frequent, most are rare."""
    ranks = np.minimum(rng.zipf(1.3, shape), vocabulary) - 1
    return (ranks * 7919 % vocabulary).astype(np.int64)


def file_bytes(seed):
    """A file as magika reads it: its first and last 1,024 bytes, 256 as padding."""
    rng = np.random.default_rng(seed)
    words = ["import", "return", "the", "of", "{", "}", "value", "0x1f", "\n", "for", "<div>", "SELECT", "="]
    text = " ".join(rng.choice(words, 600)).encode()
    content = [text, zlib.compress(rng.bytes(5000)), b'{"a": [1, 2, {"b": "' + text[:500] + b'"}]}',
               b"\x7fELF\x02\x01\x01" + bytes(64) + rng.bytes(3000), text[:200]][seed % 5]
    result = np.full((1, 2048), 256, np.int32)
    head, tail = content[:1024], content[-1024:]
    result[0, :len(head)] = list(head)
    result[0, 2048 - len(tail):] = list(tail)
    return result


def silero(session_inputs, seed):
    rng = np.random.default_rng(seed)
    # The 8 kHz way of the two-rate models takes 256 samples and 32 of context.
    slow = seed % 3 == 2 and any(v.name == "sr" for v in session_inputs)
    only16 = not any(v.name == "sr" for v in session_inputs)
    rate = 8000 if slow and not only16 else 16000
    feeds = {}
    for value in session_inputs:
        if value.name == "sr":
            feeds["sr"] = np.array(rate, np.int64)
        elif value.name == "input":
            fixed = value.shape[1] if isinstance(value.shape[1], int) and value.shape[1] else None
            size = fixed or (576 if rate == 16000 else 288)
            rows = value.shape[0] if isinstance(value.shape[0], int) and value.shape[0] else 1
            if value.shape[0] in ("seq_len", "sequence_length"):
                rows = 3 + seed
            feeds["input"] = voice(rng, rows * size, rate).reshape(rows, size)
        else:
            shape = [d if isinstance(d, int) and d else 1 for d in value.shape]
            feeds[value.name] = (0.3 * rng.standard_normal(shape)).astype(np.float32)
    return feeds


def generic(value, seed, recorded):
    """Like a recorded value: same kind, other numbers."""
    rng = np.random.default_rng([seed, zlib.crc32(value.name.encode())])
    shape = [d if isinstance(d, int) and d > 0 else 1 for d in value.shape]
    if recorded is not None:
        shape = list(recorded.shape)
    if "float" in value.type:
        dtype = np.float16 if "float16" in value.type else np.float64 if "double" in value.type else np.float32
        # With random weights and the statistics of noise, structures grow from
        # layer to layer: such a model comes with the noise that it knows.
        if recorded is None and len(shape) == 4 and shape[1] in (1, 3) and shape[2] >= 16:
            return image(rng, shape).astype(dtype)
        scale = float(recorded.std()) if recorded is not None and recorded.size > 1 else 1.0
        middle = float(recorded.mean()) if recorded is not None else 0.0
        return np.asarray(middle + scale * rng.standard_normal(shape), dtype)
    dtype = np.int32 if "int32" in value.type else np.int64
    if "bool" in value.type:
        return rng.integers(0, 2, shape).astype(bool)
    if "mask" in value.name:
        mask = np.ones(shape, dtype)
        mask[..., shape[-1] - rng.integers(0, shape[-1] // 2):] = 0
        return mask
    top = int(recorded.max()) + 1 if recorded is not None else 200
    return tokens(rng, shape, max(top, 2)).astype(dtype)


def spectrogram(rng, *shape):
    """Log power over (..., frames, bands) of a voice: bands fall off, frames swell."""
    frames, bands = shape[-2:]
    slope = -6.0 * np.arange(bands) / bands
    swell = np.sin(np.arange(frames) / rng.uniform(5, 15) + rng.uniform(0, 6))[:, None]
    return (slope + 2 * swell + rng.normal(0, 0.7, shape) - 3).astype(np.float32)


# Extents of a feed by seed: the last two seeds take another one than the others.
def size(seed, usual, other):
    return usual if seed < 3 else other


# Inputs of models by name: seed to feeds. Where an extent is dynamic, two are used.
def many(seed):
    return size(seed, 1, 3)


SHAPES = {
    "dnsmos_v8": lambda r, s: {"input_1": spectrogram(r, many(s), 900, 120)},
    "dnsmos_sig": lambda r, s: {"input_1": spectrogram(r, many(s), 901, 161)},
    "dnsmos_bak_ovr": lambda r, s: {"input_1": spectrogram(r, many(s), 901, 161)},
    "dnsmos_sig_bak_ovr": lambda r, s: {"input_1": np.stack([voice(r, 144160) for _ in range(many(s))])},
    "pdnsmos_sig_bak_ovr": lambda r, s: {"input_1": np.stack([voice(r, 144160) for _ in range(many(s))])},
    "aecmos_50": lambda r, s: {"input": spectrogram(r, 1, 3, size(s, 200, 333), 160), "h0": np.zeros((4, 1, 64), np.float32)},
    "aecmos_12": lambda r, s: {"input": spectrogram(r, 1, 3, size(s, 200, 333), 160), "h0": np.zeros((4, 1, 64), np.float32)},
    "aecmos_23": lambda r, s: {"input": spectrogram(r, 1, 3, size(s, 200, 333), 160), "h0": np.zeros((4, 1, 96), np.float32)},
    "plcmos_v2": lambda r, s: {"degraded_audio": spectrogram(r, 1, 1, size(s, 150, 271), 257),
                               "rater_embed": r.standard_normal((1, 64)).astype(np.float32)},
    "nsnet2_16k": lambda r, s: {"input": spectrogram(r, many(s), size(s, 100, 57), 161)},
    "nsnet2_48k": lambda r, s: {"input": spectrogram(r, many(s), size(s, 100, 57), 513)},
    "iclabel": lambda r, s: {"topo": image(r, (8, 1, 32, 32)), "psds": spectrogram(r, 8, 1, 1, 100) / 10,
                             "autocorr": r.uniform(-1, 1, (8, 1, 1, 100)).astype(np.float32)},
    "megnet": lambda r, s: {"spatial_input": np.moveaxis(image(r, (many(s), 3, 120, 120)), 1, -1).copy(),
                            "temporal_input": np.stack([voice(r, 15000, 250) for _ in range(many(s))])[..., None]},
    "smart_turn": lambda r, s: {"input_features": np.moveaxis(spectrogram(r, many(s), 800, 80), 1, -1).copy() / 4 + 1},
    "tashkeel_bilstm": lambda r, s: {"input_ids": r.integers(1, 40, (many(s), size(s, 48, 31)))},
    "tashkeel_rawi": lambda r, s: {"input": r.integers(1, 35, (many(s), size(s, 48, 31)))},
    "tashkeel_rawi_v2": lambda r, s: {"input": r.integers(1, 35, (many(s), size(s, 48, 31)))},
    "tashkeel_rawi_v3": lambda r, s: {"input": r.integers(1, 35, (many(s), size(s, 48, 31)))},
    "tashkeel_ensemble": lambda r, s: {"input": r.integers(1, 35, (many(s), size(s, 48, 31)))},
    "basic_pitch": lambda r, s: {"serving_default_input_2:0": np.stack(
        [voice(r, 43844, 22050) for _ in range(many(s))])[..., None]},
    "swift_f0": lambda r, s: {"audio": voice(r, size(s, 16000, 9600))[None], "fmin": np.array(50, np.float32),
                              "fmax": np.array(2000, np.float32)},
    "magika": lambda r, s: {"bytes": np.concatenate([file_bytes(s + i) for i in range(many(s))])},
}

# Readers of pages: the shape by seed, and how many pixels a dot of a letter has.
PAGES = {
    "ocr_v6_det": (lambda s: (1, 3, size(s, 480, 320), size(s, 640, 448)), 3),
    "ocr_v6_rec": (lambda s: (many(s), 3, 48, size(s, 320, 480)), 4),
    "ocr_cls": (lambda s: (many(s), 3, 48, 192), 4),
    "ocr_det": (lambda s: (1, 3, size(s, 480, 320), size(s, 640, 448)), 3),
    "ocr_rec": (lambda s: (many(s), 3, 48, size(s, 320, 480)), 4),
}


def fixed(extent):
    return isinstance(extent, int) and extent > 0


def fits(feeds, session_inputs):
    """Whether the model takes feeds of these shapes: a copy of it may fix some."""
    return all(value.name in feeds and len(value.shape) == feeds[value.name].ndim
               and all(not fixed(want) or want == have for want, have in zip(value.shape, feeds[value.name].shape))
               for value in session_inputs)


def make(name, session_inputs, seed, recorded=None):
    """Feeds by input name. Equal arguments give equal feeds. A name may begin with
    `real_`, as copies with fixed shapes are called."""
    recorded = recorded or {}
    stem = name.removeprefix("real_")
    if stem in PAGES:
        shape, scale = PAGES[stem]
        value = session_inputs[0]
        shape = [want if fixed(want) else have for want, have in zip(value.shape, shape(seed))]
        return {value.name: page(np.random.default_rng(seed), shape, scale)}
    # The extents of the first seed where those of this one are not the model's.
    for extents in (seed, 0) if stem in SHAPES else ():
        feeds = SHAPES[stem](np.random.default_rng(seed), extents)
        if fits(feeds, session_inputs):
            return feeds
    if "silero" in stem:
        return silero(session_inputs, seed)
    return {v.name: generic(v, seed, recorded.get(v.name)) for v in session_inputs}
