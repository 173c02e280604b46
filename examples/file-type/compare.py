#!/usr/bin/env python3
#===- compare.py - Holds file_type against the Python package -------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""usage: compare.py PROGRAM FOLDER

PROGRAM is the built file_type, FOLDER the one that fetch_model.py filled. Asks
both about 30 files: some of this project, the others made here in many formats.
Prints each disagreement; the exit status says whether there was one."""

import bz2
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import wave
import zipfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OF_THE_PROJECT = [
    "CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "tools/dev/test",
    "tools/dev/run_tests.py", "examples/file-type/file_type.cpp",
    "examples/digits/digits.onnx", "examples/digits/images/7.npy",
    "runtime/include/mlc/runtime.h", "pyproject.toml", ".clang-format",
]


def png():
    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    rows = b"".join(b"\0" + bytes((x * y) % 256 for x in range(64)) for y in range(64))
    header = (64).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def made(folder):
    """Eighteen files of other kinds, the same at every run."""
    text = (ROOT / "LICENSE").read_bytes()
    files = {
        "a.gz": gzip.compress(text, mtime=0), "b.bz2": bz2.compress(text),
        "c.xz": lzma.compress(text), "d.png": png(), "empty": b"", "short": b"hi\n",
        "short.bin": b"\xff\xfe\xfd", "blank": b" \n" * 500,
        "e.pickle": pickle.dumps({"a": list(range(300))}, protocol=4),
        "f.json": json.dumps([{"id": i, "name": f"n{i}"} for i in range(60)]).encode(),
        "g.html": b"<!DOCTYPE html>\n<html><head><title>t</title></head><body>"
                  + b"<p>paragraph</p>\n" * 40 + b"</body></html>\n",
        "h.csv": b"id,name,value\n" + b"".join(b"%d,row,%d\n" % (i, i * i) for i in range(90)),
        "i.js": b"export function f(x) {\n  const y = x.map((v) => v + 1);\n  return y;\n}\n" * 9,
        "j.rs": b"fn main() {\n    let mut v: Vec<u32> = Vec::new();\n    v.push(1);\n"
                b"    println!(\"{:?}\", v);\n}\n" * 6,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("LICENSE"), text)
    files["k.zip"] = buffer.getvalue()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("LICENSE")
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text))
    files["l.tar"] = buffer.getvalue()
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(range(256)) * 40)
    files["m.wav"] = buffer.getvalue()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    base = sqlite3.connect(folder / "n.sqlite")
    base.execute("create table t (id integer primary key, name text)")
    base.executemany("insert into t (name) values (?)", [(f"n{i}",) for i in range(99)])
    base.commit()
    base.close()
    return [folder / name for name in [*files, "n.sqlite"]]


def main():
    program, package = sys.argv[1:]
    sys.path.insert(0, package)
    from magika import Magika

    with tempfile.TemporaryDirectory() as scratch:
        files = [ROOT / name for name in OF_THE_PROJECT] + made(Path(scratch))
        answers = subprocess.run([program, *files], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout.splitlines()
        expected = [r.output.label for r in Magika().identify_paths(files)]
        agreed = 0
        for file, answer, label in zip(files, answers, expected):
            ours = answer[len(str(file)) + 2:].split(" ")[0]
            agreed += ours == str(label)
            if ours != str(label):
                print(f"{file.name}: file_type says {ours}, magika says {label}")
    print(f"{agreed} of {len(files)} agree")
    return 0 if agreed == len(files) == 30 else 1


if __name__ == "__main__":
    sys.exit(main())
