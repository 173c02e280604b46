#!/usr/bin/env python3
#===- fetch.py - Trained models out of Python packages ---------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Takes the trained models that tests use out of their Python packages.

  fetch.py FOLDER [small|all]

Downloads pinned wheels with pip (each once, and checked against its hash) and
writes their models as FOLDER/NAME.onnx. `small` (the default) is what the tests
need; `all` adds three networks of an optical character reader.
"""
import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

# Package, SHA-256 of the wheel, and model name -> path in the wheel. The licences
# are MIT (silero-vad, swift-f0, faster-whisper) and Apache 2.0 (the others).
SMALL = [
    ("magika==1.0.3", "3e9b49134e8116ee40b431664dcbed9e199413efddcce1a173c734b4e0521529",
     {"magika": "magika/models/standard_v3_3/model.onnx"}),
    ("silero-vad==6.2.3", "7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8",
     {name: f"silero_vad/data/{name}.onnx" for name in (
         "silero_vad", "silero_vad_16k_op15", "silero_vad_op18_ifless",
         "silero_vad_openvino_16k", "silero_vad_half", "silero_vad_16k_sequence")}),
    ("basic-pitch==0.4.0", "738adb503aae7fdfc7d1e1511aa0ce35052315f260a19531ef4c356708425db0",
     {"basic_pitch": "basic_pitch/saved_models/icassp_2022/nmp.onnx"}),
    ("swift-f0==0.3.0", "d7240c7c94b1d3e8f0e0cd2701b79be89a0f23a19cd5f944895a6518ecad72f3", {"swift_f0": "swift_f0/model.onnx"}),
    ("faster-whisper==1.2.1", "79a66ad50688c0b794dd501dc340a736992a6342f7f95e5811be60b5224a26a7",
     {"fw_silero_vad_v6": "faster_whisper/assets/silero_vad_v6.onnx"}),
]
LARGE = [
    ("rapidocr-onnxruntime==1.4.4", "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
     {"ocr_det": "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
      "ocr_cls": "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx",
      "ocr_rec": "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx"}),
]


def download(package, sha256, folder):
    """The wheel of one pinned package, from FOLDER if it is there."""
    stem = package.split("==")[0].replace("-", "_")
    for wheel in folder.glob(f"{stem}-*.whl"):
        if hashlib.sha256(wheel.read_bytes()).hexdigest() == sha256:
            return wheel
        wheel.unlink()
    pin = folder / f"{stem}.txt"
    pin.write_text(f"{package} --hash=sha256:{sha256}\n")
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                    "--disable-pip-version-check", "--only-binary", ":all:",
                    "--platform", "manylinux_2_28_x86_64", "--require-hashes",
                    "-r", pin, "-d", folder], check=True)
    return next(iter(folder.glob(f"{stem}-*.whl")))


def fetch(folder, packages):
    """Writes what is missing; returns messages of packages that cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    problems = []
    for package, sha256, models in packages:
        missing = {name: path for name, path in models.items()
                   if not (folder / f"{name}.onnx").exists()}
        if not missing:
            continue
        try:
            with zipfile.ZipFile(download(package, sha256, folder)) as wheel:
                for name, path in missing.items():
                    (folder / f"{name}.onnx").write_bytes(wheel.read(path))
        except (subprocess.CalledProcessError, StopIteration, OSError, KeyError) as error:
            problems.append(f"{package}: {error}")
    return problems


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    packages = SMALL + (LARGE if sys.argv[2:] == ["all"] else [])
    problems = fetch(Path(sys.argv[1]).resolve(), packages)
    for problem in problems:
        print(f"fetch.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
